package mcmc

import "math"

// unboundedFar is beyond which a bound is none.
const unboundedFar = 1e100

// unbounded gives a number between bounds on a scale that has none, the log of its distance from one bound or of the ratio of its
// distances from two, and the log of how much the number changes by that, but for a constant.
func unbounded(x, lo, hi float64) (u, change float64) {
	below, above := lo > -unboundedFar, hi < unboundedFar
	switch {
	case below && above:
		a, b := math.Log(x-lo), math.Log(hi-x)
		return a - b, a + b
	case below:
		u = math.Log(x - lo)
		return u, u
	case above:
		change = math.Log(hi - x)
		return -change, change
	}
	return x, 0
}

// bounded is the number that is u on that scale. It is at a bound, or beyond it, where digits end.
func bounded(u, lo, hi float64) float64 {
	below, above := lo > -unboundedFar, hi < unboundedFar
	switch {
	case below && above && u < 0:
		e := math.Exp(u)
		return lo + (hi-lo)*(e/(1+e))
	case below && above:
		e := math.Exp(-u)
		return hi - (hi-lo)*(e/(1+e))
	case below:
		return lo + math.Exp(u)
	case above:
		return hi - math.Exp(-u)
	}
	return u
}
