package mcmc

import (
	"math"

	"mpc/special"
)

var logisticRow = Distribution{
	Name: "logistic", Language: Language{Doc: "exp(-z) / (s (1 + exp(-z))^2), z = (x - m) / s", BUGS: []string{"dlogis(m, t) = m, 1 / t"}},
	Parameters: locationAndScale(),
	Tried:      [][]float64{{2, 3}, {-100, 0.5}},
	Density:    LogDensityLogistic, Draw: DrawLogistic, Mass: LogMassLogistic,
	Truncation: Truncation{TruncatedDensity: LogDensityTruncatedLogistic, TruncatedDraw: DrawTruncatedLogistic},
	Predictor:  Predictor{LogConcave: true},
}

// LogDensityLogistic is the log density at x of the logistic distribution of the given location and scale.
func LogDensityLogistic(x, location, scale float64) float64 {
	z := math.Abs(x-location) / scale
	if !densityFinite(scale) || z != z {
		return densityNone
	}
	return -z - 2*math.Log1p(math.Exp(-z)) - special.LogFull(scale)
}

// DrawLogistic draws from the logistic distribution of the given location and scale.
func DrawLogistic(s *Stream, location, scale float64) float64 {
	if !densityFinite(scale) {
		return math.NaN()
	}
	u := s.Open()
	return location + scale*(math.Log(u)-math.Log1p(-u))
}

// LogMassLogistic is the log probability of [lo, hi] under the logistic distribution of the given location and scale.
func LogMassLogistic(lo, hi, location, scale float64) float64 {
	if !densityFinite(scale) || location-location != 0 {
		return math.NaN()
	}
	lower := func(x float64) float64 { return special.LogisticLn((x - location) / scale) }
	upper := func(x float64) float64 { return special.LogisticLn((location - x) / scale) }
	return massBetween(lower(lo), lower(hi), upper(lo), upper(hi))
}

// LogDensityTruncatedLogistic is LogDensityLogistic restricted to [lo, hi].
func LogDensityTruncatedLogistic(x, location, scale, lo, hi float64) float64 {
	return densityWithin(x, lo, hi, LogDensityLogistic(x, location, scale), LogMassLogistic(lo, hi, location, scale))
}

// DrawTruncatedLogistic is DrawLogistic restricted to [lo, hi]; NaN where that has no probability.
func DrawTruncatedLogistic(s *Stream, location, scale, lo, hi float64) float64 {
	return drawWithinBounds(s, lo, hi, func() float64 { return DrawLogistic(s, location, scale) }, func(low, high float64) float64 { return LogMassLogistic(low, high, location, scale) })
}
