package operators

import (
	"math"
	"testing"

	"mpc/dist"
	"mpc/special"
)

// The forward message has the mean logs of a, or the bounds of them, to rounding:
// from point masses to the vaguest normals.
func TestLogisticForward(t *testing.T) {
	n := 0
	for m := -1200.0; m <= 1200; m += 34.7 {
		for _, lv := range []float64{-30, -20, -14, -9, -8, -7.9, -7, -5, -3, -1, -0.3, 0, 0.4, 1, 1.5, 2, 2.5, 3, 3.6, 4, 5, 7.9, 8.1, 10, 15, 30, 36, 100, 200, 300} {
			v := math.Pow(10, lv)
			for k, f := range []func(dist.Normal) (dist.Beta, dist.Fault){LogisticToOutAverage, LogisticToOutAverageBound, LogisticToOutAverageTilted} {
				a := dist.NormalMeanVariance(m/50*float64(1+k%2*49), v)
				out, fault := f(a)
				if fault != dist.NoFault {
					t.Fatalf("%v: fault %d", a, fault)
				}
				e := logisticMeanLogs(a.Mean(), a.Variance())
				if k == 1 {
					e = logisticBound(a.Mean(), a.Variance())
				} else if k == 2 {
					e = logisticTilted(a.Mean(), a.Variance())
				}
				n++
				scale := math.Max(1, math.Max(-e.logS, -e.logR))
				if !(math.Abs(out.MeanLog()-e.logS) < 2e-14*scale && math.Abs(out.MeanLogComplement()-e.logR) < 2e-14*scale) {
					t.Errorf("%d %v: %v has %v %v, want %v %v", k, a, out, out.MeanLog(), out.MeanLogComplement(), e.logS, e.logR)
				}
				// The larger one, which is a probability of something rare, relatively.
				near, want := out.MeanLog(), e.logS
				if a.H < 0 {
					near, want = out.MeanLogComplement(), e.logR
				}
				if -want > 1e-270 {
					checkClose(t, "mean log of what is likely", near, want, 1e-11, 0)
				}
			}
		}
	}
	if n < 1000 {
		t.Fatalf("only %d cases", n)
	}
}

func TestLogisticForwardLimits(t *testing.T) {
	for _, f := range []func(dist.Normal) (dist.Beta, dist.Fault){LogisticToOutAverage, LogisticToOutAverageBound, LogisticToOutAverageTilted} {
		for _, m := range []float64{-1e4, -800, -500, -30, -1, 0, 2.9, 3, 30, 500, 800, 1e4} {
			out, fault := f(dist.NormalPoint(m))
			if fault != dist.NoFault {
				t.Fatal(fault)
			}
			checkClose(t, "log s", out.MeanLog(), special.LogisticLn(m), 1e-13, 1e-260)
			checkClose(t, "log s(-)", out.MeanLogComplement(), special.LogisticLn(-m), 1e-13, 1e-260)
			if out.IsPoint() != (m > -600 && m < 3) {
				t.Errorf("point %g sends %v", m, out)
			}
		}
		for _, a := range []dist.Normal{{}, {H: 1}, {H: 1, P: -2}} {
			if _, fault := f(a); fault != dist.Improper {
				t.Errorf("%v: fault %d", a, fault)
			}
		}
		if _, fault := f(dist.Normal{H: math.Inf(1), P: 1}); fault != dist.NotFinite {
			t.Errorf("infinite: fault %d", fault)
		}
		if n := testing.AllocsPerRun(10, func() { f(dist.Normal{H: 1, P: 1}) }); n != 0 {
			t.Errorf("%v allocations", n)
		}
	}
	// Of narrow messages the counts are those of the delta method.
	out, _ := LogisticToOutAverage(dist.NormalMeanVariance(0.7, 1e-10))
	s, r := special.Logistic(0.7), special.Logistic(-0.7)
	checkClose(t, "A", out.A, 1/(1e-10*r), 1e-9, 0)
	checkClose(t, "B", out.B, 1/(1e-10*s), 1e-9, 0)
}

// The message to a is the gradient of E log s(a) + (B-1) E log s(-a), and that
// of the counts of one coin is that of a coin of given log odds.
func TestLogisticBackward(t *testing.T) {
	for _, out := range []dist.Beta{{A: 2, B: 1}, {A: 1, B: 2}, {A: 4, B: 8}, {A: 0.5, B: 1.2}, {A: 1001, B: 2}} {
		for _, m := range []float64{-9, 0, 0.4, 5} {
			for _, v := range []float64{1e-3, 0.3, 4, 200} {
				value := func(m, v float64) float64 {
					e := logisticMeanLogs(m, v)
					return (out.A-1)*e.logS + (out.B-1)*e.logR
				}
				got, fault := LogisticToAAverage(out, dist.NormalMeanVariance(m, v))
				if fault != dist.NoFault {
					t.Fatal(fault)
				}
				h, k := 1e-3*math.Min(1, math.Sqrt(v)), 1e-3*v
				slope := (8*(value(m+h, v)-value(m-h, v)) - (value(m+2*h, v) - value(m-2*h, v))) / (12 * h)
				curve := -2 * (8*(value(m, v+k)-value(m, v-k)) - (value(m, v+2*k) - value(m, v-2*k))) / (12 * k)
				noise := 1e-14 * math.Abs(value(m, v))
				checkClose(t, "slope", got.H-m*got.P, slope, 1e-7, 1e-4+noise/h*1e7)
				checkClose(t, "curvature", got.P, curve, 1e-5, 1e-4+noise/k*1e5)
			}
		}
	}
	for _, a := range []dist.Normal{{}, {H: 1, P: 2}, dist.NormalPoint(3), dist.NormalMeanVariance(-50, 9)} {
		for _, x := range []bool{true, false} {
			coin := dist.BernoulliPoint(x)
			one, _ := BernoulliLogitToLogitAverage(coin, a)
			two, _ := LogisticToAAverage(BernoulliToPObserved(x), a)
			checkClose(t, "H", two.H, one.H, 1e-15, 0)
			checkClose(t, "P", two.P, one.P, 1e-15, 0)
			one, _ = BernoulliLogitToLogitAverageBound(coin, a)
			two, _ = LogisticToAAverageBound(BernoulliToPObserved(x), a)
			if one != two {
				t.Errorf("%v: %v and %v", a, one, two)
			}
		}
	}
	a := dist.Normal{H: 1, P: 2}
	for _, f := range []func(dist.Beta, dist.Normal) (dist.Normal, dist.Fault){LogisticToAAverage, LogisticToAAverageBound, LogisticToAAverageTilted} {
		if m, fault := f(dist.BetaPoint(0.25), a); fault != dist.NoFault || m != dist.NormalPoint(special.Logit(0.25)) {
			t.Errorf("observed: %v, fault %d", m, fault)
		}
		if _, fault := f(dist.BetaPoint(1), a); fault != dist.Contradiction {
			t.Errorf("out = 1: fault %d", fault)
		}
		if _, fault := f(dist.Beta{A: 2, B: 1}, dist.Normal{H: 1, P: -1}); fault != dist.Improper {
			t.Errorf("improper: fault %d", fault)
		}
		if n := testing.AllocsPerRun(10, func() { f(dist.Beta{A: 2, B: 1}, a) }); n != 0 {
			t.Errorf("%v allocations", n)
		}
	}
	if _, fault := LogisticToAAverageBound(dist.Beta{A: 0.5, B: 1}, a); fault != dist.Improper {
		t.Errorf("negative counts: fault %d", fault)
	}
}

// p = logistic(w), y ~ binomial(n, p): the evidence is read off the forward
// message, as the factor of y does.
func TestLogisticBinomial(t *testing.T) {
	for _, c := range []struct {
		name                          string
		prior                         dist.Normal
		n, y                          float64
		forward                       func(dist.Normal) (dist.Beta, dist.Fault)
		to                            func(dist.Beta, dist.Normal) (dist.Normal, dist.Fault)
		damp                          float64
		steps                         int
		mean, variance, evidence, tol float64
	}{
		{"exact", dist.NormalMeanVariance(1.2, 3.4), 10, 3, LogisticToOutAverage, LogisticToAAverage, 0.5, 300, -0.6550400312850267, 0.41748183250177173, -2.9306125886163112, 1e-11},
		{"jj96", dist.NormalMeanVariance(1.2, 3.4), 10, 3, LogisticToOutAverageBound, LogisticToAAverageBound, 0, 500, -0.6224745019189136, 0.37793094759362617, -2.9691777123030576, 1e-11},
		{"jj96 vague", dist.NormalMeanVariance(0, 1e6), 1000, 1, LogisticToOutAverageBound, LogisticToAAverageBound, 0, 6000, -6.980138355336699, 0.013988253217107612, -10.044708967551305, 1e-9},
	} {
		back := dist.Beta{A: 1 + c.y, B: 1 + c.n - c.y}
		choose := -special.LogBeta(1+c.y, 1+c.n-c.y) - math.Log1p(c.n)
		q := c.prior
		last, total := math.Inf(-1), 0.0
		for range c.steps {
			m, fault := c.to(back, q)
			if fault != dist.NoFault {
				t.Fatal(fault)
			}
			q = c.prior.Times(m).Damp(q, c.damp)
			p, fault := c.forward(q)
			if fault != dist.NoFault {
				t.Fatal(fault)
			}
			total = choose + c.y*p.MeanLog() + (c.n-c.y)*p.MeanLogComplement() + normalCross(c.prior, q) + normalEntropy(q.P)
			if total < last-1e-11 {
				t.Fatalf("%s: the bound falls from %v to %v", c.name, last, total)
			}
			last = total
		}
		checkClose(t, c.name+" mean", q.Mean(), c.mean, c.tol, 0)
		checkClose(t, c.name+" variance", q.Variance(), c.variance, c.tol, 0)
		checkClose(t, c.name+" evidence", total, c.evidence, c.tol, 0)
	}
}

// x ~ normal(0, 1), p = logistic(3 x), and a coin of p that is true.
func TestLogisticDerivedParent(t *testing.T) {
	prior := dist.NormalMeanVariance(0, 1)
	q := prior
	total := 0.0
	for range 300 {
		a := dist.NormalMeanVariance(3*q.Mean(), 9*q.Variance())
		m, fault := LogisticToAAverage(dist.Beta{A: 2, B: 1}, a)
		if fault != dist.NoFault {
			t.Fatal(fault)
		}
		q = prior.Times(dist.Normal{H: 3 * m.H, P: 9 * m.P}).Damp(q, 0.5)
		p, _ := LogisticToOutAverage(dist.NormalMeanVariance(3*q.Mean(), 9*q.Variance()))
		total = p.MeanLog() + normalCross(prior, q) + normalEntropy(q.P)
	}
	checkClose(t, "mean", q.Mean(), 0.6834749886867213, 1e-11, 0)
	checkClose(t, "variance", q.Variance(), 0.5044934796532198, 1e-11, 0)
	checkClose(t, "evidence", total, -0.7027442722131316, 1e-12, 0)
}

// A panel that ends where the next begins, up to rounding, is no reason to leave
// out the rest: nothing is lost for any mean.
func TestLogisticTiltComplete(t *testing.T) {
	for _, v := range []float64{4, 30, 67.6, 870, 2e4} {
		for m := -300.0; m < 300; m += 0.37 {
			got := logisticTiltOf(dist.NormalMeanVariance(m, v), 0, 0, false)
			checkClose(t, "log Z", got.LogZ, 0, 1e-13, 1)
		}
	}
}
