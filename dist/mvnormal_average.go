package dist

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// SetConvolved makes d the distribution of x + e with x as a says and e normal of
// mean 0 and the given precision matrix P (row by row, symmetric and positive
// definite): with Q the precision of a and L the factor of P + Q its precision is
// (L^-1 P)'(L^-1 Q), and its precision times mean (L^-1 P)' L^-1 h. So nothing is
// inverted that may be singular, nothing subtracted that is nearly equal: Q may have
// any rank. It is false where P + Q is not positive definite.
func (d *MvNormal) SetConvolved(a MvNormal, precision []float64, w *MvWork) bool {
	k := len(a.H)
	w = w.ready(k)
	if len(precision) != k*k {
		d.setNaN(k)
		return false
	}
	if a.Point {
		copy(w.x, a.H)
		d.resize(k)
		d.Point = false
		copy(d.P, precision)
		mvTimes(d.H, precision, w.x)
		return true
	}
	for i, p := range precision {
		w.square[i] = p + a.P[i]
	}
	if k == 0 || !mvFactor(w.factor, w.square, k) {
		d.setNaN(k)
		return k == 0
	}
	copy(w.x, a.H)
	mvForward(w.factor, w.x)
	copy(w.square, precision)
	copy(w.square2, a.P)
	lower := mvTriangular(w.factor, k)
	blas64.Trsm(blas.Left, blas.NoTrans, 1, lower, mvGeneral(w.square, k))
	blas64.Trsm(blas.Left, blas.NoTrans, 1, lower, mvGeneral(w.square2, k))
	d.resize(k)
	d.Point = false
	blas64.Gemv(blas.Trans, 1, mvGeneral(w.square, k), mvVector(w.x), 0, mvVector(d.H))
	blas64.Gemm(blas.Trans, blas.NoTrans, 1, mvGeneral(w.square, k), mvGeneral(w.square2, k), 0, mvGeneral(d.P, k))
	mvSymmetrize(d.P, k)
	return true
}

// mvTimes writes A x to dst.
func mvTimes(dst, a, x []float64) {
	k := len(x)
	for i := range dst {
		dst[i] = mvDot(a[i*k:i*k+k], x)
	}
}

// mvSymmetrize makes a matrix the mean of itself and its transpose.
func mvSymmetrize(a []float64, k int) {
	for i := range k {
		for j := range i {
			mid := a[i*k+j] + (a[j*k+i]-a[i*k+j])/2
			a[i*k+j], a[j*k+i] = mid, mid
		}
	}
}

// SetMeanTimesPrecision makes d the normal of the given mean and precision matrix,
// which is not checked: it may be singular.
func (d *MvNormal) SetMeanTimesPrecision(mean, precision []float64) {
	d.resize(len(mean))
	d.Point = false
	mvTimes(d.H, precision, mean)
	copy(d.P, precision)
}

// MeanLogProb returns E[log density of d] over x ~ q: NaN where one of them is
// improper or they have different sizes. A point mass d has log density 0 at its
// point and -Inf elsewhere.
func (d MvNormal) MeanLogProb(q MvNormal, w *MvWork) float64 {
	k := len(d.H)
	switch {
	case k != len(q.H):
		return math.NaN()
	case q.Point:
		return d.LogProbIn(q.H, w)
	case d.Point:
		return math.Inf(-1)
	}
	mean, covariance := w.Vector(2, k), w.Matrix(2, k)
	w = w.ready(k)
	if !q.Moments(mean, covariance, w) {
		return math.NaN()
	}
	trace := 0.0
	for i, p := range d.P {
		trace += p * covariance[i]
	}
	return d.LogProbIn(mean, w) - trace/2
}
