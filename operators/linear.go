package operators

import "mpc/dist"

func linearOps() []*Op {
	return []*Op{
		{
			Func: SumToOut, Factor: "sum", To: "out", Algorithm: EP, Exact: true, Safe: true,
			Args: []Arg{{"a", SkipIfUniform}, {"b", SkipIfUniform}},
		},
	}
}

// SumToOut sends out = a + b: means and variances add. In natural parameters,
// with pa and pb the precisions: P = pa pb / (pa + pb).
func SumToOut(a, b dist.Normal) dist.Normal {
	if a.IsPoint() {
		return ShiftToOut(b, a.H)
	}
	if b.IsPoint() {
		return ShiftToOut(a, b.H)
	}
	if a.P == 0 || b.P == 0 {
		return dist.Normal{}
	}
	r := 1 / (a.P + b.P)
	return dist.Normal{H: (a.H*b.P + b.H*a.P) * r, P: a.P * b.P * r}
}

// ShiftToOut sends out = a + k.
func ShiftToOut(a dist.Normal, k float64) dist.Normal {
	if a.IsPoint() {
		return dist.NormalPoint(a.H + k)
	}
	return dist.Normal{H: a.H + k*a.P, P: a.P}
}
