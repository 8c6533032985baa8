package mcmc

import (
	"math"
	"math/bits"
)

// Where a chain begins: each variable at a typical value of its prior, which differs from chain
// to chain: a draw, of vague priors and of far tails one that is not far out. Such values may be impossible together, as where conditions tie them. Then
// a variable is drawn again, or keeps to one of its bounds, and the first scan is made again.

// FirstScans is how often the first scan is made again.
const FirstScans = 20000

// FirstDraws is how often a first value is drawn again.
const FirstDraws = 50

// StartPrecision is the precision that a normal is drawn with at the start of a chain: of
// a vague one that of a standard deviation of 1.
func StartPrecision(precision float64) float64 { return atLeast(precision, 1) }

// WidePrecision is the precision of a normal that is drawn again, where its first value is not possible: of a
// vague one that of a standard deviation of 10.
func WidePrecision(precision float64) float64 { return atLeast(precision, 0.01) }

// StartNormal is a draw at the start of a chain from a normal of the given mean and precision: of a flat one the mean.
func StartNormal(s *Stream, mean, precision float64) float64 {
	if precision == 0 {
		return mean
	}
	return DrawNormal(s, mean, StartPrecision(precision))
}

// WideNormal is a draw in place of StartNormal where that is not possible.
func WideNormal(s *Stream, mean, precision float64) float64 {
	return DrawNormal(s, mean, WidePrecision(precision))
}

func atLeast(precision, least float64) float64 {
	if !(precision > least) {
		return least
	}
	return precision
}

// StartTruncatedNormal is a draw at the start of a chain from a normal between bounds: of a
// vague one next to its mean, or next to the bound that is nearest to it.
func StartTruncatedNormal(s *Stream, mean, sd, lo, hi float64) float64 {
	away := max(lo-mean, mean-hi, 0)
	return DrawTruncatedNormal(s, mean, min(sd, max(1, away)), lo, hi)
}

// StartGamma is a draw at the start of a chain from a gamma: of one that is densest at 0,
// whose draws are next to 0 or as far out as it is vague, a number of the size of its mean, or
// of 1 where that is less.
func StartGamma(s *Stream, shape, rate float64) float64 {
	const typical = 4 // the shape: a standard deviation of half of the mean
	if !(shape > 0) || !(rate > 0) {
		return 1
	}
	if shape > 1 {
		return DrawGamma(s, shape, rate)
	}
	return DrawGamma(s, typical, typical/min(shape/rate, 1))
}

// StartInverseGamma is a draw at the start of a chain from an inverse gamma: the inverse of what a gamma begins with.
func StartInverseGamma(s *Stream, shape, rate float64) float64 { return 1 / StartGamma(s, shape, rate) }

// StartBeta is a draw at the start of a chain from a beta: of one that is dense at an end from
// one that is not.
func StartBeta(s *Stream, a, b float64) float64 { return DrawBeta(s, max(a, 1), max(b, 1)) }

// StartUniform is a draw at the start of a chain from a uniform distribution, from the middle half of
// its interval. Where that is wide, and has 0, or goes over many orders of size as the prior of a
// scale does, it is next to 0, or to the lower end.
func StartUniform(s *Stream, low, high float64) float64 {
	const wide, orders = 4, 10
	a, b := low, high
	switch {
	case !(high-low > wide):
	case low >= 0 && high > orders*low: // a scale: about 1 above its lower end
		a, b = low, low+2
	case high <= 0 && low < orders*high:
		a, b = high-2, high
	case low < 0 && high > 0:
		a, b = max(low, -2), min(high, 2)
	}
	quarter := (b - a) / 4
	return DrawUniform(s, a+quarter, b-quarter)
}

// Median is the middle one of three numbers. Of three draws it is a typical one, also of
// a distribution whose tails are far.
func Median(a, b, c float64) float64 { return max(min(a, b), min(max(a, b), c)) }

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
