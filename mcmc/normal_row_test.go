package mcmc

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestRuns: rows of coefficients beside effects of groups, before them and behind, of which some are
// none and some are read twice, say what the same densities of a dense matrix say.
func TestRuns(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	const groups, coefficients = 12, 7
	runs, lists := 0, 0
	for trial := range 12 {
		size := groups + coefficients
		var list []density
		for c := range size {
			list = append(list, density{[]int{c}, []float64{1}, rng.NormFloat64(), 0.1 + rng.Float64()})
		}
		for range 30 {
			var d density
			for range rng.IntN(3) {
				d.at = append(d.at, rng.IntN(groups+1)-1)
			}
			for c := range coefficients {
				if trial%4 > 0 || c != 3 {
					d.at = append(d.at, groups+c)
				}
			}
			for range rng.IntN(3) {
				d.at = append(d.at, rng.IntN(size+1)-1)
			}
			for range d.at {
				d.slope = append(d.slope, rng.NormFloat64())
			}
			d.rest, d.precision = rng.NormFloat64(), math.Exp(rng.NormFloat64())
			list = append(list, d)
		}
		check(t, "rows", size, list, 1e-6)
		checkPosterior(t, "rows", size, list, 1<<20, false, 1e-9)
		p := pattern(size, list)
		for _, at := range p.slots[size:] {
			if runs++; p.listed(at).last == 0 {
				lists++
			}
		}
	}
	if lists > runs/2 {
		t.Errorf("%d of %d rows have no run", lists, runs)
	}
}
