package mcmc

import (
	"math"
	"testing"
)

// TestDensitiesOfMatrices: of one row they are those of numbers, and what is not positive
// definite has none.
func TestDensitiesOfMatrices(t *testing.T) {
	var w VectorWork
	for _, c := range []struct{ got, want float64 }{
		{w.LogDensityMvNormal([]float64{1.5}, []float64{1}, []float64{2}), LogDensityNormal(1.5, 1, 2)},
		{w.LogDensityMvNormalCovariance([]float64{1.5}, []float64{1}, []float64{0.5}), LogDensityNormal(1.5, 1, 2)},
		{w.LogDensityWishart([]float64{1.5}, 5, []float64{0.5}), LogDensityGamma(1.5, 2.5, 1)},
		{w.LogDensityWishartInverse([]float64{1.5}, 5, []float64{2}), LogDensityGamma(1.5, 2.5, 1)},
		{w.LogDensityMvNormal([]float64{1, 2}, []float64{0, 0}, []float64{1, 0, 0, 4}), LogDensityNormal(1, 0, 1) + LogDensityNormal(2, 0, 4)},
		{w.LogDensityWishart([]float64{1, 2, 2, 1}, 5, []float64{1, 0, 0, 1}), math.Inf(-1)},
	} {
		if c.got != c.want && !(math.Abs(c.got-c.want) < 1e-12) {
			t.Errorf("%v, want %v", c.got, c.want)
		}
	}
	power, rate := w.SayWishart(1, 2, 5, 3, []float64{1.5}, []float64{0.5})
	if math.Abs(power-2.5) > 1e-14 || math.Abs(rate-(2+0.5*3*1.5*2)) > 1e-14 { // s^(3/2) exp(-3 s 1.5/(2 0.5))
		t.Errorf("a wishart says %v and %v", power, rate)
	}
	if power, _ := w.SayWishart(1, 2, 5, 3, []float64{1.5}, []float64{-1}); !math.IsNaN(power) {
		t.Errorf("a scale that is none says %v", power)
	}
	power, rate = w.SayNormal(1, 2, 3, []float64{1, 2}, []float64{0, 0}, []float64{1, 0, 0, 4})
	if math.Abs(power-2) > 1e-14 || math.Abs(rate-(2+0.5*3*17)) > 1e-14 {
		t.Errorf("a normal vector says %v and %v", power, rate)
	}
	for _, x := range [][]float64{{1, 2}, {-3, 0.5}} { // the inverse of [[2, 1], [1, 3]] is [[3, -1], [-1, 2]] / 5
		power, rate = w.SayNormal(1, 2, 0.7, x, []float64{0.5, 1}, []float64{2, 1, 1, 3})
		a, b := w.SayNormalCovariance(1, 2, 0.7, x, []float64{0.5, 1}, []float64{0.6, -0.2, -0.2, 0.4})
		if math.Abs(a-power) > 1e-14 || math.Abs(b-rate) > 1e-12 {
			t.Errorf("a normal vector says %v and %v by its covariance, %v and %v by its precision", a, b, power, rate)
		}
	}
	if power, _ := w.SayNormalCovariance(1, 2, 1, []float64{1}, []float64{0}, []float64{-1}); !math.IsNaN(power) {
		t.Errorf("a covariance that is none says %v", power)
	}
}
