package operators

import (
	"math"

	"mpc/dist"
)

func betaVMPOps() []*Op {
	return []*Op{
		{Func: BetaToX, Factor: "beta", To: "x", Algorithm: VMP, Args: []Arg{{"a", 0}, {"b", 0}}},
		{Func: BetaAverageLog, Factor: "beta", To: Evidence, Algorithm: VMP, Args: []Arg{{"x", 0}, {"a", 0}, {"b", 0}}},
		{Func: BetaDivergence, Factor: "beta", To: Divergence, Algorithm: VMP, Args: []Arg{{"x", 0}, {"a", 0}, {"b", 0}}},
	}
}

// BetaAverageLog is the mean log density of x ~ beta(a, b), a and b known. It is
// NaN where x is improper or a count not positive and finite.
func BetaAverageLog(x dist.Beta, a, b float64) float64 {
	if _, fault := BetaToX(a, b); fault != dist.NoFault {
		return math.NaN()
	}
	return dist.Beta{A: a, B: b}.MeanLogProb(x)
}

// BetaDivergence is BetaAverageLog with the entropy of x.
func BetaDivergence(x dist.Beta, a, b float64) float64 {
	if _, fault := BetaToX(a, b); fault != dist.NoFault {
		return math.NaN()
	}
	return dist.Beta{A: a, B: b}.MeanLogRatio(x)
}
