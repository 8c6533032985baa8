package operators

import "mpc/dist"

func equalOps() []*Op {
	return []*Op{
		{Func: EqualToA, Factor: "equal", To: "a", Algorithm: EP, Safe: true, Args: []Arg{{"b", SkipIfUniform}}},
		{Func: EqualToB, Factor: "equal", To: "b", Algorithm: EP, Safe: true, Args: []Arg{{"a", SkipIfUniform}}},
		{Func: EqualToAObserved, Factor: "equal", To: "a", Algorithm: EP, Safe: true, Args: []Arg{{"b", 0}}},
		{Func: EqualToBObserved, Factor: "equal", To: "b", Algorithm: EP, Safe: true, Args: []Arg{{"a", 0}}},
		{Func: EqualEvidence, Factor: "equal", To: Evidence, Algorithm: EP, Args: []Arg{{"a", 0}, {"b", 0}}},
	}
}

// EqualToA sends a = b.
func EqualToA(b dist.Normal) dist.Normal { return b }

// EqualToB sends b = a.
func EqualToB(a dist.Normal) dist.Normal { return a }

// EqualToAObserved sends a = b for a known b: a point mass.
func EqualToAObserved(b float64) dist.Normal { return dist.NormalPoint(b) }

// EqualToBObserved sends b = a for a known a: a point mass.
func EqualToBObserved(a float64) dist.Normal { return dist.NormalPoint(a) }

// EqualEvidence is log Z of a == b, the log integral of both; -Inf for two
// different point masses.
func EqualEvidence(a, b dist.Normal) float64 { return a.LogIntegral(b) }
