package mcmc

import "math"

// Normals2 is the precision matrix of two normals taken apart as L D L'.
type Normals2 struct {
	l10, v0, v1, sd0, sd1 float64 // v and sd are 1/D and its root
}

// FactorNormals2 takes a precision matrix apart. It is false where the matrix is not
// positive definite, or has lost half of all digits: NormalBlock is then to be asked.
func FactorNormals2(p00, p10, p11 float64) (n Normals2, ok bool) {
	v0 := 1 / p00
	l10 := p10 * v0
	d1 := p11 - p10*l10
	v1 := 1 / d1
	return Normals2{l10, v0, v1, math.Sqrt(v0), math.Sqrt(v1)}, p00 > 0 && d1 > normalLost*p11 && p00+p11 <= math.MaxFloat64
}

// Draw draws the normals that have the precision and, times their means, h: the second
// from its marginal distribution, the first given the second.
func (n *Normals2) Draw(s *Stream, h0, h1 float64) (x0, x1 float64) {
	x1 = (h1-n.l10*h0)*n.v1 + n.sd1*s.Normal()
	x0 = h0*n.v0 - n.l10*x1 + n.sd0*s.Normal()
	return x0, x1
}

// Normals3 is Normals2 of three.
type Normals3 struct {
	l10, l20, l21, v0, v1, v2, sd0, sd1, sd2 float64
}

// FactorNormals3 is FactorNormals2 of three.
func FactorNormals3(p00, p10, p11, p20, p21, p22 float64) (n Normals3, ok bool) {
	v0 := 1 / p00
	l10, l20 := p10*v0, p20*v0
	d1 := p11 - p10*l10
	v1 := 1 / d1
	t21 := p21 - p20*l10
	l21 := t21 * v1
	d2 := p22 - p20*l20 - t21*l21
	v2 := 1 / d2
	return Normals3{l10, l20, l21, v0, v1, v2, math.Sqrt(v0), math.Sqrt(v1), math.Sqrt(v2)},
		p00 > 0 && d1 > normalLost*p11 && d2 > normalLost*p22 && p00+p11+p22 <= math.MaxFloat64
}

// Draw is that of Normals2 of three.
func (n *Normals3) Draw(s *Stream, h0, h1, h2 float64) (x0, x1, x2 float64) {
	h1 -= n.l10 * h0
	h2 -= n.l20*h0 + n.l21*h1
	x2 = h2*n.v2 + n.sd2*s.Normal()
	x1 = h1*n.v1 - n.l21*x2 + n.sd1*s.Normal()
	x0 = h0*n.v0 - n.l10*x1 - n.l20*x2 + n.sd0*s.Normal()
	return x0, x1, x2
}
