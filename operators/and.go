package operators

import (
	"math"

	"mpc/dist"
)

func andOps() []*Op {
	return []*Op{
		{Func: AndToOut, Factor: "and", To: "out", Algorithm: EP, Exact: true, Safe: true, Args: []Arg{{"a", 0}, {"b", 0}}},
		{Func: AndToA, Factor: "and", To: "a", Algorithm: EP, Args: []Arg{{"out", SkipIfUniform}, {"b", 0}}},
		{Func: AndToB, Factor: "and", To: "b", Algorithm: EP, Args: []Arg{{"out", SkipIfUniform}, {"a", 0}}},
		{Func: AndEvidence, Factor: "and", To: Evidence, Algorithm: EP, Args: []Arg{{"out", 0}, {"a", 0}, {"b", 0}}},
	}
}

// AndToOut sends out = a && b. With the log odds la and lb the log odds of out
// are -log(exp(-la) + exp(-lb) + exp(-la-lb)): a sum of positive terms.
func AndToOut(a, b dist.Bernoulli) dist.Bernoulli { return logicAnd(a, b) }

// AndToA sends to a of out = a && b. The odds are P(b) odds(out) + 1 - P(b):
// uniform where b is surely false and out may be false. The fault is
// Contradiction where out is surely true and b surely false.
func AndToA(out, b dist.Bernoulli) (dist.Bernoulli, dist.Fault) { return logicAndBack(out, b) }

// AndToB sends to b of out = a && b, see AndToA.
func AndToB(out, a dist.Bernoulli) (dist.Bernoulli, dist.Fault) { return logicAndBack(out, a) }

// AndEvidence returns log Z of out = a && b, -Inf for a contradiction.
func AndEvidence(out, a, b dist.Bernoulli) float64 { return logicAnd(a, b).LogIntegral(out) }

func logicAnd(a, b dist.Bernoulli) dist.Bernoulli {
	lo, hi := a.LogOdds, b.LogOdds
	if hi < lo {
		lo, hi = hi, lo
	}
	switch {
	case math.IsInf(hi, 1) || math.IsInf(lo, -1):
		return dist.Bernoulli{LogOdds: lo}
	case hi >= 0:
		// The largest term is exp(-lo): -log = lo - log(1 + exp(lo-hi) + exp(-hi)).
		return dist.Bernoulli{LogOdds: lo - math.Log1p(math.Exp(lo-hi)+math.Exp(-hi))}
	}
	// The largest term is exp(-lo-hi).
	return dist.Bernoulli{LogOdds: lo + hi - math.Log1p(math.Exp(lo)+math.Exp(hi))}
}

// logicAndBack sends to one argument of a conjunction, given the message from
// its output and the other argument: log(1 + P (exp(out) - 1)), P = P(other).
func logicAndBack(out, other dist.Bernoulli) (dist.Bernoulli, dist.Fault) {
	l := out.LogOdds
	if math.IsInf(l, 1) {
		if other.LogOdds > math.Inf(-1) {
			return out, dist.NoFault
		}
		return dist.Bernoulli{LogOdds: math.NaN()}, dist.Contradiction
	}
	var r float64
	if l <= 600 {
		r = other.P() * math.Expm1(l)
		switch {
		case r > -0.5:
			r = math.Log1p(r)
		case r <= -0.5:
			r = logicLogSum(other.LogProb(false), other.LogProb(true)+l)
		}
	} else {
		r = logicLogSum(other.LogProb(false), other.LogProb(true)+l)
	}
	if r != r {
		return dist.Bernoulli{LogOdds: r}, dist.Contradiction
	}
	return dist.Bernoulli{LogOdds: r}, dist.NoFault
}

// logicLogSum is log(exp(x) + exp(y)).
func logicLogSum(x, y float64) float64 {
	if x < y {
		x, y = y, x
	}
	if math.IsInf(y, -1) || math.IsInf(x, 1) {
		return x
	}
	return x + math.Log1p(math.Exp(y-x))
}
