package mcmc

import (
	"math"

	"mpc/special"
)

var halfCauchyRow = Distribution{
	Name: "halfcauchy", Language: Language{Doc: "2 / (pi s (1 + (x / s)^2)), x > 0", Mixture: "normal(m, precision = t) where it is the sd, with t ~ gamma(0.5, rate = a), a ~ gamma(0.5, rate = 1 / (s * s)) and s the scale"},
	Parameters: positiveOnes("scale"), Support: Support{Low: 0},
	Tried:   [][]float64{{2.5}, {100}},
	Density: LogDensityHalfCauchy, Draw: DrawHalfCauchy, Mass: LogMassHalfCauchy,
	Truncation: Truncation{TruncatedDensity: LogDensityTruncatedHalfCauchy, TruncatedDraw: DrawTruncatedHalfCauchy},
}

// LogDensityHalfCauchy is the log density at x of the Cauchy distribution of the location 0 and the given scale, above 0.
func LogDensityHalfCauchy(x, scale float64) float64 {
	if !(x >= 0 && densityFinite(scale)) {
		return densityNone
	}
	return math.Log(2/math.Pi) - cauchyLogSquare(x/scale) - special.LogFull(scale)
}

// DrawHalfCauchy draws from the Cauchy distribution of the location 0 and the given scale, above 0.
func DrawHalfCauchy(s *Stream, scale float64) float64 {
	if !densityFinite(scale) {
		return math.NaN()
	}
	return drawWithin(scale * math.Tan(math.Pi/2*s.Open()))
}

// LogMassHalfCauchy is the log probability of [lo, hi] under the Cauchy distribution of the location 0 and the given scale, above 0.
func LogMassHalfCauchy(lo, hi, scale float64) float64 {
	if !densityFinite(scale) {
		return math.NaN()
	}
	lower := func(x float64) float64 { return math.Log(math.Atan(max(x, 0)/scale) * 2 / math.Pi) }
	upper := func(x float64) float64 { return math.Log(math.Atan2(1, max(x, 0)/scale) * 2 / math.Pi) }
	return massBetween(lower(lo), lower(hi), upper(lo), upper(hi))
}

// LogDensityTruncatedHalfCauchy is LogDensityHalfCauchy restricted to [lo, hi].
func LogDensityTruncatedHalfCauchy(x, scale, lo, hi float64) float64 {
	return densityWithin(x, lo, hi, LogDensityHalfCauchy(x, scale), LogMassHalfCauchy(lo, hi, scale))
}

// DrawTruncatedHalfCauchy is DrawHalfCauchy restricted to [lo, hi]; NaN where that has no probability.
func DrawTruncatedHalfCauchy(s *Stream, scale, lo, hi float64) float64 {
	return drawWithinBounds(s, lo, hi, func() float64 { return DrawHalfCauchy(s, scale) }, func(low, high float64) float64 { return LogMassHalfCauchy(low, high, scale) })
}
