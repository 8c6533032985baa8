package samples

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"mpc/special"
)

// TestTailShape: the shapes of tails of quantiles, as ArviZ 0.20.0 fits them (_gpdfit).
func TestTailShape(t *testing.T) {
	for _, r := range []struct {
		name     string
		n, size  int
		quantile func(p float64) float64
		k        float64
	}{
		{"cauchy", 400, 60, func(p float64) float64 { return math.Tan(math.Pi * (p - 0.5)) }, 0.8782053902699197},
		{"normal", 2000, 135, special.NormalQuantile, -0.07939795348851816},
		{"exponential", 1000, 95, func(p float64) float64 { return -math.Log1p(-p) }, 0.06303007987265694},
	} {
		for _, scale := range []float64{1e-200, 1, 1e200} {
			at := func(i int) float64 { return scale * r.quantile((float64(i)+0.5)/float64(r.n)) }
			got := new(SummaryWork).tailShape(r.size, func(i int) float64 { return at(r.n-r.size+i) - at(r.n-r.size-1) })
			if !near(got, r.k, 1e-8) {
				t.Errorf("%s, scale %g: %v, want %v", r.name, scale, got, r.k)
			}
		}
	}
}

// TestParetoK: tails that fall as |x|^-a have k = 1/(a-1), lighter ones about 0.
func TestParetoK(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, r := range []struct {
		name      string
		draw      func() float64
		low, high float64
	}{
		{"normal", rng.NormFloat64, -0.3, 0.2},
		{"exponential", rng.ExpFloat64, -0.2, 0.25},
		{"uniform", rng.Float64, -1.2, 0},
		{"t4", func() float64 { return studentT(rng, 4) }, 0.05, 0.5},
		{"cauchy", func() float64 { return studentT(rng, 1) }, 0.75, 1.3},
		{"half of the mean", func() float64 { return math.Pow(rng.Float64(), -2) }, 1.5, 2.5},
		{"poisson", func() float64 { return math.Floor(3 * rng.ExpFloat64()) }, -0.3, 0.3},
	} {
		chains := make([][]float64, 4)
		for c := range chains {
			for range 1000 {
				chains[c] = append(chains[c], r.draw())
			}
		}
		k := ParetoK(chains)
		if !(k > r.low && k < r.high) {
			t.Errorf("%s: k is %v, not between %v and %v", r.name, k, r.low, r.high)
		}
		if s := record(Size{}, chains).Summary(nil); s.ParetoK != k {
			t.Errorf("%s: the recorder has k %v, the draws %v", r.name, s.ParetoK, k)
		}
	}
	for _, chains := range [][][]float64{nil, {{1, 2, 3}}, {{1, 1, 1, 1, 1, 1, 1, 1}}, {{1, math.Inf(1), 3}}} {
		if k := ParetoK(chains); !math.IsNaN(k) {
			t.Errorf("%v: k is %v", chains, k)
		}
	}
}

// studentT draws a t of whole degrees of freedom.
func studentT(rng *rand.Rand, df int) float64 {
	squares := 0.0
	for range df {
		z := rng.NormFloat64()
		squares += z * z
	}
	return rng.NormFloat64() / math.Sqrt(squares/float64(df))
}

// TestHeavyTails: what may not exist is said.
func TestHeavyTails(t *testing.T) {
	s := Real{1, 2, 0.1, 1000, 1000, 1.002, -2, 1, 4, 0.7, Presence{}}
	for k, want := range map[float64]string{0.4: "", 0.7: "Pareto k of the tails is 0.7: the standard deviation may not exist: read the quantiles", 1.2: "Pareto k of the tails is 1.2: the mean and standard deviation may not exist: read the quantiles"} {
		s.ParetoK = k
		text := ""
		for _, w := range s.Warnings(Element{Variable: "x"}) {
			text += w.String()
		}
		if !strings.HasSuffix(text, want) || want == "" && text != "" {
			t.Errorf("k = %v: %q", k, text)
		}
	}
}
