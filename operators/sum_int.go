package operators

import (
	"math"

	"mpc/dist"
)

// Sums and differences of whole numbers. A random result has all values that there
// may be, so that a uniform message about it says nothing about its terms.
func sumIntOps() []*Op {
	return []*Op{
		{Func: SumIntToOut, Factor: "sum", To: "out", Algorithm: EP, Exact: true, Safe: true, Args: []Arg{{"a", 0}, {"b", 0}, {"to", 0}, {"work", 0}}},
		{Func: SumIntToA, Factor: "sum", To: "a", Algorithm: EP, Args: []Arg{{"out", SkipIfUniform}, {"b", 0}, {"to", 0}, {"work", 0}}},
		{Func: SumIntToB, Factor: "sum", To: "b", Algorithm: EP, Args: []Arg{{"out", SkipIfUniform}, {"a", 0}, {"to", 0}, {"work", 0}}},
		{Func: SumIntToAObserved, Factor: "sum", To: "a", Algorithm: EP, Args: []Arg{{"out", 0}, {"b", 0}, {"to", 0}}},
		{Func: SumIntToBObserved, Factor: "sum", To: "b", Algorithm: EP, Args: []Arg{{"out", 0}, {"a", 0}, {"to", 0}}},
		{Func: SumIntEvidenceObserved, Factor: "sum", To: Evidence, Algorithm: EP, Args: []Arg{{"out", 0}, {"a", 0}, {"b", 0}}},
		{Func: ShiftIntToOut, Factor: "shift", To: "out", Algorithm: EP, Exact: true, Safe: true, Args: []Arg{{"a", 0}, {"k", 0}, {"to", 0}}},
		{Func: ShiftIntToA, Factor: "shift", To: "a", Algorithm: EP, Args: []Arg{{"out", SkipIfUniform}, {"k", 0}, {"to", 0}}},
		{Func: ShiftIntToAObserved, Factor: "shift", To: "a", Algorithm: EP, Args: []Arg{{"out", 0}, {"k", 0}, {"to", 0}}},
		{Func: ShiftIntEvidenceObserved, Factor: "shift", To: Evidence, Algorithm: EP, Args: []Arg{{"out", 0}, {"a", 0}, {"k", 0}}},
		{Func: DifferenceIntToOut, Factor: "difference", To: "out", Algorithm: EP, Exact: true, Safe: true, Args: []Arg{{"a", 0}, {"b", 0}, {"to", 0}}},
		{Func: DifferenceIntToB, Factor: "difference", To: "b", Algorithm: EP, Args: []Arg{{"out", SkipIfUniform}, {"a", 0}, {"to", 0}}},
		{Func: DifferenceIntToAObserved, Factor: "difference", To: "a", Algorithm: EP, Args: []Arg{{"out", 0}, {"b", 0}, {"to", 0}}},
		{Func: DifferenceIntToBObserved, Factor: "difference", To: "b", Algorithm: EP, Args: []Arg{{"out", 0}, {"a", 0}, {"to", 0}}},
		{Func: DifferenceIntToBKnown, Factor: "difference", To: "b", Algorithm: EP, Args: []Arg{{"out", 0}, {"a", 0}, {"to", 0}}},
		{Func: DifferenceIntEvidenceObserved, Factor: "difference", To: Evidence, Algorithm: EP, Args: []Arg{{"out", 0}, {"a", 0}, {"b", 0}}},
		{Func: DifferenceIntEvidenceKnown, Factor: "difference", To: Evidence, Algorithm: EP, Args: []Arg{{"out", 0}, {"a", 0}, {"b", 0}}},
		{Func: SumIntToOut, Factor: "sum", To: "out", Algorithm: VMP, Args: []Arg{{"a", 0}, {"b", 0}, {"to", 0}, {"work", 0}}},
		{Func: SumIntToAAverage, Factor: "sum", To: "a", Algorithm: VMP, Args: []Arg{{"out", SkipIfUniform}, {"b", 0}, {"to", 0}, {"work", 0}}},
		{Func: SumIntToBAverage, Factor: "sum", To: "b", Algorithm: VMP, Args: []Arg{{"out", SkipIfUniform}, {"a", 0}, {"to", 0}, {"work", 0}}},
		{Func: ShiftIntToOut, Factor: "shift", To: "out", Algorithm: VMP, Args: []Arg{{"a", 0}, {"k", 0}, {"to", 0}}},
		{Func: ShiftIntToA, Factor: "shift", To: "a", Algorithm: VMP, Args: []Arg{{"out", SkipIfUniform}, {"k", 0}, {"to", 0}}},
		{Func: ShiftIntToAObserved, Factor: "shift", To: "a", Algorithm: VMP, Args: []Arg{{"out", 0}, {"k", 0}, {"to", 0}}},
		{Func: DifferenceIntToOut, Factor: "difference", To: "out", Algorithm: VMP, Args: []Arg{{"a", 0}, {"b", 0}, {"to", 0}}},
		{Func: DifferenceIntToB, Factor: "difference", To: "b", Algorithm: VMP, Args: []Arg{{"out", SkipIfUniform}, {"a", 0}, {"to", 0}}},
		{Func: DifferenceIntToBKnown, Factor: "difference", To: "b", Algorithm: VMP, Args: []Arg{{"out", 0}, {"a", 0}, {"to", 0}}},
	}
}

// SumIntToOut sends out = a + b: the convolution of their probabilities.
func SumIntToOut(a, b dist.Categorical, to *dist.Categorical, work *dist.CategoricalWork) dist.Fault {
	discreteConvolve(to.LogP, a.LogP, b.LogP, work)
	return discreteSend(to)
}

// SumIntToA sends to a of out = a + b.
func SumIntToA(out, b dist.Categorical, to *dist.Categorical, work *dist.CategoricalWork) dist.Fault {
	if out.IsUniform() {
		to.SetUniform()
		return dist.NoFault
	}
	discreteCorrelate(to.LogP, out.LogP, b.LogP, work)
	return discreteSend(to)
}

// SumIntToB sends to b of out = a + b.
func SumIntToB(out, a dist.Categorical, to *dist.Categorical, work *dist.CategoricalWork) dist.Fault {
	return SumIntToA(out, a, to, work)
}

// SumIntToAObserved sends to a of an observed out = a + b: the probability of b where
// it is out - a. The fault is Contradiction where no value of a is left.
func SumIntToAObserved(out int, b dist.Categorical, to *dist.Categorical) dist.Fault {
	for k := range to.LogP {
		to.LogP[k] = math.Inf(-1)
		if j := out - k; j >= 0 && j < len(b.LogP) {
			to.LogP[k] = b.LogP[j]
		}
	}
	return discreteSend(to)
}

// SumIntToBObserved sends to b of an observed out = a + b.
func SumIntToBObserved(out int, a dist.Categorical, to *dist.Categorical) dist.Fault {
	return SumIntToAObserved(out, a, to)
}

// SumIntEvidenceObserved returns the log probability of an observed out = a + b.
func SumIntEvidenceObserved(out int, a, b dist.Categorical) float64 {
	sum := math.Inf(-1)
	for k, l := range a.LogP {
		if j := out - k; j >= 0 && j < len(b.LogP) {
			sum = logicLogSum(sum, l+b.LogP[j])
		}
	}
	return sum - discreteLogSum(a.LogP) - discreteLogSum(b.LogP)
}

// ShiftIntToOut sends out = a + k, k known.
func ShiftIntToOut(a dist.Categorical, k int, to *dist.Categorical) dist.Fault {
	for i := range to.LogP {
		to.LogP[i] = math.Inf(-1)
		if j := i - k; j >= 0 && j < len(a.LogP) {
			to.LogP[i] = a.LogP[j]
		}
	}
	return discreteSend(to)
}

// ShiftIntToA sends to a of out = a + k, k known.
func ShiftIntToA(out dist.Categorical, k int, to *dist.Categorical) dist.Fault {
	if out.IsUniform() {
		to.SetUniform()
		return dist.NoFault
	}
	return ShiftIntToOut(out, -k, to)
}

// ShiftIntToAObserved sends to a of an observed out = a + k, k known: the point out - k.
func ShiftIntToAObserved(out, k int, to *dist.Categorical) dist.Fault {
	return discretePoint(to, out-k)
}

// ShiftIntEvidenceObserved returns the log probability of an observed out = a + k.
func ShiftIntEvidenceObserved(out int, a dist.Categorical, k int) float64 { return a.LogProb(out - k) }

// DifferenceIntToOut sends out = a - b, a known and at least b.
func DifferenceIntToOut(a int, b dist.Categorical, to *dist.Categorical) dist.Fault {
	return SumIntToAObserved(a, b, to)
}

// DifferenceIntToB sends to b of out = a - b, a known.
func DifferenceIntToB(out dist.Categorical, a int, to *dist.Categorical) dist.Fault {
	if out.IsUniform() {
		to.SetUniform()
		return dist.NoFault
	}
	return SumIntToAObserved(a, out, to)
}

// DifferenceIntToAObserved sends to a of an observed out = a - b.
func DifferenceIntToAObserved(out int, b dist.Categorical, to *dist.Categorical) dist.Fault {
	return ShiftIntToOut(b, out, to)
}

// DifferenceIntToBObserved sends to b of an observed out = a - b.
func DifferenceIntToBObserved(out int, a dist.Categorical, to *dist.Categorical) dist.Fault {
	return ShiftIntToOut(a, -out, to)
}

// DifferenceIntToBKnown sends to b of an observed out = a - b, a known: the point a - out.
func DifferenceIntToBKnown(out, a int, to *dist.Categorical) dist.Fault {
	return discretePoint(to, a-out)
}

// DifferenceIntEvidenceObserved returns the log probability of an observed out = a - b.
func DifferenceIntEvidenceObserved(out int, a, b dist.Categorical) float64 {
	sum := math.Inf(-1)
	for k, l := range a.LogP {
		if j := k - out; j >= 0 && j < len(b.LogP) {
			sum = logicLogSum(sum, l+b.LogP[j])
		}
	}
	return sum - discreteLogSum(a.LogP) - discreteLogSum(b.LogP)
}

// DifferenceIntEvidenceKnown returns the log probability of an observed out = a - b, a
// known.
func DifferenceIntEvidenceKnown(out, a int, b dist.Categorical) float64 { return b.LogProb(a - out) }

// SumIntToAAverage sends to a of out = a + b: the mean over b of what comes back about
// out, in logs. The fault is Contradiction where no value of a is left, Improper where
// that is so only because of values that b may yet lose: two posteriors cannot share
// a sure sum.
func SumIntToAAverage(out, b dist.Categorical, to *dist.Categorical, work *dist.CategoricalWork) dist.Fault {
	if out.IsUniform() {
		to.SetUniform()
		return dist.NoFault
	}
	q := b.P(work.Row(0, len(b.LogP)))
	for i := range to.LogP {
		n := min(len(q), max(0, len(out.LogP)-i))
		to.LogP[i] = discreteMean(q[:n], out.LogP[min(i, len(out.LogP)):])
		for _, p := range q[n:] {
			if p > 0 {
				to.LogP[i] = math.Inf(-1)
			}
		}
	}
	fault := discreteSend(to)
	if fault == dist.Contradiction && !b.IsPoint() {
		return dist.Improper
	}
	return fault
}

// SumIntToBAverage is SumIntToAAverage to b.
func SumIntToBAverage(out, a dist.Categorical, to *dist.Categorical, work *dist.CategoricalWork) dist.Fault {
	return SumIntToAAverage(out, a, to, work)
}
