package mcmc

import (
	"math"

	"mpc/special"
)

var fRow = Distribution{
	Name: "f", Language: Language{Doc: "ratio of two chi squared, each divided by its df", BUGS: []string{"df(n, m) = n, m"}},
	Parameters: positiveOnes("df1", "df2"), Support: Support{Low: 0},
	Tried:   [][]float64{{3, 5}, {1, 7}, {2, 2}, {40, 60}},
	Density: LogDensityF, Draw: DrawF, Mass: LogMassF,
	Truncation: Truncation{TruncatedDensity: LogDensityTruncatedF, TruncatedDraw: DrawTruncatedF},
}

// LogDensityF is the log density at x of the F distribution of the given degrees of freedom.
func LogDensityF(x, df1, df2 float64) float64 {
	if !(x >= 0 && x <= math.MaxFloat64 && densityFinite(df1) && densityFinite(df2)) {
		return densityNone
	}
	if x == 0 {
		return densityAtEnd(df1/2, 0)
	}
	// The share of the first in the sum of both is a beta of half the degrees of freedom.
	log := special.LogFull(df1) + special.LogFull(x) - special.LogFull(df2)
	return df1/2*special.LogisticLn(log) + df2/2*special.LogisticLn(-log) - special.LogBeta(df1/2, df2/2) - special.LogFull(x)
}

// DrawF draws from the F distribution of the given degrees of freedom.
func DrawF(s *Stream, df1, df2 float64) float64 {
	return drawWithin(DrawGamma(s, df1/2, df1/2) / DrawGamma(s, df2/2, df2/2))
}

// LogMassF is the log probability of [lo, hi] under the F distribution of the given degrees of freedom.
func LogMassF(lo, hi, df1, df2 float64) float64 {
	if !(densityFinite(df1) && densityFinite(df2)) {
		return math.NaN()
	}
	lower := func(x float64) float64 { return lnBetaBelow(fShare(x, df1, df2), df1/2, df2/2) }
	upper := func(x float64) float64 { return lnBetaBelow(1/(1+df1*max(x, 0)/df2), df2/2, df1/2) }
	return massBetween(lower(lo), lower(hi), upper(lo), upper(hi))
}

// LogDensityTruncatedF is LogDensityF restricted to [lo, hi].
func LogDensityTruncatedF(x, df1, df2, lo, hi float64) float64 {
	return densityWithin(x, lo, hi, LogDensityF(x, df1, df2), LogMassF(lo, hi, df1, df2))
}

// DrawTruncatedF is DrawF restricted to [lo, hi]; NaN where that has no probability.
func DrawTruncatedF(s *Stream, df1, df2, lo, hi float64) float64 {
	return drawWithinBounds(s, lo, hi, func() float64 { return DrawF(s, df1, df2) }, func(low, high float64) float64 { return LogMassF(low, high, df1, df2) })
}

// fShare is df1 x / (df1 x + df2).
func fShare(x, df1, df2 float64) float64 { return 1 / (1 + df2/(df1*max(x, 0))) }
