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

// NormalMeanPrecision returns the normal of the given mean and precision.
func NormalMeanPrecision(mean, precision float64) Normal {
	if precision > math.MaxFloat64 {
		return NormalPoint(mean)
	}
	return Normal{mean * precision, precision}
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

// timesPoint is Times where one of the two is a point mass. Two different
// points contradict each other: the product is NaN, which IsFinite shows.
func (d Normal) timesPoint(e Normal) Normal {
	switch {
	case !d.IsPoint():
		return e
	case !e.IsPoint() || d.H == e.H:
		return d
	}
	return Normal{math.NaN(), math.NaN()}
}

// IsUniform tells whether d says nothing about x.
func (d Normal) IsUniform() bool { return d.H == 0 && d.P == 0 }

// IsProper tells whether d is integrable; a point mass is.
func (d Normal) IsProper() bool { return d.P > 0 }

// IsPoint tells whether d is a point mass.
func (d Normal) IsPoint() bool { return d.P > math.MaxFloat64 }
