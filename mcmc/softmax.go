package mcmc

import "mpc/special"

// LogDensityCategoricalSoftmax is the log probability of k where that of each value is
// exp(x[value]) over the sum of all: log odds are not rounded to 0 or 1.
func LogDensityCategoricalSoftmax(k int, x []float64) float64 {
	if uint(k) >= uint(len(x)) {
		return densityNone
	}
	log := x[k] - special.LogTotal(x)
	if log != log {
		return densityNone
	}
	return log
}

// LogDensityMultinomialSoftmax is the log probability of the counts of n values, each of the
// probability exp(x[value]) over the sum of all.
func LogDensityMultinomialSoftmax(counts []int, n int, x []float64) float64 {
	if len(counts) != len(x) || n < 0 {
		return densityNone
	}
	log, rest := special.GammaLn(float64(n)+1), n
	total := special.LogTotal(x)
	for k, count := range counts {
		if count < 0 || count > rest {
			return densityNone
		}
		rest -= count
		if count > 0 {
			log += float64(count)*(x[k]-total) - special.GammaLn(float64(count)+1)
		}
	}
	if rest > 0 || log != log {
		return densityNone
	}
	return log
}

// FromLogOdds replaces x[k] by exp(x[k]) over the sum of all of them, and returns x.
func FromLogOdds(x []float64) []float64 { return special.Softmax(x) }
