package mcmc

import "math"

// A normal vector with a precision C C', C lower triangular, has independent standard normals C'(x - m), and one with a
// covariance T T' has T^-1 (x - m): each row of C' or of T^-1 is a density of one linear combination of components, whose
// slopes are never rounded off to a negative precision.

// A whitening is such a matrix, of the one that is at a place.
type whitening struct {
	of         *float64 // nil of one that is computed
	covariance bool
	size       int
	copy       []float64
	rows       []float64
}

// Whitening returns an entry of the matrix that makes a vector of this precision, or covariance, one of independent standard
// normals: C' of the precision C C', the inverse of T of the covariance T T'. A matrix is looked at anew where its first entry is
// asked for. It is NaN where the matrix is not positive definite.
func (w *VectorWork) Whitening(a []float64, covariance bool, row, column int) float64 {
	x := &w.white
	if len(a) == 0 {
		return math.NaN()
	}
	if x.of != &a[0] || x.covariance != covariance || row+column == 0 && !alike(x.copy, a) {
		x.of, x.covariance = &a[0], covariance
		x.whiten(a)
	}
	return x.rows[row*x.size+column]
}

// WhiteningOf is Whitening of a matrix that is computed where it is read, of few rows: it is compared with the last one.
func (w *VectorWork) WhiteningOf(a []float64, covariance bool, row, column int) float64 {
	x := &w.white
	if x.of = nil; x.covariance != covariance || !alike(x.copy, a) {
		x.covariance = covariance
		x.whiten(a)
	}
	return x.rows[row*x.size+column]
}

func alike(x, y []float64) bool {
	if len(x) != len(y) {
		return false
	}
	for i, z := range x {
		if z != y[i] {
			return false
		}
	}
	return true
}

func (x *whitening) whiten(a []float64) {
	k := int(math.Round(math.Sqrt(float64(len(a)))))
	x.size = k
	x.copy = append(x.copy[:0], a...)
	x.rows = vectorOfSize(x.rows, k*k)
	if !Cholesky(x.rows, a, k) {
		for i := range x.rows {
			x.rows[i] = math.NaN()
		}
		return
	}
	l := x.rows
	if !x.covariance {
		for i := range k {
			for j := range i {
				l[j*k+i], l[i*k+j] = l[i*k+j], 0
			}
		}
		return
	}
	// The inverse of the factor, column by column from the last row on of what is left of it (Higham 2002, section 14.2).
	for j := range k {
		for i := range j {
			l[i*k+j] = 0
		}
		l[j*k+j] = 1 / l[j*k+j]
		for i := j + 1; i < k; i++ {
			sum := 0.0
			for n := j; n < i; n++ {
				sum += l[i*k+n] * l[n*k+j]
			}
			l[i*k+j] = -sum / l[i*k+i]
		}
	}
}
