package operators

import (
	"math"

	"mpc/dist"
)

func greaterThanVMPOps() []*Op {
	return []*Op{
		{
			Func: GreaterThanToOut, Factor: "greater_than", To: "out", Algorithm: VMP, Safe: true,
			Args: []Arg{{"a", SkipIfUniform}, {"b", SkipIfUniform}},
		},
		{
			Func: GreaterThanToAAverage, Factor: "greater_than", To: "a", Algorithm: VMP, Cavity: true,
			Args: []Arg{{"out", 0}, {"a", 0}, {"b", 0}},
		},
		{
			Func: GreaterThanToBAverage, Factor: "greater_than", To: "b", Algorithm: VMP, Cavity: true,
			Args: []Arg{{"out", 0}, {"a", 0}, {"b", 0}},
		},
		{
			Func: GreaterThanAverageLog, Factor: "greater_than", To: Evidence, Algorithm: VMP, Cavity: true,
			Args: []Arg{{"out", 0}, {"a", 0}, {"b", 0}},
		},
		{
			Func: GreaterThanAverageLogBelow, Factor: "greater_than", To: Evidence, Algorithm: VMP, Cavity: true,
			Args: []Arg{{"out", 0}, {"a", 0}, {"b", 0}},
		},
	}
}

// GreaterThanToAAverage sends to a of an observed out = (a > b), b known. The
// posterior of a is a, the product of the other messages, cut at b; the message
// takes it to the normal of that mean and variance. The faults are those of
// GreaterThanTilt.
func GreaterThanToAAverage(out bool, a dist.Normal, b float64) (dist.Normal, dist.Fault) {
	t, fault := GreaterThanTiltAbove(out, a, b)
	return truncationMessage(t.A, fault)
}

// GreaterThanToBAverage sends to b of an observed out = (a > b), a known; see
// GreaterThanToAAverage.
func GreaterThanToBAverage(out bool, a float64, b dist.Normal) (dist.Normal, dist.Fault) {
	t, fault := GreaterThanTiltBelow(out, a, b)
	return truncationMessage(t.B, fault)
}

// GreaterThanAverageLog is what an observed out = (a > b), b known, adds to the
// evidence: the entropy of a cut at b less that of its normal. It is -Inf for a
// contradiction and NaN where a is improper.
func GreaterThanAverageLog(out bool, a dist.Normal, b float64) float64 {
	if a.IsPoint() {
		return GreaterThanEvidence(out, a, dist.NormalPoint(b))
	}
	if out {
		return truncationEntropy(a, b, math.Inf(1))
	}
	return truncationEntropy(a, math.Inf(-1), b)
}

// GreaterThanAverageLogBelow is GreaterThanAverageLog for a known a and a random b.
func GreaterThanAverageLogBelow(out bool, a float64, b dist.Normal) float64 {
	if b.IsPoint() {
		return GreaterThanEvidence(out, dist.NormalPoint(a), b)
	}
	return GreaterThanAverageLog(!out, b, a)
}
