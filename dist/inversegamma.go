package dist

import "math"

// An InverseGamma is the density x^(-Shape-1) exp(-Rate/x) of a positive x.
// Shape -1 and Rate 0 is uniform. Rate = +Inf is a point mass, and Shape then
// holds the point.
type InverseGamma struct {
	Shape, Rate float64
}

// InverseGammaUniform returns the uniform message.
func InverseGammaUniform() InverseGamma { return InverseGamma{-1, 0} }

// Times returns the product of two messages.
func (d InverseGamma) Times(e InverseGamma) InverseGamma {
	s := InverseGamma{d.Shape + e.Shape + 1, d.Rate + e.Rate}
	if s.Rate > math.MaxFloat64 {
		return d.timesPoint(e)
	}
	return s
}

func (d InverseGamma) timesPoint(e InverseGamma) InverseGamma {
	switch {
	case !d.IsPoint():
		return e
	case !e.IsPoint() || d.Shape == e.Shape:
		return d
	}
	return InverseGamma{math.NaN(), math.NaN()}
}

// IsUniform tells whether d says nothing about x.
func (d InverseGamma) IsUniform() bool { return d.Shape == -1 && d.Rate == 0 }

// IsProper tells whether d is integrable; a point mass is.
func (d InverseGamma) IsProper() bool { return d.Shape > 0 && d.Rate > 0 }

// IsPoint tells whether d is a point mass.
func (d InverseGamma) IsPoint() bool { return d.Rate > math.MaxFloat64 }
