package dist

import "math"

// A Beta is the density x^(A-1) (1-x)^(B-1) of x in (0, 1). A = B = 1 is
// uniform (and proper). B = +Inf is a point mass, and A then holds the point.
type Beta struct {
	A, B float64
}

// BetaUniform returns the uniform message.
func BetaUniform() Beta { return Beta{1, 1} }

// BetaPoint returns the point mass at x.
func BetaPoint(x float64) Beta { return Beta{x, math.Inf(1)} }

// Times returns the product of two messages.
func (d Beta) Times(e Beta) Beta {
	s := Beta{d.A + e.A - 1, d.B + e.B - 1}
	if s.B > math.MaxFloat64 {
		return d.timesPoint(e)
	}
	return s
}

func (d Beta) timesPoint(e Beta) Beta {
	switch {
	case !d.IsPoint():
		return e
	case !e.IsPoint() || d.A == e.A:
		return d
	}
	return Beta{math.NaN(), math.NaN()}
}

// IsUniform tells whether d says nothing about x.
func (d Beta) IsUniform() bool { return d.A == 1 && d.B == 1 }

// IsProper tells whether d is integrable; a point mass is.
func (d Beta) IsProper() bool { return d.A > 0 && d.B > 0 }

// IsPoint tells whether d is a point mass.
func (d Beta) IsPoint() bool { return d.B > math.MaxFloat64 }
