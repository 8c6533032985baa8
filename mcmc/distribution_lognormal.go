package mcmc

import (
	"math"

	"mpc/special"
)

var lognormalRow = Distribution{
	Name: "lognormal", Language: Language{Doc: "normal density of log x, divided by x", Instead: []Instead{{"variance", "precision", OneOver}, {"sd", "precision", OneOverSquare}}, BUGS: []string{"dlnorm(m, t) = m, t"}, Mixture: "y = exp(x), with x ~ normal(m, sd = s)"},
	Parameters: append(realOnes("mean"), positiveOnes("precision")...), Support: Support{Low: 0},
	Tried:   [][]float64{{1, 2}, {-3, 0.3}, {0, 50}},
	Density: LogDensityLognormal, Draw: DrawLognormal, Mass: LogMassLognormal,
	Truncation: Truncation{TruncatedDensity: LogDensityTruncatedLognormal, TruncatedDraw: DrawTruncatedLognormal},
}

// LogDensityLognormal is the log density at x of the lognormal whose log has the given mean and precision.
func LogDensityLognormal(x, mean, precision float64) float64 {
	if !(x > 0 && x <= math.MaxFloat64) {
		return densityNone
	}
	log := special.LogFull(x)
	return LogDensityNormal(log, mean, precision) - log
}

// DrawLognormal draws from the lognormal whose log has the given mean and precision.
func DrawLognormal(s *Stream, mean, precision float64) float64 {
	return drawWithin(math.Exp(DrawNormal(s, mean, precision)))
}

// LogMassLognormal is the log probability of [lo, hi] under the lognormal whose log has the given mean and precision.
func LogMassLognormal(lo, hi, mean, precision float64) float64 {
	if !densityFinite(precision) || mean-mean != 0 {
		return math.NaN()
	}
	lower := func(x float64) float64 {
		return special.NormalCdfLn((math.Log(max(x, 0)) - mean) * math.Sqrt(precision))
	}
	upper := func(x float64) float64 {
		return special.NormalCdfLn((mean - math.Log(max(x, 0))) * math.Sqrt(precision))
	}
	return massBetween(lower(lo), lower(hi), upper(lo), upper(hi))
}

// LogDensityTruncatedLognormal is LogDensityLognormal restricted to [lo, hi].
func LogDensityTruncatedLognormal(x, mean, precision, lo, hi float64) float64 {
	return densityWithin(x, lo, hi, LogDensityLognormal(x, mean, precision), LogMassLognormal(lo, hi, mean, precision))
}

// DrawTruncatedLognormal is DrawLognormal restricted to [lo, hi]; NaN where that has no probability.
func DrawTruncatedLognormal(s *Stream, mean, precision, lo, hi float64) float64 {
	return drawWithinBounds(s, lo, hi, func() float64 { return DrawLognormal(s, mean, precision) }, func(low, high float64) float64 { return LogMassLognormal(low, high, mean, precision) })
}
