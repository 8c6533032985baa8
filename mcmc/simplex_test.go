package mcmc

import (
	"math"
	"testing"

	"mpc/special"
)

// TestSimplex draws from dirichlets, each component of which is a beta, and one density that
// is no dirichlet: of two probabilities, the odds of which are seen.
func TestSimplex(t *testing.T) {
	s := NewStream(6, 6)
	var d Simplex
	for _, alpha := range [][]float64{{2, 3}, {0.5, 1.5, 4}, {5, 1, 1, 8, 2}} {
		x := make([]float64, len(alpha))
		total := 0.0
		for k, a := range alpha {
			x[k] = 1 / float64(len(alpha))
			total += a
		}
		drawn := make([][]float64, len(alpha))
		lp := LogDensityDirichlet(x, alpha)
		for i := range 40000 {
			for more := d.Start(x, s, lp); more; more = d.Move(x, lp) {
				lp = LogDensityDirichlet(x, alpha)
			}
			if d.Fault() != SliceFine {
				t.Fatal(d.Fault())
			}
			sum := 0.0
			for _, p := range x {
				sum += p
			}
			if math.Abs(sum-1) > 1e-12 || lp != d.LogDensity() {
				t.Fatalf("%v has the sum %v", x, sum)
			}
			if i%8 == 0 {
				for k, p := range x {
					drawn[k] = append(drawn[k], p)
				}
			}
		}
		for k, a := range alpha {
			fits(t, "a component", drawn[k], func(p float64) float64 { return special.BetaCdf(p, a, total-a) })
		}
	}
	// The log odds of the first of two, uniform probabilities are logistic, and seen to be about 1.
	log := func(x []float64) float64 { z := math.Log(x[0]/x[1]) - 1; return -z * z / 0.02 }
	x := []float64{0.5, 0.5}
	lp, sum, n := log(x), 0.0, 20000
	for range n {
		for more := d.Start(x, s, lp); more; more = d.Move(x, lp) {
			lp = log(x)
		}
		sum += math.Log(x[0] / x[1])
	}
	// The density of log odds falls by tanh(1/2) a unit there.
	if got, want := sum/float64(n), 1-0.01*math.Tanh(0.5); math.Abs(got-want) > 0.004 {
		t.Errorf("log odds of mean %v, not %v", got, want)
	}
}

// TestSimplexFaults has starts without a density, and one component.
func TestSimplexFaults(t *testing.T) {
	var d Simplex
	s := NewStream(7, 7)
	x := []float64{0.25, 0.75}
	if d.Start(x, s, math.Inf(-1)) || d.Fault() != SliceStart {
		t.Error("a start of density 0:", d.Fault())
	}
	if d.Start(x, s, math.NaN()) || d.Fault() != SliceNotFinite {
		t.Error("a start of no density:", d.Fault())
	}
	if !d.Start(x, s, 0) || d.Move(x, math.Inf(1)) || d.Fault() != SliceNotFinite || x[0] != 0.25 || x[1] != 0.75 {
		t.Error("an infinite density:", d.Fault(), x)
	}
	one := []float64{1}
	if d.Start(one, s, 0) || d.Fault() != SliceFine || one[0] != 1 {
		t.Error("one component:", d.Fault(), one)
	}
}
