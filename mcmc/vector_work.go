package mcmc

import "math"

// A VectorWork is memory to draw a vector or a matrix in, and what is known of it so far:
// of a vector the natural parameters H and P of a normal, of a matrix the rate P of a
// wishart. It grows to the largest size that it is used for.
type VectorWork struct {
	H, P, Factor, Work []float64
	Row                []float64 // slopes of the components
	size               int
	apartH, apartP     []float64 // what was known, see Apart
	left, right        []float64 // factors of matrices, of log densities
	inverses           []matrixInverse
	white              whitening
}

// A matrixInverse is the inverse of a matrix of the data, which is known by its place.
type matrixInverse struct {
	of *float64
	to []float64
}

// Inverse returns the inverse of a matrix that never changes, row by row: it is computed
// once. It is NaN where the matrix is not positive definite.
func (w *VectorWork) Inverse(a []float64) []float64 {
	if len(a) == 0 {
		return nil
	}
	for _, x := range w.inverses {
		if x.of == &a[0] {
			return x.to
		}
	}
	var work VectorWork
	work.Reset(int(math.Round(math.Sqrt(float64(len(a))))))
	to := make([]float64, len(a))
	if work.invert(a) {
		copy(to, work.Work)
	} else {
		for i := range to {
			to[i] = math.NaN()
		}
	}
	w.inverses = append(w.inverses, matrixInverse{&a[0], to})
	return to
}

// Reset makes room for a vector of so many components, of which nothing is known.
func (w *VectorWork) Reset(size int) {
	w.size = size
	w.H, w.Row = vectorOfSize(w.H, size), vectorOfSize(w.Row, size)
	w.P, w.Factor, w.Work = vectorOfSize(w.P, size*size), vectorOfSize(w.Factor, size*size), vectorOfSize(w.Work, size*size)
	clear(w.H)
	clear(w.P)
}

// SetRow sets how a number that AddResidual adds depends on the k-th component.
func (w *VectorWork) SetRow(k int, slope float64) { w.Row[k] = slope }

// AddPrecision adds the message of a normal vector of this mean and precision.
func (w *VectorWork) AddPrecision(mean, precision []float64) {
	k := w.size
	for i := range k {
		row := precision[i*k : i*k+k]
		for j, p := range row {
			w.H[i] += p * mean[j]
			w.P[i*k+j] += p
		}
	}
}

// AddNatural adds a message in natural parameters.
func (w *VectorWork) AddNatural(h, precision []float64) {
	for i, x := range h {
		w.H[i] += x
	}
	for i, x := range precision {
		w.P[i] += x
	}
}

// AddCovariance adds the message of a normal vector of this mean and covariance. It is
// false where that is not positive definite.
func (w *VectorWork) AddCovariance(mean, covariance []float64) bool {
	if !w.invert(covariance) {
		return false
	}
	w.AddPrecision(mean, w.Work)
	return true
}

// AddResidual adds the message of a number whose residual is that of the present vector x:
// linear in x with the slopes Row, of this precision.
func (w *VectorWork) AddResidual(x []float64, residual, precision float64) {
	k := w.size
	rest := -residual
	for i, s := range w.Row {
		rest += s * x[i]
	}
	for i, s := range w.Row {
		t := precision * s
		w.H[i] += t * rest
		row := w.P[i*k : i*k+k]
		for j, r := range w.Row {
			row[j] += t * r
		}
	}
}

// Observe makes what is known that of the components that are not seen, NaN, given the
// others: these have their values as means and do not depend on them any more, so that a
// draw of all, followed by Keep, draws those that are not seen.
func (w *VectorWork) Observe(seen []float64) {
	k := w.size
	for i, x := range seen {
		if math.IsNaN(x) {
			for j, y := range seen {
				if !math.IsNaN(y) {
					w.H[i] -= w.P[i*k+j] * y
				}
			}
		}
	}
	for i, x := range seen {
		if math.IsNaN(x) {
			continue
		}
		for j := range k {
			w.P[i*k+j], w.P[j*k+i] = 0, 0
		}
		w.H[i], w.P[i*k+i] = x, 1
	}
}

// Keep writes the components that are seen to x.
func Keep(x, seen []float64) {
	for i, v := range seen {
		if !math.IsNaN(v) {
			x[i] = v
		}
	}
}

// Lacks tells whether a component is not seen.
func Lacks(seen []float64) bool {
	for _, v := range seen {
		if math.IsNaN(v) {
			return true
		}
	}
	return false
}

// AddMatrix adds a multiple of a matrix to P.
func (w *VectorWork) AddMatrix(a []float64, times float64) {
	for i, x := range a {
		w.P[i] += times * x
	}
}

// AddInverse adds a multiple of the inverse of a matrix to P. It is false where that is not
// positive definite.
func (w *VectorWork) AddInverse(a []float64, times float64) bool {
	if !w.invert(a) {
		return false
	}
	w.AddMatrix(w.Work, times)
	return true
}

// AddOuter adds half of the outer product of x - y with itself, times a number, to P: what a
// normal vector x of the mean y says of the matrix that its precision is so many times.
func (w *VectorWork) AddOuter(x, y []float64, times float64) {
	k := w.size
	for i := range k {
		d := 0.5 * times * (x[i] - y[i])
		for j := range k {
			w.P[i*k+j] += d * (x[j] - y[j])
		}
	}
}

// Apart keeps what is known apart, so that what is said next stands alone in H and P.
func (w *VectorWork) Apart() {
	w.apartH, w.apartP = append(w.apartH[:0], w.H...), append(w.apartP[:0], w.P...)
	clear(w.H)
	clear(w.P)
}

// Together adds what was said since Apart, so many times, to what was known before.
func (w *VectorWork) Together(times float64) {
	for i, x := range w.apartH {
		w.H[i] = x + times*w.H[i]
	}
	for i, x := range w.apartP {
		w.P[i] = x + times*w.P[i]
	}
}

// Tame makes a vague normal one of standard deviations of about 1, around its mean.
func (w *VectorWork) Tame() {
	k := w.size
	for i := range k {
		w.P[i*k+i] = StartPrecision(w.P[i*k+i])
	}
}

// invert writes the inverse of a matrix to Work.
func (w *VectorWork) invert(a []float64) bool {
	k := w.size
	if !Cholesky(w.Factor, a, k) {
		return false
	}
	for j := range k {
		column := w.Work[j*k : j*k+k]
		clear(column)
		column[j] = 1
		choleskyForward(w.Factor, column)
		choleskyBackward(w.Factor, column)
		if math.IsNaN(column[j]) {
			return false
		}
	}
	return true
}

// vectorOfSize is memory for so many numbers, that of x if it has room.
func vectorOfSize(x []float64, size int) []float64 {
	if cap(x) < size {
		return make([]float64, size)
	}
	return x[:size]
}
