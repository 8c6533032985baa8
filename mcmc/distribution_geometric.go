package mcmc

import (
	"math"

	"mpc/special"
)

var geometricRow = Distribution{
	Name: "geometric", Language: Language{Doc: "p (1 - p)^x, the failures before the first success", BUGS: []string{"dgeom0(p) = p"}, Mixture: "poisson(r), with r ~ gamma(1, rate = p / (1 - p))"}, Support: Support{Whole: true, Low: 0},
	Parameters: []Parameter{{Name: "p", Of: Share}},
	Tried:      [][]float64{{0.3}, {0.999}, {1}, {0.01}},
	Density:    LogDensityGeometric, Draw: DrawGeometric, Mass: LogMassGeometric,
	Truncation: Truncation{TruncatedDensity: LogDensityTruncatedGeometric, TruncatedDraw: DrawTruncatedGeometric},
}

// LogDensityGeometric is the log probability of k failures before the first success, each
// try succeeding with probability p.
func LogDensityGeometric(k int, p float64) float64 {
	switch {
	case k < 0 || !(p > 0 && p <= 1):
		return densityNone
	case k == 0:
		return special.LogFull(p)
	}
	return special.LogFull(p) + float64(k)*math.Log1p(-p)
}

// DrawGeometric draws how many fail before the first success; -1 where p is not above 0
// and at most 1.
func DrawGeometric(s *Stream, p float64) int {
	if !(p > 0 && p <= 1) {
		return -1
	}
	return int(min(s.Exponential()/-math.Log1p(-p), 0x1p53))
}

// LogMassGeometric is the log probability of lo <= x <= hi under the geometric of p.
func LogMassGeometric(lo, hi float64, p float64) float64 {
	if !(p > 0 && p <= 1) {
		return math.NaN()
	}
	lower := func(k float64) float64 { return special.Log1MinusExp(geometricUpper(k, p)) }
	upper := func(k float64) float64 { return geometricUpper(k, p) }
	a, b := math.Ceil(max(lo, 0))-1, countEnd(hi)
	if a == -1 {
		return massBetween(densityNone, lower(b), 0, upper(b))
	}
	return massBetween(lower(a), lower(b), upper(a), upper(b))
}

// LogDensityTruncatedGeometric is LogDensityGeometric restricted to [lo, hi].
func LogDensityTruncatedGeometric(k int, p float64, lo, hi float64) float64 {
	return densityWithin(float64(k), lo, hi, LogDensityGeometric(k, p), LogMassGeometric(lo, hi, p))
}

// DrawTruncatedGeometric is DrawGeometric restricted to [lo, hi]; -1 where that has no probability.
func DrawTruncatedGeometric(s *Stream, p float64, lo, hi float64) int {
	return drawWholeWithin(s, lo, hi, func() int { return DrawGeometric(s, p) }, func(low, high float64) float64 { return LogMassGeometric(low, high, p) })
}

// geometricUpper is the log probability of more than k failures.
func geometricUpper(k, p float64) float64 {
	if k < 0 {
		return 0
	}
	return (k + 1) * math.Log1p(-p)
}
