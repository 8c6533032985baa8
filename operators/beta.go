package operators

import (
	"math"

	"mpc/dist"
)

func betaOps() []*Op {
	return []*Op{
		{Func: BetaToX, Factor: "beta", To: "x", Algorithm: EP, Exact: true, Args: []Arg{{"a", 0}, {"b", 0}}},
		{Func: BetaEvidence, Factor: "beta", To: Evidence, Algorithm: EP, Args: []Arg{{"x", 0}, {"a", 0}, {"b", 0}}},
	}
}

// BetaToX sends x ~ beta(a, b). The fault is Improper where a count is not
// positive and NotFinite where it is infinite.
func BetaToX(a, b float64) (dist.Beta, dist.Fault) {
	switch {
	case !(a > 0 && b > 0):
		return dist.Beta{A: 1, B: 1}, dist.Improper
	case math.IsInf(a, 1) || math.IsInf(b, 1):
		return dist.Beta{A: 1, B: 1}, dist.NotFinite
	}
	return dist.Beta{A: a, B: b}, dist.NoFault
}

// BetaEvidence returns the log density of an observed x.
func BetaEvidence(x, a, b float64) float64 { return dist.Beta{A: a, B: b}.LogProb(x) }
