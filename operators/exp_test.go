package operators

import (
	"testing"

	"mpc/dist"
)

func TestExpTable(t *testing.T) {
	for _, r := range readTable(t, "exp.csv") {
		if r["algorithm"] != "ep" || r["y_kind"] != "gamma" {
			continue
		}
		a := r.normal(t, "x")
		out := dist.Gamma{Shape: r.number(t, "y_p1"), Rate: r.number(t, "y_p2")}
		tilt := ExpTilts(out, a)
		if r["edge"] == "x" {
			got, fault := ExpToA(out, a, tilt)
			if fault != dist.NoFault {
				t.Errorf("row %s: fault %d", r["id"], fault)
			}
			r.checkNormal(t, got, 1e-10)
		} else {
			byVariance, fault := ExpToOut(out, a, tilt)
			byLog, fault2 := ExpToOutLog(out, a, tilt)
			if fault != dist.NoFault || fault2 != dist.NoFault {
				t.Errorf("row %s: faults %d, %d", r["id"], fault, fault2)
			}
			r.checkGamma(t, byVariance, byLog, 1e-9)
		}
		// The table leaves out the constant of the message from y.
		want := r.number(t, "log_z")
		checkClose(t, "row "+r["id"]+" log Z", ExpEvidence(out, a), want, 1e-10, 1)
	}
}
