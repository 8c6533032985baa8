package mcmc

import (
	"math"

	"mpc/special"
)

var generalizedGammaRow = Distribution{
	Name: "generalizedgamma", Language: Language{Doc: "b (r x)^(a b) exp(-(r x)^b) / (x Gamma(a))", BUGS: []string{"dgen.gamma(r, m, b) = r, m, b", "dggamma(r, m, b) = r, m, b"}},
	Parameters: positiveOnes("shape", "rate", "power"), Support: Support{Low: 0},
	Tried:   [][]float64{{2, 3, 1.5}, {0.5, 0.2, 1}, {30, 1, 0.4}},
	Density: LogDensityGeneralizedGamma, Draw: DrawGeneralizedGamma, Mass: LogMassGeneralizedGamma,
	Truncation: Truncation{TruncatedDensity: LogDensityTruncatedGeneralizedGamma, TruncatedDraw: DrawTruncatedGeneralizedGamma},
}

// LogDensityGeneralizedGamma is the log density at x of the generalized gamma distribution: rate x is a gamma of the given shape to the power 1/power.
func LogDensityGeneralizedGamma(x, shape, rate, power float64) float64 {
	switch {
	case !(x >= 0 && x <= math.MaxFloat64 && densityFinite(shape) && densityFinite(rate) && densityFinite(power)):
		return densityNone
	case x == 0:
		return densityAtEnd(shape*power, special.LogFull(power)+special.LogFull(rate)-special.GammaLn(shape))
	}
	log := special.LogFull(x)
	y := power * (special.LogFull(rate) + log)
	return densityGammaKernel(shape, math.Exp(y), math.Exp(y)-shape, y, 0) + special.LogFull(power) - log
}

// DrawGeneralizedGamma draws from the generalized gamma distribution: rate x is a gamma of the given shape to the power 1/power.
func DrawGeneralizedGamma(s *Stream, shape, rate, power float64) float64 {
	if !densityFinite(rate) || !densityFinite(power) {
		return math.NaN()
	}
	return drawWithin(math.Exp(DrawLogGamma(s, shape, 1)/power) / rate)
}

// LogMassGeneralizedGamma is the log probability of [lo, hi] under the generalized gamma distribution: rate x is a gamma of the given shape to the power 1/power.
func LogMassGeneralizedGamma(lo, hi, shape, rate, power float64) float64 {
	if !(densityFinite(shape) && densityFinite(rate) && densityFinite(power)) {
		return math.NaN()
	}
	lower := func(x float64) float64 { return special.GammaLowerLn(shape, math.Pow(max(x, 0)*rate, power)) }
	upper := func(x float64) float64 { return special.GammaUpperLn(shape, math.Pow(max(x, 0)*rate, power)) }
	return massBetween(lower(lo), lower(hi), upper(lo), upper(hi))
}

// LogDensityTruncatedGeneralizedGamma is LogDensityGeneralizedGamma restricted to [lo, hi].
func LogDensityTruncatedGeneralizedGamma(x, shape, rate, power, lo, hi float64) float64 {
	return densityWithin(x, lo, hi, LogDensityGeneralizedGamma(x, shape, rate, power), LogMassGeneralizedGamma(lo, hi, shape, rate, power))
}

// DrawTruncatedGeneralizedGamma is DrawGeneralizedGamma restricted to [lo, hi]; NaN where that has no probability.
func DrawTruncatedGeneralizedGamma(s *Stream, shape, rate, power, lo, hi float64) float64 {
	return drawWithinBounds(s, lo, hi, func() float64 { return DrawGeneralizedGamma(s, shape, rate, power) }, func(low, high float64) float64 { return LogMassGeneralizedGamma(low, high, shape, rate, power) })
}
