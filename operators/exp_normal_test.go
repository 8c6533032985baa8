package operators

import (
	"math"
	"testing"

	"mpc/dist"
)

func TestExpNormalTable(t *testing.T) {
	for _, r := range readTable(t, "exp.csv") {
		if r["algorithm"] != "ep" || r["y_kind"] != "normal" {
			continue
		}
		a, out := r.normal(t, "x"), dist.Normal{H: r.number(t, "y_p1"), P: r.number(t, "y_p2")}
		got, fault := ExpNormalToA(out, a, ExpNormalTilts(out, a))
		if fault != dist.NoFault {
			t.Errorf("row %s: fault %d", r["id"], fault)
		}
		r.checkNormal(t, got, 1e-10)
		checkClose(t, "row "+r["id"]+" log Z", ExpNormalEvidence(out, a), r.number(t, "log_z"), 1e-10, 1)
	}
}

func TestExpNormalBruteForce(t *testing.T) {
	for _, c := range []struct{ out, a dist.Normal }{
		{dist.Normal{H: 2, P: 1}, dist.Normal{H: 0, P: 1}},
		{dist.Normal{H: -3, P: 0}, dist.Normal{H: 1, P: 0.5}},
		{dist.Normal{H: -5, P: 2}, dist.Normal{H: 1, P: 4}},
		{dist.Normal{H: 300, P: 100}, dist.Normal{H: -30, P: 10}}, // two peaks
		{dist.Normal{H: 12, P: 2}, dist.Normal{H: -9, P: 3}},      // two peaks
		{dist.Normal{H: 0.01, P: 0.001}, dist.Normal{H: 100, P: 100}},
	} {
		logf := func(u float64) float64 { return normalLogAt(c.out, math.Exp(u)) + normalLogAt(c.a, u) }
		logZ, mean, variance := bruteMoments(logf, -20, 10)
		moment := func(k float64) float64 {
			l, _, _ := bruteMoments(func(u float64) float64 { return logf(u) + k*u }, -20, 10)
			return math.Exp(l - logZ)
		}
		tilt := ExpNormalTilts(c.out, c.a)
		got, fault := ExpNormalToA(c.out, c.a, tilt)
		product := got.Times(c.a)
		checkClose(t, "mean", product.H/product.P, mean, 1e-8, 1)
		checkClose(t, "variance", 1/product.P, variance, 1e-8, 0)
		checkClose(t, "log Z", tilt.LogZ, logZ, 1e-9, 1)
		toOut, fault2 := ExpNormalToOut(c.out, c.a, tilt)
		product = toOut.Times(c.out)
		checkClose(t, "mean of out", product.H/product.P, moment(1), 1e-8, 0)
		checkClose(t, "variance of out", 1/product.P, moment(2)-moment(1)*moment(1), 1e-7, 0)
		if fault != dist.NoFault || fault2 != dist.NoFault {
			t.Errorf("faults %d, %d", fault, fault2)
		}
	}
}
