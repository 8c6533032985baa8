package operators

import (
	"math"
	"testing"

	"mpc/dist"
	"mpc/special"
)

func TestBernoulliLogitTable(t *testing.T) {
	seen := 0
	for _, row := range boolRows(t, "logistic") {
		if row["algorithm"] != "ep" {
			continue
		}
		seen++
		number := func(column string) float64 { return boolNumber(t, row[column]) }
		logit := dist.Normal{H: number("x_mtp"), P: number("x_prec")}
		x := dist.Bernoulli{LogOdds: number("b_logodds")}
		if row["edge"] == "b" {
			got, fault := BernoulliLogitToX(logit)
			if want := number("out_logodds"); fault != dist.NoFault || !boolClose(got.LogOdds, want, 1e-12, 0) {
				t.Errorf("row %s: to x %v, want %v", row["id"], got.LogOdds, want)
			}
			continue
		}
		got, fault := BernoulliLogitToLogit(x, logit)
		want := dist.Normal{H: number("out_mtp"), P: number("out_prec")}
		if fault != dist.NoFault || !boolClose(got.P, want.P, 1e-10, 1e-300) || !boolClose(got.H, want.H, 1e-10, 1e-300) {
			t.Errorf("row %s: to logit %v %v (fault %v), want %v %v", row["id"], got.H, got.P, fault, want.H, want.P)
		}
		if got, want := BernoulliLogitEvidence(x, logit), number("log_z"); !boolClose(got, want, 1e-11, 1e-300) {
			t.Errorf("row %s: log Z %v, want %v", row["id"], got, want)
		}
	}
	if seen < 40 {
		t.Fatalf("only %d rows", seen)
	}
}

// logisticSums integrates x(a) s(a)^j s(-a)^k by the trapezoid rule, on a grid
// that is narrowed to where the density matters.
func logisticSums(x dist.Normal, j, k float64) (logZ, mean, variance, s, square, logS, logR float64) {
	m, sd := x.H/x.P, 1/math.Sqrt(x.P)
	low, high := -12-(math.Abs(j)+math.Abs(k))*sd, 12+(math.Abs(j)+math.Abs(k))*sd
	const n = 4000
	at := func(i int) (u, a, l, ls, lr float64) {
		u = low + (high-low)*float64(i)/n
		a = m + sd*u
		ls, lr = -math.Log1p(math.Exp(-a)), -math.Log1p(math.Exp(a))
		if a < -700 {
			ls = a
		}
		if a > 700 {
			lr = -a
		}
		return u, a, -u*u/2 + j*ls + k*lr, ls, lr
	}
	top := math.Inf(-1)
	for range 6 {
		for i := range n + 1 {
			_, _, l, _, _ := at(i)
			top = math.Max(top, l)
		}
		first, last := n, 0
		for i := range n + 1 {
			if _, _, l, _, _ := at(i); l > top-60 {
				first, last = min(first, i), max(last, i)
			}
		}
		step := (high - low) / n
		low, high = low+step*float64(first-1), low+step*float64(last+1)
	}
	var z float64
	for i := range n + 1 {
		_, a, l, ls, lr := at(i)
		f := math.Exp(l - top)
		z += f
		mean += f * a
		variance += f * a * a
		s += f * math.Exp(ls)
		square += f * math.Exp(2*ls)
		logS += f * ls
		logR += f * lr
	}
	mean /= z
	variance = variance/z - mean*mean
	logZ = top + math.Log(z*(high-low)/n) - math.Log(2*math.Pi)/2
	return logZ, mean, variance, s / z, square / z, logS / z, logR / z
}

func TestLogisticTilt(t *testing.T) {
	for _, x := range []dist.Normal{
		dist.NormalMeanVariance(0, 1), dist.NormalMeanVariance(3, 0.01), dist.NormalMeanVariance(-4, 25),
		dist.NormalMeanVariance(20, 400), dist.NormalMeanVariance(0.5, 2),
	} {
		for _, p := range [][2]float64{{0, 0}, {1, 0}, {0, 1}, {2.5, 1}, {40, 3}, {0, 1000}, {-0.5, 0}, {-0.7, -0.2}, {-0.3, 2}, {3000, 5000}} {
			j, k := p[0], p[1]
			logZ, mean, variance, s, square, logS, logR := logisticSums(x, j, k)
			got := logisticTiltOf(x, j, k, true)
			for _, c := range []struct {
				name             string
				got, want, floor float64
			}{
				{"log Z", got.LogZ, logZ, 1e-9}, {"mean", got.Mean, mean, 1e-9}, {"variance", got.Variance, variance, 1e-9 * mean * mean},
				{"s", got.s, s, 1e-20}, {"s^2", got.sSquare, square, 1e-20}, {"log s", got.logS, logS, 1e-20}, {"log s(-)", got.logR, logR, 1e-20},
				{"alpha", got.Alpha, (mean - x.H/x.P) * x.P, 1e-8}, {"shrink", got.Shrink, 1 - variance*x.P, 1e-8},
			} {
				if !boolClose(c.got, c.want, 1e-8, c.floor) {
					t.Errorf("%v, powers %g %g: %s %v, want %v", x, j, k, c.name, c.got, c.want)
				}
			}
		}
	}
}

func TestLogisticMessages(t *testing.T) {
	a := dist.NormalMeanPrecision(1.2, 0.4)
	// Observed coins with p = logistic(w), as two factors and as one.
	for _, c := range []struct {
		x                        bool
		mean, variance, evidence float64
	}{{false, -0.034096780812067, 1.704896988818977, -1.195030494843085}, {true, 1.735711683643876, 1.897040876799618, -0.3605319776163469}} {
		out := BernoulliToPObserved(c.x)
		m, fault := LogisticToA(out, a)
		post := a.Times(m)
		if fault != dist.NoFault || !boolClose(post.Mean(), c.mean, 1e-11, 0) || !boolClose(post.Variance(), c.variance, 1e-11, 0) {
			t.Errorf("x %v: %v", c.x, post)
		}
		one, _ := BernoulliLogitToLogit(dist.BernoulliPoint(c.x), a)
		if !boolClose(one.H, m.H, 1e-12, 0) || !boolClose(one.P, m.P, 1e-12, 0) {
			t.Errorf("x %v: one factor sends %v, two send %v", c.x, one, m)
		}
		// The observed coin's term, the factor's, and the edge between them.
		forward, fault := LogisticToOut(out, a)
		if fault != dist.NoFault {
			t.Fatal(fault)
		}
		coin := BernoulliEvidence(dist.BernoulliPoint(c.x), forward)
		total := coin + LogisticEvidence(out, a) - forward.LogIntegral(out)
		if !boolClose(total, c.evidence, 1e-11, 0) {
			t.Errorf("x %v: evidence %v, want %v", c.x, total, c.evidence)
		}
		if one := BernoulliLogitEvidence(dist.BernoulliPoint(c.x), a); !boolClose(one, c.evidence, 1e-10, 0) {
			t.Errorf("x %v: evidence of one factor %v, want %v", c.x, one, c.evidence)
		}
	}
	// Projections: the marginal of out has the moments of the tilted density.
	for _, out := range []dist.Beta{{A: 1, B: 1}, {A: 2, B: 1}, {A: 30, B: 12}, {A: 0.5, B: 1.5}} {
		_, _, _, s, square, logS, logR := logisticSums(a, out.A-1, out.B-1)
		m, fault := LogisticToOut(out, a)
		post := out.Times(m)
		if fault != dist.NoFault || !boolClose(post.MeanLog(), logS, 1e-9, 0) || !boolClose(post.MeanLogComplement(), logR, 1e-9, 0) {
			t.Errorf("out %v: message %v (fault %v)", out, m, fault)
		}
		m, fault = LogisticToOutVariance(out, a)
		post = out.Times(m)
		if fault != dist.NoFault || !boolClose(post.Mean(), s, 1e-9, 0) || !boolClose(post.Variance(), square-s*s, 1e-8, 0) {
			t.Errorf("out %v: variance message %v (fault %v)", out, m, fault)
		}
	}
}

// TestLogisticLimits: point masses are the limits of narrow messages.
func TestLogisticLimits(t *testing.T) {
	out := dist.Beta{A: 4, B: 2.5}
	for _, h := range []float64{-30, -1, 0, 2} {
		want, _ := LogisticToA(out, dist.NormalPoint(h))
		got, _ := LogisticToA(out, dist.NormalMeanVariance(h, 1e-10))
		if !boolClose(got.H, want.H, 1e-8, 1e-9) || !boolClose(got.P, want.P, 1e-6, 1e-20) {
			t.Errorf("a at %g: %v, narrow %v", h, want, got)
		}
	}
	a := dist.NormalMeanVariance(0.4, 2)
	for _, x := range []float64{0.2, 0.7} {
		want, fault := LogisticToOut(dist.BetaPoint(x), a)
		if fault != dist.NoFault {
			t.Fatal(fault)
		}
		for _, f := range []func(dist.Beta, dist.Normal) (dist.Beta, dist.Fault){LogisticToOut, LogisticToOutVariance} {
			got, _ := f(dist.Beta{A: x * 1e5, B: (1 - x) * 1e5}, a)
			if math.Abs(got.A-want.A)+math.Abs(got.B-want.B) > 1e-3 {
				t.Errorf("out at %g: %v, narrow %v", x, want, got)
			}
		}
		l := math.Log(x / (1 - x))
		if m, _ := LogisticToA(dist.BetaPoint(x), a); !m.IsPoint() || !boolClose(m.H, l, 1e-15, 0) {
			t.Errorf("out at %g: to a %v", x, m)
		}
		if got, want := LogisticEvidence(dist.BetaPoint(x), a), a.LogProb(l)-math.Log(x*(1-x)); !boolClose(got, want, 1e-14, 0) {
			t.Errorf("out at %g: log Z %v, want %v", x, got, want)
		}
	}
	if _, fault := LogisticToA(dist.BetaPoint(1), a); fault != dist.Contradiction {
		t.Errorf("out = 1: fault %v", fault)
	}
	if m, fault := LogisticToA(dist.Beta{A: 1, B: 1}, a); fault != dist.NoFault || !m.IsUniform() {
		t.Errorf("uniform out sends %v", m)
	}
	if m, fault := LogisticToOut(dist.Beta{A: 3, B: 1}, dist.Normal{}); fault != dist.NoFault || !m.IsUniform() {
		t.Errorf("uniform a sends %v", m)
	}
	if m, _ := LogisticToOut(dist.Beta{A: 1, B: 1}, dist.NormalPoint(2)); m != dist.BetaPoint(special.Logistic(2)) {
		t.Errorf("a at 2 sends %v", m)
	}
	if _, fault := LogisticToA(out, dist.Normal{H: 1, P: -1}); fault != dist.Improper {
		t.Errorf("an improper a: fault %v", fault)
	}
}

func TestBernoulliLogitSpecial(t *testing.T) {
	// x = false, far with or against the evidence: the mean moves to m - v.
	for _, c := range [][2]float64{{-4662, 1314}, {2249, 2.5}, {85, 32}, {133, 64}, {805, 512}, {1573, 1024}, {37 + 1.5*4096, 4096}, {37 + 1.5*16384, 16384}} {
		x := dist.NormalMeanVariance(c[0], c[1])
		m, fault := BernoulliLogitToLogit(dist.BernoulliPoint(false), x)
		post := x.Times(m)
		want := c[0] - c[1]
		if c[0] < 0 {
			want = c[0]
		}
		if fault != dist.NoFault || !boolClose(post.Mean(), want, 1e-9, 0) || !(m.P >= 0) {
			t.Errorf("mean %g variance %g: message %v %v, mean %v", c[0], c[1], m.H, m.P, post.Mean())
		}
	}
	// The limit of a narrow logit, hard and soft x; mirror images.
	for _, l := range []float64{-2, 0.7, math.Inf(1), math.Inf(-1)} {
		x := dist.Bernoulli{LogOdds: l}
		for _, h := range []float64{-1, 1, 5} {
			want, _ := BernoulliLogitToLogit(x, dist.NormalPoint(h))
			for _, v := range []float64{1e-8, 1e-12, 1e-20, 1e-29} {
				got, _ := BernoulliLogitToLogit(x, dist.NormalMeanVariance(h, v))
				if !boolClose(got.H, want.H, 1e-6, 0) || !boolClose(got.P, want.P, 1e-6, 1e-7) {
					t.Errorf("x %v logit at %g: %v, variance %g: %v", x, h, want, v, got)
				}
			}
		}
		a, b := dist.NormalMeanVariance(1.3, 5), dist.NormalMeanVariance(-1.3, 5)
		got, _ := BernoulliLogitToLogit(x, a)
		mirror, _ := BernoulliLogitToLogit(NotToOut(x), b)
		if !boolClose(got.H, -mirror.H, 1e-13, 0) || !boolClose(got.P, mirror.P, 1e-12, 0) {
			t.Errorf("x %v: %v, mirror image %v", x, got, mirror)
		}
	}
	for _, c := range [][3]float64{{-5, 10, 0.084396512538678}, {-5, 3, 0.023962216989475}, {-1, 1, 0.303265329856008}} {
		if got := math.Exp(BernoulliLogitEvidence(dist.BernoulliPoint(true), dist.NormalMeanVariance(c[0], c[1]))); !boolClose(got, c[2], 1e-8, 0) {
			t.Errorf("mean %g variance %g: probability %v, want %v", c[0], c[1], got, c[2])
		}
	}
	// Small log odds keep their digits: E tanh(a/2) is odd in the mean, and linear.
	one, _ := BernoulliLogitToX(dist.NormalMeanVariance(1e-9, 2))
	tiny, _ := BernoulliLogitToX(dist.NormalMeanVariance(1e-18, 2))
	if !boolClose(tiny.LogOdds, one.LogOdds*1e-9, 1e-14, 0) || !(tiny.LogOdds > 0) {
		t.Errorf("log odds %v at 1e-18, %v at 1e-9", tiny.LogOdds, one.LogOdds)
	}
	// The two ways to compute the log odds meet at mean 1.
	below, _ := BernoulliLogitToX(dist.NormalMeanVariance(1-1e-12, 3))
	above, _ := BernoulliLogitToX(dist.NormalMeanVariance(1, 3))
	if !boolClose(below.LogOdds, above.LogOdds, 1e-11, 0) {
		t.Errorf("log odds %v and %v around mean 1", below.LogOdds, above.LogOdds)
	}
	for _, f := range []dist.Normal{{H: 1, P: -1}, {H: 1}} {
		if _, fault := BernoulliLogitToLogit(dist.BernoulliPoint(true), f); fault != dist.Improper {
			t.Errorf("logit %v: fault %v", f, fault)
		}
	}
	logit := dist.NormalMeanVariance(0.3, 2)
	if allocs := testing.AllocsPerRun(10, func() { BernoulliLogitToLogit(dist.Bernoulli{LogOdds: 2}, logit) }); allocs != 0 {
		t.Errorf("%v allocations", allocs)
	}
}

func BenchmarkBernoulliLogitToLogit(b *testing.B) {
	logit := dist.NormalMeanVariance(0.3, 2)
	for b.Loop() {
		BernoulliLogitToLogit(dist.BernoulliPoint(true), logit)
	}
}
