package dist

import "math"

// An InverseGamma is the density x^(-Shape-1) exp(-Rate/x) of a positive x.
// Shape -1 and Rate 0 is uniform. Rate = +Inf is a point mass, and Shape then
// holds the point.
type InverseGamma struct {
	Shape, Rate float64
}

// InverseGammaShapeRate returns the distribution of 1/y for y of
// GammaShapeRate(shape, rate), of mean rate/(shape-1). Rate +Inf gives NaN.
func InverseGammaShapeRate(shape, rate float64) InverseGamma {
	if rate > math.MaxFloat64 {
		return InverseGamma{math.NaN(), math.NaN()}
	}
	return InverseGamma{shape, rate}
}

// InverseGammaMeanVariance returns the inverse gamma of the given mean and variance, whose shape is
// above 2; variance 0 is a point mass.
func InverseGammaMeanVariance(mean, variance float64) InverseGamma {
	over := mean / variance * mean // the square of the mean over the variance
	if !(over < math.MaxFloat64) {
		return InverseGammaPoint(mean)
	}
	return InverseGamma{over + 2, mean * (over + 1)}
}

// InverseGammaPoint returns the point mass at x.
func InverseGammaPoint(x float64) InverseGamma { return InverseGamma{x, math.Inf(1)} }

// InverseGammaUniform returns the uniform message.
func InverseGammaUniform() InverseGamma { return InverseGamma{-1, 0} }

// Times returns the product of two messages.
func (d InverseGamma) Times(e InverseGamma) InverseGamma {
	s := InverseGamma{distTimesShape(d.Shape, e.Shape), d.Rate + e.Rate}
	if s.Rate > math.MaxFloat64 {
		return d.timesPoint(e)
	}
	return s
}

// distTimesShape is x + y + 1 so that a tiny one survives the other, near -1.
func distTimesShape(x, y float64) float64 {
	if x < y {
		x, y = y, x
	}
	return x + (y + 1)
}

// timesPoint is Times where one of the two is a point mass. Two different
// points contradict each other: the product is NaN, which IsFinite shows. So is
// a product whose rate overflows.
func (d InverseGamma) timesPoint(e InverseGamma) InverseGamma {
	switch {
	case d.IsPoint() && (!e.IsPoint() && e.Shape == e.Shape || d.Shape == e.Shape):
		return d
	case e.IsPoint() && !d.IsPoint() && d.Shape == d.Shape:
		return e
	}
	return InverseGamma{math.NaN(), math.NaN()}
}

// IsUniform tells whether d says nothing about x.
func (d InverseGamma) IsUniform() bool { return d.Shape == -1 && d.Rate == 0 }

// IsProper tells whether d is integrable; a point mass at x >= 0 is.
func (d InverseGamma) IsProper() bool {
	return d.Rate > 0 && (d.Shape > 0 || d.Shape == 0 && d.IsPoint())
}

// IsPoint tells whether d is a point mass.
func (d InverseGamma) IsPoint() bool { return d.Rate > math.MaxFloat64 }

// IsFinite tells whether no parameter of d is NaN or overflowed; the +Inf that
// marks a point mass is fine.
func (d InverseGamma) IsFinite() bool { return d.Shape-d.Shape == 0 && d.Rate >= -math.MaxFloat64 }

// Power returns the density of d to the power e. A point mass to a positive
// power is itself, to the power 0 uniform, to a negative one NaN.
func (d InverseGamma) Power(e float64) InverseGamma {
	switch {
	case !d.IsPoint():
		s := InverseGamma{e*(d.Shape+1) - 1, e * d.Rate}
		if s.IsPoint() {
			return InverseGamma{math.NaN(), math.NaN()}
		}
		return s
	case e > 0:
		return d
	case e == 0:
		return InverseGammaUniform()
	}
	return InverseGamma{math.NaN(), math.NaN()}
}

// Damp returns old^damping d^(1-damping), a step from old towards d that is
// linear in the parameters. Two point masses are mixed linearly in the point;
// where only one of the two is a point mass the result is d.
func (d InverseGamma) Damp(old InverseGamma, damping float64) InverseGamma {
	switch {
	case d.IsPoint() && old.IsPoint():
		return InverseGammaPoint(d.Shape + damping*(old.Shape-d.Shape))
	case d.IsPoint() || old.IsPoint():
		return d
	}
	return InverseGamma{d.Shape + damping*(old.Shape-d.Shape), d.Rate + damping*(old.Rate-d.Rate)}
}

// MakeProper returns d, unless its shape is below -1 or its rate below 0, where
// it grows without bound at 0 or at infinity faster than any proper factor may:
// then the one message of the form x^-(shape+1), shape >= -1, or exp(-rate/x),
// rate >= 0, whose product with cavity has the mean m of d.Times(cavity). Where
// that mean is infinite the mean of 1/x is kept, and m is its reciprocal. With
// g = Shape + 1 - Rate/m the message is InverseGamma(g - 1, 0) if g >= 0 and
// InverseGamma(-1, -g m) if not. Where d.Times(cavity) is improper there is no
// such message: d is returned.
func (d InverseGamma) MakeProper(cavity InverseGamma) InverseGamma {
	if !(d.Shape < -1 || d.Rate < 0) || d.IsPoint() {
		return d
	}
	s := d.Times(cavity)
	if !s.IsProper() {
		return d
	}
	m := s.Mean()
	if m > math.MaxFloat64 {
		m = s.Rate / s.Shape
	}
	if g := d.Shape + 1 - d.Rate/m; g >= 0 {
		return InverseGamma{g - 1, 0}
	}
	return InverseGamma{-1, d.Rate - (d.Shape+1)*m}
}
