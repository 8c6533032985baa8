package operators

import (
	"math"

	"mpc/dist"
)

func constantOps() []*Op {
	return []*Op{
		{Func: ConstantToOut, Factor: "constant", To: "out", Algorithm: EP, Exact: true, Safe: true, Args: []Arg{{"value", 0}, {"to", 0}}},
		{Func: ConstantEvidence, Factor: "constant", To: Evidence, Algorithm: EP, Args: []Arg{{"out", 0}, {"value", 0}}},
		{Func: ConstantEvidenceKnown, Factor: "constant", To: Evidence, Algorithm: EP, Args: []Arg{{"out", 0}, {"value", 0}}},
		{Func: ConstantToOut, Factor: "constant", To: "out", Algorithm: VMP, Args: []Arg{{"value", 0}, {"to", 0}}},
		{Func: ConstantEvidence, Factor: "constant", To: Evidence, Algorithm: VMP, Args: []Arg{{"out", 0}, {"value", 0}}},
	}
}

// ConstantToOut sends out = value. The fault is Contradiction where out has no such
// value.
func ConstantToOut(value int, to *dist.Categorical) dist.Fault { return discretePoint(to, value) }

// ConstantEvidence returns the log probability that out is value.
func ConstantEvidence(out dist.Categorical, value int) float64 { return out.LogProb(value) }

// ConstantEvidenceKnown returns 0 where the two are the same, -Inf elsewhere.
func ConstantEvidenceKnown(out, value int) float64 {
	if out == value {
		return 0
	}
	return math.Inf(-1)
}
