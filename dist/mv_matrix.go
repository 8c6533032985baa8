package dist

import (
	"fmt"
	"math"
)

// A MatrixError says why a matrix is no covariance, precision or scale.
type MatrixError struct {
	Matrix      string // its name
	Row, Column int    // the entry at fault, -1 where no single one is
	Minor       int    // the size of the first leading minor that is not positive, or 0
	Reason      string // what is wrong, for people
}

// Error returns the name of the matrix and the reason.
func (e *MatrixError) Error() string { return e.Matrix + " " + e.Reason }

// mvSymmetryTolerance is the difference of two entries across the diagonal, over
// the root of the product of the two diagonal entries, that passes for rounding.
const mvSymmetryTolerance = 1e-10

// mvNoise is how many roundings per row a pivot of Cholesky's method may be off
// by: below that it is what is left of a singular matrix.
const mvNoise = 4 * 0x1p-52

// MatrixOfRows returns the square matrix of the given rows as one slice, row by
// row, which is how the constructors of this package take one. name is for the
// error of rows that make no square.
func MatrixOfRows(name string, rows [][]float64) ([]float64, error) {
	x := make([]float64, 0, len(rows)*len(rows))
	for i, row := range rows {
		if len(row) != len(rows) {
			reason := fmt.Sprintf("is not square: [%d] has length %d, but there are %d rows", i, len(row), len(rows))
			return nil, &MatrixError{Matrix: name, Row: i, Column: -1, Reason: reason}
		}
		x = append(x, row...)
	}
	return x, nil
}

// mvSymmetric writes to dst the mean of a and its transpose, both of k rows. The
// error says where a is not finite or not symmetric; dst may be a.
func mvSymmetric(name string, dst, a []float64, k int) error {
	if len(a) != k*k {
		reason := fmt.Sprintf("has %d entries, but %d rows of %d have %d", len(a), k, k, k*k)
		return &MatrixError{Matrix: name, Row: -1, Column: -1, Reason: reason}
	}
	for i := range k {
		for j := range i + 1 {
			x, y := a[i*k+j], a[j*k+i]
			switch {
			case x-x != 0:
				return &MatrixError{Matrix: name, Row: i, Column: j, Reason: fmt.Sprintf("is not finite: [%d][%d] is %v", i, j, x)}
			case y-y != 0:
				return &MatrixError{Matrix: name, Row: j, Column: i, Reason: fmt.Sprintf("is not finite: [%d][%d] is %v", j, i, y)}
			case math.Abs(x-y) > mvSymmetryTolerance*math.Sqrt(math.Abs(a[i*k+i]))*math.Sqrt(math.Abs(a[j*k+j])):
				reason := fmt.Sprintf("is not symmetric: [%d][%d] is %v, but [%d][%d] is %v", j, i, y, i, j, x)
				return &MatrixError{Matrix: name, Row: j, Column: i, Reason: reason}
			}
			dst[i*k+j] = x + (y-x)/2
			dst[j*k+i] = dst[i*k+j]
		}
	}
	return nil
}

// mvIndefinite returns the error for a symmetric matrix that mvFactor refused.
func mvIndefinite(name string, a []float64, k int) error {
	l := make([]float64, k*k)
	minor := k
	for j := 0; j < k && minor == k; j++ {
		for i := range j + 1 {
			s := a[j*k+i]
			for n := range i {
				s -= l[j*k+n] * l[i*k+n]
			}
			if i < j {
				l[j*k+i] = s / l[i*k+i]
			} else if !(s > mvNoise*float64(j)*a[j*k+j]) {
				minor = j + 1
			}
			if i == j {
				l[j*k+j] = math.Sqrt(s)
			}
		}
	}
	reason := fmt.Sprintf("is not positive definite: its leading minor of size %d is not positive", minor)
	return &MatrixError{Matrix: name, Row: -1, Column: -1, Minor: minor, Reason: reason}
}

// mvFiniteVector returns an error for a vector that is not of size k or not finite.
func mvFiniteVector(name string, x []float64, k int) error {
	if len(x) != k {
		return fmt.Errorf("%s has length %d, not %d", name, len(x), k)
	}
	for i, v := range x {
		if v-v != 0 {
			return fmt.Errorf("%s[%d] is %v", name, i, v)
		}
	}
	return nil
}
