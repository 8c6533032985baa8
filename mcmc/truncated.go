package mcmc

import "math"

// DrawTruncatedGamma draws from the gamma of the given shape and rate, restricted to
// [lo, hi], 0 <= lo; hi may be infinite. What is no gamma is drawn too where it is
// proper between the bounds: a shape that is not above 0 with lo above 0, and the
// rate 0 with a finite hi or a negative shape. It is NaN elsewhere, and where there
// is nothing between the bounds.
func DrawTruncatedGamma(s *Stream, shape, rate, lo, hi float64) float64 {
	switch {
	case shape-shape != 0 || !(rate >= 0 && rate <= math.MaxFloat64 && lo <= hi && hi > 0):
		return math.NaN()
	case !(shape > 0) && !(lo > 0), rate == 0 && hi > math.MaxFloat64 && !(shape < 0):
		return math.NaN()
	}
	lo = max(lo, 0)
	if lo == hi || lo > math.MaxFloat64 {
		return lo
	}
	// Where the mean is between the bounds most of the mass may be.
	at := shape / rate
	if rate > 0 && lo < at && at < hi {
		for range 2 {
			if x := DrawGamma(s, shape, rate); lo <= x && x <= hi {
				return x
			}
		}
	}
	// From the point of (lo, hi) where the density of log x is largest.
	f := logConcave{n: shape}
	if !(lo < at && at < hi && at >= drawLeast) {
		if at != at {
			at = lo // of shape and rate 0 the density of log x is flat
		}
		at = min(max(at, lo, drawLeast), hi)
		f.n = rate * at
		if f.n > 1e300 || math.Abs(shape) > 1e300 {
			return at // to the last digit
		}
		f.lean = math.FMA(-rate, at, shape)
	}
	x := at * math.Exp(f.draw(s, drawLogRatio(lo, at), drawLogRatio(hi, at)))
	return min(max(x, lo, drawLeast), hi, math.MaxFloat64)
}

// noBound is how large a bound is that is none: models write 1e308 for it.
const noBound = 1e308

// ProperTruncatedGamma tells whether the density proportional to x^(shape-1) exp(-rate x)
// on [lo, hi], 0 <= lo, has an integral: also of the rate 0 with a finite hi, as the
// uniform density has, which is that of shape 1 and rate 0.
func ProperTruncatedGamma(shape, rate, lo, hi float64) bool {
	return (shape > 0 || lo > 0) && (rate > 0 || rate == 0 && (hi < noBound || shape < 0))
}

// ProperTruncatedInverseGamma tells whether the density proportional to
// x^(-shape-1) exp(-rate/x) on [lo, hi], 0 <= lo, has an integral.
func ProperTruncatedInverseGamma(shape, rate, lo, hi float64) bool {
	return (shape > 0 || hi < noBound) && (rate > 0 || rate == 0 && (lo > 0 || shape < 0))
}

// DrawTruncatedInverseGamma draws from the inverse gamma of the given shape and rate,
// restricted to [lo, hi]: the inverse of a truncated gamma.
func DrawTruncatedInverseGamma(s *Stream, shape, rate, lo, hi float64) float64 {
	if !(lo <= hi && hi > 0) {
		return math.NaN()
	}
	lo = max(lo, 0)
	if lo == hi {
		return lo
	}
	return min(max(1/DrawTruncatedGamma(s, shape, rate, 1/hi, 1/lo), lo), hi)
}

// DrawTruncatedBeta draws from the beta of a and b, restricted to [lo, hi] within
// [0, 1]. It is NaN where a or b is not above 0 and finite, or there is nothing of
// (0, 1) between the bounds.
func DrawTruncatedBeta(s *Stream, a, b, lo, hi float64) float64 {
	if !(a > 0 && a < 0x1p1000 && b > 0 && b < 0x1p1000 && lo <= hi && hi > 0 && lo < 1) {
		return math.NaN()
	}
	lo, hi = max(lo, 0), min(hi, 1)
	if lo == hi {
		return lo
	}
	at := a / (a + b)
	if lo < at && at < hi {
		for range 2 {
			if x := DrawBeta(s, a, b); lo <= x && x <= hi {
				return x
			}
		}
	}
	f := logConcave{n: a + b, share: at, rest: b / (a + b), logit: true}
	switch {
	case at == 1 && hi == 1, at < drawLeast && lo == 0:
		return min(drawAsProbability(at), hi) // to the last digit
	case !(lo < at && at < hi):
		at = drawAsProbability(min(max(at, lo), hi))
		f.share, f.rest = at, 1-at
		f.lean = math.FMA(a, f.rest, -b*f.share)
	}
	t := f.draw(s, drawLogRatio(lo, at)-drawLogRatio(1-lo, f.rest), drawLogRatio(hi, at)-drawLogRatio(1-hi, f.rest))
	var x float64
	if t > 0 {
		x = at / (at + f.rest*math.Exp(-t))
	} else {
		x = at * math.Exp(t) / (f.rest + at*math.Exp(t))
	}
	return min(max(drawAsProbability(x), lo), hi)
}

// drawLogRatio is log(x/y) for x >= 0 and y > 0, also where the two are nearly equal.
func drawLogRatio(x, y float64) float64 {
	if d := x - y; math.Abs(d) < y/2 {
		return math.Log1p(d / y)
	}
	return math.Log(x) - math.Log(y)
}
