package mcmc

import (
	"math"

	"mpc/special"
)

var paretoRow = Distribution{
	Name: "pareto", Language: Language{Doc: "a c^a / x^(a + 1), x > c", BUGS: []string{"dpar(a, c) = a, c"}},
	Parameters: positiveOnes("shape", "scale"), Support: Support{Low: "scale"},
	Tried:   [][]float64{{2.5, 3}, {0.6, 0.1}},
	Density: LogDensityPareto, Draw: DrawPareto, Mass: LogMassPareto,
	Truncation: Truncation{TruncatedDensity: LogDensityTruncatedPareto, TruncatedDraw: DrawTruncatedPareto},
}

// LogDensityPareto is the log density at x of the Pareto distribution of the given shape above the scale.
func LogDensityPareto(x, shape, scale float64) float64 {
	if !(x >= scale && x <= math.MaxFloat64 && densityFinite(shape) && densityFinite(scale)) {
		return densityNone
	}
	log := special.LogFull(x)
	return special.LogFull(shape) - shape*(log-special.LogFull(scale)) - log
}

// DrawPareto draws from the Pareto distribution of the given shape above the scale.
func DrawPareto(s *Stream, shape, scale float64) float64 {
	if !(densityFinite(shape) && densityFinite(scale)) {
		return math.NaN()
	}
	return scale * math.Exp(s.Exponential()/shape)
}

// LogMassPareto is the log probability of [lo, hi] under the Pareto distribution of the given shape above the scale.
func LogMassPareto(lo, hi, shape, scale float64) float64 {
	if !(densityFinite(shape) && densityFinite(scale)) {
		return math.NaN()
	}
	lower := func(x float64) float64 { return special.Log1MinusExp(-shape * math.Log(max(x, scale)/scale)) }
	upper := func(x float64) float64 { return -shape * math.Log(max(x, scale)/scale) }
	return massBetween(lower(lo), lower(hi), upper(lo), upper(hi))
}

// LogDensityTruncatedPareto is LogDensityPareto restricted to [lo, hi].
func LogDensityTruncatedPareto(x, shape, scale, lo, hi float64) float64 {
	return densityWithin(x, lo, hi, LogDensityPareto(x, shape, scale), LogMassPareto(lo, hi, shape, scale))
}

// DrawTruncatedPareto is DrawPareto restricted to [lo, hi]; NaN where that has no probability.
func DrawTruncatedPareto(s *Stream, shape, scale, lo, hi float64) float64 {
	return drawWithinBounds(s, lo, hi, func() float64 { return DrawPareto(s, shape, scale) }, func(low, high float64) float64 { return LogMassPareto(low, high, shape, scale) })
}
