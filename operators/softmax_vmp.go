package operators

import (
	"math"

	"mpc/dist"
)

// Messages of p = softmax(x), p_k = exp(x_k)/sum_j exp(x_j), x independent normals,
// to what uses the probabilities: factors whose logs are sums of counts times log
// p_k. All of them bound E log sum exp(x) from above, so that E log p_k = m_k -
// E log sum exp(x) is bounded from below, m_k and v_k the mean and variance of x_k:
//
//   - as its tangent in the argument of the log (Blei and Lafferty, "Correlated
//     topic models", 2006): log sum exp(m_k + v_k/2);
//   - by tilting (Saul and Jordan, "A mean field learning algorithm for unsupervised
//     neural networks", 1999; Knowles and Minka, "Non-conjugate variational message
//     passing", 2011, section 5.2): sum a_k^2 v_k/2 + log sum exp(m_k + (1-2a_k)
//     v_k/2) with the best a. It is the former for a = 0, and so not worse;
//   - by a quadratic function (Bohning, "Multinomial logistic regression
//     algorithm", 1992): log sum exp(m_k) + (1-1/K)/4 sum v_k.

// softmaxTerm is the mean and variance of one of x. A uniform one, of which nothing
// is known at the start, counts as the point 0. The fault is Improper where it is.
func softmaxTerm(x dist.Normal) (m, v float64, fault dist.Fault) {
	if x.IsUniform() {
		return 0, 0, dist.NoFault
	}
	return expArgument(x)
}

// softmaxFault is the first fault in x.
func softmaxFault(x []dist.Normal) dist.Fault {
	for _, d := range x {
		if _, _, fault := softmaxTerm(d); fault != dist.NoFault {
			return fault
		}
	}
	return dist.NoFault
}

// softmaxLogTotal is log sum exp(m_k + share v_k) and which k has the largest term.
func softmaxLogTotal(x []dist.Normal, share float64) (total float64, top int) {
	highest := math.Inf(-1)
	for k, d := range x {
		m, v, _ := softmaxTerm(d)
		if at := m + share*v; at > highest {
			highest, top = at, k
		}
	}
	var rest float64
	for k, d := range x {
		if k != top {
			m, v, _ := softmaxTerm(d)
			rest += math.Exp(m + share*v - highest)
		}
	}
	return highest + math.Log1p(rest), top
}

// softmaxRest is the sum of exp(m_k + share v_k - total) over all k but one.
func softmaxRest(x []dist.Normal, share, total float64, except int) float64 {
	var rest float64
	for k, d := range x {
		if k != except {
			m, v, _ := softmaxTerm(d)
			rest += math.Exp(m + share*v - total)
		}
	}
	return rest
}

// SoftmaxMeanLogs writes to the bounds of E log p_k for p = softmax(x) by Blei and
// Lafferty (2006). The fault is Improper where one of x is, other than uniform,
// which counts as the point 0.
func SoftmaxMeanLogs(x []dist.Normal, to []float64) dist.Fault {
	if fault := softmaxFault(x); fault != dist.NoFault {
		return fault
	}
	total, top := softmaxLogTotal(x, 0.5)
	_, v, _ := softmaxTerm(x[top])
	softmaxSpread(x, top, math.Log1p(-softmaxRest(x, 0.5, total, top))-v/2, to)
	return dist.NoFault
}

// softmaxSpread writes E log p_k, which differ by the means of x, given that of
// top: near 0 that one has digits that m_k - E log sum exp(x) has not.
func softmaxSpread(x []dist.Normal, top int, log float64, to []float64) {
	origin, _, _ := softmaxTerm(x[top])
	for k, d := range x {
		m, _, _ := softmaxTerm(d)
		to[k] = log + (m - origin)
	}
}

// SoftmaxToXAverage sends to x[index] of p = softmax(x) the gradient of the sum of
// counts[k] times the bounds of SoftmaxMeanLogs at the current x: with s_k the
// softmax of m_k + v_k/2 and C the sum of the counts,
//
//	P = C s, H = counts - C s + m P.
//
// A step can lower the bound. The fault is Improper where one of x is, other than
// uniform.
func SoftmaxToXAverage(counts []float64, x []dist.Normal, index int) (dist.Normal, dist.Fault) {
	if fault := softmaxFault(x); fault != dist.NoFault {
		return dist.Normal{}, fault
	}
	m, v, _ := softmaxTerm(x[index])
	total, _ := softmaxLogTotal(x, 0.5)
	s := math.Exp(m + v/2 - total)
	return softmaxMessage(counts, m, index, s, softmaxRest(x, 0.5, total, index), s)
}

// softmaxMessage is the message of slope counts[index] - C s and curvature C curve
// at m, r the sum of the other s. The slope is (1-s) counts[index] - s times the
// other counts, so that nothing cancels where s is near 1.
func softmaxMessage(counts []float64, m float64, index int, s, r, curve float64) (dist.Normal, dist.Fault) {
	var others float64
	for k, c := range counts {
		if k != index {
			others += c
		}
	}
	p := (counts[index] + others) * curve
	return normalFinite(math.FMA(m, p, r*counts[index]-s*others), p)
}

// SoftmaxMeanLogsBohning is SoftmaxMeanLogs by the bound of Bohning (1992).
func SoftmaxMeanLogsBohning(x []dist.Normal, to []float64) dist.Fault {
	if fault := softmaxFault(x); fault != dist.NoFault {
		return fault
	}
	total, top := softmaxLogTotal(x, 0)
	var spread float64
	for _, d := range x {
		_, v, _ := softmaxTerm(d)
		spread += v
	}
	softmaxSpread(x, top, math.Log1p(-softmaxRest(x, 0, total, top))-softmaxBohning(len(x))*spread/2, to)
	return dist.NoFault
}

// softmaxBohning is the curvature of Bohning's bound in each of n arguments.
func softmaxBohning(n int) float64 { return 0.5 - 0.5/float64(n) }

// SoftmaxToXAverageBohning is SoftmaxToXAverage by the bound of Bohning (1992) that
// touches at the means: with s_k the softmax of m_k, K the number of x and C the
// sum of the counts,
//
//	P = C (1-1/K)/2, H = counts - C s + m P.
//
// The bound is quadratic: for counts that are not negative no step lowers it.
func SoftmaxToXAverageBohning(counts []float64, x []dist.Normal, index int) (dist.Normal, dist.Fault) {
	if fault := softmaxFault(x); fault != dist.NoFault {
		return dist.Normal{}, fault
	}
	m, _, _ := softmaxTerm(x[index])
	total, _ := softmaxLogTotal(x, 0)
	return softmaxMessage(counts, m, index, math.Exp(m-total), softmaxRest(x, 0, total, index), softmaxBohning(len(x)))
}

// softmaxTilt finds the best a of the tilted bound. They are the softmax of m_k +
// (1-2a_k) v_k/2; given the log of its scale, level, each is known,
//
//	log a_k + a_k v_k = m_k + v_k/2 - level,
//
// and falls in level, as the sum does, which must be 1. Newton's method on the log
// of the sum, kept in a bracket, converges to the one solution.
func softmaxTilt(x []dist.Normal) float64 {
	high, _ := softmaxLogTotal(x, 0.5) // there a_k < the softmax of m_k + v_k/2
	low := math.Inf(-1)
	for _, d := range x {
		m, v, _ := softmaxTerm(d)
		low = math.Max(low, m-v/2) // there one a_k is 1
	}
	level := low
	for range 200 {
		var sum, slope float64
		for _, d := range x {
			a, v := softmaxShare(d, level)
			sum += a
			slope += a / (1 + a*v)
		}
		if sum > 1 {
			low = level
		} else {
			high = level
		}
		step := sum * math.Log(sum) / slope
		next := level + step
		small := math.Abs(step) <= 1e-15*math.Max(1, math.Abs(level))
		if !small && !(next > low && next < high) {
			next = low/2 + high/2
		}
		if small || next == level {
			return next
		}
		level = next
	}
	return level
}

// softmaxShare is a_k of softmaxTilt, given the level, and the variance of x_k.
func softmaxShare(x dist.Normal, level float64) (a, v float64) {
	m, v, _ := softmaxTerm(x)
	if v < 1e-300 {
		return math.Exp(m - level), 0
	}
	// log(a v) + a v is known.
	return math.Exp(expPlusInverse(math.Log(v)+m+v/2-level)) / v, v
}

// SoftmaxMeanLogsTilted is SoftmaxMeanLogs by the tilted bound of Saul and Jordan
// (1999) at the best a, where
//
//	E log p_k >= log a_k - (1-a_k)^2 v_k/2 - sum over the others of a_j^2 v_j/2.
func SoftmaxMeanLogsTilted(x []dist.Normal, to []float64) dist.Fault {
	if fault := softmaxFault(x); fault != dist.NoFault {
		return fault
	}
	level := softmaxTilt(x)
	top, most := 0, -1.0
	for k, d := range x {
		if a, _ := softmaxShare(d, level); a > most {
			top, most = k, a
		}
	}
	var rest, loss float64
	for k, d := range x {
		if k != top {
			a, v := softmaxShare(d, level)
			rest += a
			loss += a * a * v
		}
	}
	_, v, _ := softmaxTerm(x[top])
	softmaxSpread(x, top, math.Log1p(-rest)-(rest*rest*v+loss)/2, to)
	return dist.NoFault
}

// SoftmaxToXAverageTilted is SoftmaxToXAverage by the tilted bound: with the best a
// and C the sum of the counts,
//
//	P = C a (1-a), H = counts - C a + m P
//
// (Knowles and Minka, 2011). A step can lower the bound.
func SoftmaxToXAverageTilted(counts []float64, x []dist.Normal, index int) (dist.Normal, dist.Fault) {
	if fault := softmaxFault(x); fault != dist.NoFault {
		return dist.Normal{}, fault
	}
	level := softmaxTilt(x)
	m, _, _ := softmaxTerm(x[index])
	a, _ := softmaxShare(x[index], level)
	var rest float64
	for k, d := range x {
		if k != index {
			b, _ := softmaxShare(d, level)
			rest += b
		}
	}
	return softmaxMessage(counts, m, index, a, rest, a*rest)
}
