package mcmc

import (
	"math"
	"testing"
)

// TestDensityOfStudentVectors: of one component it is that of a number, of several what is left where the number that scales a normal
// vector is integrated over, and by the scale as by its inverse.
func TestDensityOfStudentVectors(t *testing.T) {
	var w VectorWork
	for _, x := range []float64{-20, 0.3, 1, 5e8} {
		for _, df := range []float64{0.4, 4, 1e9} {
			want := LogDensityStudentT(x, df, 1, 0.5)
			for _, got := range []float64{w.LogDensityMvStudentT([]float64{x}, df, []float64{1}, []float64{4}),
				w.LogDensityMvStudentTScale([]float64{x}, df, []float64{1}, []float64{0.25})} {
				if !(math.Abs(got-want) <= 1e-9*(1+math.Abs(want))) {
					t.Errorf("at %v of %v degrees: %v, want %v", x, df, got, want)
				}
			}
		}
	}
	precision, scale := []float64{2, 1, 1, 3}, []float64{0.6, -0.2, -0.2, 0.4}
	mean := []float64{0.5, 1}
	for _, x := range [][]float64{{0.5, 1}, {1, 2}, {-3, 4}} {
		const df, step = 5.0, 1e-3
		total := 0.0
		for u := -15.0; u < 6; u += step { // the log of the number that scales
			s := math.Exp(u)
			scaled := make([]float64, 4)
			for i, p := range precision {
				scaled[i] = p * s
			}
			total += step * math.Exp(LogDensityGamma(s, df/2, df/2)+u+w.LogDensityMvNormal(x, mean, scaled))
		}
		want := math.Log(total)
		for _, got := range []float64{w.LogDensityMvStudentT(x, df, mean, precision), w.LogDensityMvStudentTScale(x, df, mean, scale)} {
			if math.Abs(got-want) > 1e-8 {
				t.Errorf("at %v: %v, want %v", x, got, want)
			}
		}
	}
	for _, df := range []float64{0, -1, math.Inf(1), math.NaN()} {
		if got := w.LogDensityMvStudentT(mean, df, mean, precision); got != densityNone {
			t.Errorf("of %v degrees of freedom it is %v", df, got)
		}
	}
	if got := w.LogDensityMvStudentTScale(mean, 3, mean, []float64{1, 2, 2, 1}); got != densityNone {
		t.Errorf("of a scale that is not positive definite it is %v", got)
	}
}
