package operators

import (
	"math"
	"testing"

	"mpc/dist"
)

// TestInverseGammaBruteForce integrates x ~ inversegamma(shape, rate) over both
// on a grid of their logarithms.
func TestInverseGammaBruteForce(t *testing.T) {
	for _, c := range []struct {
		x     dist.InverseGamma
		shape float64
		rate  dist.Gamma
	}{
		{dist.InverseGamma{Shape: 3, Rate: 2}, 2, dist.Gamma{Shape: 4, Rate: 3}},
		{dist.InverseGamma{Shape: 1, Rate: 5}, 0.7, dist.Gamma{Shape: 2, Rate: 0.5}},
		{dist.InverseGamma{Shape: 12, Rate: 2}, 5, dist.Gamma{Shape: 3, Rate: 4}},
	} {
		const n = 600
		const low, high = -14.0, 10.0
		h := (high - low) / n
		var z, r, r2, g, g2 float64
		for i := 0; i <= n; i++ {
			for j := 0; j <= n; j++ {
				rate, x := math.Exp(low+h*float64(i)), math.Exp(low+h*float64(j))
				w := math.Exp(dist.InverseGamma{Shape: c.shape, Rate: rate}.LogProb(x)+c.x.LogProb(x)+c.rate.LogProb(rate)) * rate * x * h * h
				z, r, r2, g, g2 = z+w, r+w*rate, r2+w*rate*rate, g+w/x, g2+w/x/x
			}
		}
		r, r2, g, g2 = r/z, r2/z, g/z, g2/z
		tilt := InverseGammaTilts(c.x, c.shape, c.rate)
		message, fault := InverseGammaToRate(c.x, c.shape, c.rate, tilt)
		marginal := message.Times(c.rate)
		checkClose(t, "mean of rate", marginal.Mean(), r, 1e-9, 0)
		checkClose(t, "variance of rate", marginal.Variance(), r2-r*r, 1e-9, 0)
		toX, fault2 := InverseGammaToX(c.x, c.shape, c.rate, tilt)
		product := toX.Times(c.x)
		inverse := dist.Gamma(product)
		checkClose(t, "mean of 1/x", inverse.Mean(), g, 1e-9, 0)
		checkClose(t, "variance of 1/x", inverse.Variance(), g2-g*g, 1e-9, 0)
		checkClose(t, "log Z", InverseGammaEvidence(c.x, c.shape, c.rate), math.Log(z), 1e-9, 1)
		if fault != dist.NoFault || fault2 != dist.NoFault {
			t.Errorf("faults %d, %d", fault, fault2)
		}
	}
}

func TestInverseGammaObserved(t *testing.T) {
	rate := dist.Gamma{Shape: 3, Rate: 4}
	x := 0.3
	got, _ := InverseGammaToRateObserved(x, 2.5)
	if got != (dist.Gamma{Shape: 3.5, Rate: 1 / x}) {
		t.Errorf("got %v", got)
	}
	want := simpson(func(u float64) float64 {
		r := math.Exp(u)
		return math.Exp(rate.LogProb(r)+dist.InverseGamma{Shape: 2.5, Rate: r}.LogProb(x)) * r
	}, -30, 5, 4000)
	checkClose(t, "log Z", InverseGammaEvidence(dist.InverseGammaPoint(x), 2.5, rate), math.Log(want), 1e-10, 1)
	checkClose(t, "log Z known", InverseGammaEvidenceKnown(dist.InverseGammaPoint(x), 2.5, 3), dist.InverseGamma{Shape: 2.5, Rate: 3}.LogProb(x), 1e-14, 1)
	if _, fault := InverseGammaToRateObserved(-1, 2); fault != dist.Contradiction {
		t.Errorf("fault %d", fault)
	}
}
