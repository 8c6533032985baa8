package mcmc

import (
	"math"

	"mpc/special"
)

var weibullRow = Distribution{
	Name: "weibull", Language: Language{Doc: "(k / s) (x / s)^(k - 1) exp(-(x / s)^k)", BUGS: []string{"dweib(v, l) = v, exp(-log(l) / v)"}},
	Parameters: positiveOnes("shape", "scale"), Support: Support{Low: 0},
	Tried:   [][]float64{{2, 3}, {0.7, 0.01}, {1, 5}, {9, 2}},
	Density: LogDensityWeibull, Draw: DrawWeibull, Mass: LogMassWeibull,
	Densities: []Form{{Function: LogDensityWeibullLogScale, Takes: linked("exp", "shape", "scale")}},
	Draws:     []Form{{Function: DrawWeibullLogScale, Takes: linked("exp", "shape", "scale")}},
	Masses:    []Form{{Function: LogMassWeibullLogScale, Takes: linked("exp", "shape", "scale")}},
	Truncation: Truncation{TruncatedDensity: LogDensityTruncatedWeibull, TruncatedDraw: DrawTruncatedWeibull,
		TruncatedForms: []Form{{Function: LogDensityTruncatedWeibullLogScale, Takes: linkedBetween("exp", "shape", "scale")}},
		TruncatedDraws: []Form{{Function: DrawTruncatedWeibullLogScale, Takes: linkedBetween("exp", "shape", "scale")}}},
	Predictor: Predictor{LogConcave: true},
}

// LogDensityWeibull is the log density at x of the Weibull distribution of the given shape and scale.
func LogDensityWeibull(x, shape, scale float64) float64 {
	switch {
	case !(x >= 0 && x <= math.MaxFloat64 && densityFinite(shape) && densityFinite(scale)):
		return densityNone
	case x == 0:
		return densityAtEnd(shape, -special.LogFull(scale))
	}
	return densityWeibull(special.LogFull(x), shape, special.LogFull(scale))
}

// LogDensityWeibullLogScale is LogDensityWeibull for the log of the scale, which may be outside of what a number holds: at a small shape
// k it is where the rate scale^-k is a number like any other.
func LogDensityWeibullLogScale(x, shape, logScale float64) float64 {
	switch {
	case !(x >= 0 && x <= math.MaxFloat64 && densityFinite(shape) && math.Abs(logScale) <= math.MaxFloat64):
		return densityNone
	case x == 0:
		return densityAtEnd(shape, -logScale)
	}
	return densityWeibull(special.LogFull(x), shape, logScale)
}

func densityWeibull(logX, shape, logScale float64) float64 {
	log := shape * (logX - logScale)
	return special.LogFull(shape) - logX + log - math.Exp(log)
}

// DrawWeibull draws from the Weibull distribution of the given shape and scale.
func DrawWeibull(s *Stream, shape, scale float64) float64 {
	if !(densityFinite(shape) && densityFinite(scale)) {
		return math.NaN()
	}
	return drawWithin(scale * math.Pow(s.Exponential(), 1/shape))
}

// DrawWeibullLogScale is DrawWeibull for the log of the scale. A draw that is larger than all numbers is the largest of them.
func DrawWeibullLogScale(s *Stream, shape, logScale float64) float64 {
	if !(densityFinite(shape) && math.Abs(logScale) <= math.MaxFloat64) {
		return math.NaN()
	}
	return drawWithin(math.Exp(logScale + special.LogFull(s.Exponential())/shape))
}

// LogMassWeibull is the log probability of [lo, hi] under the Weibull distribution of the given shape and scale.
func LogMassWeibull(lo, hi, shape, scale float64) float64 {
	if !(densityFinite(shape) && densityFinite(scale)) {
		return math.NaN()
	}
	return massWeibull(math.Pow(max(lo, 0)/scale, shape), math.Pow(max(hi, 0)/scale, shape))
}

// LogMassWeibullLogScale is LogMassWeibull for the log of the scale.
func LogMassWeibullLogScale(lo, hi, shape, logScale float64) float64 {
	if !(densityFinite(shape) && math.Abs(logScale) <= math.MaxFloat64) {
		return math.NaN()
	}
	hazard := func(x float64) float64 { return math.Exp(shape * (math.Log(max(x, 0)) - logScale)) }
	return massWeibull(hazard(lo), hazard(hi))
}

// massWeibull is the log probability between two cumulative hazards.
func massWeibull(lo, hi float64) float64 {
	return massBetween(special.Log1MinusExp(-lo), special.Log1MinusExp(-hi), -lo, -hi)
}

// LogDensityTruncatedWeibull is LogDensityWeibull restricted to [lo, hi].
func LogDensityTruncatedWeibull(x, shape, scale, lo, hi float64) float64 {
	return densityWithin(x, lo, hi, LogDensityWeibull(x, shape, scale), LogMassWeibull(lo, hi, shape, scale))
}

// DrawTruncatedWeibull is DrawWeibull restricted to [lo, hi]; NaN where that has no probability.
func DrawTruncatedWeibull(s *Stream, shape, scale, lo, hi float64) float64 {
	return drawWithinBounds(s, lo, hi, func() float64 { return DrawWeibull(s, shape, scale) }, func(low, high float64) float64 { return LogMassWeibull(low, high, shape, scale) })
}

// LogDensityTruncatedWeibullLogScale is LogDensityWeibullLogScale restricted to [lo, hi].
func LogDensityTruncatedWeibullLogScale(x, shape, logScale, lo, hi float64) float64 {
	return densityWithin(x, lo, hi, LogDensityWeibullLogScale(x, shape, logScale), LogMassWeibullLogScale(lo, hi, shape, logScale))
}

// DrawTruncatedWeibullLogScale is DrawWeibullLogScale restricted to [lo, hi]; NaN where that has no probability.
func DrawTruncatedWeibullLogScale(s *Stream, shape, logScale, lo, hi float64) float64 {
	return drawWithinBounds(s, lo, hi, func() float64 { return DrawWeibullLogScale(s, shape, logScale) }, func(low, high float64) float64 { return LogMassWeibullLogScale(low, high, shape, logScale) })
}
