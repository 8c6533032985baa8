package operators

import (
	"math"

	"mpc/dist"
)

// The larger and the smaller of whole numbers. A random result has all values that
// there may be, so that a uniform message about it says nothing.
func maxIntOps() []*Op {
	var list []*Op
	for _, algorithm := range []Algorithm{EP, VMP} {
		exact := algorithm == EP
		list = append(list,
			&Op{Func: MaxIntToOut, Factor: "max", To: "out", Algorithm: algorithm, Exact: exact, Safe: exact, Args: []Arg{{"a", 0}, {"b", 0}, {"to", 0}, {"work", 0}}},
			&Op{Func: MaxIntToOutKnown, Factor: "max", To: "out", Algorithm: algorithm, Exact: exact, Safe: exact, Args: []Arg{{"a", 0}, {"b", 0}, {"to", 0}}},
			&Op{Func: MaxIntToAKnown, Factor: "max", To: "a", Algorithm: algorithm, Args: []Arg{{"out", SkipIfUniform}, {"b", 0}, {"to", 0}}},
			&Op{Func: MinIntToOut, Factor: "min", To: "out", Algorithm: algorithm, Exact: exact, Safe: exact, Args: []Arg{{"a", 0}, {"b", 0}, {"to", 0}, {"work", 0}}},
			&Op{Func: MinIntToOutKnown, Factor: "min", To: "out", Algorithm: algorithm, Exact: exact, Safe: exact, Args: []Arg{{"a", 0}, {"b", 0}, {"to", 0}}},
			&Op{Func: MinIntToAKnown, Factor: "min", To: "a", Algorithm: algorithm, Args: []Arg{{"out", SkipIfUniform}, {"b", 0}, {"to", 0}}},
		)
	}
	return append(list,
		&Op{Func: MaxIntToA, Factor: "max", To: "a", Algorithm: EP, Args: []Arg{{"out", SkipIfUniform}, {"b", 0}, {"to", 0}, {"work", 0}}},
		&Op{Func: MaxIntToB, Factor: "max", To: "b", Algorithm: EP, Args: []Arg{{"out", SkipIfUniform}, {"a", 0}, {"to", 0}, {"work", 0}}},
		&Op{Func: MinIntToA, Factor: "min", To: "a", Algorithm: EP, Args: []Arg{{"out", SkipIfUniform}, {"b", 0}, {"to", 0}, {"work", 0}}},
		&Op{Func: MinIntToB, Factor: "min", To: "b", Algorithm: EP, Args: []Arg{{"out", SkipIfUniform}, {"a", 0}, {"to", 0}, {"work", 0}}},
	)
}

// discreteWeight is the log weight of a value, -Inf for one that there is not.
func discreteWeight(x []float64, k int) float64 {
	if k < 0 || k >= len(x) {
		return math.Inf(-1)
	}
	return x[k]
}

// MaxIntToOut sends out = max(a, b): P(a = k, b <= k) + P(a < k, b = k).
func MaxIntToOut(a, b dist.Categorical, to *dist.Categorical, work *dist.CategoricalWork) dist.Fault {
	lowA, lowB := work.Row(0, len(a.LogP)), work.Row(1, len(b.LogP))
	discreteTails(lowA, work.Row(2, len(a.LogP)), a)
	discreteTails(lowB, work.Row(2, len(b.LogP)), b)
	sumA, sumB := discreteLogSum(a.LogP), discreteLogSum(b.LogP)
	for k := range to.LogP {
		to.LogP[k] = logicLogSum(discreteWeight(a.LogP, k)-sumA+discreteAt(lowB, k, math.Inf(-1), 0),
			discreteWeight(b.LogP, k)-sumB+discreteAt(lowA, k-1, math.Inf(-1), 0))
	}
	return discreteSend(to)
}

// MaxIntToOutKnown sends out = max(a, b), b known.
func MaxIntToOutKnown(a dist.Categorical, b int, to *dist.Categorical) dist.Fault {
	for k := range to.LogP {
		switch {
		case k > b:
			to.LogP[k] = discreteWeight(a.LogP, k)
		case k == b:
			to.LogP[k] = discreteLogSum(a.LogP[:min(k+1, len(a.LogP))])
		default:
			to.LogP[k] = math.Inf(-1)
		}
	}
	return discreteSend(to)
}

// MaxIntToA sends to a of out = max(a, b): where a is i, b may be up to i, which gives
// i, or more, which gives b.
func MaxIntToA(out, b dist.Categorical, to *dist.Categorical, work *dist.CategoricalWork) dist.Fault {
	if out.IsUniform() {
		to.SetUniform()
		return dist.NoFault
	}
	low := work.Row(0, len(b.LogP))
	discreteTails(low, work.Row(1, len(b.LogP)), b)
	sum := discreteLogSum(b.LogP)
	more := math.Inf(-1)
	for k := len(b.LogP) - 1; k >= len(to.LogP); k-- {
		more = logicLogSum(more, b.LogP[k]-sum+discreteWeight(out.LogP, k))
	}
	for i := len(to.LogP) - 1; i >= 0; i-- {
		to.LogP[i] = logicLogSum(discreteWeight(out.LogP, i)+discreteAt(low, i, math.Inf(-1), 0), more)
		if i < len(b.LogP) {
			more = logicLogSum(more, b.LogP[i]-sum+discreteWeight(out.LogP, i))
		}
	}
	return discreteSend(to)
}

// MaxIntToB sends to b of out = max(a, b).
func MaxIntToB(out, a dist.Categorical, to *dist.Categorical, work *dist.CategoricalWork) dist.Fault {
	return MaxIntToA(out, a, to, work)
}

// MaxIntToAKnown sends to a of out = max(a, b), b known.
func MaxIntToAKnown(out dist.Categorical, b int, to *dist.Categorical) dist.Fault {
	if out.IsUniform() {
		to.SetUniform()
		return dist.NoFault
	}
	for i := range to.LogP {
		to.LogP[i] = discreteWeight(out.LogP, max(i, b))
	}
	return discreteSend(to)
}

// MinIntToOut sends out = min(a, b): P(a = k, b >= k) + P(a > k, b = k).
func MinIntToOut(a, b dist.Categorical, to *dist.Categorical, work *dist.CategoricalWork) dist.Fault {
	highA, highB := work.Row(0, len(a.LogP)), work.Row(1, len(b.LogP))
	discreteTails(work.Row(2, len(a.LogP)), highA, a)
	discreteTails(work.Row(2, len(b.LogP)), highB, b)
	sumA, sumB := discreteLogSum(a.LogP), discreteLogSum(b.LogP)
	for k := range to.LogP {
		to.LogP[k] = logicLogSum(discreteWeight(a.LogP, k)-sumA+discreteAt(highB, k-1, 0, math.Inf(-1)),
			discreteWeight(b.LogP, k)-sumB+discreteAt(highA, k, 0, math.Inf(-1)))
	}
	return discreteSend(to)
}

// MinIntToOutKnown sends out = min(a, b), b known.
func MinIntToOutKnown(a dist.Categorical, b int, to *dist.Categorical) dist.Fault {
	for k := range to.LogP {
		switch {
		case k < b:
			to.LogP[k] = discreteWeight(a.LogP, k)
		case k == b:
			to.LogP[k] = discreteLogSum(a.LogP[min(k, len(a.LogP)):])
		default:
			to.LogP[k] = math.Inf(-1)
		}
	}
	return discreteSend(to)
}

// MinIntToA sends to a of out = min(a, b): where a is i, b may be i or more, which
// gives i, or less, which gives b.
func MinIntToA(out, b dist.Categorical, to *dist.Categorical, work *dist.CategoricalWork) dist.Fault {
	if out.IsUniform() {
		to.SetUniform()
		return dist.NoFault
	}
	high := work.Row(0, len(b.LogP))
	discreteTails(work.Row(1, len(b.LogP)), high, b)
	sum := discreteLogSum(b.LogP)
	less := math.Inf(-1)
	for i := range to.LogP {
		to.LogP[i] = logicLogSum(discreteWeight(out.LogP, i)+discreteAt(high, i-1, 0, math.Inf(-1)), less)
		if i < len(b.LogP) {
			less = logicLogSum(less, b.LogP[i]-sum+discreteWeight(out.LogP, i))
		}
	}
	return discreteSend(to)
}

// MinIntToB sends to b of out = min(a, b).
func MinIntToB(out, a dist.Categorical, to *dist.Categorical, work *dist.CategoricalWork) dist.Fault {
	return MinIntToA(out, a, to, work)
}

// MinIntToAKnown sends to a of out = min(a, b), b known.
func MinIntToAKnown(out dist.Categorical, b int, to *dist.Categorical) dist.Fault {
	if out.IsUniform() {
		to.SetUniform()
		return dist.NoFault
	}
	for i := range to.LogP {
		to.LogP[i] = discreteWeight(out.LogP, min(i, b))
	}
	return discreteSend(to)
}
