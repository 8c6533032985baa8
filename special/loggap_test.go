package special

import (
	"math"
	"testing"
)

func TestLogMinusDigammaRise(t *testing.T) {
	// Against the integral of the derivative 1/x - psi'(x), for large x -1/(2x^2)
	// - 1/(6x^3) + ..., and against the difference where nothing cancels.
	for _, x := range []float64{0.3, 5, 11.9, 12, 13.5, 40, 1e3, 1e6} {
		for _, y := range []float64{-0.25, 0.5, 1, 7, 100, 1e5} {
			want := LogMinusDigamma(x+y) - LogMinusDigamma(x)
			got := LogMinusDigammaRise(x, x+y, y)
			if !(math.Abs(got-want) <= 2e-14*LogMinusDigamma(math.Min(x, x+y))) {
				t.Errorf("%v, %v: got %v, want %v", x, y, got, want)
			}
		}
	}
	// A small y, against the derivative.
	for _, x := range []float64{1e-6, 0.01, 0.3, 2, 8, 11} {
		for _, y := range []float64{1e-12, -1e-9} {
			y *= x
			want := y * (1/x - Trigamma(x)) * (1 + y/x/2) // the second order to some digits
			if got := LogMinusDigammaRise(x, x+y, y); !(math.Abs(got/want-1) <= 1e-8) {
				t.Errorf("%v, %v: got %v, want %v", x, y, got, want)
			}
		}
	}
	for _, x := range []float64{1e7, 1e9, 1e16} {
		for _, y := range []float64{1e-9, -0.5, 3} {
			m := x + y/2
			want := -y / (2 * m * m) * (1 + 1/(3*m) + y*y/(4*m*m))
			got := LogMinusDigammaRise(x, x+y, y)
			if !(math.Abs(got/want-1) <= 1e-14) {
				t.Errorf("%v, %v: got %v, want %v", x, y, got, want)
			}
		}
	}
}
