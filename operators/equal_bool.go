package operators

import (
	"mpc/dist"
	"mpc/special"
)

func equalBoolOps() []*Op {
	return []*Op{
		{Func: EqualBoolToOut, Factor: "equal_bool", To: "out", Algorithm: EP, Exact: true, Safe: true, Args: []Arg{{"a", SkipIfUniform}, {"b", SkipIfUniform}}},
		{Func: EqualBoolToA, Factor: "equal_bool", To: "a", Algorithm: EP, Safe: true, Args: []Arg{{"out", SkipIfUniform}, {"b", SkipIfUniform}}},
		{Func: EqualBoolToB, Factor: "equal_bool", To: "b", Algorithm: EP, Safe: true, Args: []Arg{{"out", SkipIfUniform}, {"a", SkipIfUniform}}},
		{Func: EqualBoolEvidence, Factor: "equal_bool", To: Evidence, Algorithm: EP, Args: []Arg{{"out", 0}, {"a", 0}, {"b", 0}}},
	}
}

// EqualBoolToOut sends out = (a == b). The factor allows an even number of
// false values among out, a and b, so that it is symmetric in the three, and
// tanh(out/2) = tanh(a/2) tanh(b/2) in log odds.
func EqualBoolToOut(a, b dist.Bernoulli) dist.Bernoulli { return logicEqual(a, b) }

// EqualBoolToA sends to a of out = (a == b).
func EqualBoolToA(out, b dist.Bernoulli) dist.Bernoulli { return logicEqual(out, b) }

// EqualBoolToB sends to b of out = (a == b).
func EqualBoolToB(out, a dist.Bernoulli) dist.Bernoulli { return logicEqual(out, a) }

// EqualBoolEvidence returns log Z of out = (a == b), -Inf for a contradiction.
func EqualBoolEvidence(out, a, b dist.Bernoulli) float64 { return logicEqual(a, b).LogIntegral(out) }

func logicEqual(a, b dist.Bernoulli) dist.Bernoulli {
	return dist.Bernoulli{LogOdds: special.LogOddsEqual(a.LogOdds, b.LogOdds)}
}
