package operators

import "mpc/dist"

func orOps() []*Op {
	return []*Op{
		{Func: OrToOut, Factor: "or", To: "out", Algorithm: EP, Exact: true, Safe: true, Args: []Arg{{"a", 0}, {"b", 0}}},
		{Func: OrToA, Factor: "or", To: "a", Algorithm: EP, Args: []Arg{{"out", SkipIfUniform}, {"b", 0}}},
		{Func: OrToB, Factor: "or", To: "b", Algorithm: EP, Args: []Arg{{"out", SkipIfUniform}, {"a", 0}}},
		{Func: OrEvidence, Factor: "or", To: Evidence, Algorithm: EP, Args: []Arg{{"out", 0}, {"a", 0}, {"b", 0}}},
	}
}

// OrToOut sends out = a || b = !(!a && !b).
func OrToOut(a, b dist.Bernoulli) dist.Bernoulli {
	return logicNot(logicAnd(logicNot(a), logicNot(b)))
}

// OrToA sends to a of out = a || b: uniform where b is surely true and out may
// be true. The fault is Contradiction where out is surely false and b surely true.
func OrToA(out, b dist.Bernoulli) (dist.Bernoulli, dist.Fault) {
	m, fault := logicAndBack(logicNot(out), logicNot(b))
	return logicNot(m), fault
}

// OrToB sends to b of out = a || b, see OrToA.
func OrToB(out, a dist.Bernoulli) (dist.Bernoulli, dist.Fault) {
	m, fault := logicAndBack(logicNot(out), logicNot(a))
	return logicNot(m), fault
}

// OrEvidence returns log Z of out = a || b, -Inf for a contradiction.
func OrEvidence(out, a, b dist.Bernoulli) float64 { return OrToOut(a, b).LogIntegral(out) }
