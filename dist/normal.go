package dist

import "math"

// A Normal is the density exp(H x - P x^2/2) of a real x in its natural
// parameters: P is the precision (1/variance), H the precision times the mean.
// P = 0 and H = 0 is uniform, P = 0 and H != 0 an exponential tilt, P < 0
// improper. P = +Inf is a point mass, and H then holds the point.
type Normal struct {
	H, P float64
}

// NormalMeanVariance returns the normal of the given mean and variance;
// variance 0 is a point mass, +Inf is uniform.
func NormalMeanVariance(mean, variance float64) Normal {
	if variance == 0 {
		return NormalPoint(mean)
	}
	return Normal{mean / variance, 1 / variance}
}

// NormalMeanPrecision returns the normal of the given mean and precision;
// precision +Inf is a point mass, 0 is uniform.
func NormalMeanPrecision(mean, precision float64) Normal {
	if precision > math.MaxFloat64 {
		return NormalPoint(mean)
	}
	return Normal{mean * precision, precision}
}

// NormalMeanSD returns the normal of the given mean and standard deviation; sd
// 0 is a point mass, +Inf is uniform. A negative sd gives NaN.
func NormalMeanSD(mean, sd float64) Normal {
	if !(sd >= 0) {
		return Normal{math.NaN(), math.NaN()}
	}
	return NormalMeanVariance(mean, sd*sd)
}

// NormalPoint returns the point mass at x.
func NormalPoint(x float64) Normal { return Normal{x, math.Inf(1)} }

// NormalUniform returns the uniform message.
func NormalUniform() Normal { return Normal{} }

// Times returns the product of two messages.
func (d Normal) Times(e Normal) Normal {
	s := Normal{d.H + e.H, d.P + e.P}
	if s.P > math.MaxFloat64 {
		return d.timesPoint(e)
	}
	return s
}

// At returns the message about a mean that an observation x sends, where d is
// that of the observation 1: a message whose H is proportional to x.
func (d Normal) At(x float64) Normal { return Normal{d.H * x, d.P} }

// timesPoint is Times where one of the two is a point mass. Two different
// points contradict each other: the product is NaN, which IsFinite shows. So is
// a product whose precision overflows.
func (d Normal) timesPoint(e Normal) Normal {
	switch {
	case d.IsPoint() && (!e.IsPoint() && e.H == e.H || d.H == e.H):
		return d
	case e.IsPoint() && !d.IsPoint() && d.H == d.H:
		return e
	}
	return Normal{math.NaN(), math.NaN()}
}

// IsUniform tells whether d says nothing about x.
func (d Normal) IsUniform() bool { return d.H == 0 && d.P == 0 }

// IsProper tells whether d is integrable; a point mass is.
func (d Normal) IsProper() bool { return d.P > 0 }

// IsPoint tells whether d is a point mass.
func (d Normal) IsPoint() bool { return d.P > math.MaxFloat64 }

// IsFinite tells whether no parameter of d is NaN or overflowed; the +Inf that
// marks a point mass is fine.
func (d Normal) IsFinite() bool { return d.H-d.H == 0 && d.P >= -math.MaxFloat64 }

// Power returns the density of d to the power e. A point mass to a positive
// power is itself, to the power 0 uniform, to a negative one NaN.
func (d Normal) Power(e float64) Normal {
	switch {
	case !d.IsPoint():
		s := Normal{e * d.H, e * d.P}
		if s.IsPoint() {
			return Normal{math.NaN(), math.NaN()}
		}
		return s
	case e > 0:
		return d
	case e == 0:
		return Normal{}
	}
	return Normal{math.NaN(), math.NaN()}
}

// Damp returns old^damping d^(1-damping), a step from old towards d that is
// linear in the natural parameters. Two point masses are mixed linearly in the
// point; where only one of the two is a point mass the result is d.
func (d Normal) Damp(old Normal, damping float64) Normal {
	switch {
	case d.IsPoint() && old.IsPoint():
		return NormalPoint(d.H + damping*(old.H-d.H))
	case d.IsPoint() || old.IsPoint():
		return d
	}
	return Normal{d.H + damping*(old.H-d.H), d.P + damping*(old.P-d.P)}
}

// MakeProper returns d, unless its precision is negative: then the message of
// precision 0 whose product with cavity has the mean m of d.Times(cavity),
// exp((H - P m) x). It is the limit of that also where cavity is a point mass.
// Where d.Times(cavity) is improper there is no such message: d is returned.
func (d Normal) MakeProper(cavity Normal) Normal {
	if !(d.P < 0) {
		return d
	}
	s := d.Times(cavity)
	if !s.IsProper() {
		return d
	}
	return Normal{d.H - d.P*s.Mean(), 0}
}
