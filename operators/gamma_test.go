package operators

import (
	"math"
	"testing"

	"mpc/dist"
)

func TestGammaTable(t *testing.T) {
	for _, r := range readTable(t, "gamma_rate.csv") {
		if r["algorithm"] != "ep" {
			continue
		}
		x, rate, shape := r.gamma(t, "x"), r.gamma(t, "r"), r.number(t, "shape")
		tilt := GammaTilts(x, shape, rate)
		byVariance, fault := GammaToX(x, shape, rate, tilt)
		byLog, fault2 := GammaToXLog(x, shape, rate, tilt)
		if r["edge"] == "r" {
			byVariance, fault = GammaToRate(x, shape, rate, tilt)
			byLog, fault2 = GammaToRateLog(x, shape, rate, tilt)
		}
		if fault != dist.NoFault || fault2 != dist.NoFault {
			t.Errorf("row %s: faults %d, %d", r["id"], fault, fault2)
		}
		r.checkGamma(t, byVariance, byLog, 1e-9)
		checkClose(t, "row "+r["id"]+" log Z", GammaEvidence(x, shape, rate), r.number(t, "log_z"), 1e-11, 1)
	}
}

// TestGammaObservedAtZero: there an exponential has the density of its mean rate, a
// smaller shape a pole, a larger one no density.
func TestGammaObservedAtZero(t *testing.T) {
	rate := dist.GammaShapeRate(2, 3)
	for _, c := range []struct{ x, shape, want float64 }{
		{0, 1, math.Log(2.0 / 3)}, {0, 0.5, math.Inf(1)}, {0, 2, math.Inf(-1)}, {-1, 1, math.Inf(-1)},
		{1e-300, 1, math.Log(2.0 / 3)},
	} {
		if got := GammaEvidence(dist.GammaPoint(c.x), c.shape, rate); got != c.want && !(math.Abs(got-c.want) < 1e-14) {
			t.Errorf("x = %g, shape %g: log Z is %g, not %g", c.x, c.shape, got, c.want)
		}
	}
}
