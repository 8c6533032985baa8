package mcmc

import "math"

// DrawNormalNatural draws from the normal of the natural parameters h, mean times
// precision, and p, the precision: of mean h/p.
func DrawNormalNatural(s *Stream, h, p float64) float64 {
	if !(p > 0) {
		return math.NaN()
	}
	return h/p + s.Normal()/math.Sqrt(p)
}

// DrawNormal draws from the normal of the given mean and precision.
func DrawNormal(s *Stream, mean, precision float64) float64 {
	if !(precision > 0) {
		return math.NaN()
	}
	return mean + s.Normal()/math.Sqrt(precision)
}

// DrawUniform draws from the uniform distribution on [lo, hi].
func DrawUniform(s *Stream, lo, hi float64) float64 {
	if !(lo <= hi) || lo-lo != 0 || hi-hi != 0 {
		return math.NaN()
	}
	u := s.Open()
	// Weighted so that neither the width nor the ends overflow.
	return min(max(lo*(1-u)+hi*u, lo), hi)
}

// drawLeast is the smallest positive draw: that of full precision, below which
// math.Log is wrong on some machines.
const drawLeast = 0x1p-1022

// drawWithin returns a positive draw that neither is 0 nor overflows.
func drawWithin(x float64) float64 { return min(max(x, drawLeast), math.MaxFloat64) }

// drawAsProbability returns a draw from (0, 1) that is at neither end.
func drawAsProbability(p float64) float64 { return min(max(p, drawLeast), 1-0x1p-53) }
