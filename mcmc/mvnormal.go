package mcmc

import "math"

// DrawMvNormal draws into to from the normal vector of the natural parameters h,
// precision times mean, and precision, a symmetric matrix row by row, of which
// the lower triangle is read: one Cholesky factor, which it leaves in factor, of
// as many numbers as precision, and which may be precision itself. to may be h.
// It is false where the precision is not positive definite; to is then as it was.
func DrawMvNormal(s *Stream, to, h, precision, factor []float64) bool {
	if !Cholesky(factor, precision, len(h)) {
		return false
	}
	DrawMvNormalFactor(s, to, h, factor)
	return true
}

// DrawNormalVector draws into to from what is known of a normal vector. It is false where that is
// improper.
func DrawNormalVector(s *Stream, to []float64, known *VectorWork) bool {
	return DrawMvNormal(s, to, known.H, known.P, known.Factor)
}

// DrawWishartMatrix draws into to from a wishart of this shape whose rate is known, of k rows.
func DrawWishartMatrix(s *Stream, to []float64, known *VectorWork, shape float64, k int) bool {
	return DrawWishart(s, to, shape, known.P, k, known.Factor, known.Work)
}

// DrawMvNormalFactor is DrawMvNormal where the Cholesky factor of the precision is
// known: with P = L L', x = L'^-1 (L^-1 h + z).
func DrawMvNormalFactor(s *Stream, to, h, factor []float64) {
	copy(to, h)
	choleskyForward(factor, to)
	for i := range to {
		to[i] += s.Normal()
	}
	choleskyBackward(factor, to)
}

// MeanMvNormal writes the mean of the normal vector of the natural parameter h and the
// Cholesky factor of its precision.
func MeanMvNormal(to, h, factor []float64) {
	copy(to, h)
	choleskyForward(factor, to)
	choleskyBackward(factor, to)
}

// DrawWishart draws into to a symmetric matrix from the wishart whose density is
// proportional to |X|^(shape - (k+1)/2) exp(-tr(rate X)), of k rows: 2 shape degrees
// of freedom and the scale (2 rate)^-1, of mean shape rate^-1. It is Bartlett's
// decomposition, X = M M' for M = L'^-1 B of the Cholesky factor L of rate and a
// lower triangular B. factor and work have k k numbers. It is false where rate is
// not positive definite or shape not above (k-1)/2.
func DrawWishart(s *Stream, to []float64, shape float64, rate []float64, k int, factor, work []float64) bool {
	if !(2*shape > float64(k-1)) || shape > math.MaxFloat64 || !Cholesky(factor, rate, k) {
		return false
	}
	drawBartlett(s, to, shape, k)
	// The columns of M, as rows of work.
	for j := range k {
		column := work[j*k : j*k+k]
		for i := range column {
			column[i] = 0
			if i >= j {
				column[i] = to[i*k+j]
			}
		}
		choleskyBackward(factor, column)
	}
	for i := range k {
		for j := range i + 1 {
			x := 0.0
			for n := range k {
				x += work[n*k+i] * work[n*k+j]
			}
			to[i*k+j], to[j*k+i] = x, x
		}
	}
	return true
}

// drawBartlett writes the lower triangle of B, for which B B' is of the wishart
// with the unit rate: normals of variance 1/2, and on the diagonal roots of gammas.
func drawBartlett(s *Stream, to []float64, shape float64, k int) {
	for i := range k {
		for j := range i {
			to[i*k+j] = s.Normal() * (math.Sqrt2 / 2)
		}
		to[i*k+i] = math.Sqrt(DrawGamma(s, shape-float64(i)/2, 1))
	}
}
