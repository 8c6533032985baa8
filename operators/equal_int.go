package operators

import "mpc/dist"

func equalIntOps() []*Op {
	return []*Op{
		{Func: EqualIntToOut, Factor: "equal_int", To: "out", Algorithm: EP, Exact: true, Safe: true, Args: []Arg{{"a", 0}, {"b", 0}, {"work", 0}}},
		{Func: EqualIntToOutKnown, Factor: "equal_int", To: "out", Algorithm: EP, Exact: true, Safe: true, Args: []Arg{{"a", 0}, {"b", 0}}},
		{Func: EqualIntToA, Factor: "equal_int", To: "a", Algorithm: EP, Args: []Arg{{"out", SkipIfUniform}, {"b", 0}, {"to", 0}, {"work", 0}}},
		{Func: EqualIntToAKnown, Factor: "equal_int", To: "a", Algorithm: EP, Args: []Arg{{"out", SkipIfUniform}, {"b", 0}, {"to", 0}}},
		{Func: EqualIntToB, Factor: "equal_int", To: "b", Algorithm: EP, Args: []Arg{{"out", SkipIfUniform}, {"a", 0}, {"to", 0}, {"work", 0}}},
		{Func: EqualIntEvidence, Factor: "equal_int", To: Evidence, Algorithm: EP, Args: []Arg{{"out", 0}, {"a", 0}, {"b", 0}, {"work", 0}}},
		{Func: EqualIntEvidenceKnown, Factor: "equal_int", To: Evidence, Algorithm: EP, Args: []Arg{{"out", 0}, {"a", 0}, {"b", 0}}},
		{Func: EqualIntToOut, Factor: "equal_int", To: "out", Algorithm: VMP, Args: []Arg{{"a", 0}, {"b", 0}, {"work", 0}}},
		{Func: EqualIntToOutKnown, Factor: "equal_int", To: "out", Algorithm: VMP, Args: []Arg{{"a", 0}, {"b", 0}}},
		{Func: EqualIntToAAverage, Factor: "equal_int", To: "a", Algorithm: VMP, Args: []Arg{{"out", SkipIfUniform}, {"b", 0}, {"to", 0}, {"work", 0}}},
		{Func: EqualIntToAKnown, Factor: "equal_int", To: "a", Algorithm: VMP, Args: []Arg{{"out", SkipIfUniform}, {"b", 0}, {"to", 0}}},
		{Func: EqualIntToBAverage, Factor: "equal_int", To: "b", Algorithm: VMP, Args: []Arg{{"out", SkipIfUniform}, {"a", 0}, {"to", 0}, {"work", 0}}},
	}
}

// EqualIntToOut sends out = (a == b), two whole numbers that may have different
// numbers of values.
func EqualIntToOut(a, b dist.Categorical, work *dist.CategoricalWork) dist.Bernoulli {
	same, other := equalIntLogs(a, b, work)
	return dist.Bernoulli{LogOdds: same - other}
}

// equalIntLogs returns the log probabilities that a is b, and that it is not.
func equalIntLogs(a, b dist.Categorical, work *dist.CategoricalWork) (same, other float64) {
	if len(a.LogP) < len(b.LogP) {
		a, b = b, a
	}
	sumA := discreteLogSum(a.LogP)
	same = discreteOverlap(a.LogP, b.LogP) - sumA - discreteLogSum(b.LogP)
	not := work.Row(0, len(b.LogP))
	discreteComplements(not, b)
	other = discreteOverlap(a.LogP, not)
	other = logicLogSum(other, discreteLogSum(a.LogP[len(b.LogP):])) - sumA
	return same, other
}

// EqualIntToOutKnown sends out = (a == b), b known.
func EqualIntToOutKnown(a dist.Categorical, b int) dist.Bernoulli {
	if b < 0 || b >= len(a.LogP) {
		return dist.BernoulliPoint(false)
	}
	other := logicLogSum(discreteLogSum(a.LogP[:b]), discreteLogSum(a.LogP[b+1:]))
	return dist.Bernoulli{LogOdds: a.LogP[b] - other}
}

// EqualIntToA sends to a of out = (a == b): the probability of out at true where b is
// that value, at false where it is not.
func EqualIntToA(out dist.Bernoulli, b dist.Categorical, to *dist.Categorical, work *dist.CategoricalWork) dist.Fault {
	if out.IsUniform() {
		to.SetUniform()
		return dist.NoFault
	}
	yes, no := out.LogProb(true), out.LogProb(false)
	not := work.Row(0, len(b.LogP))
	discreteComplements(not, b)
	sum := discreteLogSum(b.LogP)
	for k := range to.LogP {
		to.LogP[k] = no
		if k < len(b.LogP) {
			to.LogP[k] = logicLogSum(yes+b.LogP[k]-sum, no+not[k])
		}
	}
	return discreteSend(to)
}

// EqualIntToAKnown sends to a of out = (a == b), b known. The fault is Contradiction
// where no value of a is left.
func EqualIntToAKnown(out dist.Bernoulli, b int, to *dist.Categorical) dist.Fault {
	if out.IsUniform() {
		to.SetUniform()
		return dist.NoFault
	}
	yes, no := out.LogProb(true), out.LogProb(false)
	for k := range to.LogP {
		to.LogP[k] = no
	}
	if b >= 0 && b < len(to.LogP) {
		to.LogP[b] = yes
	}
	return discreteSend(to)
}

// EqualIntToB is EqualIntToA to b.
func EqualIntToB(out dist.Bernoulli, a dist.Categorical, to *dist.Categorical, work *dist.CategoricalWork) dist.Fault {
	return EqualIntToA(out, a, to, work)
}

// EqualIntEvidence returns log Z of out = (a == b), -Inf for a contradiction.
func EqualIntEvidence(out dist.Bernoulli, a, b dist.Categorical, work *dist.CategoricalWork) float64 {
	same, other := equalIntLogs(a, b, work)
	return logicLogSum(out.LogProb(true)+same, out.LogProb(false)+other)
}

// EqualIntEvidenceKnown returns log Z of out = (a == b), b known.
func EqualIntEvidenceKnown(out dist.Bernoulli, a dist.Categorical, b int) float64 {
	m := EqualIntToOutKnown(a, b)
	return logicLogSum(out.LogProb(true)+m.LogProb(true), out.LogProb(false)+m.LogProb(false))
}

// EqualIntToAAverage sends to a of out = (a == b): the log odds of what comes back
// about out times the probability that b is that value. Where out is sure a posterior
// must exclude what contradicts it, which is a product of posteriors only where b is
// known: else the fault is Improper.
func EqualIntToAAverage(out dist.Bernoulli, b dist.Categorical, to *dist.Categorical, work *dist.CategoricalWork) dist.Fault {
	q := b.P(work.Row(0, len(b.LogP)))
	if out.IsPoint() {
		if !b.IsPoint() {
			return dist.Improper
		}
		return EqualIntToAKnown(out, b.Mode(), to)
	}
	for k := range to.LogP {
		to.LogP[k] = 0
		if k < len(q) {
			to.LogP[k] = out.LogOdds * q[k]
		}
	}
	return discreteSend(to)
}

// EqualIntToBAverage is EqualIntToAAverage to b.
func EqualIntToBAverage(out dist.Bernoulli, a dist.Categorical, to *dist.Categorical, work *dist.CategoricalWork) dist.Fault {
	return EqualIntToAAverage(out, a, to, work)
}
