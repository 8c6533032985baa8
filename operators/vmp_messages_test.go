package operators

import (
	"math"
	"testing"

	"mpc/dist"
)

// checkLogs fails where the log of a message is not, but for a constant, the mean
// log of the factor as a function of the target.
func checkLogs(t *testing.T, what string, at []float64, message, factor func(x float64) float64) {
	t.Helper()
	for _, x := range at[1:] {
		checkClose(t, what, message(x)-message(at[0]), factor(x)-factor(at[0]), 1e-11, 1e-2)
	}
}

func normalLog(d dist.Normal) func(float64) float64 {
	return func(x float64) float64 { return d.H*x - d.P*x*x/2 }
}

func gammaLog(d dist.Gamma) func(float64) float64 {
	return func(x float64) float64 { return (d.Shape-1)*math.Log(x) - d.Rate*x }
}

func normalDensity(x, mean, precision float64) float64 {
	return (math.Log(precision/(2*math.Pi)) - precision*(x-mean)*(x-mean)) / 2
}

func gammaDensity(x, shape, rate float64) float64 {
	lg, _ := math.Lgamma(shape)
	return shape*math.Log(rate) - lg + (shape-1)*math.Log(x) - rate*x
}

var (
	lineAt     = []float64{-2, 0.3, 1, 5}
	positiveAt = []float64{0.01, 0.3, 1, 5}
)

// Messages and evidence of the factors that are drawn from.
func TestVMPDrawnByQuadrature(t *testing.T) {
	x, m := dist.Normal{H: 0.7, P: 2}, dist.Normal{H: -3, P: 0.4}
	p, g := dist.Gamma{Shape: 1.7, Rate: 0.6}, dist.Gamma{Shape: 4, Rate: 3}
	v := dist.InverseGamma{Shape: 2.5, Rate: 4}
	nx, nm, np, ng, nv := normalNodes(x), normalNodes(m), gammaNodes(p), gammaNodes(g), gammaNodes(dist.Gamma(v)) // of 1/v
	square := func(c float64) float64 {
		return nx.mean(func(x float64) float64 { return nm.mean(func(m float64) float64 { return (x - c*m) * (x - c*m) }) })
	}
	logOf := func(n nodes) float64 { return n.mean(math.Log) }
	meanOf := func(n nodes) float64 { return n.mean(func(x float64) float64 { return x }) }

	checkLogs(t, "normal precision to x", lineAt, normalLog(must(NormalPrecisionToXAverage(dist.NormalMomentsOf(m), dist.GammaMomentsOf(p)))), func(x float64) float64 {
		return nm.mean(func(m float64) float64 { return np.mean(func(p float64) float64 { return normalDensity(x, m, p) }) })
	})
	checkLogs(t, "normal precision to mean", lineAt, normalLog(must(NormalPrecisionToMeanAverage(dist.NormalMomentsOf(x), dist.GammaMomentsOf(p)))), func(m float64) float64 {
		return nx.mean(func(x float64) float64 { return np.mean(func(p float64) float64 { return normalDensity(x, m, p) }) })
	})
	checkLogs(t, "normal precision to precision", positiveAt, gammaLog(must(NormalPrecisionToPrecisionAverage(dist.NormalMomentsOf(x), dist.NormalMomentsOf(m)))), func(p float64) float64 {
		return nx.mean(func(x float64) float64 { return nm.mean(func(m float64) float64 { return normalDensity(x, m, p) }) })
	})
	checkClose(t, "normal precision", NormalPrecisionAverageLog(dist.NormalMomentsOf(x), dist.NormalMomentsOf(m), dist.GammaMomentsOf(p)), (logOf(np)-math.Log(2*math.Pi)-meanOf(np)*square(1))/2, 1e-11, 0)
	checkClose(t, "normal of known precision", NormalPrecisionAverageLogKnown(dist.NormalMomentsOf(x), dist.NormalMomentsOf(m), 3), (math.Log(3)-math.Log(2*math.Pi)-3*square(1))/2, 1e-11, 0)

	checkLogs(t, "normal variance to x", lineAt, normalLog(must(NormalVarianceToXAverage(dist.NormalMomentsOf(m), 0.7))), func(x float64) float64 {
		return nm.mean(func(m float64) float64 { return normalDensity(x, m, 1/0.7) })
	})
	checkLogs(t, "normal variance to mean", lineAt, normalLog(must(NormalVarianceToMeanAverageRandom(dist.NormalMomentsOf(x), v))), func(m float64) float64 {
		return nx.mean(func(x float64) float64 { return nv.mean(func(p float64) float64 { return normalDensity(x, m, p) }) })
	})
	checkLogs(t, "normal variance to x, gamma", lineAt, normalLog(must(NormalVarianceToXAverageGamma(dist.NormalMomentsOf(m), g))), func(x float64) float64 {
		return nm.mean(func(m float64) float64 { return ng.mean(func(v float64) float64 { return normalDensity(x, m, 1/v) }) })
	})
	checkLogs(t, "normal variance to variance", positiveAt, func(y float64) float64 {
		d := must(NormalVarianceToVarianceAverage(dist.NormalMomentsOf(x), dist.NormalMomentsOf(m)))
		return -(d.Shape+1)*math.Log(y) - d.Rate/y
	}, func(y float64) float64 {
		return nx.mean(func(x float64) float64 { return nm.mean(func(m float64) float64 { return normalDensity(x, m, 1/y) }) })
	})
	checkClose(t, "normal variance", NormalVarianceAverageLog(dist.NormalMomentsOf(x), dist.NormalMomentsOf(m), 0.7), -(math.Log(2*math.Pi*0.7)+square(1)/0.7)/2, 1e-11, 0)
	checkClose(t, "normal variance, random", NormalVarianceAverageLogRandom(dist.NormalMomentsOf(x), dist.NormalMomentsOf(m), v), (logOf(nv)-math.Log(2*math.Pi)-meanOf(nv)*square(1))/2, 1e-11, 0)
	inverse := ng.mean(func(x float64) float64 { return 1 / x })
	checkClose(t, "normal variance, gamma", NormalVarianceAverageLogGamma(dist.NormalMomentsOf(x), dist.NormalMomentsOf(m), g), -(logOf(ng)+math.Log(2*math.Pi)+inverse*square(1))/2, 1e-11, 0)

	checkLogs(t, "normal linear to x", lineAt, normalLog(must(NormalLinearToXAverage(dist.NormalMomentsOf(m), -1.3, 0.7))), func(x float64) float64 {
		return nm.mean(func(m float64) float64 { return normalDensity(x, -1.3*m, 1/0.7) })
	})
	checkLogs(t, "normal linear to a", lineAt, normalLog(must(NormalLinearToAAverage(dist.NormalMomentsOf(x), -1.3, 0.7))), func(m float64) float64 {
		return nx.mean(func(x float64) float64 { return normalDensity(x, -1.3*m, 1/0.7) })
	})
	checkClose(t, "normal linear", NormalLinearAverageLog(dist.NormalMomentsOf(x), dist.NormalMomentsOf(m), -1.3, 0.7), -(math.Log(2*math.Pi*0.7)+square(-1.3)/0.7)/2, 1e-11, 0)

	checkLogs(t, "gamma to x", positiveAt, gammaLog(must(GammaToXAverage(0.6, p))), func(x float64) float64 {
		return np.mean(func(p float64) float64 { return gammaDensity(x, 0.6, p) })
	})
	checkLogs(t, "gamma to rate", positiveAt, gammaLog(must(GammaToRateAverage(g, 0.6))), func(p float64) float64 {
		return ng.mean(func(x float64) float64 { return gammaDensity(x, 0.6, p) })
	})
	lg, _ := math.Lgamma(0.6)
	checkClose(t, "gamma", GammaAverageLog(g, 0.6, p), 0.6*logOf(np)-lg-0.4*logOf(ng)-meanOf(np)*meanOf(ng), 1e-11, 0)
	checkLogs(t, "inverse gamma to x", positiveAt, func(x float64) float64 {
		d := must(InverseGammaToXAverage(0.6, p))
		return -(d.Shape+1)*math.Log(x) - d.Rate/x
	}, func(x float64) float64 {
		return np.mean(func(p float64) float64 { return gammaDensity(1/x, 0.6, p) - 2*math.Log(x) })
	})
	checkLogs(t, "inverse gamma to rate", positiveAt, gammaLog(must(InverseGammaToRateAverage(v, 0.6))), func(p float64) float64 {
		return nv.mean(func(y float64) float64 { return gammaDensity(y, 0.6, p) })
	})
	checkClose(t, "inverse gamma", InverseGammaAverageLog(v, 0.6, p), 0.6*logOf(np)-lg+1.6*logOf(nv)-meanOf(np)*meanOf(nv), 1e-11, 0)
	checkClose(t, "poisson", PoissonAverageLog(4, dist.GammaMomentsOf(p)), 4*logOf(np)-meanOf(np)-math.Log(24), 1e-11, 0)

	q := dist.Beta{A: 0.7, B: 3}
	nq := betaNodes(q)
	on := nq.mean(func(v float64) float64 { return dist.Bernoulli{LogOdds: v}.LogProb(true) })
	off := nq.mean(func(v float64) float64 { return dist.Bernoulli{LogOdds: v}.LogProb(false) })
	checkClose(t, "bernoulli to x", must(BernoulliToXAverage(dist.BetaMomentsOf(q))).LogOdds, on-off, 1e-11, 0)
	b := dist.Bernoulli{LogOdds: -1.2}
	checkClose(t, "bernoulli", BernoulliAverageLog(dist.BernoulliMomentsOf(b), dist.BetaMomentsOf(q)), b.P()*on+b.Q()*off, 1e-11, 0)
	checkClose(t, "bernoulli to p", must(BernoulliToPAverage(dist.BernoulliMomentsOf(b))).A, 1+b.P(), 1e-15, 0)
	checkClose(t, "bernoulli to p", must(BernoulliToPAverage(dist.BernoulliMomentsOf(b))).B, 1+b.Q(), 1e-15, 0)
	for k := range 8 {
		want := math.Log([]float64{1, 7, 21, 35, 35, 21, 7, 1}[k]) + float64(k)*on + float64(7-k)*off
		checkClose(t, "binomial", BinomialAverageLog(k, 7, q), want, 1e-11, 0)
		checkClose(t, "binomial turned round", BinomialAverageLog(7-k, 7, dist.Beta{A: q.B, B: q.A}), want, 1e-11, 0)
	}
	la, _ := math.Lgamma(2.4)
	lb, _ := math.Lgamma(0.2)
	ln, _ := math.Lgamma(2.6)
	checkClose(t, "beta", BetaAverageLog(q, 2.4, 0.2), 1.4*on-0.8*off+ln-la-lb, 1e-11, 0)
}

// Messages through functions: the log of what comes back, at the function.
func TestVMPDerivedByQuadrature(t *testing.T) {
	out := dist.Normal{H: 1.1, P: 0.9}
	a, b := dist.Normal{H: 0.7, P: 2}, dist.Normal{H: -3, P: 4}
	s, u, q := dist.Gamma{Shape: 2.5, Rate: 3}, dist.Gamma{Shape: 4, Rate: 1.5}, dist.Beta{A: 2, B: 0.6}
	z := dist.Bernoulli{LogOdds: 0.4}
	na, nb, ns, nu := normalNodes(a), normalNodes(b), gammaNodes(s), gammaNodes(u)
	nq := betaNodes(q)
	for i, v := range nq.at {
		nq.at[i] = dist.Bernoulli{LogOdds: v}.P()
	}
	nz := nodes{[]float64{0, 1}, []float64{z.Q(), z.P()}}
	back := normalLog(out)
	product := func(n nodes) func(x float64) float64 {
		return func(x float64) float64 { return n.mean(func(y float64) float64 { return back(x * y) }) }
	}
	moments := func(d dist.Normal, f func(x, y float64) float64, x, y nodes) {
		t.Helper()
		m := x.mean(func(x float64) float64 { return y.mean(func(y float64) float64 { return f(x, y) }) })
		v := x.mean(func(x float64) float64 {
			return y.mean(func(y float64) float64 { return (f(x, y) - m) * (f(x, y) - m) })
		})
		checkClose(t, "mean", d.Mean(), m, 1e-11, 0)
		checkClose(t, "variance", d.Variance(), v, 1e-11, 0)
	}
	times := func(x, y float64) float64 { return x * y }
	moments(must(ProductToOutAverage(a, b)), times, na, nb)
	moments(must(ProductNormalGammaToOut(a, s)), times, na, ns)
	moments(must(ProductNormalBetaToOut(a, q)), times, na, nq)
	moments(must(ProductBoolNormalToOut(z, a)), times, nz, na)
	moments(must(SumToOutAverage(a, b)), func(x, y float64) float64 { return x + y }, na, nb)
	checkLogs(t, "product to a", lineAt, normalLog(must(ProductToAAverage(out, b))), product(nb))
	checkLogs(t, "product to b", lineAt, normalLog(must(ProductToBAverage(out, a))), product(na))
	checkLogs(t, "product with a gamma", lineAt, normalLog(must(ProductNormalGammaToA(out, s))), product(ns))
	checkLogs(t, "product with a beta", lineAt, normalLog(must(ProductNormalBetaToA(out, q))), product(nq))
	checkLogs(t, "product with a boolean", lineAt, normalLog(must(ProductBoolNormalToB(out, z))), product(nz))
	checkClose(t, "product to a boolean", must(ProductBoolNormalToA(out, a)).LogOdds, product(na)(1)-product(na)(0), 1e-11, 0)
	checkLogs(t, "sum to a", lineAt, normalLog(must(SumToAAverage(out, b))), func(x float64) float64 {
		return nb.mean(func(y float64) float64 { return back(x + y) })
	})
	checkLogs(t, "difference to b", lineAt, normalLog(must(DifferenceToBAverage(out, a))), func(y float64) float64 {
		return na.mean(func(x float64) float64 { return back(x - y) })
	})
	checkLogs(t, "dot to w", lineAt, normalLog(must(DotToWAverage(out, []float64{2, -0.3, 0}, []dist.Normal{a, b, {}}, 1))), func(y float64) float64 {
		return na.mean(func(x float64) float64 { return back(2*x - 0.3*y) })
	})
	three := []dist.Normal{a, b, a}
	checkLogs(t, "sum of three", lineAt, normalLog(must(SumOfToTermAverage(out, three, 1))), func(y float64) float64 {
		return na.mean(func(x float64) float64 { return na.mean(func(z float64) float64 { return back(x + y + z) }) })
	})

	rate := dist.Gamma{Shape: 1.8, Rate: 0.4}
	gammaBack := gammaLog(rate)
	forward := func(d dist.Gamma, f func(x, y float64) float64) {
		t.Helper()
		each := func(g func(x float64) float64) float64 {
			return ns.mean(func(x float64) float64 { return nu.mean(func(y float64) float64 { return g(f(x, y)) }) })
		}
		checkClose(t, "mean", d.Mean(), each(func(x float64) float64 { return x }), 1e-10, 0)
		checkClose(t, "mean log", d.MeanLog(), each(math.Log), 1e-10, 0)
	}
	forward(must(ProductGammaToOutAverage(s, u)), times)
	forward(must(RatioGammaToOutAverage(s, u)), func(x, y float64) float64 { return x / y })
	checkLogs(t, "product of gammas", positiveAt, gammaLog(must(ProductGammaToAAverage(rate, u))), func(x float64) float64 {
		return nu.mean(func(y float64) float64 { return gammaBack(x * y) })
	})
	checkLogs(t, "ratio to a", positiveAt, gammaLog(must(RatioGammaToAAverage(rate, u))), func(x float64) float64 {
		return nu.mean(func(y float64) float64 { return gammaBack(x / y) })
	})
	m := gammaLog(must(RatioGammaToBAverage(rate, s, u)))
	term := func(y float64) float64 { return ns.mean(func(x float64) float64 { return gammaBack(x / y) }) }
	fine := gammaNodes(u)
	thin := nodes{}
	for i := 0; i < len(fine.at); i += 5 { // still exact to 1e-10
		thin.at, thin.weight = append(thin.at, fine.at[i]), append(thin.weight, fine.weight[i])
	}
	for _, g := range []func(float64) float64{math.Log, func(x float64) float64 { return x }} {
		checkClose(t, "ratio to b", thin.covariance(m, g), thin.covariance(term, g), 1e-9, 0)
	}
}

// The messages of boolean functions are the change of the mean log of what comes
// back.
func TestVMPLogic(t *testing.T) {
	out := dist.Bernoulli{LogOdds: 1.7}
	terms := []dist.Bernoulli{{LogOdds: 0.4}, {LogOdds: -2}, {LogOdds: 3}}
	mean := func(f func(a, b, c bool) bool, index int, value bool) float64 {
		sum := 0.0
		for k := range 8 {
			bits := [3]bool{k&1 > 0, k&2 > 0, k&4 > 0}
			if bits[index] != value {
				continue
			}
			p := 1.0
			for i, d := range terms {
				if i != index {
					p *= math.Exp(d.LogProb(bits[i]))
				}
			}
			if f(bits[0], bits[1], bits[2]) {
				sum += p * out.LogOdds
			}
		}
		return sum
	}
	check := func(name string, got dist.Bernoulli, index int, f func(a, b, c bool) bool) {
		t.Helper()
		checkClose(t, name, got.LogOdds, mean(f, index, true)-mean(f, index, false), 1e-14, 0)
	}
	and := func(a, b, c bool) bool { return a && b }
	or := func(a, b, c bool) bool { return a || b }
	equal := func(a, b, c bool) bool { return a == b }
	check("and to a", must(AndToAAverage(out, terms[1])), 0, and)
	check("and to b", must(AndToBAverage(out, terms[0])), 1, and)
	check("or to a", must(OrToAAverage(out, terms[1])), 0, or)
	check("or to b", must(OrToBAverage(out, terms[0])), 1, or)
	check("equal to a", must(EqualBoolToAAverage(out, terms[1])), 0, equal)
	check("equal to b", must(EqualBoolToBAverage(out, terms[0])), 1, equal)
	for i := range 3 {
		check("all", must(AllToTermAverage(out, terms, i)), i, func(a, b, c bool) bool { return a && b && c })
		check("any", must(AnyToTermAverage(out, terms, i)), i, func(a, b, c bool) bool { return a || b || c })
	}
	yes, no, soft := dist.BernoulliPoint(true), dist.BernoulliPoint(false), dist.Bernoulli{LogOdds: 0.3}
	for _, c := range []struct {
		name     string
		out, b   dist.Bernoulli
		message  func(out, b dist.Bernoulli) (dist.Bernoulli, dist.Fault)
		want     float64
		fault    dist.Fault
		anything bool
	}{
		{name: "and is true", out: yes, b: soft, message: AndToAAverage, want: math.Inf(1)},
		{name: "and is true, b false", out: yes, b: no, message: AndToAAverage, fault: dist.Contradiction},
		{name: "and is false, b known", out: no, b: yes, message: AndToAAverage, want: math.Inf(-1)},
		{name: "and is false, b false", out: no, b: no, message: AndToAAverage, want: 0},
		{name: "and is false", out: no, b: soft, message: AndToAAverage, fault: dist.Improper},
		{name: "or is false", out: no, b: soft, message: OrToAAverage, want: math.Inf(-1)},
		{name: "or is true", out: yes, b: soft, message: OrToAAverage, fault: dist.Improper},
		{name: "or is true, b false", out: yes, b: no, message: OrToBAverage, want: math.Inf(1)},
		{name: "or is true, b true", out: yes, b: yes, message: OrToBAverage, want: 0},
		{name: "or is false, b true", out: no, b: yes, message: OrToBAverage, fault: dist.Contradiction},
		{name: "equal", out: no, b: yes, message: EqualBoolToAAverage, want: math.Inf(-1)},
		{name: "equal to a soft one", out: no, b: soft, message: EqualBoolToAAverage, fault: dist.Improper},
	} {
		m, fault := c.message(c.out, c.b)
		if fault != c.fault || fault == dist.NoFault && m.LogOdds != c.want {
			t.Errorf("%s: %v, fault %d", c.name, m, fault)
		}
	}
	if IsTrueAverageLog(yes) != 0 || !math.IsInf(IsTrueAverageLog(soft), -1) {
		t.Error("is true")
	}
}

// What is known gives what the exact operators give.
func TestVMPKnown(t *testing.T) {
	x, m := dist.NormalPoint(3), dist.NormalPoint(-1)
	if got := must(NormalPrecisionToPrecisionAverage(dist.NormalMomentsOf(x), dist.NormalMomentsOf(m))); got != NormalPrecisionToPrecisionObserved(3, -1) {
		t.Error(got)
	}
	for _, v := range []float64{0, 1e-320, 1e-300, 1e-12, 0.7, 1e12, 1e300, math.Inf(1)} {
		if got, want := must(NormalVarianceToXAverage(dist.NormalMomentsOf(m), v)), must(NormalVarianceToXConstant(-1, v)); got != want {
			t.Errorf("variance %g: %v, want %v", v, got, want)
		}
		if v > 0 && v < 1e300 {
			checkClose(t, "log density", NormalVarianceAverageLog(dist.NormalMomentsOf(x), dist.NormalMomentsOf(m), v), NormalVarianceEvidence(x, m, v), 1e-14, 0)
		}
		if p := 1 / v; p < 1e300 {
			checkClose(t, "log density", NormalPrecisionAverageLogKnown(dist.NormalMomentsOf(x), dist.NormalMomentsOf(m), p), NormalPrecisionEvidenceKnown(x, m, p), 1e-14, 0)
		}
		got, fault := NormalLinearToAAverage(dist.NormalMomentsOf(x), 2, v)
		want, wantFault := NormalLinearToAObserved(3, 2, v)
		if fault != wantFault || math.Abs(got.P-want.P) > 1e-15*want.P || math.Abs(got.H-want.H) > 1e-15*math.Abs(want.H) {
			t.Errorf("variance %g: %v, want %v", v, got, want)
		}
	}
	for _, p := range []float64{0, 1e-300, 0.2, 0.5, 0.99, 1} {
		got, want := must(BernoulliToXAverage(dist.BetaMomentsOf(dist.BetaPoint(p)))), must(BernoulliToXKnown(p))
		if got != want {
			t.Errorf("p %g: %v, want %v", p, got, want)
		}
		for _, b := range []bool{false, true} {
			d := dist.BernoulliPoint(b)
			checkClose(t, "log probability", BernoulliAverageLogKnown(dist.BernoulliMomentsOf(d), p), BernoulliEvidenceKnown(d, p), 1e-12, 0)
			checkClose(t, "log probability", BernoulliAverageLog(dist.BernoulliMomentsOf(d), dist.BetaMomentsOf(dist.BetaPoint(p))), BernoulliEvidenceKnown(d, p), 1e-12, 0)
		}
	}
	if got := must(BernoulliToPAverage(dist.BernoulliMomentsOf(dist.BernoulliPoint(true)))); got != BernoulliToPObserved(true) {
		t.Error(got)
	}
	checkClose(t, "gamma", GammaAverageLog(dist.GammaPoint(2), 3, dist.GammaPoint(4)), gammaDensity(2, 3, 4), 1e-14, 0)
	checkClose(t, "inverse gamma", InverseGammaAverageLog(dist.InverseGammaPoint(2), 3, dist.GammaPoint(4)), gammaDensity(0.5, 3, 4)-math.Log(4), 1e-14, 0)
	checkClose(t, "uniform", UniformAverageLog(dist.NormalPoint(2), 1, 5), -math.Log(4), 1e-15, 0)
	checkClose(t, "uniform outside", UniformAverageLog(dist.NormalPoint(6), 1, 5), math.Inf(-1), 0, 0)
	// Of nothing else than the prior the bound is the evidence, 0.
	d := must(UniformToX(dist.Normal{}, 1, 5))
	checkClose(t, "uniform unseen", UniformAverageLog(dist.Normal{}, 1, 5)+d.Entropy(), 0, 0, 1e-14)
}

// Large counts and sharp posteriors lose no digits: the mean log differs from the
// log at the mean by what the variance makes of the curvature.
func TestVMPSharp(t *testing.T) {
	for _, n := range []float64{1e6, 1e9, 1e12} {
		k := int(n)
		rate := dist.Gamma{Shape: n, Rate: 1}
		checkClose(t, "poisson", PoissonAverageLog(k, dist.GammaMomentsOf(rate)), PoissonEvidenceKnown(k, n)-0.5, 1e-12, 1+1/n*1e12)
		p := dist.Beta{A: n, B: 3 * n}
		checkClose(t, "binomial", BinomialAverageLog(k, 4*k, p), BinomialEvidenceKnown(k, 4*k, 0.25)-0.5, 1e-12, 1+1/n*1e12)
		checkClose(t, "binomial turned round", BinomialAverageLog(3*k, 4*k, dist.Beta{A: 3 * n, B: n}), BinomialAverageLog(k, 4*k, p), 1e-12, 0)
		checkClose(t, "gamma", GammaAverageLog(rate, n, dist.Gamma{Shape: n, Rate: n}), -math.Log(2*math.Pi*n)/2-1, 1e-12, 1+1/n*1e12)
	}
	// Without a scale the tails of small counts rule.
	checkClose(t, "bernoulli to x", must(BernoulliToXAverage(dist.BetaMomentsOf(dist.Beta{A: 1e-12, B: 1}))).LogOdds, -1e12, 1e-11, 0)
}
