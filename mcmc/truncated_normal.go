package mcmc

import "math"

// DrawTruncatedNormal draws from the normal of the given mean and standard
// deviation, restricted to [lo, hi], either of which may be infinite. Each part of
// the line has the proposal that is accepted most often there (Robert, "Simulation
// of truncated normal variables", Stat. Comput. 5, 1995; beyond the mean that of
// Marsaglia 1964, as in Botev, "The normal law under linear restrictions", J.
// Royal Stat. Soc. B 79, 2017), at least two times in five; distances are from the
// bound, so that draws far out in a tail keep their digits. It is NaN where sd is
// not above 0 and finite, lo is above hi, or one of them is NaN.
func DrawTruncatedNormal(s *Stream, mean, sd, lo, hi float64) float64 {
	if !(sd > 0 && sd <= math.MaxFloat64 && lo <= hi) || mean-mean != 0 {
		return math.NaN()
	}
	return drawNormalWithin(s, mean, sd, lo, hi)
}

// DrawTruncatedNormalNatural draws from the density proportional to
// exp(h x - p x^2/2) on [lo, hi]: with p > 0 a truncated normal, and with p = 0,
// where what is infinite must have a density that falls, an exponential or the
// uniform. It is NaN elsewhere.
func DrawTruncatedNormalNatural(s *Stream, h, p, lo, hi float64) float64 {
	switch {
	case !(lo <= hi) || h-h != 0:
		return math.NaN()
	case p >= 0x1p-1000 && p <= math.MaxFloat64 && math.Abs(h/p) < 1e300:
		return drawNormalWithin(s, h/p, 1/math.Sqrt(p), lo, hi)
	case !(p >= 0 && p < 1e10) || h >= 0 && hi > math.MaxFloat64 || h <= 0 && lo < -math.MaxFloat64:
		return math.NaN()
	case lo == hi:
		return lo
	case h == 0:
		return DrawUniform(s, lo, hi)
	case h < 0:
		return min(lo+drawTruncatedExponential(s, -h*(hi-lo))/-h, hi)
	}
	return max(hi-drawTruncatedExponential(s, h*(hi-lo))/h, lo)
}

// ProperTruncatedNormal tells whether the density proportional to exp(h x - p x^2/2) on
// [lo, hi] has an integral: also of p = 0, where the bounds are finite, or it falls towards
// what is not bounded.
func ProperTruncatedNormal(h, p, lo, hi float64) bool {
	return p > 0 || p == 0 && (h < 0 || hi < noBound) && (h > 0 || lo > -noBound)
}

// drawNormalWithin is DrawTruncatedNormal of good parameters.
func drawNormalWithin(s *Stream, mean, sd, lo, hi float64) float64 {
	// The bounds in standard deviations from the mean, and their distance, which is
	// kept apart as both may be much larger.
	a, b, width := (lo-mean)/sd, (hi-mean)/sd, (hi-lo)/sd
	switch {
	case lo == hi || lo > math.MaxFloat64 || hi < -math.MaxFloat64:
		return lo // one point
	case a >= 0:
		if t := drawNormalBeyond(s, a, width) * sd; t < hi-lo {
			return max(lo, lo+t)
		}
		return hi
	case b <= 0:
		if t := drawNormalBeyond(s, -b, width) * sd; t < hi-lo {
			return min(hi, hi-t)
		}
		return lo
	case width < 2.5: // the square root of 2 pi: where both are accepted as often
		for {
			t := s.Open() * width
			if z := a + t; 2*s.Exponential() >= z*z {
				return min(lo+t*sd, hi)
			}
		}
	}
	for {
		if z := s.Normal(); z >= a && z <= b {
			return min(max(mean+z*sd, lo), hi)
		}
	}
}

// drawNormalBeyond draws the distance t in [0, width] of a standard normal beyond
// a >= 0, of the density exp(-a t - t^2/2).
func drawNormalBeyond(s *Stream, a, width float64) float64 {
	if a < 0.66 {
		if width < 1.25 {
			for {
				t := s.Open() * width
				if s.Exponential() >= t*(a+t/2) {
					return t
				}
			}
		}
		for {
			if t := math.Abs(s.Normal()) - a; t >= 0 && t <= width {
				return t
			}
		}
	}
	if a > 1e300 {
		return 0 // at the bound, to the last digit
	}
	// ((a+t)^2 - a^2)/2 is a truncated exponential; a/(a+t) of them are accepted.
	end := width * (a + width/2)
	for {
		e := drawTruncatedExponential(s, end)
		t := e / a // the first of the two is that to the last digit
		if a < 1e8 {
			t = 2 * e / (a + math.Sqrt(a*a+2*e))
		}
		if s.Float64()*(a+t) <= a {
			return min(t, width)
		}
	}
}

// drawTruncatedExponential draws an exponential of rate 1 below end.
func drawTruncatedExponential(s *Stream, end float64) float64 {
	if end > 2 {
		for {
			if e := s.Exponential(); e <= end {
				return e
			}
		}
	}
	return -math.Log1p(s.Open() * math.Expm1(-end))
}

// DrawSignedNormal draws from the normal of the given mean and the variance 1, restricted
// to above 0, or to below it. It is NaN where the mean is not finite.
func DrawSignedNormal(s *Stream, mean float64, above bool) float64 {
	switch {
	case mean-mean != 0:
		return math.NaN()
	case above:
		return drawNormalWithin(s, mean, 1, 0, math.Inf(1))
	}
	return drawNormalWithin(s, mean, 1, math.Inf(-1), 0)
}
