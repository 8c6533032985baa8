package samples

import "math"

// What is said of an entry of the data that is known, among others that are drawn: it has no
// effective sample sizes.

// KnownReal is what is said of a number.
func KnownReal(x float64) Real {
	r, none := Real{Mean: x, Q05: x, Q50: x, Q95: x}, math.NaN()
	r.ESSBulk, r.ESSTail, r.RHat, r.ParetoK = none, none, none, none
	return r
}

// KnownTruth is what is said of a truth.
func KnownTruth(x bool) Truth {
	var t Truth
	t.ESSBulk, t.RHat = math.NaN(), math.NaN()
	if x {
		t.P = 1
	}
	return t
}

// KnownIndex is what is said of a whole number k of n.
func KnownIndex(n, k int) Index {
	x := Index{P: make([]float64, n)}
	x.MCSE, x.ESSBulk, x.RHat = make([]float64, n), math.NaN(), math.NaN()
	if k >= 0 && k < n {
		x.P[k] = 1
	}
	return x
}
