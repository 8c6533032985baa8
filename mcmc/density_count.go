package mcmc

import (
	"math"

	"mpc/special"
)

// LogDensityBernoulli is the log probability of a truth b that is true with
// probability p.
func LogDensityBernoulli(b bool, p float64) float64 {
	switch {
	case !(p >= 0 && p <= 1):
		return densityNone
	case b:
		return special.LogFull(p)
	}
	return math.Log1p(-p)
}

// LogDensityBernoulliLogit is LogDensityBernoulli for the log odds.
func LogDensityBernoulliLogit(b bool, logOdds float64) float64 {
	switch {
	case logOdds != logOdds:
		return densityNone
	case b:
		return special.LogisticLn(logOdds)
	}
	return special.LogisticLn(-logOdds)
}

// LogDensityBernoulliProbit is LogDensityBernoulli for a probability Phi(x).
func LogDensityBernoulliProbit(b bool, x float64) float64 {
	switch {
	case x != x:
		return densityNone
	case b:
		return special.NormalCdfLn(x)
	}
	return special.NormalCdfLn(-x)
}

// LogDensityCategorical is the log of p[k], the probabilities p having the sum 1;
// -Inf for a k that p has not.
func LogDensityCategorical(k int, p []float64) float64 {
	if uint(k) >= uint(len(p)) || !(p[k] > 0) {
		return densityNone
	}
	return special.LogFull(p[k])
}

// LogDensityDiscreteUniform is the log probability of k among 0..n-1.
func LogDensityDiscreteUniform(k, n int) float64 {
	if k < 0 || k >= n {
		return densityNone
	}
	return -math.Log(float64(n))
}

// LogDensityBinomial is the log probability that k of n succeed, each with
// probability p.
func LogDensityBinomial(k, n int, p float64) float64 {
	switch {
	case k < 0 || k > n || !(p >= 0 && p <= 1):
		return densityNone
	case p == 0 && k > 0 || p == 1 && k < n:
		return densityNone
	case p == 0 || p == 1:
		return 0
	}
	return countLogBinomial(float64(k), float64(n), p, 1-p)
}

// LogDensityBinomialLogit is LogDensityBinomial for the log odds.
func LogDensityBinomialLogit(k, n int, logOdds float64) float64 {
	switch {
	case k < 0 || k > n || logOdds != logOdds:
		return densityNone
	case logOdds > 600:
		return densityRareBinomial(n-k, n, -logOdds)
	case logOdds < -600:
		return densityRareBinomial(k, n, logOdds)
	}
	return countLogBinomial(float64(k), float64(n), special.Logistic(logOdds), special.Logistic(-logOdds))
}

// densityRareBinomial is the log probability of k of n for log odds so low that
// they are the log probability.
func densityRareBinomial(k, n int, log float64) float64 {
	if k == 0 {
		return 0
	}
	return float64(k)*log - math.Log1p(float64(n)) - special.LogBeta(float64(k)+1, float64(n-k)+1)
}

// LogDensityPoisson is the log probability of k under the poisson of the given rate.
func LogDensityPoisson(k int, rate float64) float64 {
	switch {
	case k < 0 || !(rate >= 0 && rate <= math.MaxFloat64):
		return densityNone
	case k == 0:
		return -rate
	case rate == 0:
		return densityNone
	}
	return countLogPoisson(float64(k), rate)
}

// LogDensityPoissonLog is LogDensityPoisson for the log of the rate.
func LogDensityPoissonLog(k int, logRate float64) float64 {
	rate := densityExp(logRate)
	switch {
	case k < 0 || !(rate <= math.MaxFloat64):
		return densityNone
	case k == 0:
		return -rate
	case k < 16 || math.Abs(logRate) > 600:
		x := float64(k)
		return x*logRate - rate - (x+0.5)*math.Log(x) + x - densityHalfLog2Pi - countRest(x)
	}
	return countLogPoisson(float64(k), rate)
}

// LogDensityMultinomial is the log probability of the counts x of n under the
// probabilities p, which have the sum 1: of poissons of the rates n p given that
// they have the sum n.
func LogDensityMultinomial(x []int, n int, p []float64) float64 {
	if len(x) != len(p) || n < 0 {
		return densityNone
	}
	log, rest, size := 0.0, n, float64(n)
	for k, count := range x {
		if count < 0 || count > rest || !(p[k] >= 0 && p[k] <= 1) || p[k] == 0 && count > 0 {
			return densityNone
		}
		rest -= count
		switch {
		case count == 0:
			log -= size * p[k]
		case p[k] < 0x1p-960:
			c := float64(count)
			log += c*(special.LogFull(p[k])+math.Log(size)) - special.GammaLn(c+1)
		default:
			log += countLogPoisson(float64(count), size*p[k])
		}
	}
	switch {
	case rest > 0:
		return densityNone
	case n == 0:
		return 0
	}
	return min(log-countLogPoisson(size, size), 0)
}
