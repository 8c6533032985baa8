package operators

import (
	"math"
	"testing"

	"mpc/dist"
)

// The rows of peer_rows.csv on comparisons and max, with our own digits.
func TestPeerRows(t *testing.T) {
	want := map[string]float64{}
	for _, r := range readTable(t, "peer_rows.csv") {
		want[r["factor"]+" "+r["edge"]+" "+r["input"]+" "+r["quantity"]] = r.number(t, "ours")
	}
	check := func(name string, m, cavity dist.Normal) {
		t.Helper()
		post := m.Times(cavity)
		for quantity, got := range map[string]float64{"posterior mean": post.Mean(), "posterior variance": post.Variance()} {
			w, ok := want[name+" "+quantity]
			if !ok {
				t.Errorf("no row %s %s", name, quantity)
			}
			checkClose(t, name+" "+quantity, got, w, 1e-12, 0)
		}
	}
	unit := dist.NormalMeanVariance(0, 1)
	above, _ := GreaterThanTiltAbove(true, unit, 0)
	check("is_positive x x=G(0,1) b=true", above.A, unit)
	below, _ := GreaterThanTiltAbove(false, unit, 0)
	check("is_positive x x=G(0,1) b=false", below.A, unit)
	soft, _ := GreaterThanTiltSoft(dist.BernoulliP(0.6), unit, dist.NormalPoint(0))
	check("is_positive x x=G(0,1) b=P=0.6", soft.A, unit)
	c := dist.NormalMeanVariance(4, 5)
	m, _ := MaxToOut(c, unit, dist.NormalMeanVariance(2, 3))
	check("max c c=G(4,5) a=G(0,1) b=G(2,3)", m, c)
}

// The corner cases of is_positive in special_cases.csv.
func TestIsPositiveCases(t *testing.T) {
	above := func(h, p float64) dist.Normal {
		t.Helper()
		m, fault := GreaterThanTiltAbove(true, dist.Normal{H: h, P: p}, 0)
		if fault != dist.NoFault || !(m.A.P >= 0) {
			t.Errorf("x of %v, %v: %v, fault %d", h, p, m.A, fault)
		}
		return m.A
	}
	for e := -10; e >= -19; e-- { // towards the exponential of rate 2
		m := above(-2, math.Pow(10, float64(e)))
		checkClose(t, "mtp", m.H, 4, 1e-6, 0)
		checkClose(t, "prec", m.P, 4, 1e-6, 0)
	}
	before := math.Inf(1)
	for e := -8; e >= -29; e-- {
		p := math.Pow(10, -float64(e))
		mean := above(-p, p).Mean()
		if !(mean > 0 && mean < before) {
			t.Errorf("variance 1e%d around -1: mean %v", e, mean)
		}
		before = mean
		if m := above(p, p); !m.IsUniform() {
			t.Errorf("variance 1e%d around 1: %v", e, m)
		}
	}
	for i := range 20 {
		above(-math.Pow(10, float64(i))*0.1, 0.1)
	}
	above(-2.03e9/5.348e9, 1/5.348e9)
	if m := above(127.0/11, 1.0/11); m.P > 1e-300 {
		t.Errorf("127 and 11: %v", m)
	}
	if out, fault := GreaterThanToOut(dist.NormalPoint(0), dist.NormalPoint(0)); fault != dist.NoFault || out.P() != 0 {
		t.Errorf("0 > 0: %v", out)
	}
	if m, fault := GreaterThanTiltSoft(dist.Bernoulli{}, dist.Normal{H: 1, P: 2}, dist.NormalPoint(0)); fault != dist.NoFault || m != (GreaterThanTilted{}) {
		t.Errorf("uniform out: %v", m)
	}
}

func BenchmarkGreaterThanTilt(b *testing.B) {
	x := []dist.Normal{{H: 1, P: 2}, {H: -3, P: 1.5}, {H: 0.3, P: 0.1}, {H: 4, P: 1}}
	for i := 0; i < b.N; i++ {
		GreaterThanTilt(true, x[i&3], x[(i>>2)&3])
	}
}

func BenchmarkNormalVarianceToX(b *testing.B) {
	x := []dist.Normal{{H: 1, P: 2}, {H: -3, P: 1.5}, {H: 0.3, P: 0.1}, {H: 4, P: 1}}
	for i := 0; i < b.N; i++ {
		NormalVarianceToX(x[i&3], 0.5)
	}
}

func BenchmarkSumToOut(b *testing.B) {
	x := []dist.Normal{{H: 1, P: 2}, {H: -3, P: 1.5}, {H: 0.3, P: 0.1}, {H: 4, P: 1}}
	for i := 0; i < b.N; i++ {
		SumToOut(x[i&3], x[(i>>2)&3])
	}
}
