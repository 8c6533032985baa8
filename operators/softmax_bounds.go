package operators

import (
	"math"

	"mpc/dist"
)

// softmaxTerm is the mean, less origin, and variance of one of x. A uniform one, of
// which nothing is known at the start, counts as the point 0. The fault is Improper
// where it is.
func softmaxTerm(x dist.Normal, origin float64) (m, v float64, fault dist.Fault) {
	if x.IsUniform() {
		return -origin, 0, dist.NoFault
	}
	m, v, fault = expArgument(x)
	return m - origin, v, fault
}

// softmaxOrigin is the largest mean of x: sums are taken of what the others are less
// than that, so that nothing is lost where all means are large. It also returns the
// first fault in x.
func softmaxOrigin(x []dist.Normal) (origin float64, fault dist.Fault) {
	origin = math.Inf(-1)
	for _, d := range x {
		m, _, fault := softmaxTerm(d, 0)
		if fault != dist.NoFault {
			return 0, fault
		}
		origin = math.Max(origin, m)
	}
	return origin, dist.NoFault
}

// softmaxLogTotal is log sum exp(m_k + share v_k - origin) and which k has the
// largest term.
func softmaxLogTotal(x []dist.Normal, origin, share float64) (total float64, top int) {
	highest := math.Inf(-1)
	for k, d := range x {
		m, v, _ := softmaxTerm(d, origin)
		if at := m + share*v; at > highest {
			highest, top = at, k
		}
	}
	var rest float64
	for k, d := range x {
		if k != top {
			m, v, _ := softmaxTerm(d, origin)
			rest += math.Exp(m + share*v - highest)
		}
	}
	return highest + math.Log1p(rest), top
}

// softmaxRest is the sum of exp(m_k + share v_k - origin - total) over all k but one.
func softmaxRest(x []dist.Normal, origin, share, total float64, except int) float64 {
	var rest float64
	for k, d := range x {
		if k != except {
			m, v, _ := softmaxTerm(d, origin)
			rest += math.Exp(m + share*v - total)
		}
	}
	return rest
}

// softmaxSpread writes E log p_k, which differ by the means of x, given that of
// top: near 0 that one has digits that m_k - E log sum exp(x) has not.
func softmaxSpread(x []dist.Normal, top int, log float64, to []float64) {
	origin, _, _ := softmaxTerm(x[top], 0)
	for k, d := range x {
		m, _, _ := softmaxTerm(d, origin)
		to[k] = log + m
	}
}

// softmaxTilt finds the best a of the tilted bound. They are the softmax of m_k +
// (1-2a_k) v_k/2; given the log of its scale, level (beyond origin), each is
// known,
//
//	log a_k + a_k v_k = m_k + v_k/2 - origin - level,
//
// and falls in level, as the sum does, which must be 1. Newton's method on the log
// of the sum, kept in a bracket, converges to the one solution.
func softmaxTilt(x []dist.Normal, origin float64) float64 {
	high, _ := softmaxLogTotal(x, origin, 0.5) // there a_k < the softmax of m_k + v_k/2
	low := math.Inf(-1)
	for _, d := range x {
		m, v, _ := softmaxTerm(d, origin)
		low = math.Max(low, m-v/2) // there one a_k is 1
	}
	level := low
	for range 200 {
		var sum, slope float64
		for _, d := range x {
			a, v := softmaxShare(d, origin, level)
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
func softmaxShare(x dist.Normal, origin, level float64) (a, v float64) {
	m, v, _ := softmaxTerm(x, origin)
	if v < 1e-300 {
		return math.Exp(m - level), 0
	}
	// log(a v) + a v is known.
	return math.Exp(expPlusInverse(math.Log(v)+m+v/2-level)) / v, v
}

// softmaxTangentLogs writes the bounds of E log p_k by the tangent. The arguments of
// the three functions of this form are the same.
func softmaxTangentLogs(x []dist.Normal, origin, _ float64, to []float64) {
	total, top := softmaxLogTotal(x, origin, 0.5)
	_, v, _ := softmaxTerm(x[top], origin)
	softmaxSpread(x, top, math.Log1p(-softmaxRest(x, origin, 0.5, total, top))-v/2, to)
}

// softmaxBohningLogs writes the quadratic bounds, curve their curvature in each x.
func softmaxBohningLogs(x []dist.Normal, origin, curve float64, to []float64) {
	total, top := softmaxLogTotal(x, origin, 0)
	var spread float64
	for _, d := range x {
		_, v, _ := softmaxTerm(d, origin)
		spread += v
	}
	softmaxSpread(x, top, math.Log1p(-softmaxRest(x, origin, 0, total, top))-curve*spread/2, to)
}

// softmaxTiltedLogs writes the tilted bounds at the best a, where
//
//	E log p_k >= log a_k - (1-a_k)^2 v_k/2 - sum over the others of a_j^2 v_j/2.
func softmaxTiltedLogs(x []dist.Normal, origin, _ float64, to []float64) {
	level := softmaxTilt(x, origin)
	top, most := 0, -1.0
	for k, d := range x {
		if a, _ := softmaxShare(d, origin, level); a > most {
			top, most = k, a
		}
	}
	var rest, loss float64
	for k, d := range x {
		if k != top {
			a, v := softmaxShare(d, origin, level)
			rest += a
			loss += a * a * v
		}
	}
	_, v, _ := softmaxTerm(x[top], origin)
	softmaxSpread(x, top, math.Log1p(-rest)-(rest*rest*v+loss)/2, to)
}

// softmaxBohning is the curvature of Bohning's bound in each of n arguments.
func softmaxBohning(n int) float64 { return 0.5 - 0.5/float64(n) }
