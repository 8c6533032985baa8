package operators

import "mpc/dist"

// What a truth that is observed, and a function of others, adds to the bound: 0 where they make
// it surely what it is, -Inf where it may be something else. Posteriors exclude the latter, but for
// what is a constant, as in a branch, which is then impossible.

func observedVMPOps() []*Op {
	one := []Arg{{"out", 0}, {"a", 0}}
	two := []Arg{{"out", 0}, {"a", 0}, {"b", 0}}
	terms := []Arg{{"out", 0}, {"terms", 0}}
	return []*Op{
		{Func: CopyAverageLogObserved, Factor: "copy", To: Evidence, Algorithm: VMP, Args: one},
		{Func: NotAverageLogObserved, Factor: "not", To: Evidence, Algorithm: VMP, Args: one},
		{Func: AndAverageLogObserved, Factor: "and", To: Evidence, Algorithm: VMP, Args: two},
		{Func: OrAverageLogObserved, Factor: "or", To: Evidence, Algorithm: VMP, Args: two},
		{Func: EqualBoolAverageLogObserved, Factor: "equal_bool", To: Evidence, Algorithm: VMP, Args: two},
		{Func: AllAverageLogObserved, Factor: "all", To: Evidence, Algorithm: VMP, Args: terms},
		{Func: AnyAverageLogObserved, Factor: "any", To: Evidence, Algorithm: VMP, Args: terms},
		{Func: EqualIntAverageLogObserved, Factor: "equal_int", To: Evidence, Algorithm: VMP, Args: two},
		{Func: AtLeastAverageLogObserved, Factor: "at_least", To: Evidence, Algorithm: VMP, Args: append(two[:3:3], Arg{"k", 0})},
		{Func: AtLeastAverageLogBelow, Factor: "at_least", To: Evidence, Algorithm: VMP, Args: append(two[:3:3], Arg{"k", 0})},
	}
}

// sureLog is 0 where the log of a probability is that of what is sure, up to rounding, else -Inf.
func sureLog(z float64) float64 { return pointLog(z > -1e-12) }

// CopyAverageLogObserved is the mean log of an observed out = a: 0 where a is surely that, else -Inf.
func CopyAverageLogObserved(out bool, a dist.Bernoulli) float64 { return sureLog(a.LogProb(out)) }

// NotAverageLogObserved is the mean log of an observed out = !a, 0 or -Inf.
func NotAverageLogObserved(out bool, a dist.Bernoulli) float64 { return sureLog(a.LogProb(!out)) }

// AndAverageLogObserved is the mean log of an observed out = a && b, 0 or -Inf.
func AndAverageLogObserved(out bool, a, b dist.Bernoulli) float64 {
	return sureLog(logicAnd(a, b).LogProb(out))
}

// OrAverageLogObserved is the mean log of an observed out = a || b, 0 or -Inf.
func OrAverageLogObserved(out bool, a, b dist.Bernoulli) float64 {
	return sureLog(logicAnd(logicNot(a), logicNot(b)).LogProb(!out))
}

// EqualBoolAverageLogObserved is the mean log of an observed out = (a == b), 0 or -Inf.
func EqualBoolAverageLogObserved(out bool, a, b dist.Bernoulli) float64 {
	return sureLog(logicEqual(a, b).LogProb(out))
}

// AllAverageLogObserved is the mean log of an observed out = all(terms), 0 or -Inf.
func AllAverageLogObserved(out bool, terms []dist.Bernoulli) float64 {
	return sureLog(AllToOut(terms).LogProb(out))
}

// AnyAverageLogObserved is the mean log of an observed out = any(terms), 0 or -Inf.
func AnyAverageLogObserved(out bool, terms []dist.Bernoulli) float64 {
	return sureLog(AnyToOut(terms).LogProb(out))
}

// EqualIntAverageLogObserved is the mean log of an observed out = (a == b), b known, 0 or -Inf.
func EqualIntAverageLogObserved(out bool, a dist.Categorical, b int) float64 {
	return sureLog(EqualIntToOutKnown(a, b).LogProb(out))
}

// AtLeastAverageLogObserved is the mean log of an observed out = (a >= b + k), b known, 0 or -Inf.
func AtLeastAverageLogObserved(out bool, a dist.Categorical, b, k int) float64 {
	return sureLog(AtLeastToOutKnown(a, b, k).LogProb(out))
}

// AtLeastAverageLogBelow is the mean log of an observed out = (a >= b + k), a known, 0 or -Inf.
func AtLeastAverageLogBelow(out bool, a int, b dist.Categorical, k int) float64 {
	return sureLog(AtLeastToOutBelow(a, b, k).LogProb(out))
}
