package mcmc

import "math"

// DrawNormals2 draws two normals jointly, of the natural parameters h and the precision
// matrix p, by its Cholesky factor. It is false where that is not positive definite, or has
// lost half of all digits: NormalBlock is then to be asked.
func DrawNormals2(s *Stream, h0, h1, p00, p10, p11 float64) (x0, x1 float64, ok bool) {
	i0 := 1 / math.Sqrt(p00)
	l10 := p10 * i0
	d1 := p11 - l10*l10
	i1 := 1 / math.Sqrt(d1)
	if !(p00 > 0 && d1 > normalLost*p11 && p00+p11 <= math.MaxFloat64) {
		return 0, 0, false
	}
	y0 := h0 * i0
	y1 := (h1 - l10*y0) * i1
	y0 += s.Normal()
	y1 += s.Normal()
	x1 = y1 * i1
	x0 = (y0 - l10*x1) * i0
	return x0, x1, true
}

// DrawNormals3 is DrawNormals2 of three.
func DrawNormals3(s *Stream, h0, h1, h2, p00, p10, p11, p20, p21, p22 float64) (x0, x1, x2 float64, ok bool) {
	i0 := 1 / math.Sqrt(p00)
	l10, l20 := p10*i0, p20*i0
	d1 := p11 - l10*l10
	i1 := 1 / math.Sqrt(d1)
	l21 := (p21 - l20*l10) * i1
	d2 := p22 - l20*l20 - l21*l21
	i2 := 1 / math.Sqrt(d2)
	if !(p00 > 0 && d1 > normalLost*p11 && d2 > normalLost*p22 && p00+p11+p22 <= math.MaxFloat64) {
		return 0, 0, 0, false
	}
	y0 := h0 * i0
	y1 := (h1 - l10*y0) * i1
	y2 := (h2 - l20*y0 - l21*y1) * i2
	y0 += s.Normal()
	y1 += s.Normal()
	y2 += s.Normal()
	x2 = y2 * i2
	x1 = (y1 - l21*x2) * i1
	x0 = (y0 - l10*x1 - l20*x2) * i0
	return x0, x1, x2, true
}
