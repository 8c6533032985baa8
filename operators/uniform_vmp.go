package operators

import (
	"math"

	"mpc/dist"
)

func uniformVMPOps() []*Op {
	return []*Op{
		{
			Func: UniformToX, Factor: "uniform", To: "x", Algorithm: VMP, Cavity: true,
			Args: []Arg{{"x", 0}, {"low", 0}, {"high", 0}},
		},
		{
			Func: UniformAverageLog, Factor: "uniform", To: Evidence, Algorithm: VMP, Cavity: true,
			Args: []Arg{{"x", 0}, {"low", 0}, {"high", 0}},
		},
	}
}

// UniformAverageLog is the log density of x ~ uniform(low, high) plus the entropy
// of the posterior of x, x cut at low and high, less that of its normal. Of an
// observed x it is the log density. It is -Inf for a contradiction and NaN where
// the interval is not bounded or x improper.
func UniformAverageLog(x dist.Normal, low, high float64) float64 {
	if math.IsInf(low, 0) || math.IsInf(high, 0) {
		return math.NaN()
	}
	// The halves of the width do not overflow.
	return truncationEntropy(x, low, high) - math.Log(high/2-low/2) - math.Ln2
}
