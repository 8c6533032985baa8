package engine

import (
	"math"
	"slices"
	"testing"

	"mpc/dist"
)

func TestTruth(t *testing.T) {
	if Truth(true) != 1 || Truth(false) != 0 {
		t.Error("truths are not 1 and 0")
	}
}

func TestIsFinite(t *testing.T) {
	for x, want := range map[float64]bool{0: true, -math.MaxFloat64: true, math.Inf(1): false, math.Inf(-1): false} {
		if IsFinite(x) != want {
			t.Errorf("IsFinite(%v) is %t", x, !want)
		}
	}
	if IsFinite(math.NaN()) {
		t.Error("NaN is finite")
	}
}

func TestReals(t *testing.T) {
	if got := Reals([]float64{7}, []int32{-1, 2}); !slices.Equal(got, []float64{7, -1, 2}) {
		t.Error(got)
	}
}

func TestAddTo(t *testing.T) {
	inf := math.Inf(-1)
	for _, c := range []struct{ evidence, term, n, want float64 }{
		{1, 2, 3, 7}, {1, inf, 2, inf}, {1, inf, 0, inf}, {1, inf, -1, inf}, {inf, 2, 1, inf},
	} {
		if AddTo(&c.evidence, c.term, c.n); c.evidence != c.want {
			t.Errorf("%v times %v: %v, want %v", c.n, c.term, c.evidence, c.want)
		}
	}
}

func TestValued(t *testing.T) {
	if f := Valued([]float64{0, math.Inf(-1)}); f != dist.NoFault {
		t.Error(f)
	}
	if f := Valued([]float64{0, math.NaN()}); f != dist.Improper {
		t.Error(f)
	}
}

func TestMessageOf(t *testing.T) {
	one := dist.NormalMeanVariance(2, 3)
	if m := MessageOf(one, math.NaN()); !m.IsUniform() {
		t.Error("a missing datum says", m)
	}
	if m := MessageOf(one, 5); m != one.At(5) {
		t.Error(m)
	}
	if got := MessageAt([]int{4}, 0, 9); got != 4 {
		t.Error(got)
	}
	if got := MessageAt(nil, 0, 9); got != 9 {
		t.Error(got)
	}
}

// Scales of products are those of densities: compared with sums over a grid.
func TestScales(t *testing.T) {
	a, b := dist.NormalMeanVariance(0, 1), dist.NormalMeanVariance(1, 2)
	sum := 0.0
	const step = 0.01
	for x := -20.0; x < 20; x += step {
		sum += step * math.Exp(-x*x/2-(x-1)*(x-1)/4) / (2 * math.Pi * math.Sqrt2)
	}
	want := math.Log(sum)
	product := a.Times(b)
	for name, got := range map[string]float64{"Overlap": Overlap(a, b), "JointScale": JointScale(a, b, product)} {
		if !(math.Abs(got-want) < 1e-9) {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
	u := dist.NormalUniform()
	for name, got := range map[string]float64{"Overlap": Overlap(a, u), "ScaleOf": ScaleOf(u, b), "JointScale": JointScale(u, b, b)} {
		if got != 0 {
			t.Errorf("%s with what says nothing is %v", name, got)
		}
	}
	// A product that is uniform and proper, as of two betas, has its own scale.
	up, down := dist.Beta{A: 2, B: 1}, dist.Beta{A: 0.5, B: 1}
	flat := dist.BetaUniform()
	if got, want := JointScale(up, down, flat), up.LogIntegral(down)+flat.LogIntegral(flat); got != want {
		t.Errorf("JointScale of a uniform product is %v, want %v", got, want)
	}
}

// The list is compared with a search.
func TestNewList(t *testing.T) {
	reads := []int{2, 0, -1, 2, 5, 0, 3, 2}
	l := NewList(4, 1, len(reads), func(i int) int { return reads[i] })
	for e := range 4 {
		var want []int
		for i := 1; i < len(reads); i++ {
			if reads[i] == e {
				want = append(want, i)
			}
		}
		if got := l.At(e); !slices.Equal(got, want) {
			t.Errorf("element %d is read by %v, want %v", e, got, want)
		}
	}
}
