package mcmc

import (
	"math"

	"mpc/special"
)

var betaBinomialRow = Distribution{
	Name: "betabinomial", Language: Language{Doc: "binomial(n, p), of a p that is beta(a, b)", BUGS: []string{"dbetabin(a, b, n) = n, a, b", "dbetabinom(a, b, n) = n, a, b"}, Mixture: "binomial(n, p), with p ~ beta(a, b)"}, Support: Support{Whole: true, Low: 0, High: "n"},
	Parameters: append([]Parameter{{Name: "n", Of: Count, Whole: true}}, positiveOnes("a", "b")...),
	Tried:      [][]float64{{10, 2, 3}, {1, 0.5, 0.5}, {0, 1, 1}, {60, 30, 0.7}},
	Density:    LogDensityBetaBinomial, Draw: DrawBetaBinomial, Mass: LogMassBetaBinomial,
	Truncation: Truncation{TruncatedDensity: LogDensityTruncatedBetaBinomial, TruncatedDraw: DrawTruncatedBetaBinomial},
}

// LogDensityBetaBinomial is the log probability of k of n under a binomial whose
// probability is a beta of a and b.
func LogDensityBetaBinomial(k, n int, a, b float64) float64 {
	if k < 0 || k > n || !(densityFinite(a) && densityFinite(b)) {
		return densityNone
	}
	x, y := float64(k), float64(n-k)
	return special.LogBeta(x+a, y+b) - special.LogBeta(a, b) - math.Log1p(float64(n)) - special.LogBeta(x+1, y+1)
}

// DrawBetaBinomial draws a binomial of a probability that is a beta; -1 where there is none.
func DrawBetaBinomial(s *Stream, n int, a, b float64) int {
	return DrawBinomial(s, n, DrawBeta(s, a, b))
}

// LogMassBetaBinomial is the log probability of lo <= x <= hi under the beta-binomial of n, a and b: a sum.
func LogMassBetaBinomial(lo, hi float64, n int, a float64, b float64) float64 {
	if !(densityFinite(a) && densityFinite(b)) {
		return math.NaN()
	}
	least, most := math.Ceil(max(lo, 0)), math.Floor(min(hi, float64(n)))
	var sum special.LogSum
	for k := least; k <= most; k++ {
		sum.Add(LogDensityBetaBinomial(int(k), n, a, b))
	}
	return sum.Log()
}

// LogDensityTruncatedBetaBinomial is LogDensityBetaBinomial restricted to [lo, hi].
func LogDensityTruncatedBetaBinomial(k int, n int, a float64, b float64, lo, hi float64) float64 {
	return densityWithin(float64(k), lo, hi, LogDensityBetaBinomial(k, n, a, b), LogMassBetaBinomial(lo, hi, n, a, b))
}

// DrawTruncatedBetaBinomial is DrawBetaBinomial restricted to [lo, hi]; -1 where that has no probability.
func DrawTruncatedBetaBinomial(s *Stream, n int, a float64, b float64, lo, hi float64) int {
	return drawWholeWithin(s, lo, hi, func() int { return DrawBetaBinomial(s, n, a, b) }, func(low, high float64) float64 { return LogMassBetaBinomial(low, high, n, a, b) })
}
