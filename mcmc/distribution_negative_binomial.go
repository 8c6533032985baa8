package mcmc

import (
	"math"

	"mpc/special"
)

var negativeBinomialRow = Distribution{
	Name: "negbinomial", Language: Language{Doc: "the failures before size successes, each of probability p; size need not be whole", Instead: []Instead{{"mean", "p", MeanOfCount}}, BUGS: []string{"dnegbin(p, r) = r, p"}, Mixture: "poisson(r), with r ~ gamma(shape = k, rate = p / (1 - p))"}, Support: Support{Whole: true, Low: 0},
	Parameters: []Parameter{{Name: "size", Of: Positive}, {Name: "p", Of: Share}},
	Tried:      [][]float64{{3, 0.4}, {0.2, 0.05}, {70, 0.9}, {2, 1}},
	Density:    LogDensityNegativeBinomial, Draw: DrawNegativeBinomial, Mass: LogMassNegativeBinomial,
	Truncation: Truncation{TruncatedDensity: LogDensityTruncatedNegativeBinomial, TruncatedDraw: DrawTruncatedNegativeBinomial},
	Predictor:  Predictor{LogConcave: true},
}

// LogDensityNegativeBinomial is the log probability of k failures before size successes,
// each try succeeding with probability p: Gamma(k + size)/(Gamma(size) k!) p^size (1 - p)^k.
func LogDensityNegativeBinomial(k int, size, p float64) float64 {
	switch {
	case k < 0 || !(p > 0 && p <= 1 && densityFinite(size)):
		return densityNone
	case k == 0:
		return size * special.LogFull(p)
	}
	n := float64(k)
	return special.LogRisingFactorial(size, n) - special.GammaLn(n+1) + size*special.LogFull(p) + n*math.Log1p(-p)
}

// DrawNegativeBinomial draws a poisson of a rate that is a gamma; -1 where there is none.
func DrawNegativeBinomial(s *Stream, size, p float64) int {
	switch {
	case !(p > 0 && p <= 1 && densityFinite(size)):
		return -1
	case p == 1:
		return 0
	}
	return DrawPoisson(s, DrawGamma(s, size, p/(1-p)))
}

// LogMassNegativeBinomial is the log probability of lo <= x <= hi under the negative binomial of size and p.
func LogMassNegativeBinomial(lo, hi float64, size float64, p float64) float64 {
	if !(p > 0 && p <= 1 && densityFinite(size)) {
		return math.NaN()
	}
	lower := func(k float64) float64 { return negativeBinomialLower(k, size, p) }
	upper := func(k float64) float64 { return negativeBinomialUpper(k, size, p) }
	a, b := math.Ceil(max(lo, 0))-1, countEnd(hi)
	if a == -1 {
		return massBetween(densityNone, lower(b), 0, upper(b))
	}
	return massBetween(lower(a), lower(b), upper(a), upper(b))
}

// LogDensityTruncatedNegativeBinomial is LogDensityNegativeBinomial restricted to [lo, hi].
func LogDensityTruncatedNegativeBinomial(k int, size float64, p float64, lo, hi float64) float64 {
	return densityWithin(float64(k), lo, hi, LogDensityNegativeBinomial(k, size, p), LogMassNegativeBinomial(lo, hi, size, p))
}

// DrawTruncatedNegativeBinomial is DrawNegativeBinomial restricted to [lo, hi]; -1 where that has no probability.
func DrawTruncatedNegativeBinomial(s *Stream, size float64, p float64, lo, hi float64) int {
	return drawWholeWithin(s, lo, hi, func() int { return DrawNegativeBinomial(s, size, p) }, func(low, high float64) float64 { return LogMassNegativeBinomial(low, high, size, p) })
}

// negativeBinomialLower is the log probability of at most k failures, negativeBinomialUpper
// that of more.
func negativeBinomialLower(k, size, p float64) float64 {
	if k < 0 {
		return densityNone
	}
	if math.IsInf(k, 1) {
		return 0
	}
	return lnBetaBelow(p, size, k+1)
}

func negativeBinomialUpper(k, size, p float64) float64 {
	if k < 0 {
		return 0
	}
	if math.IsInf(k, 1) {
		return densityNone
	}
	return lnBetaBelow(1-p, k+1, size)
}
