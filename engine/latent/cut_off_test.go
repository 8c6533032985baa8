package latent

import (
	"math"
	"testing"

	"mpc/special"
)

// TestCutOffShape: the shape of a cavity between bounds has its quantiles, 40 sds out too.
func TestCutOffShape(t *testing.T) {
	for _, bounds := range [][2]float64{{0.5, math.Inf(1)}, {-1, 2}, {math.Inf(-1), -3}, {40, math.Inf(1)}, {-41, -40.5}, {math.Inf(-1), 1}} {
		low, high := bounds[0], bounds[1]
		for _, u := range []float64{-6, -1.64, -0.3, 0, 0.7, 1.64, 5} {
			x := quantileBetween(u, low, high)
			// The probabilities below and above within the bounds, in logs.
			below, above := special.NormalCdfIntervalLn(low, x), special.NormalCdfIntervalLn(x, high)
			want := special.NormalCdfLogit(u)
			if got := below - above; math.Abs(got-want) > 1e-5*math.Max(1, math.Abs(want)) {
				t.Errorf("between %v and %v at %v: %v, log odds %v, want %v", low, high, u, x, got, want)
			}
		}
	}
}
