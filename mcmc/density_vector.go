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
