package operators

import (
	"math"
	"testing"

	"mpc/dist"
	"mpc/special"
)

// TestBetaMeanSurrogate compares the message to the mean of a beta with quadrature: under q its
// log has the same covariances with log m and log(1 - m) as the term.
func TestBetaMeanSurrogate(t *testing.T) {
	logGamma := func(x float64) float64 { y, _ := math.Lgamma(x); return y }
	on := func(v float64) float64 { return dist.Bernoulli{LogOdds: v}.LogProb(true) }
	off := func(v float64) float64 { return dist.Bernoulli{LogOdds: v}.LogProb(false) }
	for _, q := range []dist.Beta{
		{A: 1, B: 1}, {A: 0.5, B: 0.6}, {A: 0.5, B: 3}, {A: 7, B: 0.4}, {A: 2, B: 5}, {A: 40, B: 3}, {A: 0.7, B: 200}, {A: 300, B: 500},
	} {
		n := betaNodes(q)
		for _, c := range []float64{1e-3, 0.8, 5, 300, 1e6} {
			const k = 1.7
			g := func(v float64) float64 {
				l := dist.Bernoulli{LogOdds: v}
				return logGamma(c*l.P()) + logGamma(c*dist.Bernoulli{LogOdds: -v}.P())
			}
			m := betaLogGammaSurrogate(c, k, q)
			log := func(v float64) float64 { return (m.A-1)*on(v) + (m.B-1)*off(v) }
			term := func(v float64) float64 { return k*dist.Bernoulli{LogOdds: v}.P() - g(v) }
			for name, with := range map[string]func(float64) float64{"log m": on, "log(1 - m)": off} {
				want := n.covariance(term, with)
				size := math.Abs(want) + n.covariance(with, with)
				if got := n.covariance(log, with); math.Abs(got-want) > 1e-7*size {
					t.Errorf("%v, count %v, with %s: %v, want %v", q, c, name, got, want)
				}
			}
			mean := math.Log(q.A / q.B)
			want := n.mean(g) - g(mean)
			if got := betaLogGammaGap(c, q); math.Abs(got-want) > 1e-8*(math.Abs(want)+1e-3*math.Abs(g(mean))) {
				t.Errorf("%v, count %v: gap %v, want %v", q, c, got, want)
			}
		}
	}
}

// TestBetaMeanSharp holds the limits of sharp posteriors: those of a point mass, with errors of
// the order of 1/n, and what the first two derivatives of the term say there.
func TestBetaMeanSharp(t *testing.T) {
	for _, x := range []float64{0.5, 0.03, 1e-6} {
		for _, c := range []float64{0.3, 20, 1e5} {
			point := betaLogGammaSurrogate(c, 0.7, dist.BetaPoint(x))
			y := 1 - x
			slope := 0.7 - c*(special.Digamma(c*x)-special.Digamma(c*y))
			checkClose(t, "slope", (point.A-1)/x-(point.B-1)/y, slope, 1e-9, 1e-9/x)
			for _, n := range []float64{1e9, 1e11, 1e13} {
				q := dist.Beta{A: n * x, B: n * y}
				got := betaLogGammaSurrogate(c, 0.7, q)
				loss := 100/(n*x) + 1e-8
				checkClose(t, "counts of 0 "+q.String(), got.A, point.A, loss, 0)
				checkClose(t, "counts of 1 "+q.String(), got.B, point.B, loss, loss*math.Abs(point.A))
			}
		}
	}
}

// TestBetaMeanFaults: what has no message.
func TestBetaMeanFaults(t *testing.T) {
	q := dist.Beta{A: 2, B: 3}
	for _, c := range []struct {
		x, mean dist.Beta
		count   float64
		want    dist.Fault
	}{
		{dist.BetaPoint(0.3), q, 5, dist.NoFault},
		{dist.BetaPoint(0), q, 5, dist.Contradiction},
		{dist.BetaPoint(1), q, 5, dist.Contradiction},
		{q, dist.Beta{A: -1, B: 2}, 5, dist.Improper},
		{dist.Beta{A: -1, B: 2}, q, 5, dist.Improper},
		{q, q, 0, dist.Improper},
		{q, q, math.Inf(1), dist.NotFinite},
	} {
		if m, fault := BetaMeanToMean(c.x, c.mean, c.count); fault != c.want || fault != dist.NoFault && !m.IsUniform() {
			t.Errorf("%v, %v, %v: %v, fault %d, want %d", c.x, c.mean, c.count, m, fault, c.want)
		}
	}
	want := dist.Beta{A: 5 * 0.4, B: 5 * 0.6}
	if m, fault := BetaMeanToX(q, 5); fault != dist.NoFault || math.Abs(m.A-want.A) > 1e-15 || math.Abs(m.B-want.B) > 1e-15 {
		t.Errorf("%v, fault %d", m, fault)
	}
	if _, fault := BetaMeanToX(dist.Beta{A: -1, B: 2}, 5); fault != dist.Improper {
		t.Errorf("fault %d", fault)
	}
}
