package dist

import "math"

// GammaMeanLog returns the gamma of the given E[x] and E[log x], the projection
// on gammas of least Kullback-Leibler divergence from a distribution that has
// these (Minka, "Estimating a Gamma distribution", 2002). It is a point mass
// where meanLog is log(mean) up to rounding, and NaN where it is larger. The
// shape has as many digits as are left in log(mean) - meanLog; with that
// difference itself at hand use GammaMeanLogGap.
func GammaMeanLog(mean, meanLog float64) Gamma {
	logMean := math.Log(mean)
	gap := logMean - meanLog
	if gap <= 0 && gap > -1e-15*(1+math.Abs(logMean)+math.Abs(meanLog)) {
		return GammaPoint(mean)
	}
	return GammaMeanLogGap(mean, gap)
}
