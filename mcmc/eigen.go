package mcmc

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// Eigen returns the eigenvalues of the symmetric matrix a of k rows, which rise, and writes the
// vectors to it, of length 1: entry i of vector j is at i*k + j. It is false where they are not found.
func Eigen(a []float64, k int) (values []float64, ok bool) {
	values = make([]float64, k)
	if k == 0 {
		return values, true
	}
	m := blas64.Symmetric{Uplo: blas.Lower, N: k, Data: a, Stride: k}
	size := []float64{0}
	lapack64.Syev(lapack.EVCompute, m, values, size, -1)
	work := make([]float64, int(size[0]))
	ok = lapack64.Syev(lapack.EVCompute, m, values, work, len(work))
	return values, ok
}
