package mcmc

import (
	"math"

	"mpc/special"
)

// gumbelRow is that of the largest of many numbers whose tails fall as those of an exponential or a normal do.
var gumbelRow = Distribution{
	Name: "gumbel", Language: Language{Doc: "exp(-z - exp(-z)) / s, z = (x - m) / s", Elsewhere: "Gumbel"},
	Parameters: locationAndScale(),
	Tried:      [][]float64{{2, 3}, {-1, 0.01}, {1e4, 0.1}, {0, 1}},
	Density:    LogDensityGumbel, Draw: DrawGumbel, Mass: LogMassGumbel,
	Truncation: Truncation{TruncatedDensity: LogDensityTruncatedGumbel, TruncatedDraw: DrawTruncatedGumbel},
	Concave:    []Concavity{{Linear: []string{Value, "location"}}},
}

// LogDensityGumbel is the log density at x of the Gumbel distribution of the given location, its mode, and scale: of mean
// location + 0.5772 scale and variance pi^2 scale^2 / 6.
func LogDensityGumbel(x, location, scale float64) float64 {
	z := (x - location) / scale
	if !densityFinite(scale) || z-z != 0 {
		return densityNone
	}
	return -z - densityExp(-z) - special.LogFull(scale)
}

// DrawGumbel draws from the Gumbel distribution of the given location and scale.
func DrawGumbel(s *Stream, location, scale float64) float64 {
	if !densityFinite(scale) {
		return math.NaN()
	}
	return location - scale*math.Log(s.Exponential())
}

// LogMassGumbel is the log probability of [lo, hi] under the Gumbel distribution of the given location and scale: with
// t = exp(-z), exp(-t) is below z.
func LogMassGumbel(lo, hi, location, scale float64) float64 {
	if !densityFinite(scale) || location-location != 0 {
		return math.NaN()
	}
	lower := func(x float64) float64 { return -math.Exp((location - x) / scale) }
	upper := func(x float64) float64 { return special.Log1MinusExp(-math.Exp((location - x) / scale)) }
	return massBetween(lower(lo), lower(hi), upper(lo), upper(hi))
}

// LogDensityTruncatedGumbel is LogDensityGumbel restricted to [lo, hi].
func LogDensityTruncatedGumbel(x, location, scale, lo, hi float64) float64 {
	return densityWithin(x, lo, hi, LogDensityGumbel(x, location, scale), LogMassGumbel(lo, hi, location, scale))
}

// DrawTruncatedGumbel is DrawGumbel restricted to [lo, hi]; NaN where that has no probability.
func DrawTruncatedGumbel(s *Stream, location, scale, lo, hi float64) float64 {
	mass := func(low, high float64) float64 { return LogMassGumbel(low, high, location, scale) }
	return drawWithinBounds(s, lo, hi, func() float64 { return DrawGumbel(s, location, scale) }, mass)
}
