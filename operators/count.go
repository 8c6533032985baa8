package operators

import (
	"math"

	"mpc/dist"
)

func countOps() []*Op {
	return []*Op{
		{Func: CountToTerms, Factor: "count", To: "terms", Algorithm: EP, Args: []Arg{{"out", 0}, {"terms", 0}, {"to", 0}, {"scratch", 0}}},
		{Func: CountEvidence, Factor: "count", To: Evidence, Algorithm: EP, Args: []Arg{{"out", 0}, {"terms", 0}, {"scratch", 0}}},
	}
}

// CountToTerms sends to each of the n terms of out = count(terms), out observed.
// The number of true ones among the others has a Poisson-binomial distribution,
// by convolution of a table over those before the term with one over those after
// it, and the log odds are log P(out-1)/P(out). Nothing is divided or subtracted
// (a deconvolution would). Where the probabilities underflow the work is done
// again in logs. The fault is Contradiction where out is impossible; to then
// holds NaNs.
//
// scratch must hold (n+1)^2 numbers; what it holds does not matter.
func CountToTerms(out int, terms, to []dist.Bernoulli, scratch []float64) dist.Fault {
	n := len(terms)
	if out < 0 || out > n {
		return countFail(to)
	}
	// Row i of the table is the distribution of the count of the terms before i,
	// of which only 0..out matter; the row behind the last is the one after.
	width := out + 1
	table := scratch[:(n+1)*width]
	if countLinear(out, terms, to, table) {
		return dist.NoFault
	}
	return countLogs(out, terms, to, table)
}

func countFail(to []dist.Bernoulli) dist.Fault {
	for i := range to {
		to[i] = dist.Bernoulli{LogOdds: math.NaN()}
	}
	return dist.Contradiction
}

// countLinear is CountToTerms in probabilities: false where one is so small that
// what underflowed may matter.
func countLinear(out int, terms, to []dist.Bernoulli, table []float64) bool {
	n, width := len(terms), out+1
	clear(table)
	if n > 0 {
		table[0] = 1
	}
	for i := range n - 1 {
		countStep(table[(i+1)*width:(i+2)*width], table[i*width:(i+1)*width], terms[i].P(), terms[i].Q())
	}
	after := table[n*width:]
	after[0] = 1
	for i := n - 1; i >= 0; i-- {
		before := table[i*width : (i+1)*width]
		var on, off float64
		for k, p := range before {
			off += p * after[out-k]
			if k < out {
				on += p * after[out-1-k]
			}
		}
		if on < 1e-250 && out > 0 || off < 1e-250 && out < n {
			return false
		}
		to[i] = dist.Bernoulli{LogOdds: math.Log(on) - math.Log(off)}
		countStep(after, after, terms[i].P(), terms[i].Q())
	}
	return true
}

// countStep adds a term of probabilities p and q of true and false to the
// distribution from of a count; next may be from.
func countStep(next, from []float64, p, q float64) {
	for k := len(from) - 1; k > 0; k-- {
		next[k] = q*from[k] + p*from[k-1]
	}
	next[0] = q * from[0]
}

// countLogs is countLinear in logs.
func countLogs(out int, terms, to []dist.Bernoulli, table []float64) dist.Fault {
	n, width := len(terms), out+1
	for i := range table {
		table[i] = math.Inf(-1)
	}
	table[0] = 0
	for i := range n - 1 {
		countStepLogs(table[(i+1)*width:(i+2)*width], table[i*width:(i+1)*width], terms[i])
	}
	after := table[n*width:]
	after[0] = 0
	for i := n - 1; i >= 0; i-- {
		before := table[i*width : (i+1)*width]
		on, off := math.Inf(-1), math.Inf(-1)
		for k, p := range before {
			off = logicLogSum(off, p+after[out-k])
			if k < out {
				on = logicLogSum(on, p+after[out-1-k])
			}
		}
		if math.IsInf(on, -1) && math.IsInf(off, -1) {
			return countFail(to)
		}
		to[i] = dist.Bernoulli{LogOdds: on - off}
		countStepLogs(after, after, terms[i])
	}
	return dist.NoFault
}

// countStepLogs is countStep in logs.
func countStepLogs(next, from []float64, t dist.Bernoulli) {
	p, q := t.LogProb(true), t.LogProb(false)
	for k := len(from) - 1; k > 0; k-- {
		next[k] = logicLogSum(q+from[k], p+from[k-1])
	}
	next[0] = q + from[0]
}

// CountEvidence returns the log probability of an observed out = count(terms),
// -Inf where it is impossible.
//
// scratch must hold n+1 numbers, n the number of terms; what it holds does not
// matter.
func CountEvidence(out int, terms []dist.Bernoulli, scratch []float64) float64 {
	if out < 0 || out > len(terms) {
		return math.Inf(-1)
	}
	row := scratch[:out+1]
	clear(row)
	row[0] = 1
	for _, t := range terms {
		countStep(row, row, t.P(), t.Q())
	}
	if row[out] > 1e-250 {
		return math.Log(row[out])
	}
	for k := range row {
		row[k] = math.Inf(-1)
	}
	row[0] = 0
	for _, t := range terms {
		countStepLogs(row, row, t)
	}
	return row[out]
}
