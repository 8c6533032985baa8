package operators

import (
	"math"
	"math/rand/v2"
	"testing"

	"mpc/dist"
)

// nodes are points and probabilities that replace a distribution in an
// expectation: a trapezoidal rule in a variable on the whole line.
type nodes struct{ at, weight []float64 }

func (n nodes) mean(f func(x float64) float64) float64 {
	var sum, total float64
	for i, x := range n.at {
		if n.weight[i] > 0 {
			sum += n.weight[i] * f(x)
			total += n.weight[i]
		}
	}
	return sum / total
}

// covariance of f and g, without the cancellation of the means.
func (n nodes) covariance(f, g func(x float64) float64) float64 {
	mf, mg := n.mean(f), n.mean(g)
	return n.mean(func(x float64) float64 { return (f(x) - mf) * (g(x) - mg) })
}

func nodesOver(low, high float64, count int, at func(v float64) (x, logWeight float64)) nodes {
	var n nodes
	top := math.Inf(-1)
	for i := range count + 1 {
		x, l := at(low + (high-low)*float64(i)/float64(count))
		n.at, n.weight = append(n.at, x), append(n.weight, l)
		top = math.Max(top, l)
	}
	for i, l := range n.weight {
		n.weight[i] = math.Exp(l - top)
	}
	return n
}

func normalNodes(d dist.Normal) nodes {
	if d.IsPoint() {
		return nodes{[]float64{d.H}, []float64{1}}
	}
	m, sd := d.Mean(), math.Sqrt(d.Variance())
	return nodesOver(-12, 12, 400, func(v float64) (float64, float64) { return m + v*sd, -v * v / 2 })
}

func gammaNodes(d dist.Gamma) nodes {
	if d.IsPoint() {
		return nodes{[]float64{d.Shape}, []float64{1}}
	}
	a := d.Shape
	width := 40/math.Sqrt(a) + 6
	return nodesOver(-width-40/math.Min(a, 1), math.Min(width, 5+40/a), 4000, func(v float64) (float64, float64) {
		return a / d.Rate * math.Exp(v), a * (v - math.Expm1(v))
	})
}

// betaNodes are of the log odds.
func betaNodes(d dist.Beta) nodes {
	return nodesOver(-90, 90, 20000, func(v float64) (float64, float64) {
		l := dist.Bernoulli{LogOdds: v}
		return v, d.A*l.LogProb(true) + d.B*l.LogProb(false)
	})
}

// A surrogate for a gamma has the gradient of its term: that in the shape is the
// covariance with log t, that in the rate minus the one with t.
func TestGammaSurrogates(t *testing.T) {
	for _, q := range []dist.Gamma{{Shape: 1.3, Rate: 2}, {Shape: 3, Rate: 0.1}, {Shape: 11.9, Rate: 12}, {Shape: 12.1, Rate: 12}, {Shape: 300, Rate: 7}} {
		n := gammaNodes(q)
		for _, c := range []struct {
			name    string
			term    func(x float64) float64
			message dist.Gamma
		}{
			{"square", func(x float64) float64 { return 0.7*x - 1.9*x*x/2 }, must(gammaSquareSurrogate(0.7, 1.9, q))},
			{"improper square", func(x float64) float64 { return 3*x + 0.2*x*x/2 }, must(gammaSquareSurrogate(3, -0.2, q))},
			{"line", func(x float64) float64 { return 3 * x }, must(gammaSquareSurrogate(3, 0, q))},
			{"inverse", func(x float64) float64 { return -0.8 / x }, must(gammaInverseSurrogate(0.8, q))},
		} {
			if q.Shape < 2.5 && c.name == "inverse" {
				continue // its second moment is infinite
			}
			log := func(x float64) float64 { return (c.message.Shape-1)*math.Log(x) - c.message.Rate*x }
			for _, g := range []func(float64) float64{math.Log, func(x float64) float64 { return x }} {
				want := n.covariance(c.term, g)
				checkClose(t, c.name+" "+q.String(), n.covariance(log, g), want, 1e-10, 0)
			}
		}
	}
}

// A sharp posterior gives the limit of a point mass, without losing digits.
func TestGammaSurrogatesSharp(t *testing.T) {
	for _, shape := range []float64{1e6, 1e9, 1e12, 1e15} {
		q, point := dist.Gamma{Shape: shape, Rate: shape / 3}, dist.GammaPoint(3)
		got, want := must(gammaSquareSurrogate(0.7, 1.9, q)), must(gammaSquareSurrogate(0.7, 1.9, point))
		checkClose(t, "square shape", got.Shape, want.Shape, 2/shape+1e-14, 0)
		checkClose(t, "square rate", got.Rate, want.Rate, 2/shape+1e-14, 0)
		// x (h - p x) at the point is what the message must say there.
		checkClose(t, "slope", (want.Shape-1)/3-want.Rate, 0.7-1.9*3, 1e-14, 0)
		checkClose(t, "curve", -(want.Shape-1)/9, -1.9, 1e-14, 0)
		got, want = must(gammaInverseSurrogate(0.8, q)), must(gammaInverseSurrogate(0.8, point))
		checkClose(t, "inverse shape", got.Shape, want.Shape, 3/shape+1e-14, 0)
		checkClose(t, "inverse rate", got.Rate, want.Rate, 3/shape+1e-14, 0)
		checkClose(t, "inverse slope", (want.Shape-1)/3-want.Rate, 0.8/9, 1e-14, 0)
		checkClose(t, "inverse curve", -(want.Shape-1)/9, -2*0.8/27, 1e-14, 0)
	}
}

// The same for a beta: the gradients in a and b are the covariances with log t
// and log(1-t).
func TestBetaSurrogates(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 40 {
		q := dist.Beta{A: math.Exp(5*r.Float64() - 1), B: math.Exp(5*r.Float64() - 1)}
		h, p := 3*r.NormFloat64(), 3*r.NormFloat64()
		m := must(betaSquareSurrogate(h, p, q))
		n := betaNodes(q)
		on := func(v float64) float64 { return dist.Bernoulli{LogOdds: v}.LogProb(true) }
		off := func(v float64) float64 { return dist.Bernoulli{LogOdds: v}.LogProb(false) }
		term := func(v float64) float64 {
			x := dist.Bernoulli{LogOdds: v}.P()
			return h*x - p*x*x/2
		}
		log := func(v float64) float64 { return (m.A-1)*on(v) + (m.B-1)*off(v) }
		for _, g := range []func(float64) float64{on, off} {
			checkClose(t, q.String(), n.covariance(log, g), n.covariance(term, g), 1e-10, 1e-2)
		}
	}
	for _, count := range []float64{1e6, 1e9, 1e12} {
		q, point := dist.Beta{A: 0.2 * count, B: 0.8 * count}, dist.BetaPoint(0.2)
		got, want := must(betaSquareSurrogate(0.7, 1.9, q)), must(betaSquareSurrogate(0.7, 1.9, point))
		checkClose(t, "a", got.A, want.A, 20/count+1e-13, 0)
		checkClose(t, "b", got.B, want.B, 20/count+1e-13, 0)
		g := 0.7 - 1.9*0.2
		checkClose(t, "slope", (want.A-1)/0.2-(want.B-1)/0.8, g, 1e-13, 0)
		checkClose(t, "curve", -(want.A-1)/0.04-(want.B-1)/0.64, -1.9, 1e-13, 0)
	}
}

// settle repeats steps of a surrogate, each half of the way, until nothing
// changes.
func settle(sweep func()) {
	for range 4000 {
		sweep()
	}
}

// A normal times a gamma: vmp_normal_times_gamma.
func TestVMPNormalTimesGamma(t *testing.T) {
	prior, priorS := dist.NormalMeanVariance(1.2, 3.4), dist.Gamma{Shape: 5.6, Rate: 4.8}
	for _, swap := range []bool{false, true} {
		x, s := prior, priorS
		y := func() dist.Normal {
			if swap {
				return must(ProductGammaNormalToOut(s, x))
			}
			return must(ProductNormalGammaToOut(x, s))
		}
		back := must(NormalVarianceToMeanAverage(dist.NormalMomentsOf(dist.NormalPoint(2.7)), 1.9))
		settle(func() {
			var toS dist.Gamma
			if swap {
				x = prior.Times(must(ProductGammaNormalToB(back, s)))
				toS = must(ProductGammaNormalToA(back, s, x))
			} else {
				x = prior.Times(must(ProductNormalGammaToA(back, s)))
				toS = must(ProductNormalGammaToB(back, x, s))
			}
			s = priorS.Times(toS).Damp(s, 0.5)
		})
		b := NormalVarianceAverageLog(dist.NormalMomentsOf(y()), dist.NormalMomentsOf(dist.NormalPoint(2.7)), 1.9) +
			GivenNormalAverageLog(x, prior) + x.Entropy() + GivenGammaAverageLog(s, priorS) + s.Entropy()
		checkClose(t, "evidence", b, -2.2091627267082816, 1e-12, 0)
		checkNormalAt(t, "x", x, 1.9026501909022395, 0.9922097556201775)
		checkGammaAt(t, "s", s, 8.431276094748947, 7.6574992712120675)
	}
}

// A normal times a beta: vmp_normal_times_beta.
func TestVMPNormalTimesBeta(t *testing.T) {
	prior, priorS := dist.NormalMeanVariance(1.2, 3.4), dist.Beta{A: 5.6, B: 4.8}
	for _, swap := range []bool{false, true} {
		x, s := prior, priorS
		y := func() dist.Normal {
			if swap {
				return must(ProductBetaNormalToOut(s, x))
			}
			return must(ProductNormalBetaToOut(x, s))
		}
		back := must(NormalVarianceToMeanAverage(dist.NormalMomentsOf(dist.NormalPoint(2.7)), 1.9))
		settle(func() {
			var toS dist.Beta
			if swap {
				x = prior.Times(must(ProductBetaNormalToB(back, s)))
				toS = must(ProductBetaNormalToA(back, s, x))
			} else {
				x = prior.Times(must(ProductNormalBetaToA(back, s)))
				toS = must(ProductNormalBetaToB(back, x, s))
			}
			s = priorS.Times(toS).Damp(s, 0.5)
		})
		b := NormalVarianceAverageLog(dist.NormalMomentsOf(y()), dist.NormalMomentsOf(dist.NormalPoint(2.7)), 1.9) +
			GivenNormalAverageLog(x, prior) + x.Entropy() + GivenBetaAverageLog(s, priorS) + s.Entropy()
		checkClose(t, "evidence", b, -2.211423256855677, 1e-12, 0)
		checkNormalAt(t, "x", x, 2.4457348935626886, 2.122111519872569)
		checkClose(t, "a", s.A, 6.383422922222412, 1e-9, 0)
		checkClose(t, "b", s.B, 4.961799427145617, 1e-9, 0)
	}
}

// A precision that is a ratio of gammas: vmp_gamma_ratio_precision gives the
// exact posterior, which the factorized one is near to; the bound is stationary.
func TestVMPGammaRatio(t *testing.T) {
	priorA, priorB := dist.Gamma{Shape: 2, Rate: 3}, dist.Gamma{Shape: 4, Rate: 5}
	a, b := priorA, priorB
	back := must(NormalPrecisionToPrecisionAverage(dist.NormalMomentsOf(dist.NormalPoint(1)), dist.NormalMomentsOf(dist.NormalPoint(0))))
	settle(func() {
		a = priorA.Times(must(RatioGammaToAAverage(back, b)))
		b = priorB.Times(must(RatioGammaToBAverage(back, a, b))).Damp(b, 0.5)
	})
	bound := func(a, b dist.Gamma) float64 {
		out := must(RatioGammaToOutAverage(a, b))
		return NormalPrecisionAverageLog(dist.NormalMomentsOf(dist.NormalPoint(1)), dist.NormalMomentsOf(dist.NormalPoint(0)), dist.GammaMomentsOf(out)) +
			GivenGammaAverageLog(a, priorA) + a.Entropy() + GivenGammaAverageLog(b, priorB) + b.Entropy()
	}
	best := bound(a, b)
	if !(best < -1.5926688 && best > -1.65) {
		t.Errorf("bound %v", best)
	}
	for _, e := range []float64{-1e-3, 1e-3} {
		for k, v := range []float64{
			bound(dist.Gamma{Shape: a.Shape + e, Rate: a.Rate}, b), bound(dist.Gamma{Shape: a.Shape, Rate: a.Rate + e}, b),
			bound(a, dist.Gamma{Shape: b.Shape + e, Rate: b.Rate}), bound(a, dist.Gamma{Shape: b.Shape, Rate: b.Rate + e}),
		} {
			// Quadratic in e: a slope of 1e-7 would show.
			if d := v - best; !(d < 0 && d > -1e-6) {
				t.Errorf("direction %d: the bound changes by %v", k, d)
			}
		}
	}
	for _, c := range []struct{ got, want float64 }{
		{a.Shape, 2.411226474755361}, {a.Rate, 3.619842787701855}, {b.Shape, 4.375841183004672}, {b.Rate, 5.467533500078203},
	} {
		if math.Abs(c.got-c.want) > 0.1*c.want {
			t.Errorf("%v is far from %v", c.got, c.want)
		}
	}
}

// A Poisson count of a sum of gammas, vmp_gamma_sum_poisson: the bound is one.
func TestVMPGammaSum(t *testing.T) {
	priorA, priorB := dist.Gamma{Shape: 2, Rate: 3}, dist.Gamma{Shape: 4, Rate: 5}
	a, b := priorA, priorB
	back := must(PoissonToRate(1))
	sweep := func() {
		a = priorA.Times(must(SumGammaToA(back, a, b)))
		b = priorB.Times(must(SumGammaToB(back, a, b)))
	}
	bound := func() float64 {
		return PoissonAverageLog(1, dist.GammaMomentsOf(must(SumGammaToOut(a, b)))) +
			GivenGammaAverageLog(a, priorA) + a.Entropy() + GivenGammaAverageLog(b, priorB) + b.Entropy()
	}
	best := ascend(t, sweep, bound)
	// P(1) is minus the slope of E[exp(-k (a + b))] at k = 1.
	exact := 2*math.Log(3.0/4) + 4*math.Log(5.0/6) + math.Log(2.0/4+4.0/6)
	if !(best < exact && best > exact-0.1) {
		t.Errorf("bound %v, evidence %v", best, exact)
	}
	if math.Abs(a.Shape-2.2061068702290076) > 0.2*2.2 || math.Abs(a.Rate-3.633587786259542) > 0.2*3.6 {
		t.Errorf("a is %v", a)
	}
	// Of one term the sum is the term.
	one := must(SumOfGammaToOut([]dist.Gamma{{Shape: 2.5, Rate: 7}}))
	checkClose(t, "one term", one.Shape, 2.5, 1e-13, 0)
	checkClose(t, "one term", one.Rate, 7, 1e-13, 0)
	sharp := must(SumOfGammaToOut([]dist.Gamma{{Shape: 1e12, Rate: 1}, {Shape: 1e12, Rate: 1}}))
	checkClose(t, "sharp terms", sharp.Shape, 1e12, 1e-3, 0)
}

// A random variance, of an inverse gamma and of a gamma posterior.
func TestVMPRandomVariance(t *testing.T) {
	data := []float64{1, 4, -2}
	prior := dist.InverseGamma{Shape: 3, Rate: 2}
	mean, v := dist.Normal{P: 0.1}, prior
	sweep := func() {
		mean = dist.Normal{P: 0.1}
		for _, x := range data {
			mean = mean.Times(must(NormalVarianceToMeanAverageRandom(dist.NormalMomentsOf(dist.NormalPoint(x)), v)))
		}
		v = must(InverseGammaToXKnown(3, 2))
		for _, x := range data {
			v = v.Times(must(NormalVarianceToVarianceAverage(dist.NormalMomentsOf(dist.NormalPoint(x)), dist.NormalMomentsOf(mean))))
		}
	}
	bound := func() float64 {
		b := GivenNormalAverageLog(mean, dist.Normal{P: 0.1}) + mean.Entropy() + InverseGammaAverageLog(v, 3, dist.GammaPoint(2)) + v.Entropy()
		for _, x := range data {
			b += NormalVarianceAverageLogRandom(dist.NormalMomentsOf(dist.NormalPoint(x)), dist.NormalMomentsOf(mean), v)
		}
		return b
	}
	best := ascend(t, sweep, bound)
	// The same with the precision.
	p, m := dist.Gamma{Shape: 3, Rate: 2}, dist.Normal{P: 0.1}
	for range 200 {
		m = dist.Normal{P: 0.1}
		for _, x := range data {
			m = m.Times(must(NormalPrecisionToMeanAverage(dist.NormalMomentsOf(dist.NormalPoint(x)), dist.GammaMomentsOf(p))))
		}
		p = dist.Gamma{Shape: 3, Rate: 2}
		for _, x := range data {
			p = p.Times(must(NormalPrecisionToPrecisionAverage(dist.NormalMomentsOf(dist.NormalPoint(x)), dist.NormalMomentsOf(m))))
		}
	}
	other := GivenNormalAverageLog(m, dist.Normal{P: 0.1}) + m.Entropy() + GammaAverageLog(p, 3, dist.GammaPoint(2)) + p.Entropy()
	for _, x := range data {
		other += NormalPrecisionAverageLog(dist.NormalMomentsOf(dist.NormalPoint(x)), dist.NormalMomentsOf(m), dist.GammaMomentsOf(p))
	}
	checkClose(t, "evidence", best, other, 1e-12, 0)
	checkGammaAt(t, "variance", dist.Gamma(v), p.Shape, p.Rate)
	// A gamma posterior of the variance: the bound is stationary at the surrogate's.
	q, priorG := dist.Gamma{Shape: 3, Rate: 2}, dist.Gamma{Shape: 3, Rate: 2}
	settle(func() {
		s := priorG
		for _, x := range data {
			s = s.Times(must(NormalVarianceToVarianceAverageGamma(dist.NormalMomentsOf(dist.NormalPoint(x)), dist.NormalMomentsOf(mean), q)))
		}
		q = s.Damp(q, 0.5)
	})
	boundG := func(q dist.Gamma) float64 {
		b := GivenGammaAverageLog(q, priorG) + q.Entropy()
		for _, x := range data {
			b += NormalVarianceAverageLogGamma(dist.NormalMomentsOf(dist.NormalPoint(x)), dist.NormalMomentsOf(mean), q)
		}
		return b
	}
	for _, e := range []dist.Gamma{{Shape: 1e-3}, {Shape: -1e-3}, {Rate: 1e-3}, {Rate: -1e-3}} {
		if d := boundG(dist.Gamma{Shape: q.Shape + e.Shape, Rate: q.Rate + e.Rate}) - boundG(q); !(d < 0 && d > -1e-5) {
			t.Errorf("%v: the bound changes by %v", e, d)
		}
	}
}
