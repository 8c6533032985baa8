package operators

import (
	"math"

	"mpc/dist"
	"mpc/special"
)

// GreaterThanTiltSoft computes the messages to a and b of a random
// out = (a > b), by the derivatives of log(p Phi(z) + (1-p) Phi(-z)) with p the
// probability of out. A surely true or false out is GreaterThanTilt.
//
// Faults: dist.Improper where a or b has a negative precision or is an
// exponential tilt, and those of GreaterThanTilt.
func GreaterThanTiltSoft(out dist.Bernoulli, a, b dist.Normal) (GreaterThanTilted, dist.Fault) {
	switch {
	case out.IsPoint():
		return GreaterThanTilt(out.LogOdds > 0, a, b)
	case out.IsUniform() || a.IsUniform() || b.IsUniform():
		return GreaterThanTilted{}, dist.NoFault
	case !(a.P > 0 && b.P > 0):
		return GreaterThanTilted{}, normalFault(math.Min(a.P, b.P))
	case a.IsPoint() && b.IsPoint():
		// The factor is constant around two points.
		return GreaterThanTilted{}, dist.NoFault
	case out.LogOdds < 0:
		t, fault := greaterThanSoft(-out.LogOdds, b, a)
		return GreaterThanTilted{A: t.B, B: t.A}, fault
	}
	return greaterThanSoft(out.LogOdds, a, b)
}

// greaterThanSoft computes the messages for log odds l > 0 of a > b. With
// r = 1/(exp(l) - 1), Z is proportional to Phi(z) + r, and in terms of
// u = Phi/(Phi + r) the functions v and w of an observed out become u v and
// u (w - v^2 (1-u)).
func greaterThanSoft(l float64, a, b dist.Normal) (GreaterThanTilted, dist.Fault) {
	g := normalDifference(a, b)
	root := math.Sqrt(g.p)
	// k = r/Phi(z)
	k := math.Exp(-special.LogExpMinus1(l) - special.NormalCdfLn(g.z))
	if g.z > -30 && l < 600 {
		k = 1 / (math.Expm1(l) * special.NormalCdf(g.z))
	}
	u, rest := 1/(1+k), 1.0
	if k < math.MaxFloat64 {
		rest = k / (1 + k)
	}
	v := special.NormalHazard(g.z)
	w, c := special.NormalHazardW(g.z)
	back := v * v * rest
	if u == 0 || v == 0 {
		return GreaterThanTilted{}, dist.NoFault
	}
	wide := rest + u*(c+back) // 1 - u (w - back)
	var na, nb float64
	if g.z >= 0 {
		na, nb = (w-back)*g.ma+v*root, (w-back)*g.mb-v*root
	} else {
		e := special.NormalHazardExcess(g.z) * root
		na, nb = g.mb+e-(c+back)*g.ma, g.ma-e-(c+back)*g.mb
	}
	p := u * (w - back) * g.p
	t := GreaterThanTilted{
		A: normalQuotient(u*na, p, g.fa+wide*g.fb),
		B: normalQuotient(u*nb, p, g.fb+wide*g.fa),
	}
	if !t.A.IsFinite() || !t.B.IsFinite() {
		return GreaterThanTilted{}, dist.NotFinite
	}
	return t, dist.NoFault
}
