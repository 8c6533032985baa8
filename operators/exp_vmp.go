package operators

import (
	"math"

	"mpc/dist"
)

func expVMPOps() []*Op {
	return []*Op{
		{
			Func: ExpToOutAverage, Factor: "exp", To: "out", Algorithm: VMP,
			Args: []Arg{{"a", 0}},
		},
		{
			Func: ExpToAAverage, Factor: "exp", To: "a", Algorithm: VMP, Surrogate: true,
			Args: []Arg{{"out", SkipIfUniform}, {"a", 0}},
		},
		{
			Func: ExpInverseToOutAverage, Factor: "exp", To: "out", Algorithm: VMP,
			Args: []Arg{{"a", 0}},
		},
		{
			Func: ExpInverseToAAverage, Factor: "exp", To: "a", Algorithm: VMP, Surrogate: true,
			Args: []Arg{{"out", SkipIfUniform}, {"a", 0}},
		},
		{
			Func: ExpNormalToOutAverage, Factor: "exp", To: "out", Algorithm: VMP,
			Args: []Arg{{"a", 0}},
		},
		{
			Func: ExpNormalToAAverage, Factor: "exp", To: "a", Algorithm: VMP, Surrogate: true,
			Args: []Arg{{"out", SkipIfUniform}, {"a", 0}},
		},
	}
}

// expArgument is the mean and variance of a proper a.
func expArgument(a dist.Normal) (m, v float64, fault dist.Fault) {
	switch {
	case !a.IsFinite():
		return 0, 0, dist.NotFinite
	case a.IsPoint():
		return a.H, 0, dist.NoFault
	case !(a.P > 0):
		return 0, 0, dist.Improper
	}
	m, v = normalMeanVariance(a)
	if !(math.Abs(m) <= math.MaxFloat64 && v <= math.MaxFloat64) {
		return 0, 0, dist.NotFinite
	}
	return m, v, dist.NoFault
}

// ExpToOutAverage sends out = exp(a): the gamma of E out = exp(m + v/2) and E log
// out = m, the expectations that the factors of a rate read. The fault is
// Improper where a is, and NotFinite where E out overflows or underflows.
func ExpToOutAverage(a dist.Normal) (dist.Gamma, dist.Fault) {
	m, v, fault := expArgument(a)
	if fault != dist.NoFault {
		return dist.GammaUniform(), fault
	}
	mean := math.Exp(m + v/2)
	if !(mean > 0 && mean <= math.MaxFloat64) {
		return dist.GammaUniform(), dist.NotFinite
	}
	out := dist.GammaMeanLogGap(mean, v/2)
	if !out.IsFinite() || !(out.Rate > 0) {
		return dist.GammaUniform(), dist.NotFinite
	}
	return out, dist.NoFault
}

// ExpToAAverage sends to a of out = exp(a), out the product of the messages from
// what uses it, the gradient of E[(shape-1) a - rate exp(a)] at the current normal
// a of mean m and variance v,
//
//	P = rate E exp(a), H = shape - 1 - P + m P, E exp(a) = exp(m + v/2)
//
// (Knowles and Minka, "Non-conjugate variational message passing", 2011). Where a
// is uniform, so that nothing is known yet, or P overflows, it is the
// gradient at the best point a instead: at log((shape-1)/rate), or at -log(rate)
// for a shape up to 1. Where it would leave little of a, it is tempered (see
// expTempered). An observed out sends the point mass at its log. The fault
// is Improper where a is otherwise, and Contradiction for an observed out that is
// not positive.
func ExpToAAverage(out dist.Gamma, a dist.Normal) (dist.Normal, dist.Fault) {
	switch {
	case out.IsUniform():
		return dist.Normal{}, dist.NoFault
	case !out.IsFinite():
		return dist.Normal{}, dist.NotFinite
	case out.IsPoint():
		return ExpToAObserved(out.Shape)
	}
	power := out.Shape - 1
	if a.IsUniform() {
		return expStart(power, out.Rate)
	}
	m, v, fault := expArgument(a)
	if fault != dist.NoFault {
		return dist.Normal{}, fault
	}
	p := out.Rate * math.Exp(m+v/2)
	if out.Rate == 0 {
		p = 0
	}
	if !(p < 1e300) {
		return expStart(power, out.Rate)
	}
	return expTempered(math.FMA(p, m-1, power), p, v)
}

// expWide bounds the precision of a message to a that is a gradient, over that of the
// marginal of a at which it is one.
const expWide = 1e6

// expTempered is the message of parameters h and p to a of variance v, to a power where
// it would leave less than a thousandth of the deviation of a. So it is where a is
// wide at first: E exp(a) is then that of a tail that the data leave nothing of, and p
// may be 1e290, which a damped posterior would take as many iterations to forget. The
// power moves no fixed point: there, the variance of a is at most that of the message
// times the number of terms in a.
func expTempered(h, p, v float64) (dist.Normal, dist.Fault) {
	if most := expWide / v; math.Abs(p) > most {
		h, p = h/math.Abs(p)*most, math.Copysign(most, p)
	}
	return normalFinite(h, p)
}

// expStart is the message from power a - rate exp(a) before anything is known of a.
func expStart(power, rate float64) (dist.Normal, dist.Fault) {
	if !(rate > 0) {
		return normalFinite(power, 0)
	}
	p := 1.0
	if power > 0 {
		p = power
	}
	at := math.Log(p) - math.Log(rate)
	return normalFinite(math.FMA(p, at-1, power), p)
}

// ExpInverseToOutAverage is ExpToOutAverage where the messages of out are inverse
// gamma: E[1/out] = exp(v/2 - m) and E log out = m.
func ExpInverseToOutAverage(a dist.Normal) (dist.InverseGamma, dist.Fault) {
	d, fault := ExpToOutAverage(normalNegated(a))
	return inverseOfGamma(d), fault
}

// ExpInverseToAAverage is ExpToAAverage for an inverse gamma out: the gradient of
// E[-(shape+1) a - rate exp(-a)].
func ExpInverseToAAverage(out dist.InverseGamma, a dist.Normal) (dist.Normal, dist.Fault) {
	switch {
	case out.IsUniform():
		return dist.Normal{}, dist.NoFault
	case !out.IsFinite():
		return dist.Normal{}, dist.NotFinite
	case out.IsPoint():
		return ExpToAObserved(out.Shape)
	}
	d, fault := ExpToAAverage(dist.Gamma{Shape: out.Shape + 2, Rate: out.Rate}, normalNegated(a))
	return normalNegated(d), fault
}

// ExpNormalToOutAverage is ExpToOutAverage where the messages of out are normal:
// of mean exp(m + v/2) and variance exp(2m + v) (exp(v) - 1).
func ExpNormalToOutAverage(a dist.Normal) (dist.Normal, dist.Fault) {
	m, v, fault := expArgument(a)
	if fault != dist.NoFault {
		return dist.Normal{}, fault
	}
	mean := math.Exp(m + v/2)
	if !(mean > 0 && mean <= math.MaxFloat64) {
		return dist.Normal{}, dist.NotFinite
	}
	if v == 0 {
		return dist.NormalPoint(mean), dist.NoFault
	}
	perMean := 1 / mean / math.Expm1(v)
	p := perMean / mean
	switch {
	case p > math.MaxFloat64:
		return dist.NormalPoint(mean), dist.NoFault
	case !(p > 0):
		return dist.Normal{}, dist.NotFinite
	}
	return dist.Normal{H: perMean, P: p}, dist.NoFault
}

// ExpNormalToAAverage is ExpToAAverage for a normal out: the gradient of E[h
// exp(a) - p exp(2a)/2], h and p of out, which is often improper. Where a is
// uniform it is the gradient at log(h/p), if there is one, and otherwise uniform; it is
// tempered as there.
// The fault is NotFinite where E exp(2a) overflows.
func ExpNormalToAAverage(out, a dist.Normal) (dist.Normal, dist.Fault) {
	switch {
	case out.IsUniform():
		return dist.Normal{}, dist.NoFault
	case !out.IsFinite():
		return dist.Normal{}, dist.NotFinite
	case out.IsPoint():
		return ExpToAObserved(out.H)
	case a.IsUniform() && out.H > 0 && out.P > 0:
		p := out.H * (out.H / out.P)
		return normalFinite(p*math.Log(out.H/out.P), p)
	case a.IsUniform():
		return dist.Normal{}, dist.NoFault
	}
	m, v, fault := expArgument(a)
	if fault != dist.NoFault {
		return dist.Normal{}, fault
	}
	first, second := out.H*math.Exp(m+v/2), out.P*math.Exp(2*m+2*v)
	p := 2*second - first
	return expTempered(math.FMA(m, p, first-second), p, v)
}
