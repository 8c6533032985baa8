package samples

import "math"

// What is said of an entry of the data that is known, among others that are drawn: it has no
// effective sample sizes.

// KnownReal is what is said of a number.
func KnownReal(x float64) Real {
	none := math.NaN()
	return Real{Mean: x, ESSBulk: none, ESSTail: none, RHat: none, Q05: x, Q50: x, Q95: x, ParetoK: none}
}

// KnownTruth is what is said of a truth.
func KnownTruth(x bool) Truth {
	t := Truth{ESSBulk: math.NaN(), RHat: math.NaN()}
	if x {
		t.P = 1
	}
	return t
}

// KnownIndex is what is said of a whole number k of n.
func KnownIndex(n, k int) Index {
	x := Index{P: make([]float64, n), MCSE: make([]float64, n), ESSBulk: math.NaN(), RHat: math.NaN()}
	if k >= 0 && k < n {
		x.P[k] = 1
	}
	return x
}
