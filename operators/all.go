package operators

import (
	"math"

	"mpc/dist"
)

func allOps() []*Op {
	return []*Op{
		{Func: AllToOut, Factor: "all", To: "out", Algorithm: EP, Exact: true, Safe: true, Args: []Arg{{"terms", 0}}},
		{Func: AllToTerms, Factor: "all", To: "terms", Algorithm: EP, Args: []Arg{{"out", SkipIfUniform}, {"terms", 0}, {"to", 0}}},
		{Func: AllEvidence, Factor: "all", To: Evidence, Algorithm: EP, Args: []Arg{{"out", 0}, {"terms", 0}}},
	}
}

// AllToOut sends out = all(terms), surely true where there are none.
func AllToOut(terms []dist.Bernoulli) dist.Bernoulli {
	all := dist.Bernoulli{LogOdds: math.Inf(1)}
	for _, t := range terms {
		all = logicAnd(all, t)
	}
	return all
}

// AllToTerms sends to each term of out = all(terms) what AndToA sends given the
// conjunction of the others, from the products of those before and those after
// it. The fault is Contradiction where out is surely true and a term surely
// false; to then holds a NaN.
func AllToTerms(out dist.Bernoulli, terms, to []dist.Bernoulli) dist.Fault {
	before := dist.Bernoulli{LogOdds: math.Inf(1)}
	for i, t := range terms {
		to[i] = before
		before = logicAnd(before, t)
	}
	result := dist.NoFault
	after := dist.Bernoulli{LogOdds: math.Inf(1)}
	for i := len(terms) - 1; i >= 0; i-- {
		m, fault := logicAndBack(out, logicAnd(to[i], after))
		if fault != dist.NoFault {
			result = fault
		}
		to[i] = m
		after = logicAnd(after, terms[i])
	}
	return result
}

// AllEvidence returns log Z of out = all(terms), -Inf for a contradiction.
func AllEvidence(out dist.Bernoulli, terms []dist.Bernoulli) float64 {
	return AllToOut(terms).LogIntegral(out)
}
