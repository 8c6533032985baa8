package operators

import (
	"testing"

	"mpc/dist"
)

func TestProbitTable(t *testing.T) {
	for _, r := range readTable(t, "probit.csv") {
		x := dist.Bernoulli{LogOdds: r.number(t, "b_logodds")}
		probit := r.normal(t, "x")
		what := "row " + r["id"] + " (" + r["edge"] + ", " + r["note"] + ")"
		if r.has("out_logodds") {
			got, fault := BernoulliProbitToX(probit)
			if fault != dist.NoFault {
				t.Errorf("%s: fault %d", what, fault)
			}
			checkClose(t, what, got.LogOdds, r.number(t, "out_logodds"), 1e-12, 0)
			continue
		}
		m, fault := BernoulliProbitToProbitSoft(x, probit)
		if x.IsPoint() {
			var hard dist.Normal
			hard, fault = BernoulliProbitToProbit(x.LogOdds > 0, probit)
			if hard != m {
				t.Errorf("%s: %v observed, %v sure", what, hard, m)
			}
			checkClose(t, what+" log_z", BernoulliProbitEvidence(x.LogOdds > 0, probit), r.number(t, "log_z"), 1e-12, 1e-15)
		}
		if fault != dist.NoFault {
			t.Errorf("%s: fault %d", what, fault)
		}
		r.checkNormal(t, m, 1e-11)
		checkClose(t, what+" log_z", BernoulliProbitEvidenceSoft(x, probit), r.number(t, "log_z"), 1e-12, 1e-15)
	}
}
