package mcmc

import (
	"math"

	"mpc/special"
)

var extremeValueRow = Distribution{
	Name: "generalizedextremevalue", Language: Language{Doc: "t^(k + 1) exp(-t) / s, t = (1 + k (x - m) / s)^(-1 / k)", BUGS: []string{"dgev(m, s, k) = m, s, k"}},
	Parameters: locationAndScale("shape"),
	Tried:      [][]float64{{1, 2, 0.4}, {0, 1, 0}, {0, 1, -0.5}, {-3, 2, 0.9}, {0, 1, -1e-12}},
	Density:    LogDensityExtremeValue, Draw: DrawExtremeValue, Mass: LogMassExtremeValue,
	Truncation: Truncation{TruncatedDensity: LogDensityTruncatedExtremeValue, TruncatedDraw: DrawTruncatedExtremeValue},
}

// LogDensityExtremeValue is the log density at x of the generalized extreme value distribution of the given location, scale and shape.
func LogDensityExtremeValue(x, location, scale, shape float64) float64 {
	z := (x - location) / scale
	if !densityFinite(scale) || z != z || shape-shape != 0 || shape*z <= -1 {
		return densityNone
	}
	t := -paretoHazard(z, shape)
	return (1+shape)*t - densityExp(t) - special.LogFull(scale)
}

// DrawExtremeValue draws from the generalized extreme value distribution of the given location, scale and shape.
func DrawExtremeValue(s *Stream, location, scale, shape float64) float64 {
	if !densityFinite(scale) {
		return math.NaN()
	}
	t := -math.Log(s.Exponential())
	if shape == 0 {
		return location + scale*t
	}
	return location + scale*math.Expm1(shape*t)/shape
}

// LogMassExtremeValue is the log probability of [lo, hi] under the generalized extreme value distribution of the given location, scale and shape.
func LogMassExtremeValue(lo, hi, location, scale, shape float64) float64 {
	if !densityFinite(scale) || location-location != 0 || shape-shape != 0 {
		return math.NaN()
	}
	lower := func(x float64) float64 { return -math.Exp(-paretoHazard((x-location)/scale, shape)) }
	upper := func(x float64) float64 {
		return special.Log1MinusExp(-math.Exp(-paretoHazard((x-location)/scale, shape)))
	}
	return massBetween(lower(lo), lower(hi), upper(lo), upper(hi))
}

// LogDensityTruncatedExtremeValue is LogDensityExtremeValue restricted to [lo, hi].
func LogDensityTruncatedExtremeValue(x, location, scale, shape, lo, hi float64) float64 {
	return densityWithin(x, lo, hi, LogDensityExtremeValue(x, location, scale, shape), LogMassExtremeValue(lo, hi, location, scale, shape))
}

// DrawTruncatedExtremeValue is DrawExtremeValue restricted to [lo, hi]; NaN where that has no probability.
func DrawTruncatedExtremeValue(s *Stream, location, scale, shape, lo, hi float64) float64 {
	return drawWithinBounds(s, lo, hi, func() float64 { return DrawExtremeValue(s, location, scale, shape) }, func(low, high float64) float64 { return LogMassExtremeValue(low, high, location, scale, shape) })
}
