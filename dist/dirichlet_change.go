package dist

import "math"

// Change returns how far the marginal d is from old: over all values the largest
// of the difference of the means in sd of d and the relative difference of the
// variances (of the smaller). It is 0 for equal distributions, the relative
// difference of two point masses, that of the parameters where both are improper,
// and +Inf where one is NaN, only one is proper or a point mass, or the sizes differ.
func (d Dirichlet) Change(old Dirichlet) float64 {
	switch {
	case d.Point == old.Point && distAllEqual(d.A, old.A):
		return 0
	case d.Point && old.Point:
		return distVectorChange(d.A, old.A)
	case d.Point || old.Point || len(d.A) != len(old.A) || d.IsProper() != old.IsProper():
		return math.Inf(1)
	case !d.IsProper():
		return distVectorChange(d.A, old.A)
	}
	n, largest, rest := distAlphaSum(d.A)
	oldN, oldLargest, oldRest := distAlphaSum(old.A)
	change := 0.0
	for k, a := range d.A {
		b := old.A[k]
		if k > 0 && a == d.A[k-1] && b == old.A[k-1] && k != largest && k-1 != largest && k != oldLargest && k-1 != oldLargest {
			continue // as the one before
		}
		left, oldLeft := distRest(k, a, n, largest, rest), distRest(k, b, oldN, oldLargest, oldRest)
		difference := a/n - b/oldN
		if a > left {
			difference = left/n - oldLeft/oldN
		}
		variance, oldVariance := a/n*(left/n)/(n+1), b/oldN*(oldLeft/oldN)/(oldN+1)
		if variance == oldVariance && difference == 0 {
			continue // also a value that is the only one
		}
		c := distMaxChange(math.Abs(difference)/math.Sqrt(variance), distScaleChange(variance, oldVariance))
		change = math.Max(change, c)
	}
	return change
}

// LargerChange returns the larger of change and Change(old). Values whose mean and variance
// show that they have changed less cost no division.
func (d Dirichlet) LargerChange(old Dirichlet, change float64) float64 {
	if d.Point || old.Point || len(d.A) != len(old.A) || !(change > 0) || !(change < 1e6) || !d.IsProper() || !old.IsProper() {
		return math.Max(change, d.Change(old))
	}
	n, largest, rest := distAlphaSum(d.A)
	oldN, oldLargest, oldRest := distAlphaSum(old.A)
	scale, oldScale := 1/n, 1/oldN
	spread, oldSpread := scale*scale/(n+1), oldScale*oldScale/(oldN+1)
	// A change to be left out is less than this, whatever is rounded here.
	less := change * (1 - 1e-9)
	was := old.A[:len(d.A)]
	for k, a := range d.A {
		b := was[k]
		left, oldLeft := distRest(k, a, n, largest, rest), distRest(k, b, oldN, oldLargest, oldRest)
		variance, oldVariance := a*left*spread, b*oldLeft*oldSpread
		difference := a*scale - b*oldScale
		if a > left {
			difference = left*scale - oldLeft*oldScale
		}
		rounding := 1e-15 * (a*scale + b*oldScale)
		size := math.Abs(difference) + rounding
		if !(size*size < less*less*variance && math.Abs(variance-oldVariance) < less*min(variance, oldVariance)-1e-14*variance) {
			return math.Max(change, d.Change(old))
		}
	}
	return change
}
