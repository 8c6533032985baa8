package dist

import "math"

// A Dirichlet is the density, proportional to the product of x[k]^(A[k]-1), of
// the probabilities x of len(A) values. All A = 1 is uniform (and proper). Where
// Point is set it is a point mass, and A then holds the point. With two values
// it is Beta{A[0], A[1]} of x[0].
type Dirichlet struct {
	A     []float64
	Point bool
}

// DirichletAlpha returns the dirichlet of mean alpha/sum(alpha). One alpha +Inf
// is the point mass at its limit, where that value is sure; several give NaN.
func DirichletAlpha(alpha ...float64) Dirichlet {
	d := Dirichlet{A: append([]float64(nil), alpha...)}
	sure, n := -1, 0
	for k, a := range alpha {
		if a > math.MaxFloat64 {
			sure = k
			n++
		}
	}
	switch {
	case n == 1:
		d.A, d.Point = distFilled(d.A, len(d.A), 0), true
		d.A[sure] = 1
	case n > 1:
		d.setNaN(len(d.A))
	}
	return d
}

// DirichletSymmetric returns the dirichlet of k values that all have this alpha.
func DirichletSymmetric(k int, alpha float64) Dirichlet {
	return Dirichlet{A: distFilled(nil, k, alpha)}
}

// DirichletMeanCount returns the dirichlet of the given mean and sum of alpha;
// count +Inf is a point mass.
func DirichletMeanCount(mean []float64, count float64) Dirichlet {
	if count > math.MaxFloat64 {
		return DirichletPoint(mean)
	}
	d := Dirichlet{A: make([]float64, len(mean))}
	for k, m := range mean {
		d.A[k] = m * count
	}
	return d
}

// DirichletUniform returns the uniform message about k probabilities.
func DirichletUniform(k int) Dirichlet { return DirichletSymmetric(k, 1) }

// DirichletPoint returns the point mass at the probabilities p.
func DirichletPoint(p []float64) Dirichlet {
	return Dirichlet{A: append([]float64(nil), p...), Point: true}
}

// Size returns the number of values.
func (d Dirichlet) Size() int { return len(d.A) }

// Copy returns a value that shares no memory with d.
func (d Dirichlet) Copy() Dirichlet { return Dirichlet{append([]float64(nil), d.A...), d.Point} }

// Set makes d equal to a.
func (d *Dirichlet) Set(a Dirichlet) {
	d.A, d.Point = append(d.A[:0], a.A...), a.Point
}

// SetUniform makes d the uniform message of its size.
func (d *Dirichlet) SetUniform() { d.A, d.Point = distFilled(d.A, len(d.A), 1), false }

// SetPoint makes d the point mass at the probabilities p.
func (d *Dirichlet) SetPoint(p []float64) { d.A, d.Point = append(d.A[:0], p...), true }

func (d *Dirichlet) setNaN(size int) { d.A, d.Point = distFilled(d.A, size, math.NaN()), false }

// SetTimes makes d the product of two messages. Two different points contradict
// each other: the product is NaN, which IsFinite shows.
func (d *Dirichlet) SetTimes(a, b Dirichlet) {
	switch {
	case len(a.A) != len(b.A):
		d.setNaN(max(len(a.A), len(b.A)))
	case a.Point && (b.Point && distAllEqual(a.A, b.A) || !b.Point && b.IsFinite()):
		d.Set(a)
	case b.Point && !a.Point && a.IsFinite():
		d.Set(b)
	case a.Point || b.Point:
		d.setNaN(len(a.A))
	default:
		d.A, d.Point = distResize(d.A, len(a.A)), false
		for k, x := range a.A {
			d.A[k] = distTimesAlpha(x, b.A[k])
		}
	}
}

// distTimesAlpha is x + y - 1 so that a tiny one survives the other, near 1.
func distTimesAlpha(x, y float64) float64 {
	if x > y {
		x, y = y, x
	}
	return x + (y - 1)
}

// SetOver makes d the density of a over that of b. Over a point mass it is NaN;
// a point mass over a message is itself.
func (d *Dirichlet) SetOver(a, b Dirichlet) {
	switch {
	case len(a.A) != len(b.A):
		d.setNaN(max(len(a.A), len(b.A)))
	case b.Point || a.Point && !b.IsFinite():
		d.setNaN(len(a.A))
	case a.Point:
		d.Set(a)
	default:
		d.A, d.Point = distResize(d.A, len(a.A)), false
		for k, x := range a.A {
			d.A[k] = distOverAlpha(x, b.A[k])
		}
	}
}

// distOverAlpha is x - y + 1, where neither a tiny x over a y near 1 nor equal
// ones lose digits.
func distOverAlpha(x, y float64) float64 {
	if y >= 0.5 && y <= 2 {
		return x - (y - 1)
	}
	return x - y + 1
}

// SetPower makes d the density of a to the power e. A point mass to a positive
// power is itself, to the power 0 uniform, to a negative one NaN.
func (d *Dirichlet) SetPower(a Dirichlet, e float64) {
	switch {
	case !a.Point:
		d.A, d.Point = distResize(d.A, len(a.A)), false
		for k, x := range a.A {
			if d.A[k] = 1; x != 1 {
				d.A[k] = e*x + (1 - e)
			}
		}
	case e > 0:
		d.Set(a)
	case e == 0:
		d.A, d.Point = distFilled(d.A, len(a.A), 1), false
	default:
		d.setNaN(len(a.A))
	}
}

// SetDamp makes d old^damping a^(1-damping), a step from old towards a that is
// linear in the parameters. Two point masses are mixed linearly in the point;
// where only one of the two is a point mass the result is a.
func (d *Dirichlet) SetDamp(a, old Dirichlet, damping float64) {
	switch {
	case len(a.A) != len(old.A):
		d.setNaN(max(len(a.A), len(old.A)))
	case a.Point != old.Point:
		d.Set(a)
	default:
		d.A, d.Point = distResize(d.A, len(a.A)), a.Point
		distDampVector(d.A, a.A, old.A, damping)
	}
}

// AddCount multiplies into d the message x[k]^count, what count observations of
// the value k say, without the vector of that message. A point mass stays.
func (d *Dirichlet) AddCount(k int, count float64) {
	if !d.Point {
		d.A[k] += count
	}
}

// IsUniform tells whether d says nothing about x.
func (d Dirichlet) IsUniform() bool { return !d.Point && distAllAre(d.A, 1) }

// IsProper tells whether d is integrable; a point mass with no negative
// probability is.
func (d Dirichlet) IsProper() bool {
	for _, a := range d.A {
		if !(a > 0 || a == 0 && d.Point) {
			return false
		}
	}
	return true
}

// IsPoint tells whether d is a point mass.
func (d Dirichlet) IsPoint() bool { return d.Point }

// IsFinite tells whether no parameter of d is NaN or overflowed.
func (d Dirichlet) IsFinite() bool { return distAllFinite(d.A) }
