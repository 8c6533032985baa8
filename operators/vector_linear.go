package operators

import "mpc/dist"

// Sums, multiples and linear maps of random vectors. What is known among the terms of a
// sum stands as a point mass. Forward messages are the same in EP and VMP: independent
// terms have the same moments in both.
func vectorLinearOps() []*Op {
	list := []*Op{
		{Func: SumMvNormalToA, Factor: "sum", To: "a", Algorithm: EP, Args: []Arg{{"out", SkipIfUniform}, {"b", SkipIfUniform}, {"to", 0}, {"work", 0}}},
		{Func: SumMvNormalToB, Factor: "sum", To: "b", Algorithm: EP, Args: []Arg{{"out", SkipIfUniform}, {"a", SkipIfUniform}, {"to", 0}, {"work", 0}}},
		{Func: DifferenceMvNormalToA, Factor: "difference", To: "a", Algorithm: EP, Args: []Arg{{"out", SkipIfUniform}, {"b", SkipIfUniform}, {"to", 0}, {"work", 0}}},
		{Func: DifferenceMvNormalToB, Factor: "difference", To: "b", Algorithm: EP, Args: []Arg{{"out", SkipIfUniform}, {"a", SkipIfUniform}, {"to", 0}, {"work", 0}}},
		{Func: SumMvNormalToAAverage, Factor: "sum", To: "a", Algorithm: VMP, Args: []Arg{{"out", SkipIfUniform}, {"b", 0}, {"to", 0}, {"work", 0}}},
		{Func: SumMvNormalToBAverage, Factor: "sum", To: "b", Algorithm: VMP, Args: []Arg{{"out", SkipIfUniform}, {"a", 0}, {"to", 0}, {"work", 0}}},
		{Func: DifferenceMvNormalToAAverage, Factor: "difference", To: "a", Algorithm: VMP, Args: []Arg{{"out", SkipIfUniform}, {"b", 0}, {"to", 0}, {"work", 0}}},
		{Func: DifferenceMvNormalToBAverage, Factor: "difference", To: "b", Algorithm: VMP, Args: []Arg{{"out", SkipIfUniform}, {"a", 0}, {"to", 0}, {"work", 0}}},
	}
	for _, algorithm := range []Algorithm{EP, VMP} {
		exact := algorithm == EP
		from := SkipIfUniform
		if !exact {
			from = 0
		}
		list = append(list,
			&Op{Func: SumMvNormalToOut, Factor: "sum", To: "out", Algorithm: algorithm, Exact: exact, Args: []Arg{{"a", from}, {"b", from}, {"to", 0}, {"work", 0}}},
			&Op{Func: DifferenceMvNormalToOut, Factor: "difference", To: "out", Algorithm: algorithm, Exact: exact, Args: []Arg{{"a", from}, {"b", from}, {"to", 0}, {"work", 0}}},
			&Op{Func: ScaleMvNormalToOut, Factor: "scale", To: "out", Algorithm: algorithm, Exact: exact, Args: []Arg{{"a", from}, {"k", 0}, {"to", 0}}},
			&Op{Func: ScaleMvNormalToA, Factor: "scale", To: "a", Algorithm: algorithm, Args: []Arg{{"out", SkipIfUniform}, {"k", 0}, {"to", 0}}},
			&Op{Func: ScaleWishartToOut, Factor: "scale", To: "out", Algorithm: algorithm, Exact: exact, Args: []Arg{{"a", from}, {"k", 0}, {"to", 0}}},
			&Op{Func: ScaleWishartToA, Factor: "scale", To: "a", Algorithm: algorithm, Args: []Arg{{"out", SkipIfUniform}, {"k", 0}, {"to", 0}}},
			&Op{Func: LinearMapToOut, Factor: "linear_map", To: "out", Algorithm: algorithm, Exact: exact, Args: []Arg{{"matrix", 0}, {"a", from}, {"to", 0}, {"work", 0}}},
			&Op{Func: LinearMapToA, Factor: "linear_map", To: "a", Algorithm: algorithm, Safe: exact, Args: []Arg{{"out", SkipIfUniform}, {"matrix", 0}, {"to", 0}, {"work", 0}}},
		)
	}
	return list
}

// SumMvNormalToOut sends out = a + b, a and b independent. The fault is Improper where
// the precisions of the two have no positive definite sum.
func SumMvNormalToOut(a, b dist.MvNormal, to *dist.MvNormal, work *dist.MvWork) dist.Fault {
	return vectorSum(a, b, 1, to, work)
}

// DifferenceMvNormalToOut sends out = a - b: see SumMvNormalToOut.
func DifferenceMvNormalToOut(a, b dist.MvNormal, to *dist.MvNormal, work *dist.MvWork) dist.Fault {
	return vectorSum(a, b, -1, to, work)
}

// SumMvNormalToA sends a = out - b: see SumMvNormalToOut.
func SumMvNormalToA(out, b dist.MvNormal, to *dist.MvNormal, work *dist.MvWork) dist.Fault {
	return vectorSum(out, b, -1, to, work)
}

// SumMvNormalToB sends b = out - a: see SumMvNormalToOut.
func SumMvNormalToB(out, a dist.MvNormal, to *dist.MvNormal, work *dist.MvWork) dist.Fault {
	return vectorSum(out, a, -1, to, work)
}

// DifferenceMvNormalToA sends the a of out = a - b: see SumMvNormalToOut.
func DifferenceMvNormalToA(out, b dist.MvNormal, to *dist.MvNormal, work *dist.MvWork) dist.Fault {
	return vectorSum(out, b, 1, to, work)
}

// DifferenceMvNormalToB sends the b of out = a - b: see SumMvNormalToOut.
func DifferenceMvNormalToB(out, a dist.MvNormal, to *dist.MvNormal, work *dist.MvWork) dist.Fault {
	return vectorSum(a, out, -1, to, work)
}

func vectorSum(a, b dist.MvNormal, sign float64, to *dist.MvNormal, work *dist.MvWork) dist.Fault {
	if a.IsUniform() || b.IsUniform() {
		to.Resize(a.Size())
		return dist.NoFault
	}
	if !dist.SetSum(to, a, b, sign, work) {
		to.Resize(a.Size())
		return dist.Improper
	}
	return dist.NoFault
}

// SumMvNormalToAAverage sends the a of out = a + b by VMP: of an out with precision P
// and precision times mean h, P and h - P E[b]. The fault is Improper where b has no
// mean, and NotFinite where out is a point mass.
func SumMvNormalToAAverage(out, b dist.MvNormal, to *dist.MvNormal, work *dist.MvWork) dist.Fault {
	return vectorTerm(out, b, -1, 1, to, work)
}

// SumMvNormalToBAverage sends the b of out = a + b: see SumMvNormalToAAverage.
func SumMvNormalToBAverage(out, a dist.MvNormal, to *dist.MvNormal, work *dist.MvWork) dist.Fault {
	return vectorTerm(out, a, -1, 1, to, work)
}

// DifferenceMvNormalToAAverage sends the a of out = a - b: see SumMvNormalToAAverage.
func DifferenceMvNormalToAAverage(out, b dist.MvNormal, to *dist.MvNormal, work *dist.MvWork) dist.Fault {
	return vectorTerm(out, b, 1, 1, to, work)
}

// DifferenceMvNormalToBAverage sends the b of out = a - b, P E[a] - h and P: see
// SumMvNormalToAAverage.
func DifferenceMvNormalToBAverage(out, a dist.MvNormal, to *dist.MvNormal, work *dist.MvWork) dist.Fault {
	return vectorTerm(out, a, -1, -1, to, work)
}

// vectorTerm sends sign (out + by E[other]).
func vectorTerm(out, other dist.MvNormal, by, sign float64, to *dist.MvNormal, work *dist.MvWork) dist.Fault {
	to.Resize(out.Size())
	switch {
	case out.IsUniform():
		return dist.NoFault
	case out.IsPoint():
		return dist.NotFinite
	}
	m := dist.MvNormal{H: other.MeanTo(work.Vector(0, out.Size()), work), P: work.Matrix(0, out.Size()), Point: true}
	dist.SetSum(to, out, m, by, work)
	if !to.IsFinite() {
		to.Resize(out.Size())
		return dist.Improper
	}
	for i, h := range to.H {
		to.H[i] = sign * h
	}
	return dist.NoFault
}

// ScaleMvNormalToOut sends out = k a: see dist.SetMultiple.
func ScaleMvNormalToOut(a dist.MvNormal, k float64, to *dist.MvNormal) { dist.SetMultiple(to, a, k) }

// ScaleMvNormalToA sends a = out/k, for which nothing is divided: k h and k^2 P. For
// k = 0 it is uniform; a point mass then gives what is not finite.
func ScaleMvNormalToA(out dist.MvNormal, k float64, to *dist.MvNormal) {
	dist.SetMultipleOf(to, out, k)
}

// ScaleWishartToOut sends out = k a for a positive k: the rate is divided by k. A k
// that is not positive contradicts an out that is positive definite.
func ScaleWishartToOut(a dist.Wishart, k float64, to *dist.Wishart) dist.Fault {
	if !(k > 0) {
		to.Resize(a.Size())
		return dist.Contradiction
	}
	factor := 1 / k
	if a.IsPoint() {
		factor = k
	}
	to.Set(a)
	for i, r := range a.Rate {
		to.Rate[i] = r * factor
	}
	return dist.NoFault
}

// ScaleWishartToA sends a = out/k for a positive k: the rate is multiplied by k. See
// ScaleWishartToOut for other k.
func ScaleWishartToA(out dist.Wishart, k float64, to *dist.Wishart) dist.Fault {
	if !(k > 0) {
		to.Resize(out.Size())
		return dist.Contradiction
	}
	return ScaleWishartToOut(out, 1/k, to)
}

// LinearMapToOut sends out = A a, A a known matrix, row by row: the normal of mean
// A E[a] and covariance A V A'. Where that is singular there is no density, as of more
// rows than columns: the fault is NotFinite. A uniform a gives a uniform message, an
// otherwise improper one the fault Improper.
func LinearMapToOut(matrix []float64, a dist.MvNormal, to *dist.MvNormal, work *dist.MvWork) dist.Fault {
	rows := to.Size()
	if a.IsUniform() {
		to.Resize(rows)
		return dist.NoFault
	}
	fault := dist.SetLinear(to, matrix, rows, a, work)
	if fault != dist.NoFault {
		to.Resize(rows)
	}
	return fault
}

// LinearMapToA sends the a of out = A a: A'PA and A'h for an out of precision P and
// precision times mean h, of any rank. The fault is NotFinite where out is a point mass.
func LinearMapToA(out dist.MvNormal, matrix []float64, to *dist.MvNormal, work *dist.MvWork) dist.Fault {
	columns := to.Size()
	if !dist.SetLinearOf(to, matrix, columns, out, work) {
		to.Resize(columns)
		return dist.NotFinite
	}
	return dist.NoFault
}
