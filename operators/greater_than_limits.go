package operators

import (
	"math"

	"mpc/dist"
	"mpc/special"
)

// A normalGap is the distribution of a - b for a, b proper normals or point
// masses, not both points, in a form that does not overflow: p is its
// precision, fa and fb are pa/(pa + pb) and pb/(pa + pb), and ma and mb are
// ma p and mb p.
type normalGap struct {
	p, fa, fb, ma, mb float64
	z                 float64 // mean/sd
}

func normalDifference(a, b dist.Normal) normalGap {
	var g normalGap
	switch {
	case a.IsPoint():
		g = normalGap{p: b.P, fa: 1, ma: a.H * b.P, mb: b.H}
		g.z = math.FMA(a.H, b.P, -b.H) / math.Sqrt(b.P)
		return g
	case b.IsPoint():
		g = normalGap{p: a.P, fb: 1, ma: a.H, mb: b.H * a.P}
		g.z = -math.FMA(b.H, a.P, -a.H) / math.Sqrt(a.P)
		return g
	case a.P >= b.P:
		r := b.P / a.P
		d := 1 + r
		g = normalGap{p: b.P / d, fa: 1 / d, fb: r / d, ma: a.H / a.P * b.P / d, mb: b.H / d}
	default:
		r := a.P / b.P
		d := 1 + r
		g = normalGap{p: a.P / d, fb: 1 / d, fa: r / d, ma: a.H / d, mb: b.H / b.P * a.P / d}
	}
	if s := a.P * b.P * (a.P + b.P); a.P*b.P > 1e-100 && s > 1e-100 && s < 1e200 {
		y := b.H * a.P
		g.z = (math.FMA(a.H, b.P, -y) - math.FMA(b.H, a.P, -y)) / math.Sqrt(s)
		if g.z-g.z == 0 {
			return g
		}
	}
	// ma - mb may overflow where z does not: p may be large.
	root := math.Sqrt(g.p)
	g.z = g.ma/root - g.mb/root
	return g
}

// greaterThanLimits is greaterThan for uniform messages, point masses,
// exponential tilts and parameters of any size.
func greaterThanLimits(a, b dist.Normal) (GreaterThanTilted, dist.Fault) {
	switch {
	case a.IsUniform() || b.IsUniform():
		return GreaterThanTilted{}, dist.NoFault
	case a.IsPoint() && b.IsPoint():
		if a.H > b.H {
			return GreaterThanTilted{}, dist.NoFault
		}
		return GreaterThanTilted{}, dist.Contradiction
	case a.P > 0 && b.P > 0:
		return greaterThanProper(a, b)
	case a.P == 0 && b.P > 0:
		return greaterThanTail(a, b)
	case b.P == 0 && a.P > 0:
		t, fault := greaterThanTail(normalNegate(b), normalNegate(a))
		return GreaterThanTilted{A: normalNegate(t.B), B: normalNegate(t.A)}, fault
	}
	return GreaterThanTilted{}, normalFault(math.Min(a.P, b.P))
}

// greaterThanProper is greaterThan in the terms of normalGap.
func greaterThanProper(a, b dist.Normal) (GreaterThanTilted, dist.Fault) {
	g := normalDifference(a, b)
	root := math.Sqrt(g.p)
	var na, nb, w, c float64
	if g.z >= 0 {
		v := special.NormalHazard(g.z)
		w = v * (v + g.z)
		c = 1 - w
		na, nb = w*g.ma+v*root, w*g.mb-v*root
	} else {
		w, c = special.NormalHazardW(g.z)
		u := special.NormalHazardExcess(g.z) * root
		na, nb = g.mb+u-c*g.ma, g.ma-u-c*g.mb
	}
	t := GreaterThanTilted{
		A: normalQuotient(na, w*g.p, g.fa+c*g.fb),
		B: normalQuotient(nb, w*g.p, g.fb+c*g.fa),
	}
	if !t.A.IsFinite() || !t.B.IsFinite() {
		return GreaterThanTilted{}, dist.NotFinite
	}
	return t, dist.NoFault
}

// normalQuotient returns the normal of parameters h/d and p/d, the point mass at
// its mean where p/d overflows.
func normalQuotient(h, p, d float64) dist.Normal {
	m := dist.Normal{H: h / d, P: p / d}
	if m.IsPoint() {
		return dist.NormalPoint(h / p)
	}
	return m
}

// greaterThanTail is greaterThan for an a of density exp(-r a) and a proper b.
// Then b gets the tilt exp(-r b), and a - b is exponential of mean 1/r.
func greaterThanTail(a, b dist.Normal) (GreaterThanTilted, dist.Fault) {
	r := -a.H
	if !(r > 0) {
		return GreaterThanTilted{}, normalFault(r)
	}
	toB := dist.Normal{H: a.H}
	if b.IsPoint() {
		t := GreaterThanTilted{A: normalQuotient((b.H*r+2)*r, r*r, 1), B: toB}
		if t.A.IsPoint() {
			t.A.H = b.H + 1/r
		}
		return t, dist.NoFault
	}
	// The mean is (hb - r)/pb + 1/r and the variance 1/pb + 1/r^2.
	k := b.P / r
	d := 1 + k/r
	return GreaterThanTilted{A: dist.Normal{H: (b.H-r+k)/d + r, P: b.P / d}, B: toB}, dist.NoFault
}

// greaterThanLogZ is log Z of an observed a > b, or of a >= b where orEqual,
// which differs for two point masses. It is NaN where the integral diverges.
func greaterThanLogZ(a, b dist.Normal, orEqual bool) float64 {
	switch {
	case a.IsPoint() && b.IsPoint():
		if a.H > b.H || orEqual && a.H == b.H {
			return 0
		}
		return math.Inf(-1)
	case a.IsUniform() && b.P > 0 || b.IsUniform() && a.P > 0 || a.IsUniform() && b.IsUniform():
		return -math.Ln2
	case a.P > 0 && b.P > 0:
		return special.NormalCdfLn(normalDifference(a, b).z)
	case a.P == 0 && a.H < 0 && b.P > 0:
		return a.LogIntegral(b) - math.Log(-a.H)
	case b.P == 0 && b.H > 0 && a.P > 0:
		return b.LogIntegral(a) - math.Log(b.H)
	}
	return math.NaN()
}
