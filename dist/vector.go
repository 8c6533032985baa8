package dist

import "math"

// The families over vectors and matrices (Dirichlet, Categorical, MvNormal,
// Wishart) are structs that hold slices. A copy of such a value by assignment
// shares them; Copy and Set do not. Their Set methods write into the receiver's
// own slices and make new ones only where those are too short, so that a hot
// loop allocates nothing; the receiver may be one of the operands. Methods that
// return a vector write it to dst, which may be nil or too short: then a new one
// is made. Matrices are written row by row. Operands of different sizes have no
// product: it is NaN, which IsFinite shows.

// distResize returns x with n elements, in the same memory if it is long enough.
// What the elements are is not said.
func distResize(x []float64, n int) []float64 {
	if cap(x) < n {
		return make([]float64, n)
	}
	return x[:n]
}

// distFilled returns x resized to n elements that are all value.
func distFilled(x []float64, n int, value float64) []float64 {
	x = distResize(x, n)
	for i := range x {
		x[i] = value
	}
	return x
}

// distAllFinite tells whether no element is NaN or infinite.
func distAllFinite(x []float64) bool {
	for _, v := range x {
		if v-v != 0 {
			return false
		}
	}
	return true
}

// distAllEqual tells whether two vectors are the same; a NaN equals nothing.
func distAllEqual(x, y []float64) bool {
	if len(x) != len(y) {
		return false
	}
	for i, v := range x {
		if v != y[i] {
			return false
		}
	}
	return true
}

// distAllAre tells whether every element is value.
func distAllAre(x []float64, value float64) bool {
	for _, v := range x {
		if v != value {
			return false
		}
	}
	return true
}

// distVectorChange is the largest distRelativeChange of two vectors of one size.
func distVectorChange(x, y []float64) float64 {
	if len(x) != len(y) {
		return math.Inf(1)
	}
	c := 0.0
	for i, v := range x {
		c = math.Max(c, distRelativeChange(v, y[i]))
	}
	return c
}

// distDampVector sets dst to x + damping (old - x), all of one size.
func distDampVector(dst, x, old []float64, damping float64) {
	for i, v := range x {
		dst[i] = v + damping*(old[i]-v)
	}
}

// distShortVector prints a vector for people; a long one in part.
func distShortVector(x []float64) string {
	const most = 8
	b := []byte{'['}
	for i, v := range x {
		if i > 0 {
			b = append(b, ", "...)
		}
		if i == most {
			b = append(b, "..."...)
			break
		}
		b = append(b, distShort(v)...)
	}
	return string(append(b, ']'))
}
