package dist

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// An MvWork is the memory that methods of MvNormal and Wishart calculate in. It
// grows to the largest size that it meets and is then allocated no more; one of
// them serves any number of distributions, one after another. Every method takes
// nil too, and then makes one of its own.
type MvWork struct {
	factor, factor2, factor3 []float64 // Cholesky factors
	square, square2          []float64
	mean, low                []float64 // an unevaluated sum
	mean2, low2              []float64
	x, y, r                  []float64
	vectors, matrices        [3][]float64 // of the callers
	zeros                    []float64
	wide                     [3][]float64 // of any shape, of methods that map vectors
}

// shaped returns memory number i for n numbers, apart from the parts that ready
// makes of one size.
func (w *MvWork) shaped(i, n int) []float64 {
	w.wide[i] = distResize(w.wide[i], n)
	return w.wide[i]
}

// NewMvWork returns the memory for vectors of size k.
func NewMvWork(k int) *MvWork { return (&MvWork{}).ready(k) }

// ready returns w, or a new MvWork for nil, with all parts of size k.
func (w *MvWork) ready(k int) *MvWork {
	if w == nil {
		w = &MvWork{}
	}
	if len(w.r) == k {
		return w
	}
	for _, m := range []*[]float64{&w.factor, &w.factor2, &w.factor3, &w.square, &w.square2} {
		*m = distResize(*m, k*k)
	}
	for _, v := range []*[]float64{&w.mean, &w.low, &w.mean2, &w.low2, &w.x, &w.y, &w.r} {
		*v = distResize(*v, k)
	}
	return w
}

// Vector returns memory number i, of 0 to 2, for a vector of size k, that no method
// uses; of a nil MvWork it is new.
func (w *MvWork) Vector(i, k int) []float64 {
	if w == nil {
		return make([]float64, k)
	}
	w.vectors[i] = distResize(w.vectors[i], k)
	return w.vectors[i]
}

// Matrix is Vector for a matrix of k rows and k columns.
func (w *MvWork) Matrix(i, k int) []float64 {
	if w == nil {
		return make([]float64, k*k)
	}
	w.matrices[i] = distResize(w.matrices[i], k*k)
	return w.matrices[i]
}

// Zeros returns a vector of k zeros, which the caller must not change.
func (w *MvWork) Zeros(k int) []float64 {
	if w == nil {
		return make([]float64, k)
	}
	w.zeros = distFilled(w.zeros, k, 0)
	return w.zeros
}

func mvTriangular(l []float64, k int) blas64.Triangular {
	return blas64.Triangular{Uplo: blas.Lower, Diag: blas.NonUnit, N: k, Data: l, Stride: max(1, k)}
}

func mvVector(x []float64) blas64.Vector { return blas64.Vector{N: len(x), Data: x, Inc: 1} }

// mvFactor writes to l the lower Cholesky factor of the symmetric matrix a; what
// is above its diagonal is not defined. It is false where a is not positive
// definite, also where a pivot is no more than rounding leaves of a singular
// matrix: such a pivot is a number, but not a variance.
func mvFactor(l, a []float64, k int) bool {
	if k == 0 {
		return true
	}
	copy(l, a)
	if _, ok := lapack64.Potrf(blas64.Symmetric{Uplo: blas.Lower, N: k, Data: l, Stride: k}); !ok {
		return false
	}
	for j := range k {
		pivot := l[j*k+j] * l[j*k+j]
		if !(pivot > mvNoise*float64(j)*a[j*k+j] && pivot <= math.MaxFloat64) {
			return false
		}
	}
	return true
}

// mvForward replaces x by the solution of L y = x, mvBackward by that of L' y = x.
func mvForward(l, x []float64) {
	if len(x) > 0 {
		blas64.Trsv(blas.NoTrans, mvTriangular(l, len(x)), mvVector(x))
	}
}

func mvBackward(l, x []float64) {
	if len(x) > 0 {
		blas64.Trsv(blas.Trans, mvTriangular(l, len(x)), mvVector(x))
	}
}

// mvTimesFactor replaces x by L' x.
func mvTimesFactor(l, x []float64) {
	if len(x) > 0 {
		blas64.Trmv(blas.Trans, mvTriangular(l, len(x)), mvVector(x))
	}
}

// mvHalfLogDet is half the log determinant of the matrix whose factor is l.
func mvHalfLogDet(l []float64, k int) float64 {
	s := 0.0
	for j := range k {
		s += math.Log(l[j*k+j])
	}
	return s
}

// mvHalfLogRatio is half the log of the ratio of two determinants, where little
// is lost if they are large and nearly equal.
func mvHalfLogRatio(l, m []float64, k int) float64 {
	s := 0.0
	for j := range k {
		s += math.Log(l[j*k+j] / m[j*k+j])
	}
	return s
}

// mvDot is the scalar product.
func mvDot(x, y []float64) float64 {
	s := 0.0
	for i, v := range x {
		s += v * y[i]
	}
	return s
}

// mvResidual writes b - A (x + low) to r, with the products in twice the
// precision (Ogita, Rump, Oishi, "Accurate sum and dot product", 2005), so that
// it has digits where b and A x have none in difference. low is small beside x.
func mvResidual(r, b, a, x, low []float64) {
	k := len(x)
	for i := range r {
		sum, rest := b[i], 0.0
		row := a[i*k : i*k+k]
		for j, v := range row {
			p := -v * x[j]
			e := math.FMA(-v, x[j], -p)
			t := sum + p
			z := t - sum
			rest += (sum - (t - z)) + (p - z) + e - v*low[j]
			sum = t
		}
		r[i] = sum + rest
	}
}

// mvSolve writes to x + low the solution of A x = b, with l the factor of A:
// by Cholesky's method, and refined with exact residuals until x is right to the
// last digit, of each component or of what the vector is in sd of a normal of
// precision A, and low is what that leaves out. r is scratch.
func mvSolve(x, low, b, a, l, r []float64) {
	copy(x, b)
	mvForward(l, x)
	mvBackward(l, x)
	distFilled(low, len(low), 0)
	last := math.Inf(1)
	for range 10 {
		mvResidual(r, b, a, x, low)
		mvForward(l, r)
		size := mvDot(r, r) // of the correction, in sd of a normal of precision A
		mvBackward(l, r)
		done := !(size < last/4)
		last = size
		settled := true
		for i, c := range r {
			settled = settled && x[i]+c == x[i]
		}
		if done || settled || size <= 0x1p-120*math.Abs(mvDot(x, b)) {
			copy(low, r)
			return
		}
		for i, c := range r {
			x[i] += c
		}
	}
}

// mvIllConditioned is the product of diagonal entries of a matrix and its inverse
// (1 for a diagonal matrix) from which on the inverse is refined.
const mvIllConditioned = 100

// mvInverse writes to dst the inverse of a, whose factor is l, symmetric to the
// last digit. With exact, or where a is ill-conditioned, every column is a refined
// solution, at several times the cost.
func mvInverse(dst, a, l []float64, k int, exact bool, w *MvWork) {
	if k == 0 {
		return
	}
	copy(dst, l)
	lapack64.Potri(mvTriangular(dst, k))
	refine := exact
	for i := range k {
		refine = refine || !(a[i*k+i]*dst[i*k+i] < mvIllConditioned)
		for j := range i {
			dst[i*k+j] += 0 // which is 0 for -0
			dst[j*k+i] = dst[i*k+j]
		}
	}
	if !refine {
		return
	}
	for i := range k {
		distFilled(w.x, k, 0)
		w.x[i] = 1
		mvSolve(dst[i*k:i*k+k], w.y, w.x, a, l, w.r)
	}
	for i := range k {
		for j := range i {
			mid := dst[i*k+j] + (dst[j*k+i]-dst[i*k+j])/2 + 0
			dst[i*k+j], dst[j*k+i] = mid, mid
		}
	}
}
