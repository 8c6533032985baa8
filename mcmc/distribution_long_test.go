//go:build long

package mcmc

import (
	"math"
	"slices"
	"testing"
)

// TestDistributionDraws: draws follow the distribution function. Of n draws the largest
// distance between theirs and it exceeds 2.2/sqrt(n) once in 16,000 times (Kolmogorov), of
// whole numbers less often.
func TestDistributionDraws(t *testing.T) {
	const n = 20000
	for _, l := range laws(t) {
		s, x := NewStream(11, 12), make([]float64, n)
		for k := range x {
			x[k] = l.draw(s)
		}
		slices.Sort(x)
		most, at := 0.0, 0.0
		for k := 0; k < n; k += 1 + n/400 {
			end := k
			for end+1 < n && x[end+1] == x[k] {
				end++
			}
			d := math.Abs(math.Exp(l.mass(math.Inf(-1), x[k])) - float64(end+1)/n)
			if d > most {
				most, at = d, x[k]
			}
		}
		if most > 2.2/math.Sqrt(n) {
			t.Errorf("%v: the distribution functions of draws and of the row are %.4f apart at %g", l, most, at)
		}
	}
}
