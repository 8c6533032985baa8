package operators

import "mpc/dist"

func betweenVMPOps() []*Op {
	return []*Op{
		{
			Func: BetweenToOut, Factor: "between", To: "out", Algorithm: VMP,
			Args: []Arg{{"x", Required}, {"low", 0}, {"high", 0}},
		},
		{
			Func: BetweenToXAverage, Factor: "between", To: "x", Algorithm: VMP, Cavity: true,
			Args: []Arg{{"out", 0}, {"x", 0}, {"low", 0}, {"high", 0}},
		},
		{
			Func: BetweenAverageLog, Factor: "between", To: Evidence, Algorithm: VMP, Cavity: true,
			Args: []Arg{{"out", 0}, {"x", 0}, {"low", 0}, {"high", 0}},
		},
	}
}

// BetweenToXAverage sends to x of an observed out = low <= x < high, bounds known.
// The posterior of x is x, the product of the other messages, inside of the
// interval or outside; the message takes it to the normal of that mean and
// variance. The faults are those of BetweenToXObserved.
func BetweenToXAverage(out bool, x dist.Normal, low, high float64) (dist.Normal, dist.Fault) {
	return truncationMessage(BetweenToXObserved(out, x, low, high))
}

// BetweenAverageLog is what an observed out = low <= x < high adds to the
// evidence: the entropy of x cut at the bounds less that of its normal. It is
// -Inf for a contradiction and NaN where x is improper.
func BetweenAverageLog(out bool, x dist.Normal, low, high float64) float64 {
	if out {
		return truncationEntropy(x, low, high)
	}
	return truncationEntropyOutside(x, low, high)
}
