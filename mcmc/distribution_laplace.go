package mcmc

import (
	"math"

	"mpc/special"
)

var laplaceRow = Distribution{
	Name: "laplace", Language: Language{Doc: "exp(-abs(x - m) / s) / (2 s)", BUGS: []string{"ddexp(m, t) = m, 1 / t"}, Mixture: "normal(m, variance = v), with v ~ exponential(rate = 1 / (2 * b * b)) and b the scale"},
	Parameters: locationAndScale(),
	Tried:      [][]float64{{2, 3}, {-1, 0.01}},
	Density:    LogDensityLaplace, Draw: DrawLaplace, Mass: LogMassLaplace,
	Truncation: Truncation{TruncatedDensity: LogDensityTruncatedLaplace, TruncatedDraw: DrawTruncatedLaplace},
	Predictor:  Predictor{LogConcave: true, Corner: true},
}

// LogDensityLaplace is the log density at x of the Laplace distribution of the given location and scale.
func LogDensityLaplace(x, location, scale float64) float64 {
	z := math.Abs(x-location) / scale
	if !densityFinite(scale) || z != z {
		return densityNone
	}
	return -z - special.LogFull(scale) - math.Ln2
}

// DrawLaplace draws from the Laplace distribution of the given location and scale.
func DrawLaplace(s *Stream, location, scale float64) float64 {
	if !densityFinite(scale) {
		return math.NaN()
	}
	d := scale * s.Exponential()
	if s.Float64() < 0.5 {
		d = -d
	}
	return location + d
}

// LogMassLaplace is the log probability of [lo, hi] under the Laplace distribution of the given location and scale.
func LogMassLaplace(lo, hi, location, scale float64) float64 {
	if !densityFinite(scale) || location-location != 0 {
		return math.NaN()
	}
	lower := func(x float64) float64 { return laplaceLower((x - location) / scale) }
	upper := func(x float64) float64 { return laplaceLower((location - x) / scale) }
	return massBetween(lower(lo), lower(hi), upper(lo), upper(hi))
}

// LogDensityTruncatedLaplace is LogDensityLaplace restricted to [lo, hi].
func LogDensityTruncatedLaplace(x, location, scale, lo, hi float64) float64 {
	return densityWithin(x, lo, hi, LogDensityLaplace(x, location, scale), LogMassLaplace(lo, hi, location, scale))
}

// DrawTruncatedLaplace is DrawLaplace restricted to [lo, hi]; NaN where that has no probability.
func DrawTruncatedLaplace(s *Stream, location, scale, lo, hi float64) float64 {
	return drawWithinBounds(s, lo, hi, func() float64 { return DrawLaplace(s, location, scale) }, func(low, high float64) float64 { return LogMassLaplace(low, high, location, scale) })
}

// laplaceLower is the log of the distribution function of location 0 and scale 1.
func laplaceLower(z float64) float64 {
	if z <= 0 {
		return z - math.Ln2
	}
	return math.Log1p(-math.Exp(-z) / 2)
}
