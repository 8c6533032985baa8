package operators

import (
	"math"

	"mpc/dist"
)

func dotVMPOps() []*Op {
	return []*Op{
		{Func: DotToOutAverage, Factor: "dot", To: "out", Algorithm: VMP, Args: []Arg{{"x", 0}, {"w", 0}}, Running: Running{"w", "x"}},
		{
			Func: DotToWAverage, Factor: "dot", To: "w", Algorithm: VMP,
			Args:    []Arg{{"out", SkipIfUniform}, {"x", 0}, {"w", 0}, {"index", 0}},
			Running: Running{"w", "x"},
		},
	}
}

// DotToOutAverage sends out = sum(x[i] w[i]); an element whose x is 0 is left out.
// See SumToOutAverage for the faults.
func DotToOutAverage(x []float64, w []dist.Normal) (dist.Normal, dist.Fault) {
	if d, fault := DotToOut(x, w, DotSum(x, w)); fault != dist.NoFault || !d.IsUniform() {
		return normalForward(d, fault)
	}
	if dotAllZero(x) { // whatever w is
		return dist.NormalPoint(0), dist.NoFault
	}
	return dist.Normal{}, dist.Improper
}

// DotToWAverage sends the w at index of out = sum(x[i] w[i]): what comes back
// about out, less the means of the other elements, as a message about w: uniform
// where its x is 0. The fault is dist.Improper where a w with an x that is not 0
// is, or out is known and such a w is not. The elements before index have been
// updated already: one is sent at a time.
func DotToWAverage(out dist.Normal, x []float64, w []dist.Normal, index int) (dist.Normal, dist.Fault) {
	k := x[index]
	if out.IsUniform() || k == 0 && !out.IsPoint() {
		return dist.Normal{}, dist.NoFault
	}
	rest, known := 0.0, true
	for i, t := range w {
		switch {
		case i == index || x[i] == 0:
		case !(t.P > 0):
			return dist.Normal{}, dist.Improper
		case t.IsPoint():
			rest = math.FMA(x[i], t.H, rest)
		default:
			rest = math.FMA(x[i], t.H/t.P, rest)
			known = false
		}
	}
	moved, fault := normalMoved(out, -rest, known)
	if fault != dist.NoFault {
		return moved, fault
	}
	return normalChecked(ScaleToA(moved, k))
}
