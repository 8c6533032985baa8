package special

import (
	"math"
	"testing"
)

// TestGammaUpperFar: far out the logs are those of the leading term, found at once: an open bound of a truncation is 1e308.
func TestGammaUpperFar(t *testing.T) {
	for _, a := range []float64{0.3, 1.3, 2, 30} {
		for _, x := range []float64{1e20, 1e300, 1.3e308} {
			if got, want := GammaUpperLn(a, x), -x; math.Abs(got-want) > 1e-12*x {
				t.Errorf("log Q(%v, %v) = %v, want %v", a, x, got, want)
			}
			if got := gammaUpperFraction(a, x); math.Abs(got*x-1) > 1e-12 {
				t.Errorf("the fraction of %v, %v is %v, want %v", a, x, got, 1/x)
			}
		}
	}
}
