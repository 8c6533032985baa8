package dist

import (
	"fmt"
	"math"
)

// A Wishart is the density |X|^(Shape-(k+1)/2) exp(-tr(Rate X)) of a symmetric
// positive definite matrix X of k rows, such as a precision; Rate stands row by
// row, both halves of it. Shape (k+1)/2 and Rate 0 is uniform; a singular Rate is
// improper, and such messages, as those of single observations, add up to a
// proper one without an inverse. Where Point is set it is a point mass, Rate then
// holds the point and Shape is 0. Of one row it is Gamma{Shape, Rate[0]}.
//
// Other software counts degrees of freedom: df = 2 Shape, which must exceed k-1,
// and the scale matrix is the inverse of 2 Rate. Stan's wishart(df, scale) takes
// these; dwish(R, df) of BUGS and JAGS takes the inverse of the scale, R = 2 Rate.
// The mean is df times the scale, Shape times the inverse of Rate, in all of them.
type Wishart struct {
	Shape float64
	Rate  []float64
	Point bool
}

// WishartUniform returns the uniform message about a matrix of k rows.
func WishartUniform(k int) Wishart {
	return Wishart{Shape: float64(k+1) / 2, Rate: make([]float64, k*k)}
}

// WishartPoint returns the point mass at the matrix x (row by row).
func WishartPoint(x []float64) Wishart {
	return Wishart{Rate: append([]float64(nil), x...), Point: true}
}

// WishartDfScale returns the wishart of mean df times scale, a matrix row by row.
// The error is a *MatrixError where that is not symmetric and positive definite;
// df must be above the number of rows less 1.
func WishartDfScale(df float64, scale []float64) (Wishart, error) {
	var d Wishart
	err := d.SetDfScale(df, scale, nil)
	return d, err
}

// WishartDfInverseScale returns the wishart of mean df times the inverse of the
// given matrix. It fails as WishartDfScale does.
func WishartDfInverseScale(df float64, inverse []float64) (Wishart, error) {
	var d Wishart
	err := d.set("inverse scale", df/2, inverse, 0.5)
	return d, err
}

// WishartShapeRate returns the wishart of mean shape times the inverse of rate.
// It fails as WishartDfScale does, with df = 2 shape.
func WishartShapeRate(shape float64, rate []float64) (Wishart, error) {
	var d Wishart
	err := d.set("rate", shape, rate, 1)
	return d, err
}

// mvRows returns how many rows a square matrix of n entries has.
func mvRows(n int) int { return int(math.Sqrt(float64(n)) + 0.5) }

// Size returns the number of rows.
func (d Wishart) Size() int { return mvRows(len(d.Rate)) }

// Copy returns a value that shares no memory with d.
func (d Wishart) Copy() Wishart {
	return Wishart{d.Shape, append([]float64(nil), d.Rate...), d.Point}
}

// Set makes d equal to a.
func (d *Wishart) Set(a Wishart) {
	d.Shape, d.Rate, d.Point = a.Shape, append(d.Rate[:0], a.Rate...), a.Point
}

// SetUniform makes d the uniform message of its size.
func (d *Wishart) SetUniform() { d.setAll(len(d.Rate), float64(d.Size()+1)/2, 0) }

// SetPoint makes d the point mass at the matrix x.
func (d *Wishart) SetPoint(x []float64) {
	d.Shape, d.Rate, d.Point = 0, append(d.Rate[:0], x...), true
}

func (d *Wishart) setAll(entries int, shape, rate float64) {
	d.Shape, d.Rate, d.Point = shape, distFilled(d.Rate, entries, rate), false
}

func (d *Wishart) setNaN(entries int) { d.setAll(entries, math.NaN(), math.NaN()) }

// set makes d the wishart of the given shape, with a rate that is the factor
// times the given matrix.
func (d *Wishart) set(name string, shape float64, matrix []float64, factor float64) error {
	k := mvRows(len(matrix))
	w := NewMvWork(k)
	err := mvSymmetric(name, w.square, matrix, k)
	if err == nil && !mvFactor(w.factor, w.square, k) {
		err = mvIndefinite(name, w.square, k)
	}
	if err == nil {
		err = wishartShapeError(shape, k)
	}
	if err != nil {
		d.setNaN(len(matrix))
		return err
	}
	d.Shape, d.Rate, d.Point = shape, append(d.Rate[:0], w.square...), false
	for i := range d.Rate {
		d.Rate[i] *= factor
	}
	return nil
}

func wishartShapeError(shape float64, k int) error {
	if shape > float64(k-1)/2 && shape <= math.MaxFloat64 {
		return nil
	}
	return fmt.Errorf("df is %v, but must be above %d for a matrix of %d rows", 2*shape, k-1, k)
}

// SetDfScale makes d the wishart of mean df times scale. It is as WishartDfScale
// says; after an error d is NaN.
func (d *Wishart) SetDfScale(df float64, scale []float64, w *MvWork) error {
	k := mvRows(len(scale))
	w = w.ready(k)
	err := mvSymmetric("scale", w.square, scale, k)
	if err == nil && !mvFactor(w.factor, w.square, k) {
		err = mvIndefinite("scale", w.square, k)
	}
	if err == nil {
		err = wishartShapeError(df/2, k)
	}
	if err != nil {
		d.setNaN(len(scale))
		return err
	}
	d.Shape, d.Rate, d.Point = df/2, distResize(d.Rate, k*k), false
	mvInverse(d.Rate, w.square, w.factor, k, true, w)
	for i := range d.Rate {
		d.Rate[i] /= 2
	}
	return nil
}

// SetTimes makes d the product of two messages. Two different points contradict
// each other: the product is NaN, which IsFinite shows. So is a product whose
// rate overflows.
func (d *Wishart) SetTimes(a, b Wishart) {
	n := len(a.Rate)
	switch {
	case n != len(b.Rate):
		d.setNaN(max(n, len(b.Rate)))
	case a.Point && (b.Point && distAllEqual(a.Rate, b.Rate) || !b.Point && b.IsFinite()):
		d.Set(a)
	case b.Point && !a.Point && a.IsFinite():
		d.Set(b)
	case a.Point || b.Point:
		d.setNaN(n)
	default:
		d.Shape, d.Rate, d.Point = wishartTimesShape(a.Shape, b.Shape, a.Size()), distResize(d.Rate, n), false
		for i, r := range a.Rate {
			d.Rate[i] = r + b.Rate[i]
		}
	}
}

// wishartTimesShape is x + y - (k+1)/2, rounded as for Gamma and the same for
// both orders.
func wishartTimesShape(x, y float64, k int) float64 { return x + y - float64(k+1)/2 }

// SetOver makes d the density of a over that of b. Over a point mass it is NaN;
// a point mass over a message is itself.
func (d *Wishart) SetOver(a, b Wishart) {
	n := len(a.Rate)
	switch {
	case n != len(b.Rate):
		d.setNaN(max(n, len(b.Rate)))
	case b.Point || a.Point && !b.IsFinite():
		d.setNaN(n)
	case a.Point:
		d.Set(a)
	default:
		d.Shape, d.Rate, d.Point = a.Shape-b.Shape+float64(a.Size()+1)/2, distResize(d.Rate, n), false
		for i, r := range a.Rate {
			d.Rate[i] = r - b.Rate[i]
		}
	}
}

// SetPower makes d the density of a to the power e. A point mass to a positive
// power is itself, to the power 0 uniform, to a negative one NaN.
func (d *Wishart) SetPower(a Wishart, e float64) {
	uniform := float64(a.Size()+1) / 2
	switch {
	case !a.Point:
		d.Shape, d.Rate, d.Point = uniform+e*(a.Shape-uniform), distResize(d.Rate, len(a.Rate)), false
		for i, r := range a.Rate {
			d.Rate[i] = e * r
		}
	case e > 0:
		d.Set(a)
	case e == 0:
		d.setAll(len(a.Rate), uniform, 0)
	default:
		d.setNaN(len(a.Rate))
	}
}

// SetDamp makes d old^damping a^(1-damping), a step from old towards a that is
// linear in the parameters. Two point masses are mixed linearly in the point;
// where only one of the two is a point mass the result is a.
func (d *Wishart) SetDamp(a, old Wishart, damping float64) {
	switch {
	case len(a.Rate) != len(old.Rate):
		d.setNaN(max(len(a.Rate), len(old.Rate)))
	case a.Point != old.Point:
		d.Set(a)
	default:
		d.Shape, d.Rate, d.Point = a.Shape+damping*(old.Shape-a.Shape), distResize(d.Rate, len(a.Rate)), a.Point
		distDampVector(d.Rate, a.Rate, old.Rate, damping)
	}
}

// AddDeviation multiplies into d what an observation of a normal vector of mean
// m and precision X says about X, with x the observation less m:
// |X|^(weight/2) exp(-weight x'X x/2), of rank one and alone improper. A point
// mass stays.
func (d *Wishart) AddDeviation(x []float64, weight float64) {
	k := len(x)
	switch {
	case k*k != len(d.Rate):
		d.setNaN(len(d.Rate))
		return
	case d.Point:
		return
	}
	d.Shape += weight / 2
	for i, v := range x {
		row := d.Rate[i*k : i*k+k]
		for j, u := range x {
			row[j] += weight / 2 * (v * u) // the same in both halves
		}
	}
}

// IsUniform tells whether d says nothing about X.
func (d Wishart) IsUniform() bool {
	return !d.Point && d.Shape == float64(d.Size()+1)/2 && distAllAre(d.Rate, 0)
}

// IsProper tells whether d is integrable; a point mass is. It is false where the
// rate is singular up to rounding.
func (d Wishart) IsProper(w *MvWork) bool {
	if d.Point {
		return true
	}
	return d.properFactor(w.ready(d.Size()).factor)
}

// properFactor writes the factor of Rate; false where d is improper.
func (d Wishart) properFactor(l []float64) bool {
	k := d.Size()
	return d.Shape > float64(k-1)/2 && d.Shape <= math.MaxFloat64 && mvFactor(l, d.Rate, k)
}

// IsPoint tells whether d is a point mass.
func (d Wishart) IsPoint() bool { return d.Point }

// IsFinite tells whether no parameter of d is NaN or overflowed.
func (d Wishart) IsFinite() bool { return d.Shape-d.Shape == 0 && distAllFinite(d.Rate) }
