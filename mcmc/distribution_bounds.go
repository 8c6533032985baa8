package mcmc

import (
	"math"

	"mpc/special"
)

// massBetween is the log probability of an interval, given the logs of the distribution
// function at its low end, exclusive, and its high end, and of what lies above them. It is
// computed from the smaller side, so that tails keep their digits.
func massBetween(lowerLow, lowerHigh, upperLow, upperHigh float64) float64 {
	switch {
	case lowerHigh <= -math.Ln2:
		return massLess(lowerHigh, lowerLow)
	case upperLow <= -math.Ln2:
		return massLess(upperLow, upperHigh)
	}
	return math.Log1p(-math.Exp(lowerLow) - math.Exp(upperHigh))
}

// massLess is log(exp(a) - exp(b)), -Inf where that is not above 0.
func massLess(a, b float64) float64 {
	switch {
	case !(a > b):
		return densityNone
	case b < -math.MaxFloat64:
		return a
	}
	return a + special.Log1MinusExp(b-a)
}

// densityWithin is the log density at x restricted to [lo, hi], given the log density
// without bounds and the log probability of the interval. Where that is too small for a
// number there is no density.
func densityWithin(x, lo, hi, log, mass float64) float64 {
	if !(lo <= x && x <= hi) || !(mass >= -math.MaxFloat64) {
		return densityNone
	}
	return log - mass
}

// triesWithin is how many draws without bounds are tried before the distribution function
// is inverted.
const triesWithin = 8

// drawWithinBounds draws from a continuous distribution restricted to [lo, hi]: by
// rejection, and where that takes long by bisection, over the floating point numbers, of
// the share of the interval that lies below a number. It is NaN where the interval is
// empty or has no probability.
func drawWithinBounds(s *Stream, lo, hi float64, draw func() float64, mass func(lo, hi float64) float64) float64 {
	total := mass(lo, hi)
	if !(lo <= hi && total >= -math.MaxFloat64) {
		return math.NaN()
	}
	for range triesWithin {
		if x := draw(); lo <= x && x <= hi {
			return x
		}
	}
	u := math.Log(s.Open())
	a, b := boundsOrdered(lo), boundsOrdered(hi)
	for a < b {
		middle := a + (b-a)/2
		if b > 0 && a < 0 {
			middle = (a + b) / 2
		}
		if mass(lo, boundsNumber(middle))-total < u {
			a = middle + 1
		} else {
			b = middle
		}
	}
	return min(max(boundsNumber(a), lo), hi)
}

// boundsOrdered maps numbers to whole numbers of the same order, boundsNumber back.
func boundsOrdered(x float64) int64 {
	if x == 0 {
		return 0
	}
	k := int64(math.Float64bits(math.Abs(x)))
	if x < 0 {
		return -k
	}
	return k
}

func boundsNumber(k int64) float64 {
	if k < 0 {
		return -math.Float64frombits(uint64(-k))
	}
	return math.Float64frombits(uint64(k))
}

// drawWholeWithin is drawWithinBounds of whole numbers that are not negative; -1 where
// there is none.
func drawWholeWithin(s *Stream, lo, hi float64, draw func() int, mass func(lo, hi float64) float64) int {
	lo = math.Ceil(max(lo, 0))
	total := mass(lo, hi)
	if !(lo <= hi && total >= -math.MaxFloat64) {
		return -1
	}
	for range triesWithin {
		if k := draw(); lo <= float64(k) && float64(k) <= hi {
			return k
		}
	}
	u := math.Log(s.Open())
	below, at := lo-1, lo // what lies at or below below has a smaller share than u
	for step := 1.0; at < hi && mass(lo, at)-total < u; step *= 2 {
		below, at = at, min(at+step, hi)
	}
	for at-below > 1 {
		if middle := math.Floor(below + (at-below)/2); mass(lo, middle)-total < u {
			below = middle
		} else {
			at = middle
		}
	}
	return int(at)
}
