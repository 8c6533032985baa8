package operators

import (
	"math"

	"mpc/dist"
)

func anyOps() []*Op {
	return []*Op{
		{Func: AnyToOut, Factor: "any", To: "out", Algorithm: EP, Exact: true, Safe: true, Args: []Arg{{"terms", 0}}},
		{Func: AnyToTerms, Factor: "any", To: "terms", Algorithm: EP, Args: []Arg{{"out", SkipIfUniform}, {"terms", 0}, {"to", 0}}},
		{Func: AnyEvidence, Factor: "any", To: Evidence, Algorithm: EP, Args: []Arg{{"out", 0}, {"terms", 0}}},
	}
}

// AnyToOut sends out = any(terms) = !all(!terms), surely false where there are
// none.
func AnyToOut(terms []dist.Bernoulli) dist.Bernoulli {
	none := dist.Bernoulli{LogOdds: math.Inf(1)}
	for _, t := range terms {
		none = logicAnd(none, logicNot(t))
	}
	return logicNot(none)
}

// AnyToTerms sends to each term of out = any(terms), see AllToTerms. The fault
// is Contradiction where out is surely false and a term surely true; to then
// holds a NaN.
func AnyToTerms(out dist.Bernoulli, terms, to []dist.Bernoulli) dist.Fault {
	before := dist.Bernoulli{LogOdds: math.Inf(1)}
	for i, t := range terms {
		to[i] = before
		before = logicAnd(before, logicNot(t))
	}
	result := dist.NoFault
	after := dist.Bernoulli{LogOdds: math.Inf(1)}
	for i := len(terms) - 1; i >= 0; i-- {
		m, fault := logicAndBack(logicNot(out), logicAnd(to[i], after))
		if fault != dist.NoFault {
			result = fault
		}
		to[i] = logicNot(m)
		after = logicAnd(after, logicNot(terms[i]))
	}
	return result
}

// AnyEvidence returns log Z of out = any(terms), -Inf for a contradiction.
func AnyEvidence(out dist.Bernoulli, terms []dist.Bernoulli) float64 {
	return AnyToOut(terms).LogIntegral(out)
}
