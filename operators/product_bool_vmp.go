package operators

import "mpc/dist"

func productBoolVMPOps() []*Op {
	return []*Op{
		{Func: ProductBoolNormalToOut, Factor: "product", To: "out", Algorithm: VMP, Args: []Arg{{"a", 0}, {"b", 0}}},
		{Func: ProductBoolNormalToA, Factor: "product", To: "a", Algorithm: VMP, Args: []Arg{{"out", SkipIfUniform}, {"b", 0}}},
		{Func: ProductBoolNormalToB, Factor: "product", To: "b", Algorithm: VMP, Args: []Arg{{"out", SkipIfUniform}, {"a", 0}}},
		{Func: ProductNormalBoolToOut, Factor: "product", To: "out", Algorithm: VMP, Args: []Arg{{"a", 0}, {"b", 0}}},
		{Func: ProductNormalBoolToA, Factor: "product", To: "a", Algorithm: VMP, Args: []Arg{{"out", SkipIfUniform}, {"b", 0}}},
		{Func: ProductNormalBoolToB, Factor: "product", To: "b", Algorithm: VMP, Args: []Arg{{"out", SkipIfUniform}, {"a", 0}}},
	}
}

// ProductBoolNormalToOut sends out = a b for a boolean a, which counts as 0 or 1:
// the normal of its mean and variance for independent a and b, P(a) E[b] and P(a)
// vb + P(a) (1-P(a)) E[b]^2. The fault is dist.Improper where b is.
func ProductBoolNormalToOut(a dist.Bernoulli, b dist.Normal) (dist.Normal, dist.Fault) {
	if !a.IsFinite() {
		return dist.Normal{}, dist.NotFinite
	}
	return productForward(b, a.P(), a.Variance())
}

// ProductBoolNormalToA sends the boolean a of out = a b: what comes back about
// out at b less that at 0, log odds H E[b] - P E[b^2]/2. The fault is
// dist.Improper where b is, or out is known.
func ProductBoolNormalToA(out, b dist.Normal) (dist.Bernoulli, dist.Fault) {
	switch {
	case out.IsUniform():
		return dist.Bernoulli{}, dist.NoFault
	case !(b.P > 0) || out.IsPoint():
		return dist.Bernoulli{}, dist.Improper
	}
	m, v := normalMeanVariance(b)
	odds := dist.Bernoulli{LogOdds: m*(out.H-out.P*m/2) - out.P*v/2}
	if !odds.IsFinite() {
		return dist.Bernoulli{}, dist.NotFinite
	}
	return odds, dist.NoFault
}

// ProductBoolNormalToB sends the normal b of out = a b: what comes back about
// out to the power P(a). The fault is dist.Improper where out is known and a is
// not.
func ProductBoolNormalToB(out dist.Normal, a dist.Bernoulli) (dist.Normal, dist.Fault) {
	switch {
	case out.IsUniform():
		return dist.Normal{}, dist.NoFault
	case !a.IsFinite():
		return dist.Normal{}, dist.NotFinite
	case a.IsPoint():
		return productToOther(out, a.P())
	case out.IsPoint():
		return dist.Normal{}, dist.Improper
	}
	return normalFinite(a.P()*out.H, a.P()*out.P)
}

// ProductNormalBoolToOut is ProductBoolNormalToOut with a and b exchanged.
func ProductNormalBoolToOut(a dist.Normal, b dist.Bernoulli) (dist.Normal, dist.Fault) {
	return ProductBoolNormalToOut(b, a)
}

// ProductNormalBoolToA is ProductBoolNormalToB with a and b exchanged.
func ProductNormalBoolToA(out dist.Normal, b dist.Bernoulli) (dist.Normal, dist.Fault) {
	return ProductBoolNormalToB(out, b)
}

// ProductNormalBoolToB is ProductBoolNormalToA with a and b exchanged.
func ProductNormalBoolToB(out, a dist.Normal) (dist.Bernoulli, dist.Fault) {
	return ProductBoolNormalToA(out, a)
}
