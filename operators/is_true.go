package operators

import (
	"math"

	"mpc/dist"
)

func isTrueOps() []*Op {
	return []*Op{
		{Func: IsTrueToA, Factor: "is_true", To: "a", Algorithm: EP, Safe: true},
		{Func: IsTrueEvidence, Factor: "is_true", To: Evidence, Algorithm: EP, Args: []Arg{{"a", 0}}},
	}
}

// IsTrueToA sends the point mass at true.
func IsTrueToA() dist.Bernoulli { return dist.Bernoulli{LogOdds: math.Inf(1)} }

// IsTrueEvidence returns log P(a), -Inf where a is surely false.
func IsTrueEvidence(a dist.Bernoulli) float64 { return a.LogProb(true) }
