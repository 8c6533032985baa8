package mcmc

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// choleskySmall is the size up to which plain loops are faster than blocks.
const choleskySmall = 24

// Cholesky writes to l the lower factor of the symmetric matrix a of k rows, of
// which it reads the lower triangle; what is above the diagonal of l is not
// defined. l may be a. It is false where a is not positive definite, also where a
// pivot is no more than rounding leaves of a singular matrix.
func Cholesky(l, a []float64, k int) bool {
	if k > choleskySmall {
		return choleskyBlocked(l, a, k)
	}
	return choleskyPlain(l, a, k)
}

func choleskyBlocked(l, a []float64, k int) bool {
	// The diagonal of a, which l may be, goes above that of l.
	for i := range k {
		copy(l[i*k:i*k+i+1], a[i*k:i*k+i+1])
		if i > 0 {
			l[i] = l[i*k+i]
		}
	}
	first := l[0]
	if _, ok := lapack64.Potrf(blas64.Symmetric{Uplo: blas.Lower, N: k, Data: l, Stride: k}); !ok {
		return false
	}
	for i := range k {
		pivot, whole := l[i*k+i]*l[i*k+i], first
		if i > 0 {
			whole = l[i]
		}
		if !(pivot > choleskyNoise*float64(i)*whole && pivot <= math.MaxFloat64) {
			return false
		}
	}
	return true
}

// choleskyForward replaces x by the solution y of L y = x.
func choleskyForward(l, x []float64) {
	k := len(x)
	if k > choleskySmall {
		blas64.Trsv(blas.NoTrans, choleskyTriangle(l, k), blas64.Vector{N: k, Data: x, Inc: 1})
		return
	}
	choleskyForwardPlain(l, x)
}

// choleskyBackward replaces x by the solution y of L' y = x.
func choleskyBackward(l, x []float64) {
	k := len(x)
	if k > choleskySmall {
		blas64.Trsv(blas.Trans, choleskyTriangle(l, k), blas64.Vector{N: k, Data: x, Inc: 1})
		return
	}
	for i := k - 1; i >= 0; i-- {
		row := l[i*k : i*k+i+1]
		y := x[i] / row[i]
		x[i] = y
		for n, f := range row[:i] {
			x[n] -= f * y
		}
	}
}

func choleskyTriangle(l []float64, k int) blas64.Triangular {
	return blas64.Triangular{Uplo: blas.Lower, Diag: blas.NonUnit, N: k, Data: l, Stride: k}
}
