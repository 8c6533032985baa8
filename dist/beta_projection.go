package dist

import (
	"math"

	"mpc/special"
)

// MeanLog returns E[log x], NaN where d is improper.
func (d Beta) MeanLog() float64 {
	switch {
	case d.IsPoint():
		return math.Log(d.A)
	case d.IsProper():
		return distMeanLogShare(d.A, d.B)
	}
	return math.NaN()
}

// MeanLogComplement returns E[log(1-x)], NaN where d is improper.
func (d Beta) MeanLogComplement() float64 {
	switch {
	case d.IsPoint():
		return math.Log1p(-d.A)
	case d.IsProper():
		return distMeanLogShare(d.B, d.A)
	}
	return math.NaN()
}

// distMeanLogShare returns psi(a) - psi(a+b), as the log of the mean less two
// small terms, so that large counts lose nothing.
func distMeanLogShare(a, b float64) float64 {
	return -math.Log1p(b/a) - special.LogMinusDigamma(a) + special.LogMinusDigamma(a+b)
}

// BetaMeanLogs returns the beta of the given E[log x] and E[log(1-x)], the
// projection on betas of least Kullback-Leibler divergence from a distribution
// that has these. Newton's method on log a and log b solves psi(a) - psi(a+b) =
// meanLog and psi(b) - psi(a+b) = meanLogComplement (Minka, "Estimating a
// Dirichlet distribution", 2000). The counts have as many digits as are left in
// 1 - exp(meanLog) - exp(meanLogComplement), which is positive: where it is 0 up
// to rounding the result is a point mass, where it is
// negative, or no counts are found, NaN.
func BetaMeanLogs(meanLog, meanLogComplement float64) Beta {
	x, y := math.Exp(meanLog), math.Exp(meanLogComplement)
	gap, slack := distJensenGap(meanLog, meanLogComplement)
	switch {
	case !(meanLog <= 0 && meanLogComplement <= 0 && gap >= -slack):
		return Beta{math.NaN(), math.NaN()}
	case gap <= slack:
		return BetaPoint(x / (x + y))
	}
	a, b := 0.5+x/(2*gap), 0.5+y/(2*gap)
	for range 100 {
		residualA := meanLog - distMeanLogShare(a, b)
		residualB := meanLogComplement - distMeanLogShare(b, a)
		// The Newton step (da, db) solves [p-t, -t; -t, q-t] (da, db) = residuals.
		p, q, t := special.Trigamma(a), special.Trigamma(b), special.Trigamma(a+b)
		determinant := p*q - t*(p+q)
		stepA := ((q-t)*residualA + t*residualB) / determinant / a
		stepB := ((p-t)*residualB + t*residualA) / determinant / b
		a *= math.Exp(math.Max(-2, math.Min(2, stepA)))
		b *= math.Exp(math.Max(-2, math.Min(2, stepB)))
		// At steps of 1e-8 quadratic convergence leaves 1e-16; residuals of a
		// rounding or two cannot get smaller.
		small := math.Abs(residualA)+math.Abs(residualB) <= -3e-16*(meanLog+meanLogComplement)
		if math.Abs(stepA)+math.Abs(stepB) < 1e-8 || small {
			return Beta{a, b}
		}
	}
	return Beta{math.NaN(), math.NaN()}
}

// distJensenGap returns 1 - exp(u) - exp(v) and what it may be off by, if u and v
// are correctly rounded.
func distJensenGap(u, v float64) (gap, slack float64) {
	if u > v {
		u, v = v, u
	}
	small := math.Exp(u)
	if small > 0 {
		slack = 4e-16 * small * (1 - u)
	}
	return -math.Expm1(v) - small, slack
}
