package operators

import (
	"math"
	"slices"

	"mpc/dist"
)

// Messages of p = softmax(x), p_k = exp(x_k)/sum_j exp(x_j), x normals, to what uses
// the probabilities: factors whose logs are sums of counts times log p_k. All of
// them bound E log sum exp(x) from above, so that E log p_k = m_k - E log sum exp(x)
// is bounded from below, m_k and v_k the mean and variance of x_k:
//
//   - by tilting (Saul and Jordan, "A mean field learning algorithm for unsupervised
//     neural networks", 1999; Knowles and Minka, "Non-conjugate variational message
//     passing", 2011, section 5.2): sum a_k^2 v_k/2 + log sum exp(m_k + (1-2a_k)
//     v_k/2) with the best a. It wants independent x;
//   - as its tangent in the argument of the log (Blei and Lafferty, "Correlated
//     topic models", 2006): log sum exp(m_k + v_k/2), the former for a = 0, and so
//     never better. It holds for dependent x too;
//   - by a quadratic function (Bohning, "Multinomial logistic regression
//     algorithm", 1992): log sum exp(m_k) + (1-1/K)/4 sum v_k for independent x, and
//     sum v_k/4 in place of that for others, whose covariances can only lower it.
//
// The forward message is the dirichlet whose E log p_k are these bounds, so that a
// factor's mean log is a bound, and the messages back are of the same one.
func softmaxVMPOps() []*Op {
	return []*Op{
		{Func: SoftmaxToOutAverage, Factor: "softmax", To: "out", Algorithm: VMP, Apart: true, Args: []Arg{{"x", 0}, {"to", 0}}},
		{
			Func: SoftmaxToXAverage, Factor: "softmax", To: "x", Algorithm: VMP, Apart: true, Surrogate: true,
			Args: []Arg{{"out", SkipIfUniform}, {"x", 0}, {"index", 0}},
		},
		{Func: SoftmaxToOutAverageTangent, Factor: "softmax", To: "out", Algorithm: VMP, Args: []Arg{{"x", 0}, {"to", 0}}},
		{
			Func: SoftmaxToXAverageTangent, Factor: "softmax", To: "x", Algorithm: VMP, Surrogate: true,
			Args: []Arg{{"out", SkipIfUniform}, {"x", 0}, {"index", 0}},
		},
		{Func: SoftmaxToOutAverage, Factor: "softmax", To: "out", Algorithm: VMP, Variant: "km11", Apart: true, Args: []Arg{{"x", 0}, {"to", 0}}},
		{
			Func: SoftmaxToXAverage, Factor: "softmax", To: "x", Algorithm: VMP, Variant: "km11", Apart: true, Surrogate: true,
			Args: []Arg{{"out", SkipIfUniform}, {"x", 0}, {"index", 0}},
		},
		{Func: SoftmaxToOutAverageTangent, Factor: "softmax", To: "out", Algorithm: VMP, Variant: "bl06", Args: []Arg{{"x", 0}, {"to", 0}}},
		{
			Func: SoftmaxToXAverageTangent, Factor: "softmax", To: "x", Algorithm: VMP, Variant: "bl06", Surrogate: true,
			Args: []Arg{{"out", SkipIfUniform}, {"x", 0}, {"index", 0}},
		},
		{Func: SoftmaxToOutAverageBohning, Factor: "softmax", To: "out", Algorithm: VMP, Variant: "bohning", Apart: true, Args: []Arg{{"x", 0}, {"to", 0}}},
		{
			Func: SoftmaxToXAverageBohning, Factor: "softmax", To: "x", Algorithm: VMP, Variant: "bohning", Apart: true,
			Args: []Arg{{"out", SkipIfUniform}, {"x", 0}, {"index", 0}},
		},
		{Func: SoftmaxToOutAverageBohningDependent, Factor: "softmax", To: "out", Algorithm: VMP, Variant: "bohning", Args: []Arg{{"x", 0}, {"to", 0}}},
		{
			Func: SoftmaxToXAverageBohningDependent, Factor: "softmax", To: "x", Algorithm: VMP, Variant: "bohning",
			Args: []Arg{{"out", SkipIfUniform}, {"x", 0}, {"index", 0}},
		},
	}
}

// SoftmaxToOutAverage sends p = softmax(x), x independent, as the dirichlet of the
// tilted bounds of E log p. The fault is Improper where one of x is.
func SoftmaxToOutAverage(x []dist.Normal, to *dist.Dirichlet) dist.Fault {
	return softmaxToOut(x, softmaxTiltedLogs, 0, to)
}

// SoftmaxToOutAverageTangent is SoftmaxToOutAverage by the tangent, for any x.
func SoftmaxToOutAverageTangent(x []dist.Normal, to *dist.Dirichlet) dist.Fault {
	return softmaxToOut(x, softmaxTangentLogs, 0, to)
}

// SoftmaxToOutAverageBohning is SoftmaxToOutAverage by the quadratic bound.
func SoftmaxToOutAverageBohning(x []dist.Normal, to *dist.Dirichlet) dist.Fault {
	return softmaxToOut(x, softmaxBohningLogs, softmaxBohning(len(x)), to)
}

// SoftmaxToOutAverageBohningDependent is SoftmaxToOutAverage by the quadratic bound
// for any x.
func SoftmaxToOutAverageBohningDependent(x []dist.Normal, to *dist.Dirichlet) dist.Fault {
	return softmaxToOut(x, softmaxBohningLogs, 0.5, to)
}

// softmaxToOut writes the dirichlet of given bounds of E log p. The memory of to is
// twice as long as the message, the other half for the bounds. At points it is a
// point mass, or, where a probability is too small for a number, one of counts so
// large that E log p is all the same.
func softmaxToOut(x []dist.Normal, bounds func(x []dist.Normal, origin, curve float64, to []float64), curve float64, to *dist.Dirichlet) dist.Fault {
	const count, tiny = 1e16, -700
	n := len(x)
	to.Resize(2 * n)
	logs := to.A[n:]
	to.A = to.A[:n]
	origin, fault := softmaxOrigin(x)
	for _, d := range x {
		if d.IsUniform() {
			fault = dist.Improper
		}
	}
	if fault != dist.NoFault || n == 0 {
		return fault
	}
	if n == 1 {
		to.Point = true // at 1
		return dist.NoFault
	}
	bounds(x, origin, curve, logs)
	to.SetMeanLogs(logs)
	if to.Point && slices.Min(logs) < tiny {
		to.Point = false
		for k, l := range logs {
			to.A[k] = digammaInverse(l + math.Log(count))
		}
	}
	if !to.IsFinite() {
		to.SetUniform()
		return dist.NotFinite
	}
	return dist.NoFault
}

// SoftmaxToXAverage sends to x[index] of p = softmax(x), x independent, out the
// product of the messages from what uses p, the gradient at the current x of the sum
// of the counts out.A[k] - 1 times the tilted bounds: with the best a and C the sum
// of the counts,
//
//	P = C a (1-a), H = count - C a + m P
//
// (Knowles and Minka, 2011). A step can lower the bound. The fault is Improper where
// one of x is, other than uniform, which counts as the point 0 at the start, where a
// count is negative, for which there is no bound, and for an observed p.
func SoftmaxToXAverage(out dist.Dirichlet, x []dist.Normal, index int) (dist.Normal, dist.Fault) {
	origin, silent, fault := softmaxBack(out, x)
	if silent {
		return dist.Normal{}, fault
	}
	level := softmaxTilt(x, origin)
	a, _ := softmaxShare(x[index], origin, level)
	var rest float64
	for k, d := range x {
		if k != index {
			b, _ := softmaxShare(d, origin, level)
			rest += b
		}
	}
	return softmaxMessage(out, x[index], index, a, rest, a*rest)
}

// SoftmaxToXAverageTangent is SoftmaxToXAverage by the tangent, for any x: with s_k
// the softmax of m_k + v_k/2,
//
//	P = C s, H = count - C s + m P.
func SoftmaxToXAverageTangent(out dist.Dirichlet, x []dist.Normal, index int) (dist.Normal, dist.Fault) {
	origin, silent, fault := softmaxBack(out, x)
	if silent {
		return dist.Normal{}, fault
	}
	m, v, _ := softmaxTerm(x[index], origin)
	total, _ := softmaxLogTotal(x, origin, 0.5)
	s := math.Exp(m + v/2 - total)
	return softmaxMessage(out, x[index], index, s, softmaxRest(x, origin, 0.5, total, index), s)
}

// SoftmaxToXAverageBohning is SoftmaxToXAverage by the quadratic bound that touches
// at the means: with s_k the softmax of m_k and K the number of x,
//
//	P = C (1-1/K)/2, H = count - C s + m P.
//
// No step lowers the bound.
func SoftmaxToXAverageBohning(out dist.Dirichlet, x []dist.Normal, index int) (dist.Normal, dist.Fault) {
	return softmaxToXBohning(out, x, index, softmaxBohning(len(x)))
}

// SoftmaxToXAverageBohningDependent is SoftmaxToXAverageBohning for any x: P = C/2,
// with which no step in several x at once lowers the bound.
func SoftmaxToXAverageBohningDependent(out dist.Dirichlet, x []dist.Normal, index int) (dist.Normal, dist.Fault) {
	return softmaxToXBohning(out, x, index, 0.5)
}

func softmaxToXBohning(out dist.Dirichlet, x []dist.Normal, index int, curve float64) (dist.Normal, dist.Fault) {
	origin, silent, fault := softmaxBack(out, x)
	if silent {
		return dist.Normal{}, fault
	}
	m, _, _ := softmaxTerm(x[index], origin)
	total, _ := softmaxLogTotal(x, origin, 0)
	return softmaxMessage(out, x[index], index, math.Exp(m-total), softmaxRest(x, origin, 0, total, index), curve)
}

// softmaxBack is softmaxOrigin, and tells whether the message to x is uniform: as
// nothing comes back, as the one value of p is 1, or with a fault.
func softmaxBack(out dist.Dirichlet, x []dist.Normal) (origin float64, silent bool, fault dist.Fault) {
	if len(out.A) != len(x) || !out.IsFinite() {
		return 0, true, dist.NotFinite
	}
	for _, a := range out.A {
		if a < 1 || out.Point {
			return 0, true, dist.Improper
		}
	}
	origin, fault = softmaxOrigin(x)
	return origin, fault != dist.NoFault || len(x) == 1 || out.IsUniform(), fault
}

// softmaxMessage is the message of slope count - C s and curvature C curve at the
// mean of x, r the sum of the other s. The slope is r times the count of index less s
// times the others, so that nothing cancels where s is near 1.
func softmaxMessage(out dist.Dirichlet, x dist.Normal, index int, s, r, curve float64) (dist.Normal, dist.Fault) {
	var others float64
	for k, a := range out.A {
		if k != index {
			others += a - 1
		}
	}
	own := out.A[index] - 1
	p := (own + others) * curve
	m, _, _ := softmaxTerm(x, 0)
	return normalFinite(math.FMA(m, p, r*own-s*others), p)
}
