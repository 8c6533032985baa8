package dist

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// SetWishartMixture makes d the message that takes outer to the mean and the mean log
// determinant of the mixture of the products of outer and inner[k], each normalized,
// with the given weights, of sum 1: to the wishart of least Kullback-Leibler
// divergence from the mixture. A message of size 0 says nothing. Where outer is
// a point mass it is the limit of that, and parts that contradict the point are left
// out. The fault is Improper where a part is, Contradiction where no part is left,
// NotFinite where there is no such wishart; d is then uniform. d must be none of the
// others. It is no method, as SetMvNormalMixture is none.
func SetWishartMixture(d *Wishart, outer Wishart, inner []Wishart, weight []float64, w *MvWork) Fault {
	k := outer.Size()
	for _, p := range inner {
		k = max(k, p.Size())
	}
	m := wishartMixture{outer: outer, weight: weight, k: k, uniform: float64(k+1) / 2}
	d.setAll(k*k, m.uniform, 0)
	m.sum, m.rate, m.part = w.Matrix(0, k), w.Matrix(1, k), w.Matrix(2, k)
	m.w = w.ready(k)
	for _, p := range inner {
		if len(p.Rate) > 0 && len(p.Rate) != k*k || len(outer.Rate) > 0 && len(outer.Rate) != k*k {
			return NotFinite
		}
	}
	if len(outer.Rate) == 0 {
		m.outer.Shape = m.uniform
	}
	var fault Fault
	if outer.Point {
		fault = m.atPoint(d, inner)
	} else {
		fault = m.project(d, inner)
	}
	if fault == NoFault && !d.IsFinite() {
		fault = NotFinite
	}
	if fault != NoFault {
		d.setAll(k*k, m.uniform, 0)
	}
	return fault
}

// wishartMixture is what SetWishartMixture computes with. With powers s = Shape - (k+1)/2
// and rates r of the messages the parts have the shapes A[k] = a + s[k] and rates
// B[k] = b + r[k]. The projection is sought near a base, of power and rate as a
// message: outer itself, or the product with the inner message of the largest weight. The
// inner messages are no part of it, so that a caller may have them on its stack.
type wishartMixture struct {
	outer   Wishart
	weight  []float64
	k       int
	uniform float64 // (k+1)/2
	w       *MvWork
	power   float64   // of the base
	rate    []float64 // of the base
	shape   float64   // a + power
	// In coordinates in which the factor L of b + rate, in w.factor, is 1, and in units
	// of shape: the mean of the mixture less 1, and that of a part.
	sum, part []float64
}

// project writes the message for an outer that is no point mass.
func (m *wishartMixture) project(d *Wishart, inner []Wishart) Fault {
	heaviest := -1
	for i, p := range inner {
		if m.weight[i] > 0 && !p.Point && (heaviest < 0 || m.weight[i] > m.weight[heaviest]) {
			heaviest = i
		}
	}
	proper := m.properOuter()
	switch {
	case heaviest >= 0:
		m.baseOn(inner[heaviest])
	case proper:
		m.baseOn(Wishart{})
	default: // points alone: any will do
		m.shape, m.power = float64(m.k), float64(m.k)-m.outer.Shape
		for i := range m.rate {
			m.rate[i] = -m.outerRate(i)
			if i%(m.k+1) == 0 {
				m.rate[i]++
			}
		}
	}
	more, fault := m.solve(inner)
	if fault != NoFault {
		return fault
	}
	if m.power > 0 && m.shape > 2*(m.shape+more) && proper {
		// The parts are sharper than the mixture, and what they say would cancel.
		m.baseOn(Wishart{})
		if more, fault = m.solve(inner); fault != NoFault {
			return fault
		}
	}
	m.write(d, more)
	return NoFault
}

// outerRate is an entry of the rate of outer.
func (m *wishartMixture) outerRate(i int) float64 {
	if len(m.outer.Rate) == 0 {
		return 0
	}
	return m.outer.Rate[i]
}

// properOuter tells whether outer may be the base. It overwrites w.factor.
func (m *wishartMixture) properOuter() bool {
	return len(m.outer.Rate) > 0 && m.outer.IsProper(m.w)
}

// baseOn makes the product of outer and p the base; p of size 0 says nothing.
func (m *wishartMixture) baseOn(p Wishart) {
	m.power = 0
	distFilled(m.rate, len(m.rate), 0)
	if len(p.Rate) > 0 {
		m.power = p.Shape - m.uniform
		copy(m.rate, p.Rate)
	}
	m.shape = m.outer.Shape + m.power
}

// standard replaces the symmetric matrix x by L^-1 x L^-T.
func (m *wishartMixture) standard(x []float64) {
	l := mvTriangular(m.w.factor, m.k)
	blas64.Trsm(blas.Left, blas.NoTrans, 1, l, mvGeneral(x, m.k))
	blas64.Trsm(blas.Right, blas.Trans, 1, l, mvGeneral(x, m.k))
}

// mean writes to m.part the mean of a part, in units of shape, less 1: with
// E = L^-1 (B - base) L^-T it is (1 + E)^-1 ((A/shape - 1) - E). It returns A and its
// difference to the shape of the base, and is false where the part is improper.
func (m *wishartMixture) mean(p Wishart) (shape, more float64, ok bool) {
	k, w := m.k, m.w
	if p.Point {
		copy(m.part, p.Rate)
		l := mvTriangular(w.factor, k)
		blas64.Trmm(blas.Left, blas.Trans, 1, l, mvGeneral(m.part, k))
		blas64.Trmm(blas.Right, blas.NoTrans, 1, l, mvGeneral(m.part, k))
		for i := range m.part {
			m.part[i] /= m.shape
			if i%(k+1) == 0 {
				m.part[i]--
			}
		}
		return 0, 0, true
	}
	power := 0.0
	for i, r := range m.rate {
		w.square[i] = -r
	}
	if len(p.Rate) > 0 {
		power = p.Shape - m.uniform
		for i, r := range p.Rate {
			w.square[i] += r
		}
	}
	shape, more = m.outer.Shape+power, power-m.power
	m.standard(w.square)
	mvSymmetrize(w.square, k)
	for i, e := range w.square {
		w.square2[i], m.part[i] = e, -e
		if i%(k+1) == 0 {
			w.square2[i]++
			m.part[i] += more / m.shape
		}
	}
	if !(shape > float64(k-1)/2) || !mvFactor(w.factor2, w.square2, k) {
		return shape, more, false
	}
	f := mvTriangular(w.factor2, k)
	blas64.Trsm(blas.Left, blas.NoTrans, 1, f, mvGeneral(m.part, k))
	blas64.Trsm(blas.Left, blas.Trans, 1, f, mvGeneral(m.part, k))
	mvSymmetrize(m.part, k)
	return shape, more, true
}

// solve returns by how much the shape of the projection is more than that of the
// base. With G(a) = k log a less the sum of digamma(a - j/2), the wishartGap, and N the
// means of the parts relative to that of the mixture, less 1, the shape solves
//
//	G(shape) = mean of G(A) + tr N - log|1 + N|.
//
// w.factor is then L, and w.factor3 the factor of 1 + sum.
func (m *wishartMixture) solve(inner []Wishart) (more float64, fault Fault) {
	k, w := m.k, m.w
	for i, r := range m.rate {
		w.square[i] = m.outerRate(i) + r
	}
	if !(m.shape > float64(k-1)/2) || !mvFactor(w.factor, w.square, k) {
		return 0, Improper
	}
	distFilled(m.sum, k*k, 0)
	for i, p := range inner {
		q := m.weight[i]
		if q == 0 {
			continue
		}
		if _, _, ok := m.mean(p); !ok {
			return 0, Improper
		}
		for j, v := range m.part {
			m.sum[j] += q * v
		}
	}
	for i, v := range m.sum {
		w.square2[i] = v
		if i%(k+1) == 0 {
			w.square2[i]++
		}
	}
	if !mvFactor(w.factor3, w.square2, k) {
		return 0, NotFinite
	}
	gap, apart := 0.0, 0.0
	for i, p := range inner {
		q := m.weight[i]
		if q == 0 {
			continue
		}
		if shape, _, _ := m.mean(p); !p.Point {
			one, _ := wishartGap(shape, k)
			gap += q * one
		}
		for j, v := range m.sum {
			m.part[j] -= v
		}
		l := mvTriangular(w.factor3, k)
		blas64.Trsm(blas.Left, blas.NoTrans, 1, l, mvGeneral(m.part, k))
		blas64.Trsm(blas.Right, blas.Trans, 1, l, mvGeneral(m.part, k))
		apart += q * mvTraceLessLogDet(m.part, k)
	}
	gap += apart
	if !(gap > 0 && gap <= math.MaxFloat64) {
		return 0, NotFinite
	}
	shape := wishartGapInverse(gap, k)
	more = shape - m.shape
	if shape > m.shape/2 && shape < 2*m.shape {
		return m.correct(inner, more, apart)
	}
	return more, NoFault
}

// correct returns the solution of solve near the given one, where differences of large
// shapes keep their digits: by the equation less G of that; apart is its sum of the
// tr N - log|1 + N|.
func (m *wishartMixture) correct(inner []Wishart, more, apart float64) (float64, Fault) {
	k := m.k
	s := m.shape + more
	delta := apart
	for i, p := range inner {
		q := m.weight[i]
		switch {
		case q == 0:
		case p.Point:
			gap, _ := wishartGap(s, k)
			delta -= q * gap
		default:
			power := 0.0
			if len(p.Rate) > 0 {
				power = p.Shape - m.uniform
			}
			delta += q * wishartGapRise(s, m.outer.Shape+power, power-m.power-more, k)
		}
	}
	// Newton's method for G(s + y) - G(s) = delta.
	y, last := 0.0, math.Inf(1)
	for range 50 {
		z := s + y
		_, slope := wishartGap(z, k)
		if z > 1e5 {
			slope = -float64(k*(k+1)) / 4 / z / z // which has cancelled
		}
		step := (delta - wishartGapRise(s, z, y, k)) / slope
		size := math.Abs(step)
		if !(size < (z-float64(k-1)/2)/2) {
			return 0, NotFinite
		}
		y += step
		if size <= 1e-16*math.Abs(y) || size <= 1e-8*z && size >= last { // or down to rounding
			return more + y, NoFault
		}
		last = size
	}
	return 0, NotFinite
}

// write sets d to the message: the base, and what the projection has more.
func (m *wishartMixture) write(d *Wishart, more float64) {
	k := m.k
	d.Shape = m.uniform + (m.power + more)
	for i, v := range m.sum {
		d.Rate[i] = -v
		if i%(k+1) == 0 {
			d.Rate[i] += more / m.shape
		}
	}
	s, l, rate := mvTriangular(m.w.factor3, k), mvTriangular(m.w.factor, k), mvGeneral(d.Rate, k)
	blas64.Trsm(blas.Left, blas.NoTrans, 1, s, rate)
	blas64.Trsm(blas.Left, blas.Trans, 1, s, rate)
	mvSymmetrize(d.Rate, k)
	blas64.Trmm(blas.Left, blas.NoTrans, 1, l, rate)
	blas64.Trmm(blas.Right, blas.Trans, 1, l, rate)
	mvSymmetrize(d.Rate, k)
	for i, r := range m.rate {
		d.Rate[i] += r
	}
}

// atPoint is the limit for an outer point mass at X: with Y = s - X r less its mean
// over the parts and V the mean of tr(Y Y) times 2/(k (k+1)) the message has the power
// mean of s - V and the rate mean of r - V X^-1.
func (m *wishartMixture) atPoint(d *Wishart, inner []Wishart) Fault {
	k, w := m.k, m.w
	total, power := 0.0, 0.0
	distFilled(m.rate, k*k, 0)
	for i, p := range inner {
		q := m.weight[i]
		if p.Point && q > 0 && distAllEqual(p.Rate, m.outer.Rate) {
			d.SetPoint(m.outer.Rate)
			return NoFault
		}
		if p.Point || q == 0 {
			continue
		}
		total += q
		if len(p.Rate) > 0 {
			power += q * (p.Shape - m.uniform)
			for j, r := range p.Rate {
				m.rate[j] += q * r
			}
		}
	}
	if total == 0 {
		return Contradiction
	}
	power /= total
	for j := range m.rate {
		m.rate[j] /= total
	}
	spread := 0.0
	for i, p := range inner {
		q := m.weight[i]
		if p.Point || q == 0 {
			continue
		}
		s := 0.0
		copy(m.sum, m.rate)
		if len(p.Rate) > 0 {
			s = p.Shape - m.uniform
			for j, r := range p.Rate {
				m.sum[j] -= r
			}
		}
		distFilled(m.part, k*k, 0)
		for j := range k {
			m.part[j*k+j] = s - power
		}
		blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, mvGeneral(m.outer.Rate, k), mvGeneral(m.sum, k), 1, mvGeneral(m.part, k))
		for i := range k {
			for j := range k {
				spread += q / total * (m.part[i*k+j] * m.part[j*k+i])
			}
		}
	}
	spread *= 2 / float64(k*(k+1))
	d.Shape = m.uniform + (power - spread)
	copy(d.Rate, m.rate)
	if spread > 0 {
		if !mvFactor(w.factor, m.outer.Rate, k) {
			return NotFinite
		}
		mvInverse(w.square, m.outer.Rate, w.factor, k, true, w)
		for j, v := range w.square {
			d.Rate[j] -= spread * v
		}
	}
	return NoFault
}
