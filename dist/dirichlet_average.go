package dist

import (
	"math"

	"mpc/special"
)

// MeanLogProb returns E[log density of d] over x ~ q: NaN where one of them is
// improper or they have different sizes. A point mass d has log density 0 at its
// point and -Inf elsewhere.
func (d Dirichlet) MeanLogProb(q Dirichlet) float64 {
	switch {
	case len(d.A) != len(q.A):
		return math.NaN()
	case q.Point:
		return d.LogProb(q.A)
	case d.Point || !d.IsProper():
		return math.Log(0) + dirichletImproper(d)
	}
	n, _, _ := distAlphaSum(d.A)
	log := special.GammaLn(n)
	for _, a := range d.A {
		log -= special.GammaLn(a)
	}
	return log + q.MeanLogTilt(d)
}

// dirichletImproper is NaN for an improper message, 0 for another.
func dirichletImproper(d Dirichlet) float64 {
	if d.IsProper() {
		return 0
	}
	return math.NaN()
}

// MeanLogTilt returns E[sum of (t.A[k]-1) log x[k]] over x ~ d, the mean log of the
// message t without its normalization: NaN where d is improper or the sizes differ.
func (d Dirichlet) MeanLogTilt(t Dirichlet) float64 {
	if len(d.A) != len(t.A) || !d.Point && !d.IsProper() {
		return math.NaN()
	}
	n, largest, rest := distAlphaSum(d.A)
	log := 0.0
	for k, a := range d.A {
		switch {
		case t.A[k] == 1:
		case d.Point:
			log += (t.A[k] - 1) * math.Log(a)
		default:
			log += (t.A[k] - 1) * distMeanLogShare(a, distRest(k, a, n, largest, rest))
		}
	}
	return log
}

// LogTilt returns log E[product of x[k]^(t.A[k]-1)] over x ~ d: as LogIntegral, but
// for the normalization of t. It is NaN where d or the product is improper.
func (d Dirichlet) LogTilt(t Dirichlet) float64 {
	switch {
	case len(d.A) != len(t.A) || t.Point || !d.IsProper():
		return math.NaN()
	case d.Point:
		log := 0.0
		for k, p := range d.A {
			if t.A[k] != 1 {
				log += (t.A[k] - 1) * math.Log(p)
			}
		}
		return log
	}
	return d.logIntegral(t, false)
}
