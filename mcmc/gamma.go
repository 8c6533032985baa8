package mcmc

import "math"

// DrawGamma draws from the gamma of the given shape and rate, with the method of
// Marsaglia and Tsang ("A simple method for generating gamma variables", ACM
// Trans. Math. Software 26, 2000). For shapes much below 1 draws may be smaller
// than any number: they are 2^-1022, where DrawLogGamma has their logs.
func DrawGamma(s *Stream, shape, rate float64) float64 {
	if !(shape > 0 && shape <= math.MaxFloat64 && rate > 0 && rate <= math.MaxFloat64) {
		return math.NaN()
	}
	if shape >= 1 {
		return drawWithin(drawGammaUnit(s, shape) / rate)
	}
	x, boost := drawGammaUnit(s, shape+1)/rate, -s.Exponential()/shape
	if boost > -600 && x < 0x1p900 {
		return drawWithin(x * math.Exp(boost))
	}
	return drawWithin(math.Exp(math.Log(x) + boost))
}

// DrawLogGamma draws the log of a gamma of the given shape and rate, which has all
// its digits however small the shape.
func DrawLogGamma(s *Stream, shape, rate float64) float64 {
	if !(shape > 0 && shape <= math.MaxFloat64 && rate > 0 && rate <= math.MaxFloat64) {
		return math.NaN()
	}
	if shape >= 1 {
		return math.Log(drawGammaUnit(s, shape)) - math.Log(rate)
	}
	return math.Log(drawGammaUnit(s, shape+1)) - math.Log(rate) - s.Exponential()/shape
}

// DrawInverseGamma draws from the inverse gamma of the given shape and rate: the
// inverse of a gamma of them.
func DrawInverseGamma(s *Stream, shape, rate float64) float64 {
	if !(shape > 0 && shape <= math.MaxFloat64 && rate > 0 && rate <= math.MaxFloat64) {
		return math.NaN()
	}
	if shape >= 1 {
		return drawWithin(rate / drawGammaUnit(s, shape))
	}
	return drawWithin(math.Exp(-DrawLogGamma(s, shape, rate)))
}

// drawGammaUnit draws from the gamma of a shape of at least 1 and rate 1.
func drawGammaUnit(s *Stream, shape float64) float64 {
	third := shape - 1.0/3
	scale := 1 / math.Sqrt(9*third)
	for {
		z := s.Normal()
		v := 1 + scale*z
		if v <= 0 {
			continue
		}
		v = v * v * v
		u, zz := s.Open(), z*z
		if u < 1-0.0331*zz*zz || math.Log(u) < zz/2+third*(1-v+math.Log(v)) {
			return third * v
		}
	}
}

// DrawBeta draws from the beta of a and b, the counts of successes and failures.
// A draw is inside (0, 1): what is nearer to 1 than 2^-53 is 1 - 2^-53, where
// DrawLogitBeta has the log odds.
func DrawBeta(s *Stream, a, b float64) float64 {
	if !(a > 0 && a <= math.MaxFloat64 && b > 0 && b <= math.MaxFloat64) {
		return math.NaN()
	}
	if a >= 1 && b >= 1 && a < 0x1p1000 && b < 0x1p1000 {
		x := drawGammaUnit(s, a)
		return drawAsProbability(x / (x + drawGammaUnit(s, b)))
	}
	logit := DrawLogitBeta(s, a, b)
	if logit < 0 {
		e := math.Exp(logit)
		return drawAsProbability(e / (1 + e))
	}
	return drawAsProbability(1 / (1 + math.Exp(-logit)))
}

// DrawLogitBeta draws the log odds of a beta of a and b.
func DrawLogitBeta(s *Stream, a, b float64) float64 {
	x := DrawLogGamma(s, a, 1)
	return x - DrawLogGamma(s, b, 1)
}

// DrawDirichlet draws probabilities into to from the dirichlet of the counts alpha.
// No element is 0. It is false, and to is not changed, where a count is not above
// 0 and finite, or the sizes differ.
func DrawDirichlet(s *Stream, to, alpha []float64) bool {
	if len(to) != len(alpha) || len(alpha) == 0 {
		return false
	}
	least := math.Inf(1)
	for _, a := range alpha {
		if !(a > 0 && a < 0x1p1000) {
			return false
		}
		least = min(least, a)
	}
	sum, top := 0.0, math.Inf(-1)
	if least > 0.1 { // below it all of the gammas may underflow
		for k, a := range alpha {
			to[k] = DrawGamma(s, a, 1)
			sum += to[k]
		}
	} else {
		for k, a := range alpha {
			to[k] = DrawLogGamma(s, a, 1)
			top = max(top, to[k])
		}
		for k, l := range to {
			to[k] = math.Exp(l - top)
			sum += to[k]
		}
	}
	for k, x := range to {
		to[k] = max(x/sum, drawLeast)
	}
	return true
}
