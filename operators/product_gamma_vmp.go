package operators

import (
	"mpc/dist"
)

func productGammaVMPOps() []*Op {
	return []*Op{
		{Func: ProductGammaToOutAverage, Factor: "product", To: "out", Algorithm: VMP, Args: []Arg{{"a", 0}, {"b", 0}}},
		{Func: ProductGammaToAAverage, Factor: "product", To: "a", Algorithm: VMP, Args: []Arg{{"out", SkipIfUniform}, {"b", 0}}},
		{Func: ProductGammaToBAverage, Factor: "product", To: "b", Algorithm: VMP, Args: []Arg{{"out", SkipIfUniform}, {"a", 0}}},
		{Func: ProductNormalGammaToOut, Factor: "product", To: "out", Algorithm: VMP, Args: []Arg{{"a", 0}, {"b", 0}}},
		{Func: ProductNormalGammaToA, Factor: "product", To: "a", Algorithm: VMP, Args: []Arg{{"out", SkipIfUniform}, {"b", 0}}},
		{
			Func: ProductNormalGammaToB, Factor: "product", To: "b", Algorithm: VMP, Surrogate: true,
			Args: []Arg{{"out", SkipIfUniform}, {"a", 0}, {"b", NoInit}},
		},
		{Func: ProductGammaNormalToOut, Factor: "product", To: "out", Algorithm: VMP, Args: []Arg{{"a", 0}, {"b", 0}}},
		{
			Func: ProductGammaNormalToA, Factor: "product", To: "a", Algorithm: VMP, Surrogate: true,
			Args: []Arg{{"out", SkipIfUniform}, {"a", NoInit}, {"b", 0}},
		},
		{Func: ProductGammaNormalToB, Factor: "product", To: "b", Algorithm: VMP, Args: []Arg{{"out", SkipIfUniform}, {"a", 0}}},
	}
}

// ProductGammaToOutAverage sends out = a b, all gamma: the gamma of its mean and
// mean log for independent a and b, which is all that a rate or a precision asks
// for. The fault is dist.Improper where a or b is.
func ProductGammaToOutAverage(a, b dist.Gamma) (dist.Gamma, dist.Fault) {
	switch {
	case !a.IsProper() || !b.IsProper():
		return dist.GammaUniform(), dist.Improper
	case a.IsPoint():
		return gammaScaled(b, a.Shape)
	case b.IsPoint():
		return gammaScaled(a, b.Shape)
	}
	return gammaOfMeanGap(a.Mean()*b.Mean(), a.LogGap()+b.LogGap())
}

// ProductGammaToAAverage sends a of out = a b: out^(shape-1) exp(-rate out), what
// comes back about out, as a function of a is a^(shape-1) exp(-rate E[b] a). The
// fault is dist.Improper where b is, or where out is known and b random.
func ProductGammaToAAverage(out, b dist.Gamma) (dist.Gamma, dist.Fault) {
	switch {
	case out.IsUniform():
		return dist.GammaUniform(), dist.NoFault
	case !b.IsProper() || out.IsPoint() && !b.IsPoint():
		return dist.GammaUniform(), dist.Improper
	case gammaIsZero(b):
		return gammaOfNothing(out)
	case out.IsPoint() && !(out.Shape > 0 && b.Shape > 0):
		return dist.GammaUniform(), dist.Contradiction
	case out.IsPoint():
		return dist.GammaPoint(out.Shape / b.Shape), dist.NoFault
	}
	return gammaFinite(out.Shape, out.Rate*b.Mean())
}

// ProductGammaToBAverage sends b of out = a b; see ProductGammaToAAverage.
func ProductGammaToBAverage(out, a dist.Gamma) (dist.Gamma, dist.Fault) {
	return ProductGammaToAAverage(out, a)
}

// gammaOfMeanGap returns the gamma of the given mean and log E[x] - E[log x].
func gammaOfMeanGap(mean, gap float64) (dist.Gamma, dist.Fault) {
	d := dist.GammaMeanLogGap(mean, gap)
	if !d.IsFinite() || !d.IsProper() {
		return dist.GammaUniform(), dist.NotFinite
	}
	return d, dist.NoFault
}

// ProductNormalGammaToOut sends out = a b, a normal and b gamma: the normal of
// its mean and variance for independent a and b. The fault is dist.Improper
// where one is.
func ProductNormalGammaToOut(a dist.Normal, b dist.Gamma) (dist.Normal, dist.Fault) {
	if !b.IsProper() {
		return dist.Normal{}, dist.Improper
	}
	return productForward(a, b.Mean(), b.Variance())
}

// ProductNormalGammaToA sends the normal a of out = a b: H E[b] and P E[b^2], see
// ProductToAAverage.
func ProductNormalGammaToA(out dist.Normal, b dist.Gamma) (dist.Normal, dist.Fault) {
	switch {
	case out.IsUniform():
		return dist.Normal{}, dist.NoFault
	case !b.IsProper():
		return dist.Normal{}, dist.Improper
	}
	return productBackward(out, b.Mean(), b.Variance())
}

// ProductNormalGammaToB sends the gamma b of out = a b: what comes back about out
// makes H E[a] b - P E[a^2] b^2/2, replaced by the gamma of the same gradient at
// b's own posterior, see gammaSquareSurrogate; uniform where that is.
func ProductNormalGammaToB(out, a dist.Normal, b dist.Gamma) (dist.Gamma, dist.Fault) {
	switch {
	case out.IsUniform():
		return dist.GammaUniform(), dist.NoFault
	case !(a.P > 0) || out.IsPoint():
		return dist.GammaUniform(), dist.Improper
	}
	m, v := normalMeanVariance(a)
	return gammaSquareSurrogate(out.H*m, out.P*(m*m+v), b)
}

// ProductGammaNormalToOut is ProductNormalGammaToOut with a and b exchanged.
func ProductGammaNormalToOut(a dist.Gamma, b dist.Normal) (dist.Normal, dist.Fault) {
	return ProductNormalGammaToOut(b, a)
}

// ProductGammaNormalToA is ProductNormalGammaToB with a and b exchanged.
func ProductGammaNormalToA(out dist.Normal, a dist.Gamma, b dist.Normal) (dist.Gamma, dist.Fault) {
	return ProductNormalGammaToB(out, b, a)
}

// ProductGammaNormalToB is ProductNormalGammaToA with a and b exchanged.
func ProductGammaNormalToB(out dist.Normal, a dist.Gamma) (dist.Normal, dist.Fault) {
	return ProductNormalGammaToA(out, a)
}
