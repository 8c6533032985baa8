package mcmc

import (
	"math"

	"mpc/special"
)

var hypergeometricRow = Distribution{
	Name: "hypergeometric", Language: Language{Doc: "choose(good, x) choose(bad, draws - x) odds^x up to a constant (Fisher's, not central where odds is not 1)", BUGS: []string{"dhyper(n1, n2, m, r) = n1, n2, m, r (jags)", "dhyper(n, m, N, r) = n, N - n, m, r (bugs)"}}, Support: Support{Whole: true, Low: 0, High: "good"},
	Parameters: append([]Parameter{{Name: "good", Of: Count, Whole: true}, {Name: "bad", Of: Count, Whole: true}, {Name: "draws", Of: Count, Whole: true}}, positiveOnes("odds")...),

	Tried:   [][]float64{{7, 8, 6, 0.4}, {3, 0, 2, 1}, {5, 20, 0, 1}, {40, 60, 50, 3}},
	Density: LogDensityHypergeometric, Draw: DrawHypergeometric, Mass: LogMassHypergeometric,
	Truncation: Truncation{TruncatedDensity: LogDensityTruncatedHypergeometric, TruncatedDraw: DrawTruncatedHypergeometric},
}

// LogDensityHypergeometric is the log probability that k of the things drawn are good,
// draws being taken from good and bad without putting back, with Fisher's odds.
func LogDensityHypergeometric(k, good, bad, draws int, odds float64) float64 {
	if k < max(0, draws-bad) || k > min(good, draws) || !densityFinite(odds) || draws < 0 {
		return densityNone
	}
	return hypergeometricWeight(k, good, bad, draws, odds) - hypergeometricTotal(0, good, good, bad, draws, odds)
}

// hypergeometricWeight is the log of the weight of k, hypergeometricTotal that of the sum of
// the weights from least to most.
func hypergeometricWeight(k, good, bad, draws int, odds float64) float64 {
	return hypergeometricChoose(good, k) + hypergeometricChoose(bad, draws-k) + float64(k)*special.LogFull(odds)
}

func hypergeometricTotal(least, most, good, bad, draws int, odds float64) float64 {
	var sum special.LogSum
	for k := max(least, 0, draws-bad); k <= min(most, good, draws); k++ {
		sum.Add(hypergeometricWeight(k, good, bad, draws, odds))
	}
	return sum.Log()
}

func hypergeometricChoose(n, k int) float64 {
	return -math.Log1p(float64(n)) - special.LogBeta(float64(k)+1, float64(n-k)+1)
}

// DrawHypergeometric draws how many are good; -1 where more are drawn than there are, or
// odds is not above 0.
func DrawHypergeometric(s *Stream, good, bad, draws int, odds float64) int {
	if good < 0 || bad < 0 || draws < 0 || draws > good+bad || !densityFinite(odds) {
		return -1
	}
	k := max(0, draws-bad)
	u := s.Open()
	for log := hypergeometricTotal(0, good, good, bad, draws, odds); k < min(good, draws); k++ {
		if u -= math.Exp(hypergeometricWeight(k, good, bad, draws, odds) - log); u <= 0 {
			break
		}
	}
	return k
}

// LogMassHypergeometric is the log probability of lo <= x <= hi.
func LogMassHypergeometric(lo, hi float64, good, bad, draws int, odds float64) float64 {
	least, most := math.Ceil(max(lo, 0)), math.Floor(min(hi, float64(good)))
	if !(least <= most) || !densityFinite(odds) || draws < 0 || draws > good+bad {
		return densityNone
	}
	return hypergeometricTotal(int(least), int(most), good, bad, draws, odds) - hypergeometricTotal(0, good, good, bad, draws, odds)
}

// LogDensityTruncatedHypergeometric is LogDensityHypergeometric restricted to [lo, hi].
func LogDensityTruncatedHypergeometric(k int, good, bad, draws int, odds float64, lo, hi float64) float64 {
	return densityWithin(float64(k), lo, hi, LogDensityHypergeometric(k, good, bad, draws, odds), LogMassHypergeometric(lo, hi, good, bad, draws, odds))
}

// DrawTruncatedHypergeometric is DrawHypergeometric restricted to [lo, hi]; -1 where that has no probability.
func DrawTruncatedHypergeometric(s *Stream, good, bad, draws int, odds float64, lo, hi float64) int {
	return drawWholeWithin(s, lo, hi, func() int { return DrawHypergeometric(s, good, bad, draws, odds) }, func(low, high float64) float64 { return LogMassHypergeometric(low, high, good, bad, draws, odds) })
}
