package dist

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// SetMvNormalMixture makes d the message that takes outer to the mean and covariance
// of the mixture of the products of outer and inner[k], each normalized, with the given
// weights, of sum 1. A message of size 0 says nothing. With T[k] = P + p[k] the
// precisions of the parts, D the covariance of their means and C = sum of w T^-1 + D
// that of the mixture, the message has
//
//	C^-1 (sum of w T^-1 p - D P),  C^-1 (sum of w T^-1 h - D H)
//
// as precision and precision times mean, with no difference of precisions that outer
// makes large. All is computed relative to a point that the means are near to, and in
// coordinates in which the mean of the T is 1. Where outer is a point mass it is the
// limit of that, and parts that contradict the point are left out. The fault is
// Improper where a part is, Contradiction where no part is left, NotFinite where the
// covariance of the mixture is singular or a number overflows; d is then uniform.
// d must be none of the others. It is no method, so that programs without it do not
// carry it with the type.
func SetMvNormalMixture(d *MvNormal, outer MvNormal, inner []MvNormal, weight []float64, w *MvWork) Fault {
	m := mvMixture{outer: outer, weight: weight, k: len(outer.H)}
	for _, p := range inner {
		m.k = max(m.k, len(p.H))
	}
	d.setAll(m.k, 0)
	m.center, m.low = w.Vector(1, m.k), w.Vector(2, m.k)
	m.overlap, m.within, m.between = w.Matrix(0, m.k), w.Matrix(1, m.k), w.Matrix(2, m.k)
	m.w = w.ready(m.k)
	for _, p := range inner {
		if len(p.H) > 0 && len(p.H) != m.k || len(outer.H) > 0 && len(outer.H) != m.k {
			return NotFinite
		}
	}
	var fault Fault
	if outer.Point {
		fault = m.atPoint(d, inner)
	} else if fault = m.origin(inner); fault == NoFault {
		fault = m.collect(d, inner)
	}
	if fault == NoFault && !d.IsFinite() {
		fault = NotFinite
	}
	if fault != NoFault {
		d.setAll(m.k, 0)
	}
	return fault
}

// mvMixture is what SetMvNormalMixture computes with; the inner messages are no part of it, so
// that a caller may have them on its stack.
type mvMixture struct {
	outer  MvNormal
	weight []float64
	k      int
	w      *MvWork
	// center + low is what means are taken relative to.
	center, low []float64
	// In coordinates in which L of w.factor is 1: sums of w T^-1 p, and of w T^-1,
	// and the covariance of the means.
	overlap, within, between []float64
}

// part writes the precision of a part to w.square, its factor to w.factor2, and its
// precision times mean to w.x.
func (m *mvMixture) part(p MvNormal) bool {
	m.copyOuter(m.w.square, m.w.x)
	for i, v := range p.P {
		m.w.square[i] += v
	}
	for i, v := range p.H {
		m.w.x[i] += v
	}
	return mvFactor(m.w.factor2, m.w.square, m.k)
}

// copyOuter writes outer's precision, and precision times mean, to p and h.
func (m *mvMixture) copyOuter(p, h []float64) {
	if len(m.outer.H) == 0 {
		distFilled(p, len(p), 0)
		distFilled(h, len(h), 0)
		return
	}
	copy(p, m.outer.P)
	copy(h, m.outer.H)
}

// atOrigin writes p's precision times mean, relative to the origin, to dst.
func (m *mvMixture) atOrigin(dst []float64, p MvNormal) {
	if len(p.H) == 0 {
		distFilled(dst, len(dst), 0)
		return
	}
	mvResidual(dst, p.H, p.P, m.center, m.low)
}

// origin chooses the coordinates. Their factor goes to w.factor: that of the mean of
// the precisions of the parts, where that is one, or else that of the part with the
// largest weight, or, of points alone, 1. Their origin is the mean of the mixture, plus
// what brings it to the mean of outer in the directions in which outer is the
// sharpest.
func (m *mvMixture) origin(inner []MvNormal) Fault {
	k, w := m.k, m.w
	distFilled(m.center, k, 0)
	m.copyOuter(m.overlap, w.x)
	heaviest := -1
	for i, p := range inner {
		q := m.weight[i]
		switch {
		case q == 0:
		case p.Point:
			for j, x := range p.H {
				m.center[j] += q * x
			}
		case !m.part(p):
			return Improper
		default:
			mvSolve(w.mean, w.low, w.x, w.square, w.factor2, w.r)
			for j, x := range w.mean {
				m.center[j] += q * x
			}
			for j, v := range p.P {
				m.overlap[j] += q * v
			}
			if heaviest < 0 || q > m.weight[heaviest] {
				heaviest = i
			}
		}
	}
	distFilled(m.low, k, 0)
	switch {
	case mvFactor(w.factor, m.overlap, k):
		m.atOrigin(w.x, m.outer)
		copy(m.low, w.x)
		mvForward(w.factor, m.low)
		mvBackward(w.factor, m.low)
	case heaviest >= 0:
		m.part(inner[heaviest])
		copy(w.factor, w.factor2)
	default:
		distFilled(w.factor, k*k, 0)
		for i := range k {
			w.factor[i*k+i] = 1
		}
	}
	return NoFault
}

// collect adds up the parts and writes the message to d. The vectors here are
// w.mean2, of outer's H at the origin, w.low2, the sum of the w T^-1 h there, and
// w.y, the mean of the means.
func (m *mvMixture) collect(d *MvNormal, inner []MvNormal) Fault {
	k, w := m.k, m.w
	m.atOrigin(w.mean2, m.outer)
	for _, x := range [][]float64{w.low2, w.y} {
		distFilled(x, k, 0)
	}
	for _, x := range [][]float64{m.overlap, m.within, m.between} {
		distFilled(x, k*k, 0)
	}
	total := 0.0
	for i, p := range inner {
		q := m.weight[i]
		if q == 0 {
			continue
		}
		if p.Point {
			m.addPoint(p, q)
		} else if !m.addPart(p, q) {
			return Improper
		}
		// The mean and covariance of all so far (Welford, 1962).
		total += q
		for j, v := range w.mean {
			w.r[j] = v - w.y[j]
			w.y[j] += q / total * w.r[j]
		}
		mvAddSquare(m.between, w.r, q*(1-q/total))
	}
	l := mvTriangular(w.factor, k)
	for i, v := range m.between {
		m.within[i] += v
	}
	if !mvFactor(w.factor2, m.within, k) {
		return NotFinite
	}
	m.copyOuter(w.square, w.x)
	blas64.Trsm(blas.Left, blas.NoTrans, 1, l, mvGeneral(w.square, k))
	blas64.Trsm(blas.Right, blas.Trans, 1, l, mvGeneral(w.square, k))
	mvForward(w.factor, w.mean2)
	blas64.Gemm(blas.NoTrans, blas.NoTrans, -1, mvGeneral(m.between, k), mvGeneral(w.square, k), 1, mvGeneral(m.overlap, k))
	blas64.Gemv(blas.NoTrans, -1, mvGeneral(m.between, k), mvVector(w.mean2), 1, mvVector(w.low2))
	c := mvTriangular(w.factor2, k)
	blas64.Trsm(blas.Left, blas.NoTrans, 1, c, mvGeneral(m.overlap, k))
	blas64.Trsm(blas.Left, blas.Trans, 1, c, mvGeneral(m.overlap, k))
	mvForward(w.factor2, w.low2)
	mvBackward(w.factor2, w.low2)
	// Back to the coordinates of d.
	mvSymmetrize(m.overlap, k)
	copy(d.P, m.overlap)
	blas64.Trmm(blas.Left, blas.NoTrans, 1, l, mvGeneral(d.P, k))
	blas64.Trmm(blas.Right, blas.Trans, 1, l, mvGeneral(d.P, k))
	mvSymmetrize(d.P, k)
	blas64.Trmv(blas.NoTrans, l, mvVector(w.low2))
	m.shift(d)
	return NoFault
}

// shift sets d's H to w.low2, which is that relative to the origin, plus P times the
// origin.
func (m *mvMixture) shift(d *MvNormal) {
	for i, v := range m.w.low2 {
		m.w.x[i] = -v
	}
	mvResidual(d.H, m.w.x, d.P, m.center, m.low)
	for i, h := range d.H {
		d.H[i] = 0 - h
	}
}

// addPart adds a part that is no point mass, and writes its mean to w.mean.
func (m *mvMixture) addPart(p MvNormal, q float64) bool {
	k, w := m.k, m.w
	if !m.part(p) {
		return false
	}
	m.atOrigin(w.x, p)
	// Until its own use below w.square2 lends its first row to the sum.
	both := w.square2[:k]
	for i, v := range w.x {
		both[i] = w.mean2[i] + v
	}
	mvSolve(w.mean, w.low, both, w.square, w.factor2, w.r)
	mvTimesFactor(w.factor, w.mean)
	mvForward(w.factor, w.x)
	// G = F^-1 L, G'G the covariance of the part.
	for i := range k {
		for j := range k {
			w.square2[i*k+j] = 0
			if j <= i {
				w.square2[i*k+j] = w.factor[i*k+j]
			}
		}
	}
	g := mvGeneral(w.square2, k)
	blas64.Trsm(blas.Left, blas.NoTrans, 1, mvTriangular(w.factor2, k), g)
	blas64.Gemm(blas.Trans, blas.NoTrans, 1, g, g, 0, mvGeneral(w.square, k))
	for i, v := range w.square {
		m.within[i] += q * v
	}
	blas64.Gemv(blas.NoTrans, q, mvGeneral(w.square, k), mvVector(w.x), 1, mvVector(w.low2))
	if len(p.P) == 0 {
		return true
	}
	l := mvTriangular(w.factor, k)
	copy(w.square2, p.P)
	blas64.Trsm(blas.Left, blas.NoTrans, 1, l, g)
	blas64.Trsm(blas.Right, blas.Trans, 1, l, g)
	blas64.Gemm(blas.NoTrans, blas.NoTrans, q, mvGeneral(w.square, k), g, 1, mvGeneral(m.overlap, k))
	return true
}

// addPoint adds a part that is a point mass, the limit of a large precision.
func (m *mvMixture) addPoint(p MvNormal, q float64) {
	for i, x := range p.H {
		m.w.mean[i] = x - m.center[i] - m.low[i]
	}
	mvTimesFactor(m.w.factor, m.w.mean)
	for i, x := range m.w.mean {
		m.w.low2[i] += q * x
		m.overlap[i*m.k+i] += q
	}
}

// mvAddSquare adds weight x x' to the matrix a.
func mvAddSquare(a, x []float64, weight float64) {
	k := len(x)
	for i, v := range x {
		row := a[i*k : i*k+k]
		for j, u := range x {
			row[j] += weight * (v * u)
		}
	}
}

// atPoint is the limit for an outer point mass at x: with the slopes a = h - p x of
// the logs of the messages there it is P = mean of p - Cov(a) and H - P x = mean of a.
func (m *mvMixture) atPoint(d *MvNormal, inner []MvNormal) Fault {
	k, w := m.k, m.w
	copy(m.center, m.outer.H)
	distFilled(m.low, k, 0)
	distFilled(w.low2, k, 0)
	total := 0.0
	for i, p := range inner {
		q := m.weight[i]
		if p.Point && q > 0 && distAllEqual(p.H, m.center) {
			d.SetPoint(m.center)
			return NoFault
		}
		if p.Point || q == 0 {
			continue
		}
		m.atOrigin(w.x, p)
		total += q
		for j, v := range w.x {
			w.r[j] = v - w.low2[j]
			w.low2[j] += q / total * w.r[j]
		}
		for j, v := range p.P {
			d.P[j] += q * v
		}
		mvAddSquare(d.P, w.r, -q*(1-q/total))
	}
	if total == 0 {
		return Contradiction
	}
	for j := range d.P {
		d.P[j] /= total
	}
	m.shift(d)
	return NoFault
}
