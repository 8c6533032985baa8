package dist

import "math"

// A Gamma is the density x^(Shape-1) exp(-Rate x) of a positive x. Shape 1 and
// Rate 0 is uniform. Rate = +Inf is a point mass, and Shape then holds the point.
type Gamma struct {
	Shape, Rate float64
}

// GammaShapeRate returns the gamma of mean shape/rate. Rate +Inf is the point
// mass at its limit, 0.
func GammaShapeRate(shape, rate float64) Gamma {
	if rate > math.MaxFloat64 {
		return GammaPoint(0)
	}
	return Gamma{shape, rate}
}

// GammaShapeScale returns the gamma of mean shape*scale; scale 0 is the point
// mass at 0.
func GammaShapeScale(shape, scale float64) Gamma { return GammaShapeRate(shape, 1/math.Abs(scale)) }

// GammaMeanVariance returns the gamma of the given mean and variance; variance
// 0 is a point mass. It is improper where one of the two is negative.
func GammaMeanVariance(mean, variance float64) Gamma {
	rate := mean / variance
	if rate > math.MaxFloat64 || variance == 0 && mean >= 0 {
		return GammaPoint(mean)
	}
	return Gamma{mean * rate, rate}
}

// GammaPoint returns the point mass at x.
func GammaPoint(x float64) Gamma { return Gamma{x, math.Inf(1)} }

// GammaUniform returns the uniform message.
func GammaUniform() Gamma { return Gamma{1, 0} }

// Times returns the product of two messages.
func (d Gamma) Times(e Gamma) Gamma {
	s := Gamma{distTimesAlpha(d.Shape, e.Shape), d.Rate + e.Rate}
	if s.Rate > math.MaxFloat64 {
		return d.timesPoint(e)
	}
	return s
}

// timesPoint is Times where one of the two is a point mass. Two different
// points contradict each other: the product is NaN, which IsFinite shows. So is
// a product whose rate overflows.
func (d Gamma) timesPoint(e Gamma) Gamma {
	switch {
	case d.IsPoint() && (!e.IsPoint() && e.Shape == e.Shape || d.Shape == e.Shape):
		return d
	case e.IsPoint() && !d.IsPoint() && d.Shape == d.Shape:
		return e
	}
	return Gamma{math.NaN(), math.NaN()}
}

// IsUniform tells whether d says nothing about x.
func (d Gamma) IsUniform() bool { return d.Shape == 1 && d.Rate == 0 }

// IsProper tells whether d is integrable; a point mass at x >= 0 is.
func (d Gamma) IsProper() bool { return d.Rate > 0 && (d.Shape > 0 || d.Shape == 0 && d.IsPoint()) }

// IsPoint tells whether d is a point mass.
func (d Gamma) IsPoint() bool { return d.Rate > math.MaxFloat64 }

// IsFinite tells whether no parameter of d is NaN or overflowed; the +Inf that
// marks a point mass is fine.
func (d Gamma) IsFinite() bool { return d.Shape-d.Shape == 0 && d.Rate >= -math.MaxFloat64 }

// Power returns the density of d to the power e. A point mass to a positive
// power is itself, to the power 0 uniform, to a negative one NaN.
func (d Gamma) Power(e float64) Gamma {
	switch {
	case !d.IsPoint():
		s := Gamma{1 + e*(d.Shape-1), e * d.Rate}
		if s.IsPoint() {
			return Gamma{math.NaN(), math.NaN()}
		}
		return s
	case e > 0:
		return d
	case e == 0:
		return GammaUniform()
	}
	return Gamma{math.NaN(), math.NaN()}
}

// Damp returns old^damping d^(1-damping), a step from old towards d that is
// linear in the parameters. Two point masses are mixed linearly in the point;
// where only one of the two is a point mass the result is d.
func (d Gamma) Damp(old Gamma, damping float64) Gamma {
	switch {
	case d.IsPoint() && old.IsPoint():
		return GammaPoint(d.Shape + damping*(old.Shape-d.Shape))
	case d.IsPoint() || old.IsPoint():
		return d
	}
	return Gamma{d.Shape + damping*(old.Shape-d.Shape), d.Rate + damping*(old.Rate-d.Rate)}
}

// MakeProper returns d, unless its shape is below 1 or its rate below 0: then
// the one message of the form x^(shape-1), shape >= 1, or exp(-rate x), rate
// >= 0, whose product with cavity has the mean m of d.Times(cavity). With
// g = Shape - 1 - Rate m, m times the slope of log d at m, it is
// Gamma(1 + g, 0) if g >= 0 and Gamma(1, -g/m) if not, also in the limit where
// cavity is a point mass at m. Where d.Times(cavity) is improper there is no
// such message: d is returned.
func (d Gamma) MakeProper(cavity Gamma) Gamma {
	if !(d.Shape < 1 || d.Rate < 0) || d.IsPoint() {
		return d
	}
	s := d.Times(cavity)
	if !s.IsProper() {
		return d
	}
	m := s.Mean()
	if g := d.Shape - 1 - d.Rate*m; g >= 0 {
		return Gamma{1 + g, 0}
	}
	return Gamma{1, d.Rate - (d.Shape-1)/m}
}
