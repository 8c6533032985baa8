package operators

import (
	"math"

	"mpc/dist"
)

func ratioVMPOps() []*Op {
	return []*Op{
		{Func: RatioGammaToOutAverage, Factor: "ratio", To: "out", Algorithm: VMP, Args: []Arg{{"a", 0}, {"b", 0}}},
		{Func: RatioGammaToAAverage, Factor: "ratio", To: "a", Algorithm: VMP, Args: []Arg{{"out", SkipIfUniform}, {"b", 0}}},
		{
			Func: RatioGammaToBAverage, Factor: "ratio", To: "b", Algorithm: VMP, Surrogate: true,
			Args: []Arg{{"out", SkipIfUniform}, {"a", 0}, {"b", NoInit}},
		},
	}
}

// RatioGammaToOutAverage sends out = a/b, all gamma: the gamma of its mean and
// mean log for independent a and b. The fault is dist.Improper where a or b is,
// and where the shape of b is not above 1, which makes the mean infinite.
func RatioGammaToOutAverage(a, b dist.Gamma) (dist.Gamma, dist.Fault) {
	switch {
	case !a.IsProper() || !b.IsProper() || !b.IsPoint() && !(b.Shape > 1):
		return dist.GammaUniform(), dist.Improper
	case b.IsPoint():
		d, fault := gammaScaled(a, 1/b.Shape)
		if fault == dist.NoFault && !d.IsFinite() {
			return dist.GammaUniform(), dist.NotFinite
		}
		return d, fault
	case gammaIsZero(a):
		return a, dist.NoFault
	}
	// log E[1/b] - E[log 1/b] = digamma(shape) - log(shape - 1)
	gap := -math.Log1p(-1/b.Shape) - b.LogGap()
	return gammaOfMeanGap(a.Mean()*gammaMeanInverse(b), a.LogGap()+gap)
}

// RatioGammaToAAverage sends a of out = a/b: what comes back about out,
// out^(shape-1) exp(-rate out), as a function of a: a^(shape-1) exp(-rate E[1/b]
// a). The fault is dist.Improper where b is improper or its shape not above 1, or
// where out is known and b random.
func RatioGammaToAAverage(out, b dist.Gamma) (dist.Gamma, dist.Fault) {
	inverse := gammaMeanInverse(b)
	switch {
	case out.IsUniform():
		return dist.GammaUniform(), dist.NoFault
	case out.IsPoint() && b.IsPoint():
		return RatioGammaToAObserved(out.Shape, b)
	case out.IsPoint() || !(inverse <= math.MaxFloat64):
		return dist.GammaUniform(), dist.Improper
	}
	return gammaFinite(out.Shape, out.Rate*inverse)
}

// RatioGammaToBAverage sends b of out = a/b: what comes back about out makes
// b^(1-shape) exp(-rate E[a]/b), of which the second factor is replaced by the
// gamma of the same gradient at b's own posterior, see gammaInverseSurrogate;
// uniform where that is.
func RatioGammaToBAverage(out, a, b dist.Gamma) (dist.Gamma, dist.Fault) {
	switch {
	case out.IsUniform() || b.IsUniform():
		return dist.GammaUniform(), dist.NoFault
	case gammaIsZero(a):
		return gammaOfNothing(out)
	case out.IsPoint() && a.IsPoint():
		return RatioGammaToBObserved(out.Shape, a)
	case out.IsPoint() || !a.IsProper():
		return dist.GammaUniform(), dist.Improper
	}
	message, fault := gammaInverseSurrogate(out.Rate*a.Mean(), b)
	if fault != dist.NoFault {
		return message, fault
	}
	return gammaFinite(message.Shape+(1-out.Shape), message.Rate)
}
