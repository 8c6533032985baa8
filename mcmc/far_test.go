package mcmc

import (
	"math"
	"testing"
)

// Chains start far from where a density of exponentials has its mass, on its cliff.
func TestAdaptiveFar(t *testing.T) {
	s := NewStream(5, 0)
	var a AdaptiveRejection
	for _, b := range []float64{0, 3, -3, 10, -10, 20, -20} {
		y, x := []float64{1, 2, 3}, []float64{1, -1, 2}
		log := func(v float64) float64 {
			sum := -v * v / 50
			for i := range y {
				sum += y[i]*(v+b*x[i]) - math.Exp(v+b*x[i])
			}
			return sum
		}
		for _, start := range []float64{0, 5, 10, 20, 30, -5, -10, -30} {
			if log(start) < -math.MaxFloat64 {
				continue
			}
			n, lp := 0, log(start)
			var last float64
			for p, more := a.Begin(s, 0, start, lp, math.Inf(-1), math.Inf(1)); more; p, more = a.Next(lp) {
				n, last = n+1, p
				lp = log(p)
			}
			if a.Fault() != SliceFine {
				t.Errorf("b = %v from %v, log density %v: %v after %d, at %v", b, start, log(start), a.Fault(), n, last)
			}
		}
	}
}
