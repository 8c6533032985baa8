package operators

import (
	"math"

	"mpc/dist"
)

func dotOps() []*Op {
	return []*Op{
		{
			Func: DotSum, Factor: "dot", To: "sum", Algorithm: EP, Safe: true,
			Args: []Arg{{"x", 0}, {"w", 0}},
		},
		{
			Func: DotToOut, Factor: "dot", To: "out", Algorithm: EP, Exact: true, Safe: true,
			Args: []Arg{{"x", 0}, {"w", SkipIfUniform}, {"sum", Required}},
		},
		{
			Func: DotToW, Factor: "dot", To: "w", Algorithm: EP, Safe: true,
			Args: []Arg{{"out", SkipIfUniform}, {"x", 0}, {"w", 0}, {"sum", Required}, {"to", 0}},
		},
		{
			Func: DotEvidence, Factor: "dot", To: Evidence, Algorithm: EP,
			Args: []Arg{{"out", 0}, {"x", 0}, {"w", 0}},
		},
	}
}

// A DotMoments holds what all messages of out = sum(x[i] w[i]) share: the mean
// and the variance of the sum, and Size, the sum of the absolute means of its
// terms. All are NaN where a w with an x other than 0 has no positive and
// finite precision.
type DotMoments struct{ Mean, Variance, Size float64 }

// DotSum computes the moments of the sum of all x[i] w[i].
func DotSum(x []float64, w []dist.Normal) DotMoments {
	var s DotMoments
	x = x[:len(w)]
	for i, t := range w {
		k := x[i]
		if !(t.P > 0 && t.P <= math.MaxFloat64) {
			if k == 0 {
				continue
			}
			return DotMoments{math.NaN(), math.NaN(), math.NaN()}
		}
		r := k / t.P
		m := t.H * r
		s.Mean += m
		s.Size += math.Abs(m)
		s.Variance += k * r
	}
	return s
}

// DotToOut sends out = sum(x[i] w[i]), the point mass at 0 for no element. An
// element whose x is 0 is left out, whatever its w; where a w of another one is
// uniform, so is out. The fault is dist.Improper where the sum has no
// distribution; see SumToOut.
func DotToOut(x []float64, w []dist.Normal, sum DotMoments) (dist.Normal, dist.Fault) {
	if m := (dist.Normal{H: sum.Mean / sum.Variance, P: 1 / sum.Variance}); m.P > 0 && m.P <= math.MaxFloat64 && m.H-m.H == 0 {
		return m, dist.NoFault
	}
	return dotLimits(x, w)
}

// dotLimits is DotToOut for elements that are not proper, or of any size.
func dotLimits(x []float64, w []dist.Normal) (dist.Normal, dist.Fault) {
	uniform := len(w) > 0
	for i, t := range w {
		if !t.IsUniform() {
			uniform = false
		} else if x[i] != 0 {
			return dist.Normal{}, dist.NoFault
		}
	}
	if uniform {
		return dist.Normal{}, dist.NoFault
	}
	sum := dist.NormalPoint(0)
	for i, t := range w {
		if x[i] == 0 {
			continue
		}
		var fault dist.Fault
		if sum, fault = normalSum(sum, ScaleToOut(t, x[i])); fault != dist.NoFault {
			return dist.Normal{}, fault
		}
	}
	return sum, dist.NoFault
}

// DotToW sends to each w of out = sum(x[i] w[i]) what is left of out without
// the others, divided by its x; uniform where x is 0. It takes linear time: the
// others are the sum of all without one, or, where that would cancel, the sums
// before and after it as in SumOfToTerms. The faults are those of SumOfToTerms,
// and dist.Contradiction where every x is 0 and out a point mass elsewhere.
func DotToW(out dist.Normal, x []float64, w []dist.Normal, sum DotMoments, to []dist.Normal) dist.Fault {
	if out.IsUniform() {
		for i := range to {
			to[i] = dist.Normal{}
		}
		return dist.NoFault
	}
	if dotWithout(out, x, w, sum, to) {
		return dist.NoFault
	}
	if out.P >= 0 && out.P <= math.MaxFloat64 && dotToProper(out, x, w, to) {
		return dist.NoFault
	}
	after := dist.NormalPoint(0)
	for i := len(w) - 1; i >= 0; i-- {
		to[i] = after
		if x[i] != 0 {
			after = sumOrNaN(after, ScaleToOut(w[i], x[i]))
		}
	}
	result := dist.NoFault
	if after.IsPoint() && out.IsPoint() && dotAllZero(x) && out.H != 0 {
		result = dist.Contradiction
	}
	before := dist.NormalPoint(0)
	for i, t := range w {
		if x[i] == 0 {
			to[i] = dist.Normal{}
			continue
		}
		m, fault := ScaleToA(sumOrNaN(out, normalNegate(sumOrNaN(before, to[i]))), x[i])
		if !m.IsFinite() {
			fault = dist.Improper
		}
		if fault != dist.NoFault {
			result = fault
		}
		to[i] = m
		before = sumOrNaN(before, ScaleToOut(t, x[i]))
	}
	return result
}

func dotAllZero(x []float64) bool {
	for _, k := range x {
		if k != 0 {
			return false
		}
	}
	return true
}

// dotWithout is DotToW from the sum of all, of mean m and variance v. With h, p
// of out, the message to w[i] of x[i] = k is
//
//	P = k^2 p w.P/d,  H = k ((h - m p) w.P + k p w.H)/d,  d = (1 + v p) w.P - k^2 p,
//
// one division. It is false, and to not all written, where that is not as exact
// as a sum of the others: where one term has more than half of the variance or
// of the absolute mean, which is then lost in a difference, and where numbers
// are so large or small that a product could overflow or vanish.
func dotWithout(out dist.Normal, x []float64, w []dist.Normal, sum DotMoments, to []dist.Normal) bool {
	const small, large = 1e-100, 1e100
	v := 1 + sum.Variance*out.P
	m := out.H - sum.Mean*out.P
	half := (math.Abs(out.H) + sum.Size*out.P) / 2
	if !(out.P > small && out.P < large && v < large && half < large) {
		return false
	}
	x, to = x[:len(w)], to[:len(w)]
	for i, t := range w {
		k := x[i]
		if k == 0 {
			to[i] = dist.Normal{}
			continue
		}
		kp := k * out.P
		own, all := k*kp, v*t.P
		shift := kp * t.H
		if !(t.P > small && t.P < large && 2*own <= all && math.Abs(shift) <= half*t.P) {
			return false
		}
		r := k / (all - own)
		to[i] = dist.Normal{H: (m*t.P + shift) * r, P: kp * t.P * r}
	}
	return true
}

// dotToProper is DotToW by sums of means and variances; false where a w or a
// result is not a proper normal.
func dotToProper(out dist.Normal, x []float64, w, to []dist.Normal) bool {
	var mean, variance float64
	for i := len(w) - 1; i >= 0; i-- {
		k, t := x[i], w[i]
		to[i] = dist.Normal{H: mean, P: variance}
		if k == 0 {
			continue
		}
		if !(t.P > 0 && t.P <= math.MaxFloat64) {
			return false
		}
		r := k / t.P
		mean += t.H * r
		variance += k * r
	}
	mean, variance = 0, 0
	for i, t := range w {
		k := x[i]
		if k == 0 {
			to[i] = dist.Normal{}
			continue
		}
		m, v := mean+to[i].H, variance+to[i].P
		d := 1 + v*out.P
		p := k * out.P * k
		if !(d < 1e300 && p <= math.MaxFloat64 && m-m == 0) {
			return false
		}
		r := 1 / d
		to[i] = dist.Normal{H: k * (out.H - m*out.P) * r, P: p * r}
		r = k / t.P
		mean += t.H * r
		variance += k * r
	}
	return true
}

// DotEvidence is log Z of out = sum(x[i] w[i]). It is NaN where the integral
// diverges.
func DotEvidence(out dist.Normal, x []float64, w []dist.Normal) float64 {
	sum := dist.NormalPoint(0)
	logZ := 0.0
	for i, t := range w {
		k := x[i]
		if k == 0 {
			logZ += t.LogIntegral(dist.Normal{})
			continue
		}
		s := ScaleToOut(t, k)
		if !t.IsProper() {
			logZ -= math.Log(math.Abs(k))
		}
		logZ += normalSumScale(sum, s)
		var fault dist.Fault
		if sum, fault = normalSum(sum, s); fault != dist.NoFault {
			return math.NaN()
		}
	}
	return logZ + sum.LogIntegral(out)
}
