package operators

import (
	"math"

	"mpc/dist"
)

func dotVMPOps() []*Op {
	return []*Op{
		{Func: DotToOut, Factor: "dot", To: "out", Algorithm: VMP, Args: []Arg{{"x", 0}, {"w", 0}}},
		{
			Func: DotToWAverage, Factor: "dot", To: "w", Algorithm: VMP,
			Args: []Arg{{"out", SkipIfUniform}, {"x", 0}, {"w", 0}, {"index", 0}},
		},
	}
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
	return ScaleToA(moved, k)
}
