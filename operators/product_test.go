package operators

import (
	"testing"

	"mpc/dist"
)

func TestProductTable(t *testing.T) {
	for _, r := range readTable(t, "product.csv") {
		if r["algorithm"] != "ep" || r["a_mtp"] == "inf" {
			continue
		}
		out, a, b := r.normal(t, "c"), r.normal(t, "a"), r.normal(t, "b")
		tilt := ProductTilts(out, a, b)
		var got dist.Normal
		var fault dist.Fault
		switch r["edge"] {
		case "a":
			got, fault = ProductToA(out, a, b, tilt)
		case "b":
			got, fault = ProductToB(out, a, b, tilt)
		case "c":
			got, fault = ProductToOut(out, a, b, tilt)
		}
		if fault != dist.NoFault {
			t.Errorf("row %s: fault %d", r["id"], fault)
		}
		r.checkNormal(t, got, 1e-9)
		checkClose(t, "row "+r["id"]+" log Z", ProductEvidence(out, a, b), r.number(t, "log_z"), 1e-10, 1)
	}
}
