package mcmc

import (
	"math"
	"math/bits"
)

// Where a chain begins: each variable at a draw from its prior, of vague priors one that is
// not far out. Such values may be impossible together, as where conditions tie them. Then
// a variable is drawn again, or keeps to one of its bounds, and the first scan is made again.

// FirstScans is how often the first scan is made again.
const FirstScans = 20000

// FirstDraws is how often a first value is drawn again.
const FirstDraws = 50

// StartPrecision is the precision that a normal is drawn with at the start of a chain: of
// a vague one that of a standard deviation of 10.
func StartPrecision(precision float64) float64 {
	const least = 0.01
	if !(precision > least) {
		return least
	}
	return precision
}

// StartGamma is a draw at the start of a chain from a gamma: of a vague one, most of which
// is next to 0, from the exponential of the same mean.
func StartGamma(s *Stream, shape, rate float64) float64 {
	if !(shape > 0) || !(rate > 0) {
		return 1
	}
	if shape < 1 {
		shape, rate = 1, rate/shape
	}
	return DrawGamma(s, shape, rate)
}

// OneSide gives up one of two bounds that leave a number between low and high nothing, in a
// try to make the first scan. The tries in which the upper one is given up come in runs, each
// as long as all before, and so do those of the lower one: so what a bound demands goes on
// from element to element, whatever their order. Where the number is bounded on that side
// too it stays next to the bound that is kept, so that there is room for many elements. lo
// and hi are returned where there is nothing on that side either.
func OneSide(try int, lo, hi, low, high float64) (float64, float64) {
	const share = 1.0 / 64
	a, b := lo, high
	switch down := bits.Len(uint(try))%2 == 1; {
	case down && low >= -math.MaxFloat64:
		a, b = hi-(hi-low)*share, hi
	case down:
		a, b = low, hi
	case high <= math.MaxFloat64:
		b = lo + (high-lo)*share
	}
	if !(a < b) {
		return lo, hi
	}
	return a, b
}

// Inside returns x, or a point between lo and hi where it is not there.
func Inside(s *Stream, x, lo, hi float64) float64 {
	switch {
	case lo < x && x < hi:
		return x
	case hi-lo <= math.MaxFloat64:
		return lo + (hi-lo)*s.Open()
	case lo >= -math.MaxFloat64:
		return lo + s.Exponential()
	case hi <= math.MaxFloat64:
		return hi - s.Exponential()
	}
	return x
}
