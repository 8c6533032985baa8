package operators

import (
	"math"

	"mpc/dist"
)

func uniformOps() []*Op {
	return []*Op{
		{
			Func: UniformToX, Factor: "uniform", To: "x", Algorithm: EP,
			Args: []Arg{{"x", NoInit}, {"low", 0}, {"high", 0}},
		},
		{
			Func: UniformEvidence, Factor: "uniform", To: Evidence, Algorithm: EP,
			Args: []Arg{{"x", 0}, {"low", 0}, {"high", 0}},
		},
	}
}

// UniformToX sends x ~ uniform(low, high), projected on a normal: of mean
// (low + high)/2 and variance (high - low)^2/12 for a uniform cavity.
//
// Faults: dist.Contradiction where the interval is empty or a point mass x
// outside, dist.Improper where it is not bounded or the cavity has a negative
// precision, dist.NotFinite for a NaN.
func UniformToX(x dist.Normal, low, high float64) (dist.Normal, dist.Fault) {
	if math.IsInf(low, 0) || math.IsInf(high, 0) {
		return dist.Normal{}, dist.Improper
	}
	return intervalToX(x, low, high)
}

// UniformEvidence is log Z of x ~ uniform(low, high): -Inf for a contradiction,
// NaN where the integral diverges.
func UniformEvidence(x dist.Normal, low, high float64) float64 {
	if math.IsInf(low, 0) || math.IsInf(high, 0) {
		return math.NaN()
	}
	// The halves of the width do not overflow.
	return intervalLogZ(x, low, high) - math.Log(high/2-low/2) - math.Ln2
}
