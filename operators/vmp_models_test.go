package operators

import (
	"math"
	"testing"

	"mpc/dist"
)

// must returns the message of an operator that has no reason for a fault.
func must[M any](m M, fault dist.Fault) M {
	if fault != dist.NoFault {
		panic(fault)
	}
	return m
}

// ascend repeats a sweep of coordinate ascent until the bound has settled, and
// fails where a sweep lowers it. It returns the bound.
func ascend(t *testing.T, sweep func(), bound func() float64) float64 {
	t.Helper()
	last, still := math.Inf(-1), 0
	for range 20000 {
		sweep()
		b := bound()
		if !(b >= last-1e-12*(1+math.Abs(b))) {
			t.Fatalf("the bound falls from %.17g to %.17g", last, b)
		}
		if b <= last+1e-16*math.Abs(b) {
			still++
		} else {
			still = 0
		}
		last = b
		if still > 60 { // the posteriors settle after the bound
			return b
		}
	}
	t.Fatal("the bound does not settle")
	return 0
}

func checkNormalAt(t *testing.T, what string, d dist.Normal, mean, variance float64) {
	t.Helper()
	checkClose(t, what+" mean", d.Mean(), mean, 1e-9, math.Sqrt(variance))
	checkClose(t, what+" variance", d.Variance(), variance, 1e-9, 0)
}

func checkGammaAt(t *testing.T, what string, d dist.Gamma, shape, rate float64) {
	t.Helper()
	checkClose(t, what+" shape", d.Shape, shape, 1e-9, 0)
	checkClose(t, what+" rate", d.Rate, rate, 1e-9, 0)
}

// The mean and precision of two data: vmp_simple_gaussian.
func TestVMPNormalOfUnknownPrecision(t *testing.T) {
	data := []float64{5, 7}
	mean, precision := dist.NormalMeanVariance(0, 100), dist.Gamma{Shape: 1, Rate: 1}
	sweep := func() {
		mean = must(NormalVarianceToXAverage(dist.NormalMomentsOf(dist.NormalPoint(0)), 100))
		for _, x := range data {
			mean = mean.Times(must(NormalPrecisionToMeanAverage(dist.NormalMomentsOf(dist.NormalPoint(x)), dist.GammaMomentsOf(precision))))
		}
		precision = must(GammaToXKnown(1, 1))
		for _, x := range data {
			precision = precision.Times(must(NormalPrecisionToPrecisionAverage(dist.NormalMomentsOf(dist.NormalPoint(x)), dist.NormalMomentsOf(mean))))
		}
	}
	bound := func() float64 {
		b := NormalVarianceAverageLog(dist.NormalMomentsOf(mean), dist.NormalMomentsOf(dist.NormalPoint(0)), 100) + mean.Entropy() +
			GammaAverageLog(precision, 1, dist.GammaPoint(1)) + precision.Entropy()
		for _, x := range data {
			b += NormalPrecisionAverageLog(dist.NormalMomentsOf(dist.NormalPoint(x)), dist.NormalMomentsOf(mean), dist.GammaMomentsOf(precision))
		}
		return b
	}
	checkClose(t, "evidence", ascend(t, sweep, bound), -5.986981932513571, 1e-11, 0)
	checkNormalAt(t, "mean", mean, 5.960320717079893, 0.6613213820017988)
	checkGammaAt(t, "precision", precision, 2, 2.6628958274948524)
}

// A random rate of the precision: vmp_compound_gamma.
func TestVMPCompoundGamma(t *testing.T) {
	data := []float64{5, 7}
	mean, rate, precision := dist.NormalMeanVariance(0, 100), dist.Gamma{Shape: 1, Rate: 1}, dist.Gamma{Shape: 1, Rate: 1}
	sweep := func() {
		mean = must(NormalVarianceToXAverage(dist.NormalMomentsOf(dist.NormalPoint(0)), 100))
		for _, x := range data {
			mean = mean.Times(must(NormalPrecisionToMeanAverage(dist.NormalMomentsOf(dist.NormalPoint(x)), dist.GammaMomentsOf(precision))))
		}
		precision = must(GammaToXAverage(1, rate))
		for _, x := range data {
			precision = precision.Times(must(NormalPrecisionToPrecisionAverage(dist.NormalMomentsOf(dist.NormalPoint(x)), dist.NormalMomentsOf(mean))))
		}
		rate = must(GammaToXKnown(1, 1)).Times(must(GammaToRateAverage(precision, 1)))
	}
	bound := func() float64 {
		b := NormalVarianceAverageLog(dist.NormalMomentsOf(mean), dist.NormalMomentsOf(dist.NormalPoint(0)), 100) + mean.Entropy() +
			GammaAverageLog(rate, 1, dist.GammaPoint(1)) + rate.Entropy() +
			GammaAverageLog(precision, 1, rate) + precision.Entropy()
		for _, x := range data {
			b += NormalPrecisionAverageLog(dist.NormalMomentsOf(dist.NormalPoint(x)), dist.NormalMomentsOf(mean), dist.GammaMomentsOf(precision))
		}
		return b
	}
	checkClose(t, "evidence", ascend(t, sweep, bound), -6.351690137754857, 1e-11, 0)
	checkNormalAt(t, "mean", mean, 5.956678885139687, 0.7220185810052184)
	checkGammaAt(t, "rate", rate, 2, 1.687502953738231)
	checkGammaAt(t, "precision", precision, 2, 2.9090784106820093)
}

// The precision a product of gammas: vmp_student_scale_mixture.
func TestVMPProductOfGammas(t *testing.T) {
	data := []float64{
		4.12, 3.33, 4.37, 7.2, 3.69, 5.74, 4.54, 2.88, 1.19, 4.89,
		3.84, 4.74, 4.34, 4.25, 4.9, 4.42, 4.42, 3.21, 4, 3.76,
	}
	mu, lambda := dist.NormalMeanVariance(0, 100), dist.Gamma{Shape: 1, Rate: 1}
	s := make([]dist.Gamma, len(data))
	for i := range s {
		s[i] = dist.Gamma{Shape: 0.5, Rate: 0.5}
	}
	sweep := func() {
		mu = must(NormalPrecisionToXAverageKnown(dist.NormalMomentsOf(dist.NormalPoint(0)), 0.01))
		for i, x := range data {
			p := must(ProductGammaToOutAverage(s[i], lambda))
			mu = mu.Times(must(NormalPrecisionToMeanAverage(dist.NormalMomentsOf(dist.NormalPoint(x)), dist.GammaMomentsOf(p))))
		}
		for i, x := range data {
			back := must(NormalPrecisionToPrecisionAverage(dist.NormalMomentsOf(dist.NormalPoint(x)), dist.NormalMomentsOf(mu)))
			s[i] = dist.Gamma{Shape: 0.5, Rate: 0.5}.Times(must(ProductGammaToAAverage(back, lambda)))
		}
		lambda = dist.Gamma{Shape: 1, Rate: 1}
		for i, x := range data {
			back := must(NormalPrecisionToPrecisionAverage(dist.NormalMomentsOf(dist.NormalPoint(x)), dist.NormalMomentsOf(mu)))
			lambda = lambda.Times(must(ProductGammaToBAverage(back, s[i])))
		}
	}
	bound := func() float64 {
		b := NormalPrecisionAverageLogKnown(dist.NormalMomentsOf(mu), dist.NormalMomentsOf(dist.NormalPoint(0)), 0.01) + mu.Entropy() +
			GammaAverageLog(lambda, 1, dist.GammaPoint(1)) + lambda.Entropy()
		for i, x := range data {
			p := must(ProductGammaToOutAverage(s[i], lambda))
			b += GammaAverageLog(s[i], 0.5, dist.GammaPoint(0.5)) + s[i].Entropy() +
				NormalPrecisionAverageLog(dist.NormalMomentsOf(dist.NormalPoint(x)), dist.NormalMomentsOf(mu), dist.GammaMomentsOf(p))
		}
		return b
	}
	checkClose(t, "evidence", ascend(t, sweep, bound), -36.26183999415338, 1e-11, 0)
	checkNormalAt(t, "mu", mu, 4.227068992004536, 0.017168230818335527)
	checkGammaAt(t, "lambda", lambda, 11, 4.354234564843891)
}

// A product of products: vmp_product_of_product.
func TestVMPProductOfProduct(t *testing.T) {
	priors := [3]dist.Normal{dist.NormalMeanPrecision(1, 100), dist.NormalMeanPrecision(10, 10), dist.NormalMeanPrecision(7, 10)}
	q := priors
	y := dist.NormalPoint(35)
	back := func() dist.Normal { return must(NormalPrecisionToMeanAverageKnown(dist.NormalMomentsOf(y), 1)) }
	ab := func() dist.Normal { return must(ProductToOutAverage(q[0], q[1])) }
	sweep := func() {
		toAB := must(ProductToAAverage(back(), q[2]))
		q[0] = priors[0].Times(must(ProductToAAverage(toAB, q[1])))
		q[1] = priors[1].Times(must(ProductToBAverage(toAB, q[0])))
		q[2] = priors[2].Times(must(ProductToBAverage(back(), ab())))
	}
	bound := func() float64 {
		abc := must(ProductToOutAverage(ab(), q[2]))
		b := NormalPrecisionAverageLogKnown(dist.NormalMomentsOf(y), dist.NormalMomentsOf(abc), 1)
		for i := range q {
			b += GivenNormalAverageLog(q[i], priors[i]) + q[i].Entropy()
		}
		return b
	}
	checkClose(t, "evidence", ascend(t, sweep, bound), -15.167053116537527, 1e-11, 0)
	checkNormalAt(t, "a", q[0], 0.5526101627037794, 0.00023432250626852179)
	checkNormalAt(t, "b", q[1], 9.742078885232191, 0.04270936349490047)
	checkNormalAt(t, "c", q[2], 6.623202268571691, 0.025629106848523837)
	checkNormalAt(t, "ab", ab(), 5.383571797841214, 0.035291611518438515)
	checkNormalAt(t, "abc", must(ProductToOutAverage(ab(), q[2])), 35.65648494448051, 2.2918392882538683)
}

// One factor: vmp_factor_analysis_one_factor.
func TestVMPFactorAnalysis(t *testing.T) {
	y := [6][3]float64{
		{2.1, -1, 0.6}, {-1.9, 1.2, -0.4}, {3.8, -2.1, 1.1}, {0.1, 0.2, -0.1}, {-4.1, 1.9, -1.3}, {1, -0.4, 0.5},
	}
	w := [3]dist.Normal{dist.NormalMeanVariance(1, 0.01), dist.NormalMeanVariance(-0.5, 0.01), dist.NormalMeanVariance(0.3, 0.01)}
	var z [6]dist.Normal
	var tau [3]dist.Gamma
	for j := range tau {
		tau[j] = dist.Gamma{Shape: 1, Rate: 1}
	}
	prior := dist.Normal{P: 1}
	sweep := func() {
		for i := range z {
			z[i] = prior
			for j := range w {
				back := must(NormalPrecisionToMeanAverage(dist.NormalMomentsOf(dist.NormalPoint(y[i][j])), dist.GammaMomentsOf(tau[j])))
				z[i] = z[i].Times(must(ProductToAAverage(back, w[j])))
			}
		}
		for j := range w {
			w[j] = prior
			for i := range z {
				back := must(NormalPrecisionToMeanAverage(dist.NormalMomentsOf(dist.NormalPoint(y[i][j])), dist.GammaMomentsOf(tau[j])))
				w[j] = w[j].Times(must(ProductToBAverage(back, z[i])))
			}
			tau[j] = dist.Gamma{Shape: 1, Rate: 1}
			for i := range z {
				zw := must(ProductToOutAverage(z[i], w[j]))
				tau[j] = tau[j].Times(must(NormalPrecisionToPrecisionAverage(dist.NormalMomentsOf(dist.NormalPoint(y[i][j])), dist.NormalMomentsOf(zw))))
			}
		}
	}
	bound := func() float64 {
		var b float64
		for j := range w {
			b += GivenNormalAverageLog(w[j], prior) + w[j].Entropy() + GammaAverageLog(tau[j], 1, dist.GammaPoint(1)) + tau[j].Entropy()
		}
		for i := range z {
			b += GivenNormalAverageLog(z[i], prior) + z[i].Entropy()
			for j := range w {
				b += NormalPrecisionAverageLog(dist.NormalMomentsOf(dist.NormalPoint(y[i][j])), dist.NormalMomentsOf(must(ProductToOutAverage(z[i], w[j]))), dist.GammaMomentsOf(tau[j]))
			}
		}
		return b
	}
	checkClose(t, "evidence", ascend(t, sweep, bound), -32.307905853645536, 1e-11, 0)
	for j, want := range [3][2]float64{{1.946981541366809, 0.07859975388528101}, {-1.0316926491938547, 0.046271591347203565}, {0.6070574022720854, 0.03819203826544434}} {
		checkNormalAt(t, "w", w[j], want[0], want[1])
	}
	for j, rate := range []float64{2.861702108893315, 1.6275760028943944, 1.3320975523587713} {
		checkGammaAt(t, "tau", tau[j], 4, rate)
	}
	checkNormalAt(t, "z", z[3], -0.040277703674353016, 0.09653149086603324)
}

// A count: vmp_beta_binomial, where the bound is the evidence.
func TestVMPBetaBinomial(t *testing.T) {
	p := must(BetaToX(1.2, 3.4)).Times(must(BinomialToP(3, 10)))
	b := BetaAverageLog(p, 1.2, 3.4) + p.Entropy() + BinomialAverageLog(3, 10, p)
	checkClose(t, "evidence", b, -1.9932720236603672, 1e-13, 0)
	checkClose(t, "evidence of EP", b, BinomialEvidence(3, 10, dist.Beta{A: 1.2, B: 3.4}), 1e-13, 0)
	// The same as ten booleans, but for the binomial coefficient.
	q := must(BetaToX(1.2, 3.4))
	for i := range 10 {
		q = q.Times(must(BernoulliToPAverage(dist.BernoulliMomentsOf(dist.BernoulliPoint(i < 3)))))
	}
	each := BetaAverageLog(q, 1.2, 3.4) + q.Entropy()
	for i := range 10 {
		each += BernoulliAverageLog(dist.BernoulliMomentsOf(dist.BernoulliPoint(i < 3)), dist.BetaMomentsOf(q))
	}
	checkClose(t, "evidence of booleans", each+math.Log(120), b, 1e-13, 0)
	// And a rate: the bound of a gamma and a Poisson count.
	r := must(GammaToXKnown(2, 3)).Times(must(PoissonToRate(4)))
	b = GammaAverageLog(r, 2, dist.GammaPoint(3)) + r.Entropy() + PoissonAverageLog(4, dist.GammaMomentsOf(r))
	checkClose(t, "evidence of a Poisson", b, PoissonEvidence(4, dist.Gamma{Shape: 2, Rate: 3}), 1e-13, 0)
}

// A boolean that is not seen, of a random probability: nothing but a bound.
func TestVMPBernoulliUnseen(t *testing.T) {
	p, x := dist.Beta{A: 2, B: 5}, dist.Bernoulli{}
	soft := dist.Bernoulli{LogOdds: 1.5}
	sweep := func() {
		x = must(BernoulliToXAverage(dist.BetaMomentsOf(p))).Times(soft)
		p = dist.Beta{A: 2, B: 5}.Times(must(BernoulliToPAverage(dist.BernoulliMomentsOf(x))))
	}
	bound := func() float64 {
		return GivenBetaAverageLog(p, dist.Beta{A: 2, B: 5}) + p.Entropy() + BernoulliAverageLog(dist.BernoulliMomentsOf(x), dist.BetaMomentsOf(p)) + x.Entropy() + GivenBernoulliAverageLog(x, soft)
	}
	b := ascend(t, sweep, bound)
	exact := BernoulliEvidence(soft, dist.Beta{A: 2, B: 5})
	if !(b < exact && b > exact-0.1) {
		t.Errorf("bound %v, evidence %v", b, exact)
	}
}
