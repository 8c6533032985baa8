package operators

import (
	"math"

	"mpc/dist"
)

func linearVMPOps() []*Op {
	return []*Op{
		{Func: SumToOut, Factor: "sum", To: "out", Algorithm: VMP, Args: []Arg{{"a", 0}, {"b", 0}}},
		{Func: SumToAAverage, Factor: "sum", To: "a", Algorithm: VMP, Args: []Arg{{"out", SkipIfUniform}, {"b", 0}}},
		{Func: SumToBAverage, Factor: "sum", To: "b", Algorithm: VMP, Args: []Arg{{"out", SkipIfUniform}, {"a", 0}}},
		{Func: DifferenceToOut, Factor: "difference", To: "out", Algorithm: VMP, Args: []Arg{{"a", 0}, {"b", 0}}},
		{Func: DifferenceToAAverage, Factor: "difference", To: "a", Algorithm: VMP, Args: []Arg{{"out", SkipIfUniform}, {"b", 0}}},
		{Func: DifferenceToBAverage, Factor: "difference", To: "b", Algorithm: VMP, Args: []Arg{{"out", SkipIfUniform}, {"a", 0}}},
		{Func: ShiftToOut, Factor: "shift", To: "out", Algorithm: VMP, Args: []Arg{{"a", 0}, {"k", 0}}},
		{Func: ShiftToA, Factor: "shift", To: "a", Algorithm: VMP, Args: []Arg{{"out", SkipIfUniform}, {"k", 0}}},
	}
}

// SumToAAverage sends a of out = a + b: what comes back about out, at out = a +
// E[b], with the precision of out alone (Winn and Bishop 2005). The fault is
// dist.Improper where b is, or where out is known and b random: then a and b have
// no posterior that is a product.
func SumToAAverage(out, b dist.Normal) (dist.Normal, dist.Fault) {
	switch {
	case out.IsUniform():
		return dist.Normal{}, dist.NoFault
	case !(b.P > 0):
		return dist.Normal{}, dist.Improper
	}
	return normalMoved(out, -b.Mean(), b.IsPoint())
}

// SumToBAverage sends b of out = a + b; see SumToAAverage.
func SumToBAverage(out, a dist.Normal) (dist.Normal, dist.Fault) { return SumToAAverage(out, a) }

// DifferenceToAAverage sends a of out = a - b; see SumToAAverage.
func DifferenceToAAverage(out, b dist.Normal) (dist.Normal, dist.Fault) {
	return SumToAAverage(out, normalNegate(b))
}

// DifferenceToBAverage sends b of out = a - b; see SumToAAverage.
func DifferenceToBAverage(out, a dist.Normal) (dist.Normal, dist.Fault) {
	return SumToAAverage(normalNegate(out), normalNegate(a))
}

// normalMoved returns the message about out - k as one about the variable itself,
// out = x - k, where all else in out has the mean -k: known tells whether that is
// all that there is to it. A known out of something random is no bound.
func normalMoved(out dist.Normal, k float64, known bool) (dist.Normal, dist.Fault) {
	switch {
	case !out.IsPoint():
		return normalFinite(math.FMA(k, out.P, out.H), out.P)
	case known:
		return dist.NormalPoint(out.H + k), dist.NoFault
	}
	return dist.Normal{}, dist.Improper
}
