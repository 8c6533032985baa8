package dist

import "math"

// IsPositive tells whether every element is above 0 and finite.
func IsPositive(x []float64) bool {
	for _, v := range x {
		if !(v > 0 && v <= math.MaxFloat64) {
			return false
		}
	}
	return true
}

// IsProbabilities tells whether no element is negative and they sum to 1, within
// 1e-6.
func IsProbabilities(x []float64) bool {
	sum := 0.0
	for _, v := range x {
		if !(v >= 0) {
			return false
		}
		sum += v
	}
	return math.Abs(sum-1) <= 1e-6
}

// MatrixErrorOf says why a matrix (row by row) is no covariance, precision or scale:
// a *MatrixError of that name, or nil where it is symmetric and positive definite.
func MatrixErrorOf(name string, x []float64) error {
	k := mvRows(len(x))
	w := NewMvWork(k)
	if err := mvSymmetric(name, w.square, x, k); err != nil {
		return err
	}
	if !mvFactor(w.factor, w.square, k) {
		return mvIndefinite(name, w.square, k)
	}
	return nil
}

// IsDefinite tells whether a matrix (row by row) is symmetric and positive definite.
func IsDefinite(x []float64) bool { return MatrixErrorOf("", x) == nil }
