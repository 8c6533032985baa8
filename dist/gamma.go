package dist

import "math"

// A Gamma is the density x^(Shape-1) exp(-Rate x) of a positive x. Shape 1 and
// Rate 0 is uniform. Rate = +Inf is a point mass, and Shape then holds the point.
type Gamma struct {
	Shape, Rate float64
}

// GammaShapeRate returns the gamma of mean shape/rate.
func GammaShapeRate(shape, rate float64) Gamma { return Gamma{shape, rate} }

// GammaPoint returns the point mass at x.
func GammaPoint(x float64) Gamma { return Gamma{x, math.Inf(1)} }

// GammaUniform returns the uniform message.
func GammaUniform() Gamma { return Gamma{1, 0} }

// Times returns the product of two messages.
func (d Gamma) Times(e Gamma) Gamma {
	s := Gamma{d.Shape + e.Shape - 1, d.Rate + e.Rate}
	if s.Rate > math.MaxFloat64 {
		return d.timesPoint(e)
	}
	return s
}

func (d Gamma) timesPoint(e Gamma) Gamma {
	switch {
	case !d.IsPoint():
		return e
	case !e.IsPoint() || d.Shape == e.Shape:
		return d
	}
	return Gamma{math.NaN(), math.NaN()}
}

// IsUniform tells whether d says nothing about x.
func (d Gamma) IsUniform() bool { return d.Shape == 1 && d.Rate == 0 }

// IsProper tells whether d is integrable; a point mass is.
func (d Gamma) IsProper() bool { return d.Shape > 0 && d.Rate > 0 }

// IsPoint tells whether d is a point mass.
func (d Gamma) IsPoint() bool { return d.Rate > math.MaxFloat64 }
