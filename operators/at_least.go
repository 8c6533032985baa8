package operators

import (
	"math"

	"mpc/dist"
)

func atLeastOps() []*Op {
	return []*Op{
		{Func: AtLeastToOut, Factor: "at_least", To: "out", Algorithm: EP, Exact: true, Safe: true, Args: []Arg{{"a", 0}, {"b", 0}, {"k", 0}, {"work", 0}}},
		{Func: AtLeastToOutKnown, Factor: "at_least", To: "out", Algorithm: EP, Exact: true, Safe: true, Args: []Arg{{"a", 0}, {"b", 0}, {"k", 0}}},
		{Func: AtLeastToOutBelow, Factor: "at_least", To: "out", Algorithm: EP, Exact: true, Safe: true, Args: []Arg{{"a", 0}, {"b", 0}, {"k", 0}}},
		{Func: AtLeastToA, Factor: "at_least", To: "a", Algorithm: EP, Args: []Arg{{"out", SkipIfUniform}, {"b", 0}, {"k", 0}, {"to", 0}, {"work", 0}}},
		{Func: AtLeastToAKnown, Factor: "at_least", To: "a", Algorithm: EP, Args: []Arg{{"out", SkipIfUniform}, {"b", 0}, {"k", 0}, {"to", 0}}},
		{Func: AtLeastToB, Factor: "at_least", To: "b", Algorithm: EP, Args: []Arg{{"out", SkipIfUniform}, {"a", 0}, {"k", 0}, {"to", 0}, {"work", 0}}},
		{Func: AtLeastToBKnown, Factor: "at_least", To: "b", Algorithm: EP, Args: []Arg{{"out", SkipIfUniform}, {"a", 0}, {"k", 0}, {"to", 0}}},
		{Func: AtLeastEvidence, Factor: "at_least", To: Evidence, Algorithm: EP, Args: []Arg{{"out", 0}, {"a", 0}, {"b", 0}, {"k", 0}, {"work", 0}}},
		{Func: AtLeastEvidenceKnown, Factor: "at_least", To: Evidence, Algorithm: EP, Args: []Arg{{"out", 0}, {"a", 0}, {"b", 0}, {"k", 0}}},
		{Func: AtLeastEvidenceBelow, Factor: "at_least", To: Evidence, Algorithm: EP, Args: []Arg{{"out", 0}, {"a", 0}, {"b", 0}, {"k", 0}}},
		{Func: AtLeastToOut, Factor: "at_least", To: "out", Algorithm: VMP, Args: []Arg{{"a", 0}, {"b", 0}, {"k", 0}, {"work", 0}}},
		{Func: AtLeastToOutKnown, Factor: "at_least", To: "out", Algorithm: VMP, Args: []Arg{{"a", 0}, {"b", 0}, {"k", 0}}},
		{Func: AtLeastToOutBelow, Factor: "at_least", To: "out", Algorithm: VMP, Args: []Arg{{"a", 0}, {"b", 0}, {"k", 0}}},
		{Func: AtLeastToAAverage, Factor: "at_least", To: "a", Algorithm: VMP, Args: []Arg{{"out", SkipIfUniform}, {"b", 0}, {"k", 0}, {"to", 0}, {"work", 0}}},
		{Func: AtLeastToAKnown, Factor: "at_least", To: "a", Algorithm: VMP, Args: []Arg{{"out", SkipIfUniform}, {"b", 0}, {"k", 0}, {"to", 0}}},
		{Func: AtLeastToBAverage, Factor: "at_least", To: "b", Algorithm: VMP, Args: []Arg{{"out", SkipIfUniform}, {"a", 0}, {"k", 0}, {"to", 0}, {"work", 0}}},
		{Func: AtLeastToBKnown, Factor: "at_least", To: "b", Algorithm: VMP, Args: []Arg{{"out", SkipIfUniform}, {"a", 0}, {"k", 0}, {"to", 0}}},
	}
}

// AtLeastToOut sends out = (a >= b + k) of whole numbers.
func AtLeastToOut(a, b dist.Categorical, k int, work *dist.CategoricalWork) dist.Bernoulli {
	yes, no := atLeastLogs(a, b, k, work)
	return dist.Bernoulli{LogOdds: yes - no}
}

// atLeastLogs returns the logs of the probabilities of a >= b + k and of its opposite.
func atLeastLogs(a, b dist.Categorical, k int, work *dist.CategoricalWork) (yes, no float64) {
	below, above := work.Row(0, len(b.LogP)), work.Row(1, len(b.LogP))
	discreteTails(below, above, b)
	yes, no = math.Inf(-1), math.Inf(-1)
	sum := discreteLogSum(a.LogP)
	for i, l := range a.LogP {
		yes = logicLogSum(yes, l-sum+discreteAt(below, i-k, math.Inf(-1), 0))
		no = logicLogSum(no, l-sum+discreteAt(above, i-k, 0, math.Inf(-1)))
	}
	return yes, no
}

// AtLeastToOutKnown sends out = (a >= b + k), b known.
func AtLeastToOutKnown(a dist.Categorical, b, k int) dist.Bernoulli {
	n := min(max(b+k, 0), len(a.LogP))
	return dist.Bernoulli{LogOdds: discreteLogSum(a.LogP[n:]) - discreteLogSum(a.LogP[:n])}
}

// AtLeastToOutBelow sends out = (a >= b + k), a known.
func AtLeastToOutBelow(a int, b dist.Categorical, k int) dist.Bernoulli {
	n := min(max(a-k+1, 0), len(b.LogP))
	return dist.Bernoulli{LogOdds: discreteLogSum(b.LogP[:n]) - discreteLogSum(b.LogP[n:])}
}

// AtLeastToA sends to a of out = (a >= b + k).
func AtLeastToA(out dist.Bernoulli, b dist.Categorical, k int, to *dist.Categorical, work *dist.CategoricalWork) dist.Fault {
	if out.IsUniform() {
		to.SetUniform()
		return dist.NoFault
	}
	below, above := work.Row(0, len(b.LogP)), work.Row(1, len(b.LogP))
	discreteTails(below, above, b)
	yes, no := out.LogProb(true), out.LogProb(false)
	for i := range to.LogP {
		to.LogP[i] = logicLogSum(yes+discreteAt(below, i-k, math.Inf(-1), 0), no+discreteAt(above, i-k, 0, math.Inf(-1)))
	}
	return discreteSend(to)
}

// AtLeastToAKnown sends to a of out = (a >= b + k), b known.
func AtLeastToAKnown(out dist.Bernoulli, b, k int, to *dist.Categorical) dist.Fault {
	if out.IsUniform() {
		to.SetUniform()
		return dist.NoFault
	}
	for i := range to.LogP {
		to.LogP[i] = out.LogProb(i >= b+k)
	}
	return discreteSend(to)
}

// AtLeastToB sends to b of out = (a >= b + k).
func AtLeastToB(out dist.Bernoulli, a dist.Categorical, k int, to *dist.Categorical, work *dist.CategoricalWork) dist.Fault {
	if out.IsUniform() {
		to.SetUniform()
		return dist.NoFault
	}
	below, above := work.Row(0, len(a.LogP)), work.Row(1, len(a.LogP))
	discreteTails(below, above, a)
	yes, no := out.LogProb(true), out.LogProb(false)
	for j := range to.LogP {
		v := j + k - 1 // a is more than that
		to.LogP[j] = logicLogSum(yes+discreteAt(above, v, 0, math.Inf(-1)), no+discreteAt(below, v, math.Inf(-1), 0))
	}
	return discreteSend(to)
}

// AtLeastToBKnown sends to b of out = (a >= b + k), a known.
func AtLeastToBKnown(out dist.Bernoulli, a, k int, to *dist.Categorical) dist.Fault {
	if out.IsUniform() {
		to.SetUniform()
		return dist.NoFault
	}
	for j := range to.LogP {
		to.LogP[j] = out.LogProb(a >= j+k)
	}
	return discreteSend(to)
}

// AtLeastEvidence returns log Z of out = (a >= b + k).
func AtLeastEvidence(out dist.Bernoulli, a, b dist.Categorical, k int, work *dist.CategoricalWork) float64 {
	yes, no := atLeastLogs(a, b, k, work)
	return logicLogSum(out.LogProb(true)+yes, out.LogProb(false)+no)
}

// AtLeastEvidenceKnown returns log Z of out = (a >= b + k), b known.
func AtLeastEvidenceKnown(out dist.Bernoulli, a dist.Categorical, b, k int) float64 {
	return AtLeastToOutKnown(a, b, k).LogIntegral(out)
}

// AtLeastEvidenceBelow returns log Z of out = (a >= b + k), a known.
func AtLeastEvidenceBelow(out dist.Bernoulli, a int, b dist.Categorical, k int) float64 {
	return AtLeastToOutBelow(a, b, k).LogIntegral(out)
}

// AtLeastToAAverage sends to a of out = (a >= b + k): the log odds of what comes back
// about out times the probability that b + k is no more than that value. Where out is
// sure a posterior must exclude what contradicts it, which is a product of posteriors
// only where b is known: else the fault is Improper.
func AtLeastToAAverage(out dist.Bernoulli, b dist.Categorical, k int, to *dist.Categorical, work *dist.CategoricalWork) dist.Fault {
	if out.IsPoint() {
		if !b.IsPoint() {
			return dist.Improper
		}
		return AtLeastToAKnown(out, b.Mode(), k, to)
	}
	q := b.P(work.Row(0, len(b.LogP)))
	sum, j := 0.0, 0
	for i := range to.LogP {
		for ; j < len(q) && j+k <= i; j++ {
			sum += q[j]
		}
		to.LogP[i] = out.LogOdds * sum
	}
	return discreteSend(to)
}

// AtLeastToBAverage is AtLeastToAAverage to b.
func AtLeastToBAverage(out dist.Bernoulli, a dist.Categorical, k int, to *dist.Categorical, work *dist.CategoricalWork) dist.Fault {
	if out.IsPoint() {
		if !a.IsPoint() {
			return dist.Improper
		}
		return AtLeastToBKnown(out, a.Mode(), k, to)
	}
	q := a.P(work.Row(0, len(a.LogP)))
	sum, i := 0.0, len(q)
	for j := len(to.LogP) - 1; j >= 0; j-- {
		for ; i > 0 && i-1 >= j+k; i-- {
			sum += q[i-1]
		}
		to.LogP[j] = out.LogOdds * sum
	}
	return discreteSend(to)
}
