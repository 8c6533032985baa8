package dist

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// Sums, multiples and linear maps of normal vectors are functions, not methods: a
// generated package carries those that it uses, and all methods of a type.

// SetSum makes d the distribution of a + b, or, for a sign of -1, a - b, with a and b
// independent. With Q and P the precisions of the two and L the factor of P + Q the
// precision of the sum is (L^-1 P)'(L^-1 Q), and its precision times mean (L^-1 P)'
// L^-1 h of a and (L^-1 Q)' L^-1 h of b: as in SetConvolved either of the two may be
// singular. It is false where P + Q is not positive definite.
func SetSum(d *MvNormal, a, b MvNormal, sign float64, w *MvWork) bool {
	k := len(a.H)
	w = w.ready(k)
	switch {
	case k != len(b.H):
		d.setNaN(max(k, len(b.H)))
		return false
	case b.Point:
		copy(w.x, b.H)
		d.Set(a)
		mvShift(d, sign, w)
		return true
	case a.Point:
		copy(w.x, a.H)
		d.Set(b)
		for i, h := range d.H {
			d.H[i] = sign * h
		}
		mvShift(d, 1, w)
		return true
	}
	for i, p := range b.P {
		w.square[i] = p + a.P[i]
	}
	if k == 0 || !mvFactor(w.factor, w.square, k) {
		d.setNaN(k)
		return k == 0
	}
	for i, h := range b.H {
		w.x[i], w.y[i] = a.H[i], sign*h
	}
	mvForward(w.factor, w.x)
	mvForward(w.factor, w.y)
	copy(w.square, b.P)
	copy(w.square2, a.P)
	lower := mvTriangular(w.factor, k)
	blas64.Trsm(blas.Left, blas.NoTrans, 1, lower, mvGeneral(w.square, k))
	blas64.Trsm(blas.Left, blas.NoTrans, 1, lower, mvGeneral(w.square2, k))
	d.resize(k)
	d.Point = false
	blas64.Gemv(blas.Trans, 1, mvGeneral(w.square, k), mvVector(w.x), 0, mvVector(d.H))
	blas64.Gemv(blas.Trans, 1, mvGeneral(w.square2, k), mvVector(w.y), 1, mvVector(d.H))
	blas64.Gemm(blas.Trans, blas.NoTrans, 1, mvGeneral(w.square, k), mvGeneral(w.square2, k), 0, mvGeneral(d.P, k))
	mvSymmetrize(d.P, k)
	return true
}

// mvShift makes d the distribution of x + sign c with x as d says and c in w.x: the
// precision times c, in twice the precision, is added.
func mvShift(d *MvNormal, sign float64, w *MvWork) {
	if d.Point {
		for i, c := range w.x {
			d.H[i] += sign * c
		}
		return
	}
	for i, c := range w.x {
		w.x[i] = -sign * c
	}
	copy(w.y, d.H)
	distFilled(w.low, len(w.low), 0)
	mvResidual(d.H, w.y, d.P, w.x, w.low)
}

// SetMultiple makes d the distribution of k x with x as a says, the point 0 for k = 0
// (of a uniform a the uniform message).
func SetMultiple(d *MvNormal, a MvNormal, k float64) {
	d.Set(a)
	switch {
	case a.Point:
		for i := range d.H {
			d.H[i] *= k
		}
	case a.IsUniform():
	case k == 0:
		d.setAll(len(a.H), 0)
		d.Point = true
	default:
		for i := range d.H {
			d.H[i] /= k
		}
		for i := range d.P {
			d.P[i] = d.P[i] / k / k
		}
	}
}

// SetMultipleOf makes d the message about x of the message a about k x: k h, and k^2
// times the precision. Of a point mass it is the point divided by k, not finite for
// k = 0.
func SetMultipleOf(d *MvNormal, a MvNormal, k float64) {
	d.Set(a)
	if a.Point {
		for i := range d.H {
			d.H[i] /= k
		}
		return
	}
	for i := range d.H {
		d.H[i] *= k
	}
	for i := range d.P {
		d.P[i] = k * d.P[i] * k
	}
}

// SetLinear makes d the distribution of A x with x as a says and A a matrix of as many
// columns as x has components, row by row: the point 0 where A is 0. The fault is
// Improper where a is, and NotFinite where A x has no density, as the rows of A depend
// on each other. d and a must not share memory.
func SetLinear(d *MvNormal, matrix []float64, rows int, a MvNormal, w *MvWork) Fault {
	k := len(a.H)
	w = w.ready(k)
	mean := w.shaped(0, rows)
	if len(matrix) != rows*k {
		d.setNaN(rows)
		return NotFinite
	}
	if a.Point {
		for i := range mean {
			mean[i] = mvDot(matrix[i*k:i*k+k], a.H)
		}
		d.SetPoint(mean)
		return NoFault
	}
	switch {
	case rows == 0:
		d.setAll(0, 0)
		return NoFault
	case k == 0:
		d.setNaN(rows)
		return NotFinite
	case !a.solve(w):
		d.setNaN(rows)
		return Improper
	}
	for i := range mean {
		row := matrix[i*k : i*k+k]
		mean[i] = mvDot(row, w.mean) + mvDot(row, w.low)
	}
	b := mvTransposed(w.shaped(1, k*rows), matrix, rows, k)
	covariance := w.shaped(2, rows*rows)
	right := mvRectangle(b, k, rows)
	blas64.Trsm(blas.Left, blas.NoTrans, 1, mvTriangular(w.factor, k), right)
	blas64.Gemm(blas.Trans, blas.NoTrans, 1, right, right, 0, mvGeneral(covariance, rows))
	mvSymmetrize(covariance, rows)
	if d.SetMeanCovariance(mean, covariance, w) != nil {
		return NotFinite
	}
	return NoFault
}

// SetLinearOf makes d the message about x of the message a about A x: A'h, and A'PA,
// which has the rank of a at most. It is false where a is a point mass: on a plane there
// is no density. d and a must not share memory.
func SetLinearOf(d *MvNormal, matrix []float64, columns int, a MvNormal, w *MvWork) bool {
	k := len(a.H)
	if a.Point || len(matrix) != k*columns {
		d.setNaN(columns)
		return false
	}
	d.setAll(columns, 0)
	if k == 0 || columns == 0 {
		return true
	}
	w = w.ready(k)
	t := mvRectangle(w.shaped(0, k*columns), k, columns)
	m := mvRectangle(matrix, k, columns)
	blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, mvGeneral(a.P, k), m, 0, t)
	blas64.Gemm(blas.Trans, blas.NoTrans, 1, m, t, 0, mvGeneral(d.P, columns))
	mvSymmetrize(d.P, columns)
	blas64.Gemv(blas.Trans, 1, m, mvVector(a.H), 0, mvVector(d.H))
	return true
}

// SetLinearConvolved makes d the distribution of A x + e with x as a says and e normal
// of mean 0 and the given precision matrix W (symmetric and positive definite). With
// W = M M', the precision of a Q = L L' and D = L^-1 A'M, the precision of the result is
// M (1 + D'D)^-1 M': nothing is subtracted, and the rows of A may depend on each other.
// Where Q is singular it is M (1 - F'F) M' with F = N^-1 A'M and N the factor of
// Q + A'WA; it is false where this is not positive definite. d and a must not share
// memory.
func SetLinearConvolved(d *MvNormal, matrix []float64, a MvNormal, precision []float64, w *MvWork) bool {
	k := len(a.H)
	rows := mvRows(len(precision))
	w = w.ready(rows)
	if len(matrix) != rows*k || !mvFactor(w.factor2, precision, rows) {
		d.setNaN(rows)
		return false
	}
	d.setAll(rows, 0)
	if rows == 0 {
		return true
	}
	if a.Point || k == 0 {
		mean := w.shaped(0, rows)
		for i := range mean {
			mean[i] = mvDot(matrix[i*k:i*k+k], a.H)
		}
		copy(d.P, precision)
		mvTimes(d.H, precision, mean)
		return true
	}
	// factor2, of the size of the result, is kept apart from what has that of x.
	noise := w.shaped(0, rows*rows)
	mvLower(noise, w.factor2, rows)
	b := mvTransposed(w.shaped(1, k*rows), matrix, rows, k)
	right := mvRectangle(b, k, rows)
	blas64.Trmm(blas.Right, blas.NoTrans, 1, mvTriangular(noise, rows), right) // A'M
	w = w.ready(k)
	proper := mvFactor(w.factor, a.P, k)
	if !proper {
		copy(w.square, a.P)
		blas64.Gemm(blas.NoTrans, blas.Trans, 1, right, right, 1, mvGeneral(w.square, k))
		if !mvFactor(w.factor, w.square, k) {
			d.setNaN(rows)
			return false
		}
	}
	blas64.Trsm(blas.Left, blas.NoTrans, 1, mvTriangular(w.factor, k), right)
	copy(w.x, a.H)
	mvForward(w.factor, w.x)
	blas64.Gemv(blas.Trans, 1, right, mvVector(w.x), 0, mvVector(d.H)) // D'L^-1 h
	middle := w.shaped(2, rows*rows)
	distFilled(middle, len(middle), 0)
	for i := range rows {
		middle[i*rows+i] = 1
	}
	if !proper {
		blas64.Gemm(blas.Trans, blas.NoTrans, -1, right, right, 1, mvGeneral(middle, rows))
		lower := mvTriangular(noise, rows)
		blas64.Trmm(blas.Left, blas.NoTrans, 1, lower, mvGeneral(middle, rows))
		blas64.Trmm(blas.Right, blas.Trans, 1, lower, mvGeneral(middle, rows))
		copy(d.P, middle)
		mvSymmetrize(d.P, rows)
		blas64.Trmv(blas.NoTrans, lower, mvVector(d.H))
		return true
	}
	blas64.Gemm(blas.Trans, blas.NoTrans, 1, right, right, 1, mvGeneral(middle, rows))
	w = w.ready(rows)
	if !mvFactor(w.factor, middle, rows) {
		d.setNaN(rows)
		return false
	}
	// With G the factor of 1 + D'D and E = G^-1 M' they are E'E and E'G^-1 D'L^-1 h.
	for i := range rows {
		for j := range rows {
			w.square[i*rows+j] = noise[j*rows+i]
		}
	}
	blas64.Trsm(blas.Left, blas.NoTrans, 1, mvTriangular(w.factor, rows), mvGeneral(w.square, rows))
	copy(w.x, d.H)
	mvForward(w.factor, w.x)
	blas64.Gemv(blas.Trans, 1, mvGeneral(w.square, rows), mvVector(w.x), 0, mvVector(d.H))
	blas64.Gemm(blas.Trans, blas.NoTrans, 1, mvGeneral(w.square, rows), mvGeneral(w.square, rows), 0, mvGeneral(d.P, rows))
	mvSymmetrize(d.P, rows)
	return true
}

// mvRectangle is a matrix of any shape.
func mvRectangle(a []float64, rows, columns int) blas64.General {
	return blas64.General{Rows: rows, Cols: columns, Data: a, Stride: max(1, columns)}
}

// mvTransposed writes the transpose of a matrix to dst.
func mvTransposed(dst, a []float64, rows, columns int) []float64 {
	for i := range rows {
		for j := range columns {
			dst[j*rows+i] = a[i*columns+j]
		}
	}
	return dst
}

// mvLower copies the lower half of a factor, with zeros above.
func mvLower(dst, l []float64, k int) {
	for i := range k {
		for j := range k {
			dst[i*k+j] = 0
			if j <= i {
				dst[i*k+j] = l[i*k+j]
			}
		}
	}
}

// AddLinear adds A S A' to dst, a matrix of as many rows as A has, with S symmetric of
// as many rows as A has columns.
func AddLinear(dst, matrix, s []float64, w *MvWork) {
	rows, k := mvRows(len(dst)), mvRows(len(s))
	if rows == 0 || k == 0 || len(matrix) != rows*k {
		return
	}
	if w == nil {
		w = &MvWork{}
	}
	t := mvRectangle(w.shaped(0, rows*k), rows, k)
	m := mvRectangle(matrix, rows, k)
	blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, m, mvGeneral(s, k), 0, t)
	blas64.Gemm(blas.NoTrans, blas.Trans, 1, t, m, 1, mvGeneral(dst, rows))
	mvSymmetrize(dst, rows)
}
