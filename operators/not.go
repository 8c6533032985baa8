package operators

import "mpc/dist"

func notOps() []*Op {
	return []*Op{
		{Func: NotToOut, Factor: "not", To: "out", Algorithm: EP, Exact: true, Safe: true, Args: []Arg{{"a", SkipIfUniform}}},
		{Func: NotToA, Factor: "not", To: "a", Algorithm: EP, Safe: true, Args: []Arg{{"out", SkipIfUniform}}},
		{Func: NotEvidence, Factor: "not", To: Evidence, Algorithm: EP, Args: []Arg{{"out", 0}, {"a", 0}}},
	}
}

// NotToOut sends out = !a: the log odds change their sign.
func NotToOut(a dist.Bernoulli) dist.Bernoulli { return logicNot(a) }

// NotToA sends to a of out = !a.
func NotToA(out dist.Bernoulli) dist.Bernoulli { return logicNot(out) }

// NotEvidence returns log Z of out = !a, -Inf for a contradiction.
func NotEvidence(out, a dist.Bernoulli) float64 { return logicNot(a).LogIntegral(out) }

// logicNot changes the sign; 0 - x keeps the zero of the uniform message positive.
func logicNot(a dist.Bernoulli) dist.Bernoulli { return dist.Bernoulli{LogOdds: 0 - a.LogOdds} }
