package mcmc

import (
	"math"

	"mpc/special"
)

var weibullRow = Distribution{
	Name: "weibull", Language: Language{Doc: "(k / s) (x / s)^(k - 1) exp(-(x / s)^k)", BUGS: []string{"dweib(v, l) = v, l ^ (-1 / v)"}},
	Parameters: positiveOnes("shape", "scale"), Support: Support{Low: 0},
	Tried:   [][]float64{{2, 3}, {0.7, 0.01}, {1, 5}, {9, 2}},
	Density: LogDensityWeibull, Draw: DrawWeibull, Mass: LogMassWeibull,
	Truncation: Truncation{TruncatedDensity: LogDensityTruncatedWeibull, TruncatedDraw: DrawTruncatedWeibull},
	Predictor:  Predictor{LogConcave: true},
}

// LogDensityWeibull is the log density at x of the Weibull distribution of the given shape and scale.
func LogDensityWeibull(x, shape, scale float64) float64 {
	switch {
	case !(x >= 0 && x <= math.MaxFloat64 && densityFinite(shape) && densityFinite(scale)):
		return densityNone
	case x == 0:
		return densityAtEnd(shape, -special.LogFull(scale))
	}
	log := shape * (special.LogFull(x) - special.LogFull(scale))
	return special.LogFull(shape) - special.LogFull(x) + log - math.Exp(log)
}

// DrawWeibull draws from the Weibull distribution of the given shape and scale.
func DrawWeibull(s *Stream, shape, scale float64) float64 {
	if !(densityFinite(shape) && densityFinite(scale)) {
		return math.NaN()
	}
	return drawWithin(scale * math.Pow(s.Exponential(), 1/shape))
}

// LogMassWeibull is the log probability of [lo, hi] under the Weibull distribution of the given shape and scale.
func LogMassWeibull(lo, hi, shape, scale float64) float64 {
	if !(densityFinite(shape) && densityFinite(scale)) {
		return math.NaN()
	}
	lower := func(x float64) float64 { return special.Log1MinusExp(-math.Pow(max(x, 0)/scale, shape)) }
	upper := func(x float64) float64 { return -math.Pow(max(x, 0)/scale, shape) }
	return massBetween(lower(lo), lower(hi), upper(lo), upper(hi))
}

// LogDensityTruncatedWeibull is LogDensityWeibull restricted to [lo, hi].
func LogDensityTruncatedWeibull(x, shape, scale, lo, hi float64) float64 {
	return densityWithin(x, lo, hi, LogDensityWeibull(x, shape, scale), LogMassWeibull(lo, hi, shape, scale))
}

// DrawTruncatedWeibull is DrawWeibull restricted to [lo, hi]; NaN where that has no probability.
func DrawTruncatedWeibull(s *Stream, shape, scale, lo, hi float64) float64 {
	return drawWithinBounds(s, lo, hi, func() float64 { return DrawWeibull(s, shape, scale) }, func(low, high float64) float64 { return LogMassWeibull(low, high, shape, scale) })
}
