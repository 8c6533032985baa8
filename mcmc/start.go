package mcmc

import "math"

// Where a chain begins: each variable at a draw from its prior, of vague priors one that is
// not far out. Such values may be impossible together, as where conditions tie them. Then
// a variable is drawn again, and the first scan is made again.

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
