package operators

import (
	"math"

	"mpc/dist"
)

// A count that is itself random.
func countRandomOps() []*Op {
	return []*Op{
		{Func: CountToOut, Factor: "count", To: "out", Algorithm: EP, Exact: true, Safe: true, Args: []Arg{{"terms", 0}, {"to", 0}}},
		{Func: CountToTermsSoft, Factor: "count", To: "terms", Algorithm: EP, Args: []Arg{{"out", SkipIfUniform}, {"terms", 0}, {"to", 0}, {"scratch", 0}}},
		{Func: CountToOut, Factor: "count", To: "out", Algorithm: VMP, Args: []Arg{{"terms", 0}, {"to", 0}}},
		{Func: CountToTermAverage, Factor: "count", To: "terms", Algorithm: VMP, Args: []Arg{{"out", SkipIfUniform}, {"terms", 0}, {"index", 0}, {"scratch", 0}}},
	}
}

// CountToOut sends out = count(terms): the Poisson-binomial distribution of the number
// of true ones, term by term, in logs.
func CountToOut(terms []dist.Bernoulli, to *dist.Categorical) dist.Fault {
	for k := range to.LogP {
		to.LogP[k] = math.Inf(-1)
	}
	if len(to.LogP) == 0 {
		return dist.Contradiction
	}
	to.LogP[0] = 0
	for i, t := range terms {
		row := to.LogP[:min(i+2, len(to.LogP))]
		countStepLogs(row, row, t)
	}
	return discreteSend(to)
}

// CountToTermsSoft sends to each of the n terms of out = count(terms): true where the
// count of the others makes out one more than without it. The count of the terms
// before each is a table of n rows; what out says of the count up to each, given
// those after it, is one row that shrinks. Nothing is divided or subtracted. The
// fault is Contradiction where no count is possible.
//
// scratch must hold (n+1)^2 numbers; what it holds does not matter.
func CountToTermsSoft(out dist.Categorical, terms, to []dist.Bernoulli, scratch []float64) dist.Fault {
	n := len(terms)
	if out.IsUniform() {
		clear(to)
		return dist.NoFault
	}
	width := n + 1
	for i := range scratch[:(n+1)*width] {
		scratch[i] = math.Inf(-1)
	}
	after := scratch[n*width : (n+1)*width]
	copy(after, out.LogP)
	if n == 0 {
		return dist.NoFault
	}
	scratch[0] = 0
	for i := range n - 1 {
		countStepLogs(scratch[(i+1)*width:(i+2)*width], scratch[i*width:(i+1)*width], terms[i])
	}
	for i := n - 1; i >= 0; i-- {
		before := scratch[i*width : (i+1)*width]
		on, off := math.Inf(-1), math.Inf(-1)
		for k := 0; k <= i; k++ {
			on = logicLogSum(on, before[k]+after[k+1])
			off = logicLogSum(off, before[k]+after[k])
		}
		if math.IsInf(on, -1) && math.IsInf(off, -1) {
			return countFail(to)
		}
		to[i] = dist.Bernoulli{LogOdds: on - off}
		p, q := terms[i].LogProb(true), terms[i].LogProb(false)
		for k := 0; k <= i; k++ {
			after[k] = logicLogSum(q+after[k], p+after[k+1])
		}
	}
	return dist.NoFault
}

// CountToTermAverage sends to term index of out = count(terms) the mean, over the
// count of the others, of what comes back about out for one more, in logs. The fault
// is Improper where that has no value: the others may yet make a count that out
// excludes.
//
// scratch must hold n numbers, n the number of terms; what it holds does not matter.
func CountToTermAverage(out dist.Categorical, terms []dist.Bernoulli, index int, scratch []float64) (dist.Bernoulli, dist.Fault) {
	if out.IsUniform() {
		return dist.BernoulliUniform(), dist.NoFault
	}
	row := scratch[:len(terms)]
	clear(row)
	row[0] = 1
	for i, t := range terms {
		if i != index {
			countStep(row, row, t.P(), t.Q())
		}
	}
	on, off := 0.0, 0.0
	for k, p := range row {
		if p > 0 {
			on += p * discreteWeight(out.LogP, k+1)
			off += p * discreteWeight(out.LogP, k)
		}
	}
	if math.IsInf(on, -1) && math.IsInf(off, -1) {
		return dist.Bernoulli{}, dist.Improper
	}
	return dist.Bernoulli{LogOdds: on - off}, dist.NoFault
}
