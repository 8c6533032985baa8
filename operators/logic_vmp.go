package operators

import (
	"math"

	"mpc/dist"
)

// What comes back about a derived boolean has log odds l. Its mean log is then l
// times the probability of out, so that an argument gets l times what it changes
// of that probability: finite, and part of a lower bound. Where out is observed l
// is infinite, and the posterior must exclude all that contradicts it; that is a
// product of posteriors only where the other arguments are known, or where out
// makes all arguments sure. Else the fault is dist.Improper.

func logicVMPOps() []*Op {
	return []*Op{
		{Func: NotToOut, Factor: "not", To: "out", Algorithm: VMP, Args: []Arg{{"a", 0}}},
		{Func: NotToA, Factor: "not", To: "a", Algorithm: VMP, Args: []Arg{{"out", SkipIfUniform}}},
		{Func: AndToOut, Factor: "and", To: "out", Algorithm: VMP, Args: []Arg{{"a", 0}, {"b", 0}}},
		{Func: AndToAAverage, Factor: "and", To: "a", Algorithm: VMP, Args: []Arg{{"out", SkipIfUniform}, {"b", 0}}},
		{Func: AndToBAverage, Factor: "and", To: "b", Algorithm: VMP, Args: []Arg{{"out", SkipIfUniform}, {"a", 0}}},
		{Func: OrToOut, Factor: "or", To: "out", Algorithm: VMP, Args: []Arg{{"a", 0}, {"b", 0}}},
		{Func: OrToAAverage, Factor: "or", To: "a", Algorithm: VMP, Args: []Arg{{"out", SkipIfUniform}, {"b", 0}}},
		{Func: OrToBAverage, Factor: "or", To: "b", Algorithm: VMP, Args: []Arg{{"out", SkipIfUniform}, {"a", 0}}},
		{Func: EqualBoolToOut, Factor: "equal_bool", To: "out", Algorithm: VMP, Args: []Arg{{"a", 0}, {"b", 0}}},
		{Func: EqualBoolToAAverage, Factor: "equal_bool", To: "a", Algorithm: VMP, Args: []Arg{{"out", SkipIfUniform}, {"b", 0}}},
		{Func: EqualBoolToBAverage, Factor: "equal_bool", To: "b", Algorithm: VMP, Args: []Arg{{"out", SkipIfUniform}, {"a", 0}}},
		{Func: AllToOut, Factor: "all", To: "out", Algorithm: VMP, Args: []Arg{{"terms", 0}}},
		{
			Func: AllToTermAverage, Factor: "all", To: "terms", Algorithm: VMP,
			Args: []Arg{{"out", SkipIfUniform}, {"terms", 0}, {"index", 0}},
		},
		{Func: AnyToOut, Factor: "any", To: "out", Algorithm: VMP, Args: []Arg{{"terms", 0}}},
		{
			Func: AnyToTermAverage, Factor: "any", To: "terms", Algorithm: VMP,
			Args: []Arg{{"out", SkipIfUniform}, {"terms", 0}, {"index", 0}},
		},
		{Func: IsTrueToA, Factor: "is_true", To: "a", Algorithm: VMP},
		{Func: IsTrueAverageLog, Factor: "is_true", To: Evidence, Algorithm: VMP, Args: []Arg{{"a", 0}}},
	}
}

// AndToAAverage sends to a of out = a && b: the log odds of what comes back about
// out, times P(b). The fault is dist.Contradiction where out is surely true and b
// surely false, and dist.Improper where out is surely false and b not known.
func AndToAAverage(out, b dist.Bernoulli) (dist.Bernoulli, dist.Fault) {
	return logicAndAverage(out, b)
}

// AndToBAverage sends to b of out = a && b; see AndToAAverage.
func AndToBAverage(out, a dist.Bernoulli) (dist.Bernoulli, dist.Fault) {
	return logicAndAverage(out, a)
}

// OrToAAverage sends to a of out = a || b = !(!a && !b); see AndToAAverage.
func OrToAAverage(out, b dist.Bernoulli) (dist.Bernoulli, dist.Fault) {
	m, fault := logicAndAverage(logicNot(out), logicNot(b))
	return logicNot(m), fault
}

// OrToBAverage sends to b of out = a || b; see OrToAAverage.
func OrToBAverage(out, a dist.Bernoulli) (dist.Bernoulli, dist.Fault) {
	return OrToAAverage(out, a)
}

// EqualBoolToAAverage sends to a of out = (a == b): the log odds of what comes
// back about out, times P(b) - P(!b). The fault is dist.Improper where out is
// observed and b not known.
func EqualBoolToAAverage(out, b dist.Bernoulli) (dist.Bernoulli, dist.Fault) {
	switch {
	case !out.IsFinite() || !b.IsFinite():
		return dist.Bernoulli{}, dist.NotFinite
	case out.IsPoint() && !b.IsPoint():
		return dist.Bernoulli{}, dist.Improper
	case b.IsUniform():
		return dist.Bernoulli{}, dist.NoFault
	}
	return dist.Bernoulli{LogOdds: out.LogOdds * math.Tanh(b.LogOdds/2)}, dist.NoFault
}

// EqualBoolToBAverage sends to b of out = (a == b); see EqualBoolToAAverage.
func EqualBoolToBAverage(out, a dist.Bernoulli) (dist.Bernoulli, dist.Fault) {
	return EqualBoolToAAverage(out, a)
}

// AllToTermAverage sends to the term at index of out = all(terms) what
// AndToAAverage sends given the conjunction of the others.
func AllToTermAverage(out dist.Bernoulli, terms []dist.Bernoulli, index int) (dist.Bernoulli, dist.Fault) {
	others := dist.Bernoulli{LogOdds: math.Inf(1)}
	for i, t := range terms {
		if i != index {
			others = logicAnd(others, t)
		}
	}
	return logicAndAverage(out, others)
}

// AnyToTermAverage sends to the term at index of out = any(terms) what
// OrToAAverage sends given the disjunction of the others.
func AnyToTermAverage(out dist.Bernoulli, terms []dist.Bernoulli, index int) (dist.Bernoulli, dist.Fault) {
	none := dist.Bernoulli{LogOdds: math.Inf(1)}
	for i, t := range terms {
		if i != index {
			none = logicAnd(none, logicNot(t))
		}
	}
	m, fault := logicAndAverage(logicNot(out), none)
	return logicNot(m), fault
}

// IsTrueAverageLog is the mean log of what is observed to be true: 0 where a is
// surely true, -Inf where it may be false.
func IsTrueAverageLog(a dist.Bernoulli) float64 { return pointLog(math.IsInf(a.LogOdds, 1)) }

// logicAndAverage sends to one argument of a conjunction, given what comes back
// about it and the other argument.
func logicAndAverage(out, other dist.Bernoulli) (dist.Bernoulli, dist.Fault) {
	switch {
	case !out.IsFinite() || !other.IsFinite():
		return dist.Bernoulli{}, dist.NotFinite
	case out.IsUniform():
		return dist.Bernoulli{}, dist.NoFault
	case math.IsInf(other.LogOdds, -1) && math.IsInf(out.LogOdds, 1):
		return dist.Bernoulli{}, dist.Contradiction
	case math.IsInf(other.LogOdds, -1):
		return dist.Bernoulli{}, dist.NoFault
	case math.IsInf(out.LogOdds, -1) && !other.IsPoint():
		return dist.Bernoulli{}, dist.Improper
	case out.IsPoint():
		return out, dist.NoFault
	}
	return dist.Bernoulli{LogOdds: out.LogOdds * other.P()}, dist.NoFault
}
