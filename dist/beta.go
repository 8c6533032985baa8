package dist

import "math"

// A Beta is the density x^(A-1) (1-x)^(B-1) of x in (0, 1). A = B = 1 is
// uniform (and proper). B = +Inf is a point mass, and A then holds the point.
type Beta struct {
	A, B float64
}

// BetaCounts returns the beta of mean a/(a+b). One count +Inf is the point mass
// at its limit, 0 or 1; both give NaN.
func BetaCounts(a, b float64) Beta {
	switch {
	case a <= math.MaxFloat64 && b <= math.MaxFloat64:
		return Beta{a, b}
	case a <= math.MaxFloat64 && b == b:
		return BetaPoint(0)
	case b <= math.MaxFloat64 && a == a:
		return BetaPoint(1)
	}
	return Beta{math.NaN(), math.NaN()}
}

// BetaMeanCount returns the beta of the given mean and sum a + b; count +Inf is
// a point mass.
func BetaMeanCount(mean, count float64) Beta {
	if count > math.MaxFloat64 {
		return BetaPoint(mean)
	}
	return Beta{mean * count, (1 - mean) * count}
}

// BetaMeanVariance returns the beta of the given mean and variance; variance 0
// is a point mass. It is improper for a variance of mean (1-mean) or more.
func BetaMeanVariance(mean, variance float64) Beta {
	return BetaMeanCount(mean, mean*(1-mean)/math.Abs(variance)-1)
}

// BetaUniform returns the uniform message.
func BetaUniform() Beta { return Beta{1, 1} }

// BetaPoint returns the point mass at x.
func BetaPoint(x float64) Beta { return Beta{x, math.Inf(1)} }

// Times returns the product of two messages.
func (d Beta) Times(e Beta) Beta {
	s := Beta{distTimesAlpha(d.A, e.A), distTimesAlpha(d.B, e.B)}
	if s.B > math.MaxFloat64 {
		return d.timesPoint(e)
	}
	return s
}

// timesPoint is Times where one of the two is a point mass. Two different
// points contradict each other: the product is NaN, which IsFinite shows. So is
// a product whose count overflows.
func (d Beta) timesPoint(e Beta) Beta {
	switch {
	case d.IsPoint() && (!e.IsPoint() && e.A == e.A || d.A == e.A):
		return d
	case e.IsPoint() && !d.IsPoint() && d.A == d.A:
		return e
	}
	return Beta{math.NaN(), math.NaN()}
}

// IsUniform tells whether d says nothing about x.
func (d Beta) IsUniform() bool { return d.A == 1 && d.B == 1 }

// IsProper tells whether d is integrable; a point mass at x >= 0 is.
func (d Beta) IsProper() bool { return d.B > 0 && (d.A > 0 || d.A == 0 && d.IsPoint()) }

// IsPoint tells whether d is a point mass.
func (d Beta) IsPoint() bool { return d.B > math.MaxFloat64 }

// IsFinite tells whether no parameter of d is NaN or overflowed; the +Inf that
// marks a point mass is fine.
func (d Beta) IsFinite() bool { return d.A-d.A == 0 && d.B >= -math.MaxFloat64 }

// Power returns the density of d to the power e. A point mass to a positive
// power is itself, to the power 0 uniform, to a negative one NaN.
func (d Beta) Power(e float64) Beta {
	switch {
	case !d.IsPoint():
		s := Beta{1 + e*(d.A-1), 1 + e*(d.B-1)}
		if s.IsPoint() {
			return Beta{math.NaN(), math.NaN()}
		}
		return s
	case e > 0:
		return d
	case e == 0:
		return BetaUniform()
	}
	return Beta{math.NaN(), math.NaN()}
}

// Damp returns old^damping d^(1-damping), a step from old towards d that is
// linear in the parameters. Two point masses are mixed linearly in the point;
// where only one of the two is a point mass the result is d.
func (d Beta) Damp(old Beta, damping float64) Beta {
	switch {
	case d.IsPoint() && old.IsPoint():
		return BetaPoint(d.A + damping*(old.A-d.A))
	case d.IsPoint() || old.IsPoint():
		return d
	}
	return Beta{d.A + damping*(old.A-d.A), d.B + damping*(old.B-d.B)}
}

// MakeProper returns d, unless one of its counts is below 1: then the one of
// Beta(a, 1), a >= 1, and Beta(1, b), b >= 1, whose product with cavity has the
// mean m of d.Times(cavity). With g = (A-1)(1-m) - (B-1) m, m (1-m) times the
// slope of log d at m, it is Beta(1 + g/(1-m), 1) if g >= 0 and Beta(1, 1 - g/m)
// if not, also in the limit where cavity is a point mass at m. Where
// d.Times(cavity) is improper, or a point mass at 0 or 1 where d grows without
// bound, there is no such message: d is returned.
func (d Beta) MakeProper(cavity Beta) Beta {
	if !(d.A < 1 || d.B < 1) || d.IsPoint() {
		return d
	}
	s := d.Times(cavity)
	if !s.IsProper() {
		return d
	}
	m, q := s.means()
	g := (d.A-1)*q - (d.B-1)*m
	r := Beta{1, 1 - g/m}
	if g >= 0 {
		r = Beta{1 + g/q, 1}
	}
	if r.IsFinite() && !r.IsPoint() {
		return r
	}
	return d
}
