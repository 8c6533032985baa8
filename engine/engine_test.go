package engine_test

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"sync/atomic"
	"testing"

	"mpc/dist"
	"mpc/engine"
)

// TestErrors: each error says where and what.
func TestErrors(t *testing.T) {
	where := engine.Where{Line: 3, Statement: "x ~ normal(0, sd = 1)", Element: []int{1, 2}, Iteration: 4}
	for _, c := range []struct {
		err  error
		want string
	}{
		{&engine.ContradictionError{Where: where}, "contradictory observation, its probability is zero: line 3: x ~ normal(0, sd = 1) at [1 2] in iteration 4"},
		{&engine.InputError{Input: "y", At: []int{2, 0}, Message: "is missing"}, "input y[2][0]: is missing"},
		{&engine.OptionError{Option: "Workers", Message: "0 is not at least 1"}, "option Workers: 0 is not at least 1"},
		{&engine.MissingError{Line: 5, Input: "x", At: []int{2, 0}}, "line 5: x[2][0] is missing, but its value is needed"},
		{&engine.ParameterError{Where: engine.Where{Line: 5, Statement: "a ~ b"}, Message: "it is negative"}, "it is negative: line 5: a ~ b"},
		{&engine.IndexError{Line: 5, Array: "mu", Dim: 1, Index: 7, Size: 3}, "line 5: index 7 of dimension 2 of mu is out of range, the size is 3"},
		{&engine.DefinitionError{Line: 6, Variable: "x", Element: 2}, "line 6: element 2 of x is never defined; each element has one definition"},
		{&engine.DefinitionError{Line: 6, Variable: "x", Element: 2, Twice: true}, "line 6: element 2 of x is defined twice; each element has one definition"},
		{&engine.DefinitionError{Line: 6, Variable: "x", Element: 2, Itself: true}, "line 6: element 2 of x is defined by itself; each element has one definition"},
		{&engine.NotFiniteError{Where: engine.Where{Line: 1, Statement: "s"}}, "a message is not finite: line 1: s"},
		{&engine.TwiceError{Where: engine.Where{Line: 1, Statement: "s"}, Variable: "x", At: []int{4}, Help: "write x once"}, "line 1: s reads x[4] twice in one factor, which has no messages for that; write x once"},
		{&engine.BoundError{Iterations: 3, Bound: -1, Fallen: -2}, "after 3 iterations the bound on the log evidence falls from -1 to -2 however short the step is"},
	} {
		if got := c.err.Error(); got != c.want {
			t.Errorf("%T: %s, want %s", c.err, got, c.want)
		}
	}
}

// TestTermSum: terms are added up by part, and the first that is no number is kept.
func TestTermSum(t *testing.T) {
	s := engine.TermSum{Parts: make([]float64, 2)}
	s.Add(2, 7, 0)
	s.Part = 1
	s.Subtract(5, 8, 1, 2)
	if s.Sum != -3 || s.Size != 7 || !slices.Equal(s.Parts, []float64{2, -5}) || !s.IsFinite() {
		t.Errorf("%+v", s)
	}
	element := []int{3, 4}
	s.Add(math.Inf(-1), 9, element...)
	element[0] = 5
	s.Add(math.NaN(), 10)
	if !math.IsInf(s.Bad, -1) || s.Update != 9 || !slices.Equal(s.Element, []int{3, 4}) || s.IsFinite() {
		t.Errorf("%+v", s)
	}
}

// TestParallel: each element is in one part, for any number of workers, and the error is that of the first part.
func TestParallel(t *testing.T) {
	for _, workers := range []int{1, 2, 3, 8, 100} {
		for _, n := range []int{0, 1, 2, 7, 50} {
			seen := make([]int32, n)
			if err := engine.Parallel(workers, 5, 5+n, func(lo, hi int) error {
				for i := lo; i < hi; i++ {
					atomic.AddInt32(&seen[i-5], 1)
				}
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			if slices.ContainsFunc(seen, func(k int32) bool { return k != 1 }) {
				t.Errorf("%d workers, %d elements: %v", workers, n, seen)
			}
		}
	}
	first, second := errors.New("first"), errors.New("second")
	err := engine.Parallel(4, 0, 8, func(lo, hi int) error {
		switch {
		case lo >= 6:
			return second
		case lo >= 2:
			return first
		}
		return nil
	})
	if err != first {
		t.Errorf("error %v", err)
	}
	if err := engine.Parallel(2, 3, 1, func(lo, hi int) error { return first }); err != nil {
		t.Errorf("of no elements: %v", err)
	}
}

// TestRestore: what is read is as long as what is asked for, and nothing else is taken.
func TestRestore(t *testing.T) {
	b := binary.LittleEndian.AppendUint64(nil, 2)
	b, _ = binary.Append(b, binary.LittleEndian, []float64{1.5, -2})
	out, rest, err := engine.Restore(append(b, 9), make([]float64, 2))
	if err != nil || !slices.Equal(out, []float64{1.5, -2}) || len(rest) != 1 {
		t.Errorf("%v, %v, %v", out, rest, err)
	}
	for _, bad := range [][]byte{nil, b[:7], b[:20]} {
		if _, _, err := engine.Restore(bad, make([]float64, 2)); !errors.Is(err, engine.ErrState) {
			t.Errorf("%d bytes: %v", len(bad), err)
		}
	}
	if _, _, err := engine.Restore(b, make([]float64, 3)); !errors.Is(err, engine.ErrState) {
		t.Errorf("of three: %v", err)
	}
	if engine.Checksum([]byte("a")) == engine.Checksum([]byte("b")) {
		t.Error("equal checksums")
	}
}

// TestOverlap: a message that says nothing is 1 everywhere; others integrate as they are scaled.
func TestOverlap(t *testing.T) {
	a, b := dist.NormalMeanVariance(1, 2), dist.NormalMeanVariance(3, 5)
	want := -0.5*math.Log(2*math.Pi*7) - 4.0/14
	if z := engine.Overlap(a, b); math.Abs(z-want) > 1e-14 {
		t.Errorf("%g, want %g", z, want)
	}
	none := dist.NormalUniform()
	if z := engine.Overlap(a, none); z != 0 {
		t.Errorf("with nothing %g", z)
	}
	if z := engine.ScaleOf(none, a); z != 0 {
		t.Errorf("scale with nothing %g", z)
	}
	if z := engine.JointScale(none, none, none); z != 0 {
		t.Errorf("of nothing %g", z)
	}
}

// TestAddTo: an impossible branch stays so.
func TestAddTo(t *testing.T) {
	z := 1.0
	engine.AddTo(&z, 2, 3)
	if z != 7 {
		t.Errorf("%g", z)
	}
	engine.AddTo(&z, math.Inf(-1), -1)
	if !math.IsInf(z, -1) {
		t.Errorf("%g", z)
	}
	if engine.Valued([]float64{1, math.Inf(-1)}) != dist.NoFault || engine.Valued([]float64{math.NaN()}) != dist.Improper {
		t.Error("values of branches")
	}
}
