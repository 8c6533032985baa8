package mcmc

import (
	"math"

	"mpc/special"
)

var cauchyRow = Distribution{
	Name: "cauchy", Language: Language{Doc: "1 / (pi s (1 + ((x - m) / s)^2))", Mixture: "normal(m, precision = w), with w ~ gamma(0.5, rate = s * s / 2) and s the scale"},
	Parameters: locationAndScale(),
	Tried:      [][]float64{{2, 3}, {-1e4, 0.1}},
	Density:    LogDensityCauchy, Draw: DrawCauchy, Mass: LogMassCauchy,
	Truncation: Truncation{TruncatedDensity: LogDensityTruncatedCauchy, TruncatedDraw: DrawTruncatedCauchy},
}

// LogDensityCauchy is the log density at x of the Cauchy distribution of the given location and scale.
func LogDensityCauchy(x, location, scale float64) float64 {
	z := (x - location) / scale
	if !densityFinite(scale) || z != z {
		return densityNone
	}
	return -cauchyLogSquare(z) - special.LogFull(math.Pi) - special.LogFull(scale)
}

// DrawCauchy draws from the Cauchy distribution of the given location and scale.
func DrawCauchy(s *Stream, location, scale float64) float64 {
	if !densityFinite(scale) {
		return math.NaN()
	}
	return location + scale*math.Tan(math.Pi*(s.Open()-0.5))
}

// LogMassCauchy is the log probability of [lo, hi] under the Cauchy distribution of the given location and scale.
func LogMassCauchy(lo, hi, location, scale float64) float64 {
	if !densityFinite(scale) || location-location != 0 {
		return math.NaN()
	}
	lower := func(x float64) float64 { return math.Log(math.Atan2(1, (location-x)/scale) / math.Pi) }
	upper := func(x float64) float64 { return math.Log(math.Atan2(1, (x-location)/scale) / math.Pi) }
	return massBetween(lower(lo), lower(hi), upper(lo), upper(hi))
}

// LogDensityTruncatedCauchy is LogDensityCauchy restricted to [lo, hi].
func LogDensityTruncatedCauchy(x, location, scale, lo, hi float64) float64 {
	return densityWithin(x, lo, hi, LogDensityCauchy(x, location, scale), LogMassCauchy(lo, hi, location, scale))
}

// DrawTruncatedCauchy is DrawCauchy restricted to [lo, hi]; NaN where that has no probability.
func DrawTruncatedCauchy(s *Stream, location, scale, lo, hi float64) float64 {
	return drawWithinBounds(s, lo, hi, func() float64 { return DrawCauchy(s, location, scale) }, func(low, high float64) float64 { return LogMassCauchy(low, high, location, scale) })
}

// cauchyLogSquare is log(1 + z^2).
func cauchyLogSquare(z float64) float64 {
	if z = math.Abs(z); z > 1e100 {
		return 2 * math.Log(z)
	}
	return math.Log1p(z * z)
}
