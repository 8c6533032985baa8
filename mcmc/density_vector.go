package mcmc

import (
	"math"

	"mpc/special"
)

// LogDensityDirichlet is the log density at p, probabilities of the sum 1, of the
// dirichlet of the counts alpha. Where a p[k] is 0 it is -Inf for a count above 1,
// and +Inf for one below 1 where there is none of the former.
func LogDensityDirichlet(p, alpha []float64) float64 {
	total := 0.0
	for _, a := range alpha {
		if !densityFinite(a) {
			return densityNone
		}
		total += a
	}
	if len(p) != len(alpha) || len(p) == 0 || total > math.MaxFloat64 {
		return densityNone
	}
	// Gammas of the shapes alpha at total p, given that they have the sum total.
	logTotal := special.LogFull(total)
	log := special.GammaLnSeries(total) - logTotal/2 + densityHalfLog2Pi
	endless := false
	for k, a := range alpha {
		x := p[k]
		switch {
		case !(x >= 0 && x <= 1) || x == 0 && a > 1:
			return densityNone
		case x == 0 && a < 1:
			endless = true
		case x == 0:
			log += logTotal // exponentials at 0
		default:
			l := special.LogFull(x)
			log += densityGammaKernel(a, total*x, math.FMA(total, x, -a), logTotal, l) - l
		}
	}
	if endless {
		return math.Inf(1)
	}
	return log
}

// LogDensityMvNormal is the log density at x of the normal vector of the given
// mean, with the lower Cholesky factor of its precision.
func LogDensityMvNormal(x, mean, factor []float64) float64 {
	k, log := len(x), 0.0
	for j := range k {
		// Row j of L' (x - mean).
		z := 0.0
		for i := j; i < k; i++ {
			z += factor[i*k+j] * (x[i] - mean[i])
		}
		log += math.Log(factor[j*k+j]) - densityHalfLog2Pi - z*z/2
	}
	if log != log {
		return densityNone
	}
	return log
}

// LogDensityMvNormalCovariance is LogDensityMvNormal with the factor of the
// covariance; work has the size of x.
func LogDensityMvNormalCovariance(x, mean, factor, work []float64) float64 {
	k, log := len(x), 0.0
	for i := range k {
		// Row i of L^-1 (x - mean).
		z := x[i] - mean[i]
		for n, y := range work[:i] {
			z -= factor[i*k+n] * y
		}
		z /= factor[i*k+i]
		work[i] = z
		log -= math.Log(factor[i*k+i]) + densityHalfLog2Pi + z*z/2
	}
	if log != log {
		return densityNone
	}
	return log
}

// LogDensityWishart is the log density at x of the wishart of DrawWishart, with the
// lower Cholesky factors of x and of the rate, both of k rows: each log
// determinant is twice the sum of those of the diagonal, and the trace of rate x
// that of squares of M = R' X, R and X the two factors.
func LogDensityWishart(factorX []float64, shape float64, factorRate []float64, k int) float64 {
	if !(2*shape > float64(k-1)) || shape > math.MaxFloat64 {
		return densityNone
	}
	log := -float64(k*(k-1)) / 4 * math.Log(math.Pi)
	for j := range k {
		log += (2*shape-float64(k+1))*math.Log(factorX[j*k+j]) + 2*shape*math.Log(factorRate[j*k+j])
		log -= special.GammaLn(shape - float64(j)/2)
		for n := range k {
			m := 0.0
			for i := max(j, n); i < k; i++ {
				m += factorRate[i*k+j] * factorX[i*k+n]
			}
			log -= m * m
		}
	}
	if log != log {
		return densityNone
	}
	return log
}
