package operators

import "mpc/dist"

func sumOfVMPOps() []*Op {
	return []*Op{
		{Func: SumOfToOutAverage, Factor: "sum_of", To: "out", Algorithm: VMP, Args: []Arg{{"terms", 0}}, Running: Running{Terms: "terms"}},
		{
			Func: SumOfToTermAverage, Factor: "sum_of", To: "terms", Algorithm: VMP,
			Args:    []Arg{{"out", SkipIfUniform}, {"terms", 0}, {"index", 0}},
			Running: Running{Terms: "terms"},
		},
	}
}

// SumOfToOutAverage sends out = sum(terms), the point mass at 0 where there are
// none; see SumToOutAverage.
func SumOfToOutAverage(terms []dist.Normal) (dist.Normal, dist.Fault) {
	return normalForward(SumOfToOut(terms))
}

// SumOfToTermAverage sends the term at index of out = sum(terms): what comes back
// about out, less the means of the other terms; see SumToAAverage. The terms
// that come before index have been updated already: one element is sent at a
// time.
func SumOfToTermAverage(out dist.Normal, terms []dist.Normal, index int) (dist.Normal, dist.Fault) {
	if out.IsUniform() {
		return dist.Normal{}, dist.NoFault
	}
	rest, known := 0.0, true
	for i, t := range terms {
		switch {
		case i == index:
		case !(t.P > 0):
			return dist.Normal{}, dist.Improper
		case t.IsPoint():
			rest += t.H
		default:
			rest += t.H / t.P
			known = false
		}
	}
	return normalMoved(out, -rest, known)
}
