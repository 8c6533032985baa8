package mcmc

import "math"

// DrawNormals2 draws two normals jointly, of the natural parameters h and the precision
// matrix p, which it takes apart as L D L': the second from its marginal distribution, the
// first given the second. It is false where the matrix is not positive definite, or has
// lost half of all digits: NormalBlock is then to be asked.
func DrawNormals2(s *Stream, h0, h1, p00, p10, p11 float64) (x0, x1 float64, ok bool) {
	v0 := 1 / p00
	l10 := p10 * v0
	d1 := p11 - p10*l10
	v1 := 1 / d1
	if !(p00 > 0 && d1 > normalLost*p11 && p00+p11 <= math.MaxFloat64) {
		return 0, 0, false
	}
	x1 = (h1-l10*h0)*v1 + math.Sqrt(v1)*s.Normal()
	x0 = h0*v0 - l10*x1 + math.Sqrt(v0)*s.Normal()
	return x0, x1, true
}

// DrawNormals3 is DrawNormals2 of three.
func DrawNormals3(s *Stream, h0, h1, h2, p00, p10, p11, p20, p21, p22 float64) (x0, x1, x2 float64, ok bool) {
	v0 := 1 / p00
	l10, l20 := p10*v0, p20*v0
	d1 := p11 - p10*l10
	v1 := 1 / d1
	t21 := p21 - p20*l10
	l21 := t21 * v1
	d2 := p22 - p20*l20 - t21*l21
	v2 := 1 / d2
	if !(p00 > 0 && d1 > normalLost*p11 && d2 > normalLost*p22 && p00+p11+p22 <= math.MaxFloat64) {
		return 0, 0, 0, false
	}
	h1 -= l10 * h0
	h2 -= l20*h0 + l21*h1
	x2 = h2*v2 + math.Sqrt(v2)*s.Normal()
	x1 = h1*v1 - l21*x2 + math.Sqrt(v1)*s.Normal()
	x0 = h0*v0 - l10*x1 - l20*x2 + math.Sqrt(v0)*s.Normal()
	return x0, x1, x2, true
}
