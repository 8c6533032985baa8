package dist

import (
	"math"
	"testing"
)

// LargerChange is the larger of a change and that of two messages, however it is found.
func TestBernoulliLargerChange(t *testing.T) {
	inf := math.Inf(1)
	odds := []float64{math.NaN(), -inf, -50, -3, -1e-9, 0, 1e-9, 0.5, 0.5000001, 3, 40, inf}
	for _, a := range odds {
		for _, b := range odds {
			for _, change := range []float64{0, 1e-10, 1e-7, 0.1, 0.3, 1, inf} {
				d, old := BernoulliLogOdds(a), BernoulliLogOdds(b)
				if got, want := d.LargerChange(old, change), math.Max(change, d.Change(old)); got != want {
					t.Errorf("%v from %v, %v: %v, want %v", a, b, change, got, want)
				}
			}
		}
	}
}
