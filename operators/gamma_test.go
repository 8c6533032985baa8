package operators

import (
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
