package dist

import "math"

// A PointSearch finds the point x at which the mode of the product of the
// messages, which depend on x, is x itself: a point estimate. Plain
// substitution is slow where the messages follow x closely, and diverges where
// they overreact; from the second step on secant steps are taken (on the
// difference between mode and point), which are exact where the mode is linear
// in the point, as in a linear-Gaussian model.
type PointSearch struct {
	X, F  float64 // the last point, and how far the mode was from it
	Steps int64
}

// Next returns the point to try after x, at which the mode was found to be mode.
func (s *PointSearch) Next(x, mode float64) float64 {
	f := mode - x
	next := mode
	if s.Steps > 0 && x != s.X && f != s.F {
		step := -f * (x - s.X) / (f - s.F)
		if limit := 1e6 * math.Abs(f); math.Abs(step) <= limit {
			next = x + step
		}
	}
	s.X, s.F = x, f
	s.Steps++
	return next
}

// NextNormal returns the point mass to try after the point mass at, given the
// product of the messages.
func (s *PointSearch) NextNormal(at, product Normal) Normal {
	return NormalPoint(s.Next(at.H, product.Mode()))
}

// NextGamma is NextNormal for a Gamma variable; it searches in log x, so that
// the point stays positive.
func (s *PointSearch) NextGamma(at, product Gamma) Gamma {
	return GammaPoint(math.Exp(s.Next(math.Log(at.Shape), math.Log(product.Mode()))))
}

// NextInverseGamma is NextGamma for an InverseGamma variable.
func (s *PointSearch) NextInverseGamma(at, product InverseGamma) InverseGamma {
	return InverseGammaPoint(math.Exp(s.Next(math.Log(at.Shape), math.Log(product.Mode()))))
}

// NextBeta is NextNormal for a Beta variable; it searches in the log odds.
func (s *PointSearch) NextBeta(at, product Beta) Beta {
	logit := func(p float64) float64 { return math.Log(p) - math.Log1p(-p) }
	x := s.Next(logit(at.A), logit(product.Mode()))
	return BetaPoint(1 / (1 + math.Exp(-x)))
}

// NextBernoulli is NextNormal for a Bernoulli variable: the more probable value,
// as there is nothing between the two to search.
func (s *PointSearch) NextBernoulli(_, product Bernoulli) Bernoulli {
	return BernoulliPoint(product.Mode())
}
