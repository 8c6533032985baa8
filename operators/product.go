package operators

import (
	"math"

	"mpc/dist"
)

func productOps() []*Op {
	return []*Op{
		{
			Func: ProductTilts, Factor: "product", To: "tilt", Algorithm: EP,
			Args: []Arg{{"out", NoInit}, {"a", Required}, {"b", Required}},
		},
		{
			Func: ProductToOut, Factor: "product", To: "out", Algorithm: EP,
			Args: []Arg{{"out", NoInit}, {"a", SkipIfUniform}, {"b", SkipIfUniform}, {"tilt", Required}},
		},
		{
			Func: ProductToA, Factor: "product", To: "a", Algorithm: EP,
			Args: []Arg{{"out", SkipIfUniform}, {"a", SkipIfUniform}, {"b", SkipIfUniform}, {"tilt", Required}},
		},
		{
			Func: ProductToB, Factor: "product", To: "b", Algorithm: EP,
			Args: []Arg{{"out", SkipIfUniform}, {"a", SkipIfUniform}, {"b", SkipIfUniform}, {"tilt", Required}},
		},
		{
			Func: ProductEvidence, Factor: "product", To: Evidence, Algorithm: EP,
			Args: []Arg{{"out", 0}, {"a", 0}, {"b", 0}},
		},
	}
}

// ProductTilts integrates out = a b, all normal.
func ProductTilts(out, a, b dist.Normal) ProductTilt { return productTilt(out, a, b, false) }

// ProductToOut sends out = a b, a normal with the tilted moments. Where nothing
// is known of out these are the moments of the product: mean ma mb, variance
// ma^2 vb + mb^2 va + va vb.
func ProductToOut(out, a, b dist.Normal, tilt ProductTilt) (dist.Normal, dist.Fault) {
	switch {
	case a.IsUniform() || b.IsUniform():
		return dist.Normal{}, dist.NoFault
	case a.IsPoint():
		return normalScaled(b, a.H), dist.NoFault
	case b.IsPoint():
		return normalScaled(a, b.H), dist.NoFault
	case out.IsUniform() && a.P > 0 && b.P > 0:
		ma, va := normalMeanVariance(a)
		mb, vb := normalMeanVariance(b)
		v := ma*ma*vb + mb*mb*va + va*vb
		return normalFinite(ma*mb/v, 1/v)
	case tilt.Fault != dist.NoFault:
		return dist.Normal{}, tilt.Fault
	}
	f := productMoments(out, a, b)
	return f.toProduct(&tilt)
}

// ProductToA sends a of out = a b: its tilted distribution projected on a normal.
// The precision may be negative: the posterior of a and b has two modes where
// out is far from zero and the cavities of both are near it.
func ProductToA(out, a, b dist.Normal, tilt ProductTilt) (dist.Normal, dist.Fault) {
	switch {
	case out.IsUniform() || b.IsUniform():
		return dist.Normal{}, dist.NoFault
	case b.IsPoint():
		return productToOther(out, b.H)
	case a.IsUniform():
		return dist.Normal{}, dist.NoFault
	case tilt.Fault != dist.NoFault:
		return dist.Normal{}, tilt.Fault
	}
	return tilt.Outer.message(a)
}

// ProductToB sends b of out = a b; see ProductToA.
func ProductToB(out, a, b dist.Normal, tilt ProductTilt) (dist.Normal, dist.Fault) {
	switch {
	case out.IsUniform() || a.IsUniform():
		return dist.Normal{}, dist.NoFault
	case a.IsPoint():
		return productToOther(out, a.H)
	case b.IsUniform():
		return dist.Normal{}, dist.NoFault
	case tilt.Fault != dist.NoFault:
		return dist.Normal{}, tilt.Fault
	}
	f := productMoments(out, a, b)
	return f.toInner(&tilt)
}

// ProductEvidence is log Z of out = a b; NaN where the integral diverges.
func ProductEvidence(out, a, b dist.Normal) float64 {
	switch {
	case out.IsUniform():
		return 0
	case a.IsPoint():
		return productEvidenceKnown(out, b, a.H)
	case b.IsPoint():
		return productEvidenceKnown(out, a, b.H)
	}
	tilt := ProductTilts(out, a, b)
	if tilt.Fault != dist.NoFault {
		return math.NaN()
	}
	return tilt.LogZ
}

// productEvidenceKnown is log Z of out = k x.
func productEvidenceKnown(out, x dist.Normal, k float64) float64 {
	scaled := normalScaled(x, k)
	m, v := normalMeanVariance(scaled)
	mo, vo := normalMeanVariance(out)
	switch {
	case !(scaled.P > 0 && out.P > 0):
		return math.NaN()
	case v+vo == 0 && m == mo:
		return 0
	case v+vo == 0:
		return math.Inf(-1)
	}
	return normalLogDensity((m-mo)*(m-mo), v+vo)
}

func productMoments(c, a, b dist.Normal) productFactor {
	f := productFactor{pa: a.P}
	f.ma, f.va = normalMeanVariance(a)
	f.mb, f.vb = normalMeanVariance(b)
	f.mc, f.vc = normalMeanVariance(c)
	return f
}

// productToOther sends x of out = k x for a known k: k H, k^2 P. The fault is
// Contradiction where k is 0 and out a point elsewhere.
func productToOther(out dist.Normal, k float64) (dist.Normal, dist.Fault) {
	if !out.IsPoint() {
		return normalFinite(k*out.H, k*k*out.P)
	}
	switch {
	case k != 0:
		return dist.NormalPoint(out.H / k), dist.NoFault
	case out.H == 0:
		return dist.Normal{}, dist.NoFault
	}
	return dist.Normal{}, dist.Contradiction
}

// normalScaled returns k x as a message.
func normalScaled(x dist.Normal, k float64) dist.Normal {
	switch {
	case k == 0:
		return dist.NormalPoint(0)
	case x.IsPoint():
		return dist.NormalPoint(k * x.H)
	}
	return dist.Normal{H: x.H / k, P: x.P / k / k}
}
