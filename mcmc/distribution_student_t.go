package mcmc

import (
	"math"

	"mpc/special"
)

var studentTRow = Distribution{
	Name: "studentt", Language: Language{Doc: "(1 + z^2 / d)^(-(d + 1) / 2) up to a constant, z = (x - m) / s", BUGS: []string{"dt(m, t, k) = k, m, t ^ (-1 / 2)"}, Mixture: "normal(m, precision = w), with w ~ gamma(d / 2, rate = d * s * s / 2), d degrees of freedom and s the scale"},
	Parameters: append(positiveOnes("df"), locationAndScale()...),
	Tried:      [][]float64{{4, 1, 2}, {1, 0, 1}, {0.7, -3, 0.1}, {90, 2, 30}},
	Density:    LogDensityStudentT, Draw: DrawStudentT, Mass: LogMassStudentT,
	Truncation: Truncation{TruncatedDensity: LogDensityTruncatedStudentT, TruncatedDraw: DrawTruncatedStudentT},
}

// LogDensityStudentT is the log density at x of the t distribution of the given degrees of freedom, location and scale.
func LogDensityStudentT(x, df, location, scale float64) float64 {
	z := (x - location) / scale
	if !(densityFinite(df) && densityFinite(scale)) || z != z {
		return densityNone
	}
	log := -(df + 1) / 2 * cauchyLogSquare(z/math.Sqrt(df))
	return log - special.LogFull(df)/2 - special.LogBeta(df/2, 0.5) - special.LogFull(scale)
}

// DrawStudentT draws from the t distribution of the given degrees of freedom, location and scale.
func DrawStudentT(s *Stream, df, location, scale float64) float64 {
	if !densityFinite(scale) {
		return math.NaN()
	}
	return location + scale*s.Normal()/math.Sqrt(DrawGamma(s, df/2, df/2))
}

// LogMassStudentT is the log probability of [lo, hi] under the t distribution of the given degrees of freedom, location and scale.
func LogMassStudentT(lo, hi, df, location, scale float64) float64 {
	if !(densityFinite(df) && densityFinite(scale)) || location-location != 0 {
		return math.NaN()
	}
	lower := func(x float64) float64 { return studentTLower((x-location)/scale, df) }
	upper := func(x float64) float64 { return studentTLower((location-x)/scale, df) }
	return massBetween(lower(lo), lower(hi), upper(lo), upper(hi))
}

// LogDensityTruncatedStudentT is LogDensityStudentT restricted to [lo, hi].
func LogDensityTruncatedStudentT(x, df, location, scale, lo, hi float64) float64 {
	return densityWithin(x, lo, hi, LogDensityStudentT(x, df, location, scale), LogMassStudentT(lo, hi, df, location, scale))
}

// DrawTruncatedStudentT is DrawStudentT restricted to [lo, hi]; NaN where that has no probability.
func DrawTruncatedStudentT(s *Stream, df, location, scale, lo, hi float64) float64 {
	return drawWithinBounds(s, lo, hi, func() float64 { return DrawStudentT(s, df, location, scale) }, func(low, high float64) float64 { return LogMassStudentT(low, high, df, location, scale) })
}

// studentTLower is the log of the distribution function of location 0 and scale 1.
func studentTLower(z, df float64) float64 {
	w := 1 / (1 + z/df*z)
	if math.Abs(z) > 1e150 {
		w = df / z / z
	}
	tail := lnBetaBelow(w, df/2, 0.5) - math.Ln2
	if z <= 0 {
		return tail
	}
	return special.Log1MinusExp(tail)
}
