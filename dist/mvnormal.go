package dist

import "math"

// An MvNormal is the density exp(H'x - x'P x/2) of a real vector x of size
// len(H): P, the precision (the inverse of the covariance), is symmetric and
// stands row by row, both halves of it; H is the precision times the mean. All 0
// is uniform; a singular P is improper, and such messages, as those about a dot
// product, add up to a proper one without an inverse. Where Point is set it is a
// point mass, H then holds the point and P is not used. Of size 1 it is
// Normal{H[0], P[0]}.
type MvNormal struct {
	H, P  []float64
	Point bool
}

// MvNormalUniform returns the uniform message about a vector of size k.
func MvNormalUniform(k int) MvNormal { return MvNormal{H: make([]float64, k), P: make([]float64, k*k)} }

// MvNormalPoint returns the point mass at x.
func MvNormalPoint(x []float64) MvNormal {
	return MvNormal{append([]float64(nil), x...), make([]float64, len(x)*len(x)), true}
}

// MvNormalMeanCovariance returns the normal of the given mean and covariance
// matrix (row by row); a covariance of zeros is a point mass. The error is a
// *MatrixError where that is not symmetric and positive definite.
func MvNormalMeanCovariance(mean, covariance []float64) (MvNormal, error) {
	var d MvNormal
	err := d.SetMeanCovariance(mean, covariance, nil)
	return d, err
}

// MvNormalMeanPrecision returns the normal of the given mean and precision matrix
// (row by row). The error is a *MatrixError where that is not symmetric and
// positive definite.
func MvNormalMeanPrecision(mean, precision []float64) (MvNormal, error) {
	var d MvNormal
	err := d.SetMeanPrecision(mean, precision, nil)
	return d, err
}

// MvNormalMeanVariance returns the normal of independent components of the given
// means and variances. One variance 0 or less, or not finite, gives NaN, unless
// all are 0: that is a point mass.
func MvNormalMeanVariance(mean, variance []float64) MvNormal {
	k := len(mean)
	d := MvNormalUniform(k)
	if len(variance) != k {
		d.setNaN(k)
		return d
	}
	if k > 0 && distAllAre(variance, 0) {
		d.SetPoint(mean)
		return d
	}
	for i, v := range variance {
		if !(v > 0 && v <= math.MaxFloat64) {
			d.setNaN(k)
			return d
		}
		d.H[i], d.P[i*k+i] = mean[i]/v, 1/v
	}
	return d
}

// Size returns the size of the vector.
func (d MvNormal) Size() int { return len(d.H) }

// Copy returns a value that shares no memory with d.
func (d MvNormal) Copy() MvNormal {
	return MvNormal{append([]float64(nil), d.H...), append([]float64(nil), d.P...), d.Point}
}

func (d *MvNormal) resize(k int) { d.H, d.P = distResize(d.H, k), distResize(d.P, k*k) }

// Set makes d equal to a.
func (d *MvNormal) Set(a MvNormal) {
	d.H, d.P, d.Point = append(d.H[:0], a.H...), append(d.P[:0], a.P...), a.Point
}

// SetUniform makes d the uniform message of its size.
func (d *MvNormal) SetUniform() { d.setAll(len(d.H), 0) }

// SetPoint makes d the point mass at x.
func (d *MvNormal) SetPoint(x []float64) {
	d.H, d.P, d.Point = append(d.H[:0], x...), distFilled(d.P, len(x)*len(x), 0), true
}

func (d *MvNormal) setAll(k int, value float64) {
	d.H, d.P, d.Point = distFilled(d.H, k, value), distFilled(d.P, k*k, value), false
}

func (d *MvNormal) setNaN(k int) { d.setAll(k, math.NaN()) }

// SetMeanCovariance makes d the normal of the given mean and covariance matrix.
// It is as MvNormalMeanCovariance says; after an error d is NaN.
func (d *MvNormal) SetMeanCovariance(mean, covariance []float64, w *MvWork) error {
	k := len(mean)
	w = w.ready(k)
	err := mvFiniteVector("mean", mean, k)
	if err == nil {
		err = mvSymmetric("covariance", w.square, covariance, k)
	}
	if err == nil && k > 0 && distAllAre(w.square, 0) {
		d.SetPoint(mean)
		return nil
	}
	if err == nil && !mvFactor(w.factor, w.square, k) {
		err = mvIndefinite("covariance", w.square, k)
	}
	if err != nil {
		d.setNaN(k)
		return err
	}
	copy(w.mean, mean) // which may be d.H
	d.resize(k)
	d.Point = false
	mvInverse(d.P, w.square, w.factor, k, true, w)
	d.setMean(w)
	return nil
}

// SetMeanPrecision makes d the normal of the given mean and precision matrix. It
// is as MvNormalMeanPrecision says; after an error d is NaN.
func (d *MvNormal) SetMeanPrecision(mean, precision []float64, w *MvWork) error {
	k := len(mean)
	w = w.ready(k)
	err := mvFiniteVector("mean", mean, k)
	if err == nil {
		err = mvSymmetric("precision", w.square, precision, k)
	}
	if err == nil && !mvFactor(w.factor, w.square, k) {
		err = mvIndefinite("precision", w.square, k)
	}
	if err != nil {
		d.setNaN(k)
		return err
	}
	copy(w.mean, mean)
	d.resize(k)
	d.Point = false
	copy(d.P, w.square)
	d.setMean(w)
	return nil
}

// setMean sets H to P times w.mean, rounded once: rounding P moves the mean not.
func (d *MvNormal) setMean(w *MvWork) {
	distFilled(w.low, len(w.low), 0)
	distFilled(w.y, len(w.y), 0)
	mvResidual(d.H, w.y, d.P, w.mean, w.low)
	for i, h := range d.H {
		d.H[i] = 0 - h
	}
}

// SetTimes makes d the product of two messages. Two different points contradict
// each other: the product is NaN, which IsFinite shows. So is a product whose
// precision overflows.
func (d *MvNormal) SetTimes(a, b MvNormal) {
	k := len(a.H)
	switch {
	case k != len(b.H):
		d.setNaN(max(k, len(b.H)))
	case a.Point && (b.Point && distAllEqual(a.H, b.H) || !b.Point && b.IsFinite()):
		d.Set(a)
	case b.Point && !a.Point && a.IsFinite():
		d.Set(b)
	case a.Point || b.Point:
		d.setNaN(k)
	default:
		d.resize(k)
		d.Point = false
		for i, h := range a.H {
			d.H[i] = h + b.H[i]
		}
		for i, p := range a.P {
			d.P[i] = p + b.P[i]
		}
	}
}

// SetOver makes d the density of a over that of b. Over a point mass it is NaN;
// a point mass over a message is itself.
func (d *MvNormal) SetOver(a, b MvNormal) {
	k := len(a.H)
	switch {
	case k != len(b.H):
		d.setNaN(max(k, len(b.H)))
	case b.Point || a.Point && !b.IsFinite():
		d.setNaN(k)
	case a.Point:
		d.Set(a)
	default:
		d.resize(k)
		d.Point = false
		for i, h := range a.H {
			d.H[i] = h - b.H[i]
		}
		for i, p := range a.P {
			d.P[i] = p - b.P[i]
		}
	}
}

// SetPower makes d the density of a to the power e. A point mass to a positive
// power is itself, to the power 0 uniform, to a negative one NaN.
func (d *MvNormal) SetPower(a MvNormal, e float64) {
	switch {
	case !a.Point:
		d.resize(len(a.H))
		d.Point = false
		for i, h := range a.H {
			d.H[i] = e * h
		}
		for i, p := range a.P {
			d.P[i] = e * p
		}
	case e > 0:
		d.Set(a)
	case e == 0:
		d.setAll(len(a.H), 0)
	default:
		d.setNaN(len(a.H))
	}
}

// SetDamp makes d old^damping a^(1-damping), a step from old towards a that is
// linear in the natural parameters. Two point masses are mixed linearly in the
// point; where only one of the two is a point mass the result is a.
func (d *MvNormal) SetDamp(a, old MvNormal, damping float64) {
	switch {
	case len(a.H) != len(old.H):
		d.setNaN(max(len(a.H), len(old.H)))
	case a.Point != old.Point:
		d.Set(a)
	default:
		d.resize(len(a.H))
		d.Point = a.Point
		distDampVector(d.H, a.H, old.H, damping)
		distDampVector(d.P, a.P, old.P, damping)
	}
}

// AddDot multiplies into d the message m about the scalar product of a and the
// vector, a message of rank one that alone is improper. A point mass stays, unless m
// contradicts it. It is NaN where m is a point mass and d is not: then no density
// is left.
func (d *MvNormal) AddDot(a []float64, m Normal) {
	k := len(d.H)
	switch {
	case len(a) != k || !m.IsFinite() || m.IsPoint() && !d.Point:
		d.setNaN(k)
		return
	case d.Point:
		if m.IsPoint() && distDotDiffers(a, d.H, m.H) {
			d.setNaN(k)
		}
		return
	}
	for i, x := range a {
		if x == 0 {
			continue
		}
		d.H[i] += m.H * x
		row := d.P[i*k : i*k+k]
		for j, y := range a {
			row[j] += m.P * (x * y) // the same in both halves
		}
	}
}

// distDotDiffers tells whether the scalar product is not that value up to rounding.
func distDotDiffers(a, x []float64, value float64) bool {
	size := math.Abs(value)
	for i, v := range a {
		size += math.Abs(v * x[i])
	}
	return !(math.Abs(mvDot(a, x)-value) <= 1e-14*size)
}

// IsUniform tells whether d says nothing about x.
func (d MvNormal) IsUniform() bool { return !d.Point && distAllAre(d.H, 0) && distAllAre(d.P, 0) }

// IsProper tells whether d is integrable; a point mass is. It is false where the
// precision is singular up to rounding.
func (d MvNormal) IsProper(w *MvWork) bool {
	if d.Point {
		return true
	}
	return mvFactor(w.ready(len(d.H)).factor, d.P, len(d.H))
}

// IsPoint tells whether d is a point mass.
func (d MvNormal) IsPoint() bool { return d.Point }

// IsFinite tells whether no parameter of d is NaN or overflowed.
func (d MvNormal) IsFinite() bool { return distAllFinite(d.H) && distAllFinite(d.P) }
