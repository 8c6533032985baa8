package mcmc

import (
	"math"

	"mpc/special"
)

// What a slice or a finite draw needs of a log density is how it changes with the value
// that is drawn. A LogKernel is a log density without the terms that do not depend on
// that: it has the same differences, and costs less. Which of its arguments may change is
// said of each. Where the terms that are left out keep large ones from cancelling, as of
// counts above 2^24, it is the log density itself: which of the two does not depend on what
// may change.

// kernelCount is the largest count for which a kernel is without these terms.
const kernelCount = 1 << 24

// LogKernelNormal is LogDensityNormal as a function of x and the mean.
func LogKernelNormal(x, mean, precision float64) float64 {
	d := x - mean
	if !densityFinite(precision) || d != d {
		return densityNone
	}
	return -d * precision * d / 2
}

// LogKernelNormalVariance is LogDensityNormalVariance as a function of x and the mean.
func LogKernelNormalVariance(x, mean, variance float64) float64 {
	d := x - mean
	if !densityFinite(variance) || d != d {
		return densityNone
	}
	return -d / variance * d / 2
}

// LogKernelGamma is LogDensityGamma as a function of x.
func LogKernelGamma(x, shape, rate float64) float64 {
	if !(x > 0 && shape > 0 && shape <= kernelCount && x <= math.MaxFloat64 && densityFinite(rate)) {
		return LogDensityGamma(x, shape, rate)
	}
	if shape == 1 {
		return -rate * x
	}
	return (shape-1)*special.LogFull(x) - rate*x
}

// LogKernelGammaShape is LogDensityGamma as a function of the shape.
func LogKernelGammaShape(x, shape, rate float64) float64 {
	if !(x > 0 && x <= math.MaxFloat64 && densityFinite(shape) && densityFinite(rate)) {
		return LogDensityGamma(x, shape, rate)
	}
	return shape*(special.LogFull(rate)+special.LogFull(x)) - special.GammaLn(shape)
}

// LogGammaTerm is what x, of a gamma of this rate, adds to the sum that
// LogKernelGammaShapes takes: -Inf where it is of none.
func LogGammaTerm(x, rate float64) float64 {
	if !densityFinite(x) || !densityFinite(rate) {
		return densityNone
	}
	return special.LogFull(rate) + special.LogFull(x)
}

// LogKernelGammaShapes is the sum of LogKernelGammaShape over count draws, given the sum of
// their LogGammaTerm.
func LogKernelGammaShapes(shape, logs, count float64) float64 {
	switch {
	case count == 0:
		return 0
	case !densityFinite(shape):
		return densityNone
	}
	return shape*logs - count*special.GammaLn(shape)
}

// LogKernelBeta is LogDensityBeta as a function of x.
func LogKernelBeta(x, a, b float64) float64 {
	if !(x > 0 && x < 1 && a > 0 && b > 0 && a <= kernelCount && b <= kernelCount) {
		return LogDensityBeta(x, a, b)
	}
	return (a-1)*special.LogFull(x) + (b-1)*math.Log1p(-x)
}

// LogKernelBinomial is LogDensityBinomial as a function of p.
func LogKernelBinomial(k, n int, p float64) float64 {
	if !(p > 0 && p < 1 && k >= 0 && k <= n && n <= kernelCount) {
		return LogDensityBinomial(k, n, p)
	}
	return float64(k)*special.LogFull(p) + float64(n-k)*math.Log1p(-p)
}

// LogKernelBinomialLogit is LogDensityBinomialLogit as a function of the log odds.
func LogKernelBinomialLogit(k, n int, logOdds float64) float64 {
	switch {
	case !(k >= 0 && k <= n && n <= kernelCount) || logOdds != logOdds:
		return LogDensityBinomialLogit(k, n, logOdds)
	case logOdds > 0:
		return kernelTimes(n-k, -logOdds) - float64(n)*logOnePlus(math.Exp(-logOdds))
	}
	return kernelTimes(k, logOdds) - float64(n)*logOnePlus(math.Exp(logOdds))
}

// LogKernelCategoricalLogs is LogDensityCategorical of probabilities by their logs, which many values share.
func LogKernelCategoricalLogs(k int, logs []float64) float64 {
	if uint(k) >= uint(len(logs)) || !(logs[k] >= -math.MaxFloat64) {
		return densityNone
	}
	return logs[k]
}

// LogKernelMultinomial is LogDensityMultinomial as a function of the probabilities.
func LogKernelMultinomial(x []int, n int, p []float64) float64 {
	if len(x) != len(p) || !(n >= 0 && n <= kernelCount) {
		return LogDensityMultinomial(x, n, p)
	}
	log, rest, size := 0.0, n, float64(n)
	for k, count := range x {
		if count < 0 || count > rest || !(p[k] >= 0 && p[k] <= 1) {
			return densityNone
		}
		rest -= count
		if count > 0 {
			log += float64(count) * special.LogFull(p[k])
		}
		log -= size * p[k]
	}
	if rest > 0 {
		return densityNone
	}
	return log
}

// LogKernelMultinomialSoftmax is LogDensityMultinomialSoftmax as a function of the logs of the weights.
func LogKernelMultinomialSoftmax(counts []int, n int, x []float64) float64 {
	if len(counts) != len(x) || !(n >= 0 && n <= kernelCount) {
		return LogDensityMultinomialSoftmax(counts, n, x)
	}
	log, rest, total := 0.0, n, special.LogTotal(x)
	for k, count := range counts {
		if count < 0 || count > rest {
			return densityNone
		}
		rest -= count
		log += kernelTimes(count, x[k]-total)
	}
	if rest > 0 || log != log {
		return densityNone
	}
	return log
}

// kernelTimes is k x, 0 for k = 0 and an infinite x.
func kernelTimes(k int, x float64) float64 {
	if k == 0 {
		return 0
	}
	return float64(k) * x
}

// LogKernelPoisson is LogDensityPoisson as a function of the rate.
func LogKernelPoisson(k int, rate float64) float64 {
	if !(k > 0 && k <= kernelCount && rate > 0 && rate <= math.MaxFloat64) {
		return LogDensityPoisson(k, rate)
	}
	return float64(k)*special.LogFull(rate) - rate
}

// LogKernelPoissonLog is LogDensityPoissonLog as a function of the log of the rate.
func LogKernelPoissonLog(k int, logRate float64) float64 {
	if !(k >= 0 && k <= kernelCount) {
		return LogDensityPoissonLog(k, logRate)
	}
	rate := densityExp(logRate)
	if !(rate <= math.MaxFloat64) {
		return densityNone
	}
	return kernelTimes(k, logRate) - rate
}
