package engine

import (
	"math"
	"slices"
	"testing"

	"mpc/dist"
)

func TestRestoreEach(t *testing.T) {
	was := []dist.Categorical{dist.CategoricalWeights([]float64{1, 3}), dist.CategoricalUniform(3)}
	like := []dist.Categorical{dist.CategoricalUniform(2), dist.CategoricalUniform(3)}
	b := AppendWords(nil, 2)
	for _, m := range was {
		b = m.AppendState(b)
	}
	got, rest, err := RestoreEach(b, like)
	if err != nil || len(rest) != 0 || !slices.Equal(got[0].LogP, was[0].LogP) || !slices.Equal(got[1].LogP, was[1].LogP) {
		t.Error(got, rest, err)
	}
	if !like[0].IsUniform() {
		t.Error("what it is like has changed:", like[0])
	}
	for n := range b {
		if _, _, err := RestoreEach(b[:n], like); err != ErrState {
			t.Errorf("%d bytes: %v", n, err)
		}
	}
}

func TestRestoreRows(t *testing.T) {
	was := dist.NewCategoricalRows(2, 3)
	b := was.AppendState(AppendWords(nil, 2))
	if got, rest, err := RestoreRows(b, dist.NewCategoricalRows(2, 3)); err != nil || len(rest) != 0 || got.Len() != 2 {
		t.Error(got, rest, err)
	}
	for _, other := range []dist.CategoricalRows{dist.NewCategoricalRows(3, 3), dist.NewCategoricalRows(2, 4)} {
		if _, _, err := RestoreRows(b, other); err != ErrState {
			t.Error("other sizes:", err)
		}
	}
}

// A state is read as it was written, and what is missing at its end is noted.
func TestSavedState(t *testing.T) {
	b := AppendWords(nil, 3, math.Float64bits(0.5), TruthWord(true), TruthWord(false))
	s := NewSavedState(append(b, "abcde"...))
	if n, x, yes, no := s.Word(), s.Word(), s.Word(), s.Word(); n != 3 || math.Float64frombits(x) != 0.5 || yes != 1 || no != 0 {
		t.Error(n, x, yes, no)
	}
	if text := s.Bytes(3); string(text) != "abc" || s.Short() || string(s.Rest()) != "de" {
		t.Errorf("%q, short %t, then %q", text, s.Short(), s.Rest())
	}
	if x := s.Word(); x != 0 || !s.Short() || len(s.Rest()) != 0 {
		t.Errorf("past the end: %d, short %t, then %q", x, s.Short(), s.Rest())
	}
}

func TestChecksum(t *testing.T) {
	if got := Checksum([]byte("a")); got != 0xaf63dc4c8601ec8c { // of the definition of FNV-1a
		t.Errorf("%x", got)
	}
}

func TestDataSum(t *testing.T) {
	type data struct{ x []float64 }
	one, same, other := DataSum(data{[]float64{1, 2}}), DataSum(data{[]float64{1, 2}}), DataSum(data{[]float64{2, 1}})
	if one != same || one == other {
		t.Errorf("%x and %x of the same data, %x of others", one, same, other)
	}
}
