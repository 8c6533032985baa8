package operators

import (
	"math"

	"mpc/dist"
	"mpc/special"
)

// Operators on whole numbers of finite cardinality are sums over all values, and so
// exact. They calculate in logs of weights where a sum over few of them decides, and
// send messages whose largest weight is 1: log weights of -1e6 keep their digits, and
// a chain of any length stays in range.

// discreteLogSum returns the log of the sum of the weights whose logs are x: -Inf
// where there is none above 0.
func discreteLogSum(x []float64) float64 {
	top := discreteLargest(x)
	if math.IsInf(top, -1) || top != top {
		return top
	}
	sum := 0.0
	for _, l := range x {
		sum += math.Exp(l - top)
	}
	return top + math.Log(sum)
}

// discreteLargest returns the largest element: -Inf where there is none, NaN where
// one is.
func discreteLargest(x []float64) float64 {
	top := math.Inf(-1)
	for _, l := range x {
		top = max(top, l) // no branch, which would be guessed wrong half of the time
	}
	return top
}

// discreteOnly is the one value whose log weight is not -Inf, -1 where there are others.
func discreteOnly(x []float64) int {
	only := -1
	for k, l := range x {
		switch {
		case l < -math.MaxFloat64:
		case only >= 0:
			return -1
		default:
			only = k
		}
	}
	return only
}

// discreteSend makes the largest log weight of a message 0. The fault is Contradiction
// where no weight is above 0, or where one is no number: a product of messages that
// leave no value is none.
func discreteSend(to *dist.Categorical) dist.Fault {
	top := discreteLargest(to.LogP)
	switch {
	case len(to.LogP) == 0 || math.IsInf(top, -1) || top != top:
		return dist.Contradiction
	case top-top != 0:
		return dist.NotFinite
	case top != 0:
		for k := range to.LogP {
			to.LogP[k] -= top
		}
	}
	return dist.NoFault
}

// discreteCopy writes log weights to a message, of which those beyond its size are
// lost, and of which those that it has more are 0.
func discreteCopy(to *dist.Categorical, from []float64) {
	n := copy(to.LogP, from)
	for k := n; k < len(to.LogP); k++ {
		to.LogP[k] = math.Inf(-1)
	}
}

// discretePoint makes a message the point mass at k. The fault is Contradiction where
// there is no such value.
func discretePoint(to *dist.Categorical, k int) dist.Fault {
	if k < 0 || k >= len(to.LogP) {
		return dist.Contradiction
	}
	to.SetPoint(k)
	return dist.NoFault
}

// discreteComplements writes to dst the logs of the probabilities that x is not k, for
// each k, with all their digits.
func discreteComplements(dst []float64, x dist.Categorical) {
	top := 0
	for k, l := range x.LogP {
		if l > x.LogP[top] {
			top = k
		}
	}
	rest := 0.0 // of all but the largest, over the largest
	for k, l := range x.LogP {
		if k != top {
			rest += math.Exp(l - x.LogP[top])
		}
	}
	for k, l := range x.LogP {
		switch {
		case k != top:
			dst[k] = math.Log1p(-math.Exp(l-x.LogP[top]) / (1 + rest))
		case rest > 1e-300:
			dst[k] = math.Log(rest) - math.Log1p(rest)
		default: // the others have underflowed, or there are none
			dst[k] = math.Inf(-1)
			for j, l := range x.LogP {
				if j != top {
					dst[k] = logicLogSum(dst[k], l-x.LogP[top])
				}
			}
		}
	}
}

// discreteMean is the mean of numbers, of which those of probability 0 do not count:
// they may be infinite.
func discreteMean(p, x []float64) float64 {
	sum := 0.0
	for k, w := range p {
		if w > 0 {
			sum += w * x[k]
		}
	}
	return sum
}

// discreteOverlap returns the log of the sum of the products of weights whose logs are
// x and y; of the longer, what is beyond the other does not count.
func discreteOverlap(x, y []float64) float64 {
	n := min(len(x), len(y))
	top := math.Inf(-1)
	for k := range n {
		top = math.Max(top, x[k]+y[k])
	}
	if math.IsInf(top, -1) || top != top {
		return top
	}
	sum := 0.0
	for k := range n {
		sum += math.Exp(x[k] + y[k] - top)
	}
	return top + math.Log(sum)
}

// discreteTails writes to below[v] the log probability that x is at most v, and to
// above[v] that it is more. Both have the size of x.
func discreteTails(below, above []float64, x dist.Categorical) {
	sum := math.Inf(-1)
	for k, l := range x.LogP {
		sum = logicLogSum(sum, l)
		below[k] = sum
	}
	rest := math.Inf(-1)
	for k := len(x.LogP) - 1; k >= 0; k-- {
		above[k] = rest - sum
		rest = logicLogSum(rest, x.LogP[k])
		below[k] -= sum
	}
}

// discreteAt is below or above of discreteTails at any v: low for v below 0, high
// beyond the last.
func discreteAt(tail []float64, v int, low, high float64) float64 {
	switch {
	case v < 0:
		return low
	case v >= len(tail):
		return high
	}
	return tail[v]
}

// discreteScale writes to w the weights of log weights x, over one that none exceeds by more
// than exp(30), so that no sum of products of them has a scale that matters: the largest
// would be waited for. It returns the log of the scale.
func discreteScale(w, x []float64) float64 {
	top := math.Inf(-1)
	for _, l := range x {
		if !(l <= top+30) {
			top = l
		}
	}
	if math.IsInf(top, -1) {
		clear(w)
		return top
	}
	special.ExpRow(w, x, top)
	return top
}

// discreteTiny is below what sums of products of weights near 1 or below have all digits
// of: what underflowed is nothing beside it.
const discreteTiny = 1e-280

// discreteConvolve writes to dst[k] the log of the sum of a[i] b[k-i], weights whose logs
// are given: in weights where their sum is not tiny, else in logs.
func discreteConvolve(dst, a, b []float64, work *dist.CategoricalWork) {
	wa, wb := work.Row(0, len(a)), work.Row(1, len(b))
	scale := discreteScale(wa, a) + discreteScale(wb, b)
	for k := range dst {
		from, to := max(0, k-len(b)+1), min(len(a)-1, k)
		sum := 0.0
		for i := from; i <= to; i++ {
			sum += wa[i] * wb[k-i]
		}
		if sum > discreteTiny {
			dst[k] = scale + math.Log(sum)
			continue
		}
		dst[k] = math.Inf(-1)
		for i := from; i <= to; i++ {
			dst[k] = logicLogSum(dst[k], a[i]+b[k-i])
		}
	}
}

// discreteCorrelate writes to dst[i] the log of the sum over j of x[i+j] b[j].
func discreteCorrelate(dst, x, b []float64, work *dist.CategoricalWork) {
	wx, wb := work.Row(0, len(x)), work.Row(1, len(b))
	scale := discreteScale(wx, x) + discreteScale(wb, b)
	for i := range dst {
		n := min(len(b), len(x)-i)
		sum := 0.0
		for j := 0; j < n; j++ {
			sum += wx[i+j] * wb[j]
		}
		if sum > discreteTiny {
			dst[i] = scale + math.Log(sum)
			continue
		}
		dst[i] = math.Inf(-1)
		for j := 0; j < n; j++ {
			dst[i] = logicLogSum(dst[i], x[i+j]+b[j])
		}
	}
}
