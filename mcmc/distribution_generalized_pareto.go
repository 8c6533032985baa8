package mcmc

import (
	"math"

	"mpc/special"
)

var generalizedParetoRow = Distribution{
	Name: "generalizedpareto", Language: Language{Doc: "(1 + k z)^(-1 / k - 1) / s, z = (x - m) / s > 0", BUGS: []string{"dgpar(m, s, k) = m, s, k"}},
	Parameters: locationAndScale("shape"), Support: Support{Low: "location"},
	Tried:   [][]float64{{1, 2, 0.4}, {0, 1, 0}, {0, 1, -0.5}, {-3, 2, 1.2}, {0, 1, 1e-12}},
	Density: LogDensityGeneralizedPareto, Draw: DrawGeneralizedPareto, Mass: LogMassGeneralizedPareto,
	Truncation: Truncation{TruncatedDensity: LogDensityTruncatedGeneralizedPareto, TruncatedDraw: DrawTruncatedGeneralizedPareto},
}

// LogDensityGeneralizedPareto is the log density at x of the generalized Pareto distribution of the given location, scale and shape.
func LogDensityGeneralizedPareto(x, location, scale, shape float64) float64 {
	z := (x - location) / scale
	if !(z >= 0 && densityFinite(scale) && shape-shape == 0) || shape < 0 && shape*z <= -1 {
		return densityNone
	}
	return -(1+shape)*paretoHazard(z, shape) - special.LogFull(scale)
}

// DrawGeneralizedPareto draws from the generalized Pareto distribution of the given location, scale and shape.
func DrawGeneralizedPareto(s *Stream, location, scale, shape float64) float64 {
	if !densityFinite(scale) {
		return math.NaN()
	}
	t := s.Exponential()
	if shape == 0 {
		return location + scale*t
	}
	return location + scale*math.Expm1(shape*t)/shape
}

// LogMassGeneralizedPareto is the log probability of [lo, hi] under the generalized Pareto distribution of the given location, scale and shape.
func LogMassGeneralizedPareto(lo, hi, location, scale, shape float64) float64 {
	if !densityFinite(scale) || location-location != 0 || shape-shape != 0 {
		return math.NaN()
	}
	lower := func(x float64) float64 { return special.Log1MinusExp(-paretoHazard(max(x-location, 0)/scale, shape)) }
	upper := func(x float64) float64 { return -paretoHazard(max(x-location, 0)/scale, shape) }
	return massBetween(lower(lo), lower(hi), upper(lo), upper(hi))
}

// LogDensityTruncatedGeneralizedPareto is LogDensityGeneralizedPareto restricted to [lo, hi].
func LogDensityTruncatedGeneralizedPareto(x, location, scale, shape, lo, hi float64) float64 {
	return densityWithin(x, lo, hi, LogDensityGeneralizedPareto(x, location, scale, shape), LogMassGeneralizedPareto(lo, hi, location, scale, shape))
}

// DrawTruncatedGeneralizedPareto is DrawGeneralizedPareto restricted to [lo, hi]; NaN where that has no probability.
func DrawTruncatedGeneralizedPareto(s *Stream, location, scale, shape, lo, hi float64) float64 {
	return drawWithinBounds(s, lo, hi, func() float64 { return DrawGeneralizedPareto(s, location, scale, shape) }, func(low, high float64) float64 { return LogMassGeneralizedPareto(low, high, location, scale, shape) })
}

// paretoHazard is log(1 + k z)/k, z where k is 0: minus the log of the share above z. Beyond
// the end of the support it is infinite.
func paretoHazard(z, k float64) float64 {
	switch {
	case math.Abs(k*z) < 1e-9 && !math.IsInf(z, 0):
		return z * (1 - k*z/2)
	case k == 0:
		return z
	case k*z <= -1:
		return math.Inf(int(math.Copysign(1, -k)))
	}
	return math.Log1p(k*z) / k
}
