package mcmc

import (
	"math"

	"mpc/special"
)

// Truths and counts, whose log probabilities and draws stand in files of their own.
var (
	poissonRow = Distribution{Name: "poisson", Support: Support{Whole: true, Zero: "rate", Low: 0}, Parameters: []Parameter{{Name: "rate", Of: Count}},
		Tried:   [][]float64{{0.2}, {7.5}, {300}, {0}},
		Density: LogDensityPoisson, Draw: DrawPoisson, Mass: LogMassPoisson,
		Truncation: Truncation{TruncatedDensity: LogDensityTruncatedPoisson, TruncatedDraw: DrawTruncatedPoisson},
		Densities:  []Form{{Function: LogDensityPoissonLog, Takes: linked("exp", "rate")}},
		Kernels: []Form{
			{Function: LogKernelPoissonLog, Takes: linked("exp", "rate"), Fixed: []string{Value}},
			{Function: LogKernelPoisson, Takes: takes("rate"), Fixed: []string{Value}},
		},
		Predictor: Predictor{Sites: []Site{{Of: Take{Parameter: "rate", Link: "exp"}, Likelihood: "Poisson"}}},
		Concave:   []Concavity{{Linear: []string{"rate"}}, {Through: Take{Parameter: "rate", Link: "exp"}}}}
	binomialRow = Distribution{Name: "binomial", Support: Support{Whole: true, Zero: "p", Low: 0, High: "n"}, Parameters: []Parameter{{Name: "n", Of: Count, Whole: true}, {Name: "p", Of: Share}},
		Tried:   [][]float64{{10, 0.3}, {1, 0.9}, {0, 0.5}, {500, 0.02}, {3, 1}},
		Density: LogDensityBinomial, Draw: DrawBinomial, Mass: LogMassBinomial,
		Truncation: Truncation{TruncatedDensity: LogDensityTruncatedBinomial, TruncatedDraw: DrawTruncatedBinomial},
		Densities:  []Form{{Function: LogDensityBinomialLogit, Takes: linked("logistic", "n", "p")}},
		Kernels: []Form{
			{Function: LogKernelBinomialLogit, Takes: linked("logistic", "n", "p"), Fixed: []string{Value, "n"}},
			{Function: LogKernelBinomial, Takes: takes("n", "p"), Fixed: []string{Value, "n"}},
		},
		Predictor: Predictor{Sites: []Site{{Of: Take{Parameter: "p", Link: "logistic"}, Likelihood: "BinomialLogit", Augmented: PolyaGamma}}},
		Concave:   []Concavity{{Linear: []string{"p"}}, {Through: Take{Parameter: "p", Link: "logistic"}}}}
	bernoulliRow = Distribution{Name: "bernoulli", Given: &givenBernoulli,
		Densities: []Form{
			{Function: LogDensityBernoulliLogit, Takes: takes("logit")},
			{Function: LogDensityBernoulliLogit, Takes: linked("logistic", "p")},
			{Function: LogDensityBernoulliProbit, Takes: linked("probit", "p")},
			{Function: LogDensityBernoulli, Takes: takes("p")},
		},
		Draws: []Form{{Function: DrawBernoulli, Takes: takes("logit")}, {Function: DrawBernoulliP, Takes: takes("p")}},
		Predictor: Predictor{Sites: []Site{
			{Of: Take{Parameter: "logit"}, Likelihood: "Logit", Augmented: PolyaGamma},
			{Of: Take{Parameter: "p", Link: "logistic"}, Likelihood: "Logit", Augmented: PolyaGamma},
			{Of: Take{Parameter: "p", Link: "probit"}, Likelihood: "Probit", Augmented: SignedNormal},
		}},
		Concave: []Concavity{
			{Linear: []string{"logit"}}, {Linear: []string{"p"}},
			{Through: Take{Parameter: "p", Link: "logistic"}}, {Through: Take{Parameter: "p", Link: "probit"}},
		}}
	categoricalRow = Distribution{Name: "categorical", Support: Support{Whole: true}, Given: &givenCategorical,
		Densities: []Form{{Function: LogDensityCategoricalSoftmax, Takes: linked("softmax", "p")}, {Function: LogDensityCategorical, Takes: takes("p")}},
		Kernels:   []Form{{Function: LogKernelCategoricalLogs, Takes: []Take{{Parameter: "p", As: LogOfEach}}}},
		Draws:     []Form{{Function: DrawCategoricalP, Takes: takes("p")}},
		Concave:   logOdds}
	discreteUniformRow = Distribution{Name: "discreteuniform", Support: Support{Whole: true, Low: 0, High: "n", Below: true},
		Densities: []Form{{Function: LogDensityDiscreteUniform, Takes: takes("n")}},
		Masses:    []Form{{Function: LogMassDiscreteUniform, Takes: takes("n")}},
		Draws:     []Form{{Function: DrawDiscreteUniform, Takes: takes("n")}}}
	multinomialRow = Distribution{Name: "multinomial", Support: Support{Whole: true, Low: 0},
		Densities: []Form{{Function: LogDensityMultinomialSoftmax, Takes: linked("softmax", "n", "p")}, {Function: LogDensityMultinomial, Takes: takes("n", "p")}},
		Kernels: []Form{
			{Function: LogKernelMultinomialSoftmax, Takes: linked("softmax", "n", "p"), Fixed: []string{Value, "n"}},
			{Function: LogKernelMultinomial, Takes: takes("n", "p"), Fixed: []string{Value, "n"}},
		},
		Concave: logOdds}
)

// logOdds is how the probability of one of several is concave: the log of a sum of exponentials is convex.
var logOdds = []Concavity{{Through: Take{Parameter: "p", Link: "softmax"}}}

// LogMassPoisson is the log probability of lo <= x <= hi under the poisson of the given rate.
func LogMassPoisson(lo, hi float64, rate float64) float64 {
	if !(rate >= 0 && rate <= math.MaxFloat64) {
		return math.NaN()
	}
	lower := func(k float64) float64 { return countPoissonLower(k, rate) }
	upper := func(k float64) float64 { return countPoissonUpper(k, rate) }
	a, b := math.Ceil(max(lo, 0))-1, countEnd(hi)
	if a == -1 {
		return massBetween(densityNone, lower(b), 0, upper(b))
	}
	return massBetween(lower(a), lower(b), upper(a), upper(b))
}

// LogDensityTruncatedPoisson is LogDensityPoisson restricted to [lo, hi].
func LogDensityTruncatedPoisson(k int, rate float64, lo, hi float64) float64 {
	return densityWithin(float64(k), lo, hi, LogDensityPoisson(k, rate), LogMassPoisson(lo, hi, rate))
}

// DrawTruncatedPoisson is DrawPoisson restricted to [lo, hi]; -1 where that has no probability.
func DrawTruncatedPoisson(s *Stream, rate float64, lo, hi float64) int {
	return drawWholeWithin(s, lo, hi, func() int { return DrawPoisson(s, rate) }, func(low, high float64) float64 { return LogMassPoisson(low, high, rate) })
}

// LogMassBinomial is the log probability of lo <= x <= hi under the binomial of n and p.
func LogMassBinomial(lo, hi float64, n int, p float64) float64 {
	if n < 0 || !(p >= 0 && p <= 1) {
		return math.NaN()
	}
	lower := func(k float64) float64 { return countBinomialLower(k, float64(n), p) }
	upper := func(k float64) float64 { return countBinomialLower(float64(n)-1-k, float64(n), 1-p) }
	a, b := math.Ceil(max(lo, 0))-1, countEnd(hi)
	if a == -1 {
		return massBetween(densityNone, lower(b), 0, upper(b))
	}
	return massBetween(lower(a), lower(b), upper(a), upper(b))
}

// LogDensityTruncatedBinomial is LogDensityBinomial restricted to [lo, hi].
func LogDensityTruncatedBinomial(k int, n int, p float64, lo, hi float64) float64 {
	return densityWithin(float64(k), lo, hi, LogDensityBinomial(k, n, p), LogMassBinomial(lo, hi, n, p))
}

// DrawTruncatedBinomial is DrawBinomial restricted to [lo, hi]; -1 where that has no probability.
func DrawTruncatedBinomial(s *Stream, n int, p float64, lo, hi float64) int {
	return drawWholeWithin(s, lo, hi, func() int { return DrawBinomial(s, n, p) }, func(low, high float64) float64 { return LogMassBinomial(low, high, n, p) })
}

// countPoissonLower is the log probability of at most k, countPoissonUpper that of more.
func countPoissonLower(k, rate float64) float64 {
	if k < 0 {
		return densityNone
	}
	return special.GammaUpperLn(k+1, rate)
}

func countPoissonUpper(k, rate float64) float64 {
	if k < 0 {
		return 0
	}
	return special.GammaLowerLn(k+1, rate)
}

// countBinomialLower is the log probability of at most k of n.
func countBinomialLower(k, n, p float64) float64 {
	switch {
	case k < 0:
		return densityNone
	case k >= n:
		return 0
	}
	return lnBetaBelow(1-p, n-k, k+1)
}

// countEnd is the largest count up to a bound: infinite where the bound is none.
func countEnd(hi float64) float64 {
	if hi >= noBound {
		return math.Inf(1)
	}
	return math.Floor(hi)
}

// LogMassDiscreteUniform is the log probability of lo <= x <= hi of the whole numbers below n, of which each is as probable.
func LogMassDiscreteUniform(lo, hi float64, n int) float64 {
	first, last := max(math.Ceil(lo), 0), min(math.Floor(hi), float64(n-1))
	return math.Log(max(last-first+1, 0) / float64(n))
}
