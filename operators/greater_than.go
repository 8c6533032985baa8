package operators

import (
	"math"

	"mpc/dist"
	"mpc/special"
)

func greaterThanOps() []*Op {
	return []*Op{
		{
			Func: GreaterThanTilt, Factor: "greater_than", To: "tilt", Algorithm: EP, Safe: true,
			Args: []Arg{{"out", 0}, {"a", SkipIfUniform}, {"b", SkipIfUniform}},
		},
		{
			Func: GreaterThanTiltAbove, Factor: "greater_than", To: "tilt", Algorithm: EP, Safe: true,
			Args: []Arg{{"out", 0}, {"a", SkipIfUniform}, {"b", 0}},
		},
		{
			Func: GreaterThanTiltBelow, Factor: "greater_than", To: "tilt", Algorithm: EP, Safe: true,
			Args: []Arg{{"out", 0}, {"a", 0}, {"b", SkipIfUniform}},
		},
		{
			Func: GreaterThanTiltSoft, Factor: "greater_than", To: "tilt", Algorithm: EP,
			Args: []Arg{{"out", SkipIfUniform}, {"a", SkipIfUniform}, {"b", SkipIfUniform}},
		},
		{
			Func: GreaterThanToA, Factor: "greater_than", To: "a", Algorithm: EP, Safe: true,
			Args: []Arg{{"out", 0}, {"tilt", Required}},
		},
		{
			Func: GreaterThanToB, Factor: "greater_than", To: "b", Algorithm: EP, Safe: true,
			Args: []Arg{{"out", 0}, {"tilt", Required}},
		},
		{
			Func: GreaterThanToASoft, Factor: "greater_than", To: "a", Algorithm: EP,
			Args: []Arg{{"out", SkipIfUniform}, {"tilt", Required}},
		},
		{
			Func: GreaterThanToBSoft, Factor: "greater_than", To: "b", Algorithm: EP,
			Args: []Arg{{"out", SkipIfUniform}, {"tilt", Required}},
		},
		{
			Func: GreaterThanToOut, Factor: "greater_than", To: "out", Algorithm: EP, Exact: true, Safe: true,
			Args: []Arg{{"a", SkipIfUniform}, {"b", SkipIfUniform}},
		},
		{
			Func: GreaterThanEvidence, Factor: "greater_than", To: Evidence, Algorithm: EP,
			Args: []Arg{{"out", 0}, {"a", 0}, {"b", 0}},
		},
		{
			Func: GreaterThanEvidenceSoft, Factor: "greater_than", To: Evidence, Algorithm: EP,
			Args: []Arg{{"out", 0}, {"a", 0}, {"b", 0}},
		},
	}
}

// A GreaterThanTilted holds both messages of a comparison of reals: they share
// one tail ratio of the normal. The zero value is two uniform messages.
type GreaterThanTilted struct {
	A, B dist.Normal
}

// GreaterThanTilt computes the messages to a and b of an observed
// out = (a > b), by the derivatives of log Phi(z), z = (ma - mb)/sqrt(va + vb)
// (Herbrich, Minka and Graepel, TrueSkill, 2007, table 1: v and w). With
// w = v (v + z) the precision of the message to a is w/(vb + va (1 - w)).
//
// Faults: dist.Improper where a or b has a negative precision, or where both or
// the wrong one are exponential tilts; dist.Contradiction for two observed
// values that compare otherwise.
func GreaterThanTilt(out bool, a, b dist.Normal) (GreaterThanTilted, dist.Fault) {
	if out {
		return greaterThan(a, b)
	}
	t, fault := greaterThan(b, a)
	return GreaterThanTilted{A: t.B, B: t.A}, fault
}

// greaterThan computes the messages to both sides of an observed a > b. With pa
// and pb the precisions, s = pa + pb and g = v + z, that to a is
//
//	P = w pa pb/d,  H = (v sqrt(s pa pb) + w ha pb)/d,  d = pa + (1-w) pb,
//
// where, for z < 0, H = (hb pa + g sqrt(s pa pb) - (1-w) ha pb)/d, in which
// nothing large cancels.
func greaterThan(a, b dist.Normal) (GreaterThanTilted, dist.Fault) {
	q := a.P * b.P
	s := q * (a.P + b.P)
	if !(q > 1e-100 && s > 1e-100 && s < 1e200) {
		return greaterThanLimits(a, b)
	}
	root := math.Sqrt(s)
	x, y := a.H*b.P, b.H*a.P
	// Kahan's difference of products: ha pb - hb pa, rounded once.
	z := (math.FMA(a.H, b.P, -y) - math.FMA(b.H, a.P, -y)) / root
	if z >= 0 {
		v := special.NormalHazard(z)
		w := v * (v + z)
		v *= root
		ra, rb := 1/(a.P+(1-w)*b.P), 1/(b.P+(1-w)*a.P)
		return GreaterThanTilted{
			A: dist.Normal{H: (v + w*x) * ra, P: w * q * ra},
			B: dist.Normal{H: (w*y - v) * rb, P: w * q * rb},
		}, dist.NoFault
	}
	if !(z > -1e50) {
		return greaterThanLimits(a, b)
	}
	w, c := special.NormalHazardW(z)
	g := special.NormalHazardExcess(z) * root
	ra, rb := 1/(a.P+c*b.P), 1/(b.P+c*a.P)
	return GreaterThanTilted{
		A: dist.Normal{H: (y + g - c*x) * ra, P: w * q * ra},
		B: dist.Normal{H: (x - g - c*y) * rb, P: w * q * rb},
	}, dist.NoFault
}

// GreaterThanTiltAbove is GreaterThanTilt for a known b: only the message to a
// is there.
func GreaterThanTiltAbove(out bool, a dist.Normal, b float64) (GreaterThanTilted, dist.Fault) {
	if out {
		m, fault := normalAbove(a, b)
		return GreaterThanTilted{A: m}, fault
	}
	m, fault := normalAbove(normalNegate(a), -b)
	return GreaterThanTilted{A: normalNegate(m)}, fault
}

// GreaterThanTiltBelow is GreaterThanTilt for a known a: only the message to b
// is there.
func GreaterThanTiltBelow(out bool, a float64, b dist.Normal) (GreaterThanTilted, dist.Fault) {
	t, fault := GreaterThanTiltAbove(!out, b, a)
	return GreaterThanTilted{B: t.A}, fault
}

// normalAbove is the message to x of an observed x > low.
func normalAbove(x dist.Normal, low float64) (dist.Normal, dist.Fault) {
	if !(x.P > 1e-200 && x.P < 1e200) {
		t, fault := greaterThanLimits(x, dist.NormalPoint(low))
		return t.A, fault
	}
	root := math.Sqrt(x.P)
	z := math.FMA(-low, x.P, x.H) / root
	if z >= 0 {
		v := special.NormalHazard(z)
		w := v * (v + z)
		r := 1 / (1 - w)
		return dist.Normal{H: (v*root + w*x.H) * r, P: w * x.P * r}, dist.NoFault
	}
	if !(z > -1e50) {
		t, fault := greaterThanLimits(x, dist.NormalPoint(low))
		return t.A, fault
	}
	w, c := special.NormalHazardW(z)
	g := special.NormalHazardExcess(z)
	return dist.Normal{H: (low*x.P+g*root)/c - x.H, P: w * x.P / c}, dist.NoFault
}

// GreaterThanToA sends a of an observed out = (a > b). The parameter out tells
// it from GreaterThanToASoft.
func GreaterThanToA(out bool, tilt GreaterThanTilted) dist.Normal { return tilt.A }

// GreaterThanToB sends b of an observed out = (a > b).
func GreaterThanToB(out bool, tilt GreaterThanTilted) dist.Normal { return tilt.B }

// GreaterThanToASoft sends a of a random out = (a > b); it is improper where out
// is unsure and disagrees with a and b.
func GreaterThanToASoft(out dist.Bernoulli, tilt GreaterThanTilted) dist.Normal { return tilt.A }

// GreaterThanToBSoft sends b of a random out = (a > b); see GreaterThanToASoft.
func GreaterThanToBSoft(out dist.Bernoulli, tilt GreaterThanTilted) dist.Normal { return tilt.B }

// GreaterThanToOut sends out = (a > b) in log odds, log Phi(z) - log Phi(-z),
// which keeps its digits however close to 0 or far out. The fault is
// dist.Improper where a or b has a negative precision or is an exponential tilt.
func GreaterThanToOut(a, b dist.Normal) (dist.Bernoulli, dist.Fault) {
	if a.IsUniform() || b.IsUniform() {
		return dist.Bernoulli{}, dist.NoFault
	}
	if !(a.P > 0 && b.P > 0) {
		return dist.Bernoulli{}, normalFault(math.Min(a.P, b.P))
	}
	if a.IsPoint() && b.IsPoint() {
		return dist.BernoulliPoint(a.H > b.H), dist.NoFault
	}
	z := normalDifference(a, b).z
	if z != z {
		return dist.Bernoulli{}, dist.NotFinite
	}
	return dist.Bernoulli{LogOdds: special.NormalCdfLogit(z)}, dist.NoFault
}

// GreaterThanEvidence is log Z of an observed out = (a > b), -Inf for a
// contradiction and NaN where the integral diverges.
func GreaterThanEvidence(out bool, a, b dist.Normal) float64 {
	if !out {
		a, b = b, a
	}
	return greaterThanLogZ(a, b, !out)
}

// GreaterThanEvidenceSoft is log Z of a random out = (a > b).
func GreaterThanEvidenceSoft(out dist.Bernoulli, a, b dist.Normal) float64 {
	if out.IsPoint() {
		return GreaterThanEvidence(out.LogOdds > 0, a, b)
	}
	forward, fault := GreaterThanToOut(a, b)
	if fault != dist.NoFault {
		return math.NaN()
	}
	return forward.LogIntegral(out)
}
