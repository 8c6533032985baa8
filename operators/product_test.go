package operators

import (
	"math"
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

// TestProductBruteForce integrates over a by Simpson's rule; given a, b and out
// have closed forms.
func TestProductBruteForce(t *testing.T) {
	for _, c := range [][3]dist.Normal{
		{{H: 4, P: 2}, {H: 1, P: 1}, {H: 2, P: 0.5}},
		{{H: 60, P: 10}, {H: 0.1, P: 1}, {H: 0, P: 1}},
		{{H: -300, P: 100}, {H: 5, P: 4}, {H: 1, P: 0.25}},
		{{H: 0.1, P: 400}, {H: 0.3, P: 1}, {H: 0.2, P: 1}},
		{{H: 100, P: 50}, {H: 40, P: 20}, {H: 0.05, P: 0.01}},
	} {
		out, a, b := c[0], c[1], c[2]
		mb, vb := normalMeanVariance(b)
		mo, vo := normalMeanVariance(out)
		logf := func(x float64) float64 {
			d := mo - x*mb
			return normalLogAt(a, x) + normalLogDensity(d*d, vo+x*x*vb)
		}
		logZ, mean, variance := bruteMoments(logf, -25, 25)
		average := func(f func(x float64) float64) float64 {
			return simpson(func(x float64) float64 { return math.Exp(logf(x)-logZ) * f(x) }, -25, 25, 20000)
		}
		tilt := ProductTilts(out, a, b)
		check := func(what string, message, cavity dist.Normal, fault dist.Fault, mean, variance float64) {
			t.Helper()
			d := message.Times(cavity)
			checkClose(t, what+" mean", d.H/d.P, mean, 1e-8, 1)
			checkClose(t, what+" variance", 1/d.P, variance, 1e-8, 0)
			if fault != dist.NoFault {
				t.Errorf("%s: fault %d", what, fault)
			}
		}
		checkClose(t, "log Z", ProductEvidence(out, a, b), logZ, 1e-9, 1)
		message, fault := ProductToA(out, a, b, tilt)
		check("a", message, a, fault, mean, variance)
		// Given a = x, b has precision 1/vb + x^2/vo.
		given := func(x float64) (float64, float64) {
			p := 1/vb + x*x/vo
			return (mb/vb + x*mo/vo) / p, 1 / p
		}
		m1 := average(func(x float64) float64 { m, _ := given(x); return m })
		m2 := average(func(x float64) float64 { m, v := given(x); return m*m + v })
		message, fault = ProductToB(out, a, b, tilt)
		check("b", message, b, fault, m1, m2-m1*m1)
		m1 = average(func(x float64) float64 { m, _ := given(x); return x * m })
		m2 = average(func(x float64) float64 { m, v := given(x); return x * x * (m*m + v) })
		message, fault = ProductToOut(out, a, b, tilt)
		check("out", message, out, fault, m1, m2-m1*m1)
	}
}
