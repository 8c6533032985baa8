package operators

import (
	"math"

	"mpc/dist"
)

// Conditional probability tables: x of one or two parents that are whole numbers. All
// messages are sums over the table (Pearl, "Probabilistic Reasoning in Intelligent
// Systems", 1988, section 4.3): in weights whose largest is 1 where the sum is not tiny,
// else in logs, so that what is improbable keeps its digits.

// A tableRows is a table, row by row, of n columns; of two parents, of which the second
// has m values, row i*m + j is that of i and j. logs, if not nil, are the logs of p, of
// which p may have underflowed.
type tableRows struct {
	p, logs []float64
	m, n    int
}

// log returns the log of an element.
func (t *tableRows) log(row, k int) float64 {
	if t.logs != nil {
		return t.logs[row*t.n+k]
	}
	return math.Log(t.p[row*t.n+k])
}

// rows is how many rows there are.
func (t *tableRows) rows() int {
	if t.n <= 0 {
		return 0
	}
	return len(t.p) / t.n
}

// tableOne is a table of one parent.
func tableOne(p []float64, n int) tableRows { return tableRows{p: p, m: 1, n: n} }

// tableTruths is the table of a truth, false and true, of which p are the probabilities
// that it is true.
func tableTruths(p []float64, m int, work *dist.CategoricalWork) tableRows {
	w := work.Row(3, 2*len(p))
	for i, v := range p {
		w[2*i], w[2*i+1] = 1-v, v
	}
	return tableRows{p: w, m: m, n: 2}
}

// tableTruth are the log weights of a truth.
func tableTruth(x dist.Bernoulli, work *dist.CategoricalWork) []float64 {
	w := work.Row(4, 2)
	w[0], w[1] = math.Min(0, -x.LogOdds), math.Min(0, x.LogOdds)
	return w
}

// tableAlone are the log weights of a second parent that is not there.
func tableAlone(work *dist.CategoricalWork) []float64 {
	w := work.Row(5, 1)
	w[0] = 0
	return w
}

// tableToX writes to out the log weights of x, given those of the parents.
func tableToX(t *tableRows, a, b, out []float64, work *dist.CategoricalWork) {
	wa, wb, sums := work.Row(0, len(a)), work.Row(1, len(b)), work.Row(2, t.n)
	scale := discreteScale(wa, a) + discreteScale(wb, b)
	clear(sums)
	for i, u := range wa {
		for j, w := range wb {
			if w *= u; w == 0 || i*t.m+j >= t.rows() {
				continue
			}
			row := t.p[(i*t.m+j)*t.n:][:t.n]
			for k, p := range row {
				sums[k] += w * p
			}
		}
	}
	for k := range out {
		switch {
		case k >= t.n:
			out[k] = math.Inf(-1)
		case sums[k] > discreteTiny:
			out[k] = scale + math.Log(sums[k])
		default:
			out[k] = tableLogX(t, a, b, k)
		}
	}
}

// tableLogX returns the log weight of a value of x, with all digits however small.
func tableLogX(t *tableRows, a, b []float64, k int) float64 {
	sum := math.Inf(-1)
	for i, la := range a {
		for j, lb := range b {
			row := i*t.m + j
			if row >= t.rows() || t.p[row*t.n+k] == 0 && t.logs == nil || math.IsInf(la, -1) || math.IsInf(lb, -1) {
				continue
			}
			sum = logicLogSum(sum, la+lb+t.log(row, k))
		}
	}
	return sum
}

// tableToParent writes to out the log weights of a parent, given those of x, of which the
// values from lo to hi count, and of the other parent. The row of its value i and of j of
// the other is i*own + j*others.
func tableToParent(t *tableRows, x []float64, lo, hi int, other []float64, own, others int, out []float64, work *dist.CategoricalWork) {
	wx, wb := work.Row(0, hi-lo), work.Row(1, len(other))
	scale := discreteScale(wx, x[lo:hi]) + discreteScale(wb, other)
	for i := range out {
		sum := 0.0
		for j, w := range wb {
			row := i*own + j*others
			if w == 0 || row >= t.rows() {
				continue
			}
			part := 0.0
			for k, p := range t.p[row*t.n+lo:][:hi-lo] {
				part += wx[k] * p
			}
			sum += w * part
		}
		if sum > discreteTiny {
			out[i] = scale + math.Log(sum)
			continue
		}
		out[i] = math.Inf(-1)
		for j, lb := range other {
			row := i*own + j*others
			for k := lo; k < hi && row < t.rows(); k++ {
				if t.p[row*t.n+k] == 0 && t.logs == nil || math.IsInf(lb, -1) || math.IsInf(x[k], -1) {
					continue
				}
				out[i] = logicLogSum(out[i], lb+x[k]+t.log(row, k))
			}
		}
	}
}

// tableObserved sends to a parent what an observed x says.
func tableObserved(t *tableRows, x int, other []float64, own, others int, to *dist.Categorical, work *dist.CategoricalWork) dist.Fault {
	if x < 0 || x >= t.n {
		return dist.Contradiction
	}
	w := work.Row(2, t.n)
	w[x] = 0
	tableToParent(t, w, x, x+1, other, own, others, to.LogP, work)
	return discreteSend(to)
}

// tableBack sends to a parent what the message about x says: nothing where that is
// uniform.
func tableBack(t *tableRows, x, other []float64, own, others int, to *dist.Categorical, work *dist.CategoricalWork) dist.Fault {
	if tableUniform(x) {
		to.SetUniform()
		return dist.NoFault
	}
	tableToParent(t, x, 0, min(len(x), t.n), other, own, others, to.LogP, work)
	return discreteSend(to)
}

// tableUniform tells whether all log weights are one.
func tableUniform(x []float64) bool {
	for _, l := range x {
		if l != x[0] || math.IsInf(l, 0) {
			return false
		}
	}
	return true
}

// tableSend sends to x that is a truth its two log weights.
func tableSend(t *tableRows, a, b []float64, work *dist.CategoricalWork) (dist.Bernoulli, dist.Fault) {
	out := work.Row(4, 2)
	tableToX(t, a, b, out, work)
	switch odds := out[1] - out[0]; {
	case math.IsInf(out[0], -1) && math.IsInf(out[1], -1) || odds != odds:
		return dist.Bernoulli{}, dist.Contradiction
	default:
		return dist.Bernoulli{LogOdds: odds}, dist.NoFault
	}
}

// tableLogZ returns the log of the sum over the parents of their probabilities times the
// weight that the table gives to x, whose log weights are normalized too: -Inf where
// nothing is possible.
func tableLogZ(t *tableRows, x []float64, lo, hi int, a, b []float64, work *dist.CategoricalWork) float64 {
	out := work.Row(4, len(a))
	tableToParent(t, x, lo, hi, b, t.m, 1, out, work)
	return discreteOverlap(out, a) - discreteLogSum(a) - discreteLogSum(b) - discreteLogSum(x[lo:hi])
}

// tableLogObserved is tableLogZ of an observed x.
func tableLogObserved(t *tableRows, x int, a, b []float64, work *dist.CategoricalWork) float64 {
	if x < 0 || x >= t.n {
		return math.Inf(-1)
	}
	w := work.Row(2, t.n)
	w[x] = 0
	return tableLogZ(t, w, x, x+1, a, b, work)
}
