package operators

import (
	"math"

	"mpc/dist"
)

func sumGammaVMPOps() []*Op {
	return []*Op{
		{Func: SumGammaToOut, Factor: "sum", To: "out", Algorithm: VMP, Args: []Arg{{"a", 0}, {"b", 0}}},
		{Func: SumGammaToA, Factor: "sum", To: "a", Algorithm: VMP, Args: []Arg{{"out", SkipIfUniform}, {"a", NoInit}, {"b", 0}}},
		{Func: SumGammaToB, Factor: "sum", To: "b", Algorithm: VMP, Args: []Arg{{"out", SkipIfUniform}, {"a", 0}, {"b", NoInit}}},
		{Func: SumOfGammaToOut, Factor: "sum_of", To: "out", Algorithm: VMP, Args: []Arg{{"terms", 0}}},
		{
			Func: SumOfGammaToTerm, Factor: "sum_of", To: "terms", Algorithm: VMP,
			Args: []Arg{{"out", SkipIfUniform}, {"terms", 0}, {"index", 0}},
		},
	}
}

// SumGammaToOut sends out = a + b, all gamma. The mean is exact; for the mean log
// stands Jensen's lower bound log(exp(E[log a]) + exp(E[log b])), the best of the
// bounds E[log out] >= sum of s (E[log a] - log s), sum of s = 1 (Cemgil,
// "Bayesian inference for nonnegative matrix factorisation models", 2008): what
// reads out as a rate or a precision then is part of a lower bound. The fault is
// dist.Improper where a or b is.
func SumGammaToOut(a, b dist.Gamma) (dist.Gamma, dist.Fault) {
	return SumOfGammaToOut([]dist.Gamma{a, b})
}

// SumGammaToA sends a of out = a + b, all gamma: of what comes back about out,
// out^(shape-1) exp(-rate out), the power goes to a and b by the shares s of
// SumGammaToOut, exp(E[log a]) and exp(E[log b]) of their sum. A negative power
// has no such bound: the fault is dist.Improper for a shape of out below 1, where
// a or b is improper, and where out is known. Where nothing is known of a it gets
// no share.
func SumGammaToA(out, a, b dist.Gamma) (dist.Gamma, dist.Fault) {
	return SumOfGammaToTerm(out, []dist.Gamma{a, b}, 0)
}

// SumGammaToB sends b of out = a + b, all gamma; see SumGammaToA.
func SumGammaToB(out, a, b dist.Gamma) (dist.Gamma, dist.Fault) {
	return SumOfGammaToTerm(out, []dist.Gamma{a, b}, 1)
}

// SumOfGammaToOut sends out = sum(terms), all gamma, the point mass at 0 where
// there are none; see SumGammaToOut.
func SumOfGammaToOut(terms []dist.Gamma) (dist.Gamma, dist.Fault) {
	mean := 0.0
	for _, t := range terms {
		if !t.IsProper() {
			return dist.GammaUniform(), dist.Improper
		}
		mean += t.Mean()
	}
	if mean == 0 {
		return dist.GammaPoint(0), dist.NoFault
	}
	// exp(E[log t]) is the mean of t times exp(-gap).
	less := 0.0
	for _, t := range terms {
		less += t.Mean() / mean * math.Expm1(-t.LogGap())
	}
	return gammaOfMeanGap(mean, -math.Log1p(less))
}

// SumOfGammaToTerm sends the term at index of out = sum(terms), all gamma; see
// SumGammaToA.
func SumOfGammaToTerm(out dist.Gamma, terms []dist.Gamma, index int) (dist.Gamma, dist.Fault) {
	own := terms[index]
	switch {
	case out.IsUniform():
		return dist.GammaUniform(), dist.NoFault
	case out.IsPoint() || !(out.Shape >= 1):
		return dist.GammaUniform(), dist.Improper
	}
	var all, share float64
	for i, t := range terms {
		switch {
		case i == index && t.IsUniform():
		case !t.IsProper():
			return dist.GammaUniform(), dist.Improper
		default:
			all += t.Mean() * math.Exp(-t.LogGap())
		}
	}
	if own.IsProper() {
		share = own.Mean() * math.Exp(-own.LogGap())
	}
	switch {
	case share > 0:
		share /= all
	case all == 0 && out.Shape > 1 && own.IsProper(): // all are 0, and out is not
		return dist.GammaUniform(), dist.Contradiction
	}
	return gammaFinite(1+(out.Shape-1)*share, out.Rate)
}
