package operators

import (
	"math"
	"testing"

	"mpc/dist"
	"mpc/special"
)

// checkNormalGradient fails where the message is not the gradient in mean and
// variance of value at q.
func checkNormalGradient(t *testing.T, what string, message, q dist.Normal, value func(m, v float64) float64) {
	t.Helper()
	m, v := q.Mean(), q.Variance()
	h, k := 1e-3*math.Min(1, math.Sqrt(v)), 1e-3*math.Min(1, v)
	slope := (8*(value(m+h, v)-value(m-h, v)) - (value(m+2*h, v) - value(m-2*h, v))) / (12 * h)
	curve := -2 * (8*(value(m, v+k)-value(m, v-k)) - (value(m, v+2*k) - value(m, v-2*k))) / (12 * k)
	noise := 1e-14 * math.Abs(value(m, v))
	checkClose(t, what+" slope", message.H-m*message.P, slope, 1e-8, 1e-3+noise/h*1e8+math.Abs(m*message.P)*1e-6)
	checkClose(t, what+" curvature", message.P, curve, 1e-8, 1e-3+noise/k*1e8)
}

func TestExpAverageGradient(t *testing.T) {
	for _, q := range []dist.Normal{dist.NormalMeanVariance(0, 1), dist.NormalMeanVariance(-3, 0.01), dist.NormalMeanVariance(2, 4), dist.NormalMeanVariance(-30, 1e-4)} {
		for _, out := range []dist.Gamma{{Shape: 3, Rate: 1}, {Shape: 1, Rate: 1}, {Shape: 0.5, Rate: 7}, {Shape: 1000, Rate: 0}, {Shape: 2, Rate: -1}} {
			m, fault := ExpToAAverage(out, q)
			if fault != dist.NoFault {
				t.Fatal(fault)
			}
			checkNormalGradient(t, "gamma", m, q, func(m, v float64) float64 { return (out.Shape-1)*m - out.Rate*math.Exp(m+v/2) })
			back := dist.InverseGamma(out)
			m, _ = ExpInverseToAAverage(back, q)
			s := tempering(q, out.Rate*math.Exp(q.Variance()/2-q.Mean()))
			checkNormalGradient(t, "inverse gamma", m, q, func(m, v float64) float64 { return s * (-(out.Shape+1)*m - out.Rate*math.Exp(v/2-m)) })
		}
		for _, out := range []dist.Normal{{H: 3, P: 2}, {H: -1, P: 0.4}, {H: -2}} {
			m, fault := ExpNormalToAAverage(out, q)
			if fault != dist.NoFault {
				t.Fatal(fault)
			}
			s := tempering(q, 2*out.P*math.Exp(2*q.Mean()+2*q.Variance())-out.H*math.Exp(q.Mean()+q.Variance()/2))
			checkNormalGradient(t, "normal", m, q, func(m, v float64) float64 { return s * (out.H*math.Exp(m+v/2) - out.P/2*math.Exp(2*m+2*v)) })
		}
	}
}

// tempering is the power of a message to q that is a gradient of precision p.
func tempering(q dist.Normal, p float64) float64 { return math.Min(1, 1e6/(math.Abs(p)*q.Variance())) }

// TestExpWide: where a is so wide that E exp(a) is astronomic, the message narrows it a
// thousandfold, towards where the gradient does.
func TestExpWide(t *testing.T) {
	for _, v := range []float64{40, 100, 1000, 1350} {
		q := dist.NormalMeanVariance(3, v)
		m, fault := ExpToAAverage(dist.Gamma{Shape: 5, Rate: 2}, q)
		if fault != dist.NoFault {
			t.Fatal(fault)
		}
		checkClose(t, "precision", m.P, 1e6/v, 1e-12, 0)
		checkClose(t, "mean", m.Mean(), 3-1+4/(2*math.Exp(3+v/2)), 1e-12, 0)
		m, fault = ExpNormalToAAverage(dist.Normal{H: 1, P: 2}, dist.NormalMeanVariance(3, v/4))
		if fault != dist.NoFault {
			t.Fatal(fault)
		}
		checkClose(t, "precision", m.P, 1e6/(v/4), 1e-12, 0)
		checkClose(t, "mean", m.Mean(), 2.5, 1e-4, 0)
	}
}

func TestExpAverageForward(t *testing.T) {
	for _, m := range []float64{-300, -2, 0, 1.7, 300} {
		for _, v := range []float64{1e-300, 1e-12, 1e-3, 0.5, 3, 100} {
			a := dist.NormalMeanVariance(m, v)
			g, fault := ExpToOutAverage(a)
			if fault != dist.NoFault {
				t.Fatal(fault)
			}
			checkClose(t, "mean", g.Mean(), math.Exp(m+v/2), 1e-13, 0)
			checkClose(t, "mean log", g.MeanLog(), m, 1e-13, 1)
			i, fault := ExpInverseToOutAverage(a)
			if fault != dist.NoFault {
				t.Fatal(fault)
			}
			checkClose(t, "mean inverse", i.MeanInverse(), math.Exp(v/2-m), 1e-13, 0)
			checkClose(t, "mean log of inverse", i.MeanLog(), m, 1e-13, 1)
			if math.Abs(m) > 100 {
				continue
			}
			n, fault := ExpNormalToOutAverage(a)
			if fault != dist.NoFault {
				t.Fatal(fault)
			}
			checkClose(t, "normal mean", n.Mean(), math.Exp(m+v/2), 1e-13, 0)
			checkClose(t, "normal variance", n.Variance(), math.Exp(2*m+v)*math.Expm1(v), 1e-12, 1e-300)
		}
		g, _ := ExpToOutAverage(dist.NormalPoint(m))
		i, _ := ExpInverseToOutAverage(dist.NormalPoint(m))
		n, _ := ExpNormalToOutAverage(dist.NormalPoint(m))
		if !g.IsPoint() || !i.IsPoint() || !n.IsPoint() {
			t.Errorf("point %g: %v, %v, %v", m, g, i, n)
		}
		checkClose(t, "point", g.Mean(), math.Exp(m), 1e-15, 0)
		checkClose(t, "inverse point", i.Mean(), math.Exp(m), 1e-15, 0)
		checkClose(t, "normal point", n.Mean(), math.Exp(m), 1e-15, 0)
	}
	for _, a := range []dist.Normal{dist.NormalMeanVariance(0, 1e4), dist.NormalPoint(800), dist.NormalPoint(-800)} {
		if g, fault := ExpToOutAverage(a); fault != dist.NotFinite {
			t.Errorf("%v sends %v", a, g)
		}
	}
	for _, a := range []dist.Normal{{}, {H: 1, P: -1}} {
		_, one := ExpToOutAverage(a)
		_, two := ExpInverseToOutAverage(a)
		_, three := ExpNormalToOutAverage(a)
		if one != dist.Improper || two != dist.Improper || three != dist.Improper {
			t.Errorf("%v: faults %d, %d, %d", a, one, two, three)
		}
	}
}

func TestExpAverageLimits(t *testing.T) {
	out := dist.Gamma{Shape: 5, Rate: 2}
	// A start, and where exp(a) overflows: the mode of what comes back.
	for _, a := range []dist.Normal{{}, dist.NormalMeanVariance(0, 1e5), dist.NormalMeanVariance(1e200, 1)} {
		m, fault := ExpToAAverage(out, a)
		if fault != dist.NoFault {
			t.Fatal(fault)
		}
		checkClose(t, "mode", m.Mean(), math.Log(2), 1e-15, 0)
		checkClose(t, "curvature", m.P, 4, 1e-15, 0)
	}
	if m, fault := ExpToAAverage(dist.Gamma{Shape: 1, Rate: 3}, dist.Normal{}); fault != dist.NoFault || m.P != 1 || !boolClose(m.H, -1-math.Log(3), 1e-15, 0) {
		t.Errorf("start of no counts: %v, fault %d", m, fault)
	}
	if m, fault := ExpToAAverage(dist.GammaPoint(3), dist.Normal{}); fault != dist.NoFault || m != dist.NormalPoint(math.Log(3)) {
		t.Errorf("observed: %v, fault %d", m, fault)
	}
	if m, fault := ExpInverseToAAverage(dist.InverseGammaPoint(3), dist.Normal{}); fault != dist.NoFault || m != dist.NormalPoint(math.Log(3)) {
		t.Errorf("observed: %v, fault %d", m, fault)
	}
	if _, fault := ExpToAAverage(dist.GammaPoint(0), dist.Normal{}); fault != dist.Contradiction {
		t.Errorf("out = 0: fault %d", fault)
	}
	if _, fault := ExpToAAverage(out, dist.Normal{H: 1, P: -1}); fault != dist.Improper {
		t.Errorf("improper: fault %d", fault)
	}
	want, _ := ExpToAAverage(out, dist.NormalPoint(0.3))
	got, _ := ExpToAAverage(out, dist.NormalMeanVariance(0.3, 1e-12))
	checkClose(t, "point H", got.H, want.H, 1e-11, 0)
	checkClose(t, "point P", got.P, want.P, 1e-11, 0)
	if n := testing.AllocsPerRun(10, func() { ExpToAAverage(out, dist.Normal{H: 1, P: 1}); ExpToOutAverage(dist.Normal{H: 1, P: 1}) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// y ~ poisson(exp(x)): the fixed point is the maximum of the bound, below the
// evidence, and is reached from a vague start.
func TestExpPoisson(t *testing.T) {
	for _, c := range []struct {
		prior dist.Normal
		y     int
	}{{dist.NormalMeanVariance(0, 1), 3}, {dist.NormalMeanVariance(1, 0.2), 0}, {dist.NormalMeanVariance(0, 1e6), 40}, {dist.NormalMeanVariance(-2, 4), 1}} {
		back, _ := PoissonToRate(c.y)
		q := dist.Normal{}
		value := func(q dist.Normal) float64 {
			r, fault := ExpToOutAverage(q)
			if fault != dist.NoFault {
				t.Fatal(fault)
			}
			return float64(c.y)*r.MeanLog() - r.Mean() - special.GammaLn(float64(c.y)+1) + normalCross(c.prior, q) + normalEntropy(q.P)
		}
		for range 400 {
			m, fault := ExpToAAverage(back, q)
			if fault != dist.NoFault {
				t.Fatal(fault)
			}
			q = c.prior.Times(m).Damp(q, 0.3)
		}
		best := value(q)
		for _, d := range []dist.Normal{{H: 1e-3}, {H: -1e-3}, {P: 1e-3}, {P: -1e-3}} {
			if other := value(dist.Normal{H: q.H + d.H*q.P, P: q.P * (1 + d.P)}); other > best {
				t.Errorf("%v, count %d: %v is no maximum, %v beside it", c.prior, c.y, best, other)
			}
		}
		exact, _, _ := bruteMoments(func(x float64) float64 {
			return c.prior.LogProb(x) + float64(c.y)*x - math.Exp(x) - special.GammaLn(float64(c.y)+1)
		}, q.Mean()-14/math.Sqrt(q.P), q.Mean()+14/math.Sqrt(q.P))
		if !(best < exact && exact-best < 0.1) {
			t.Errorf("%v, count %d: bound %v of %v", c.prior, c.y, best, exact)
		}
	}
}
