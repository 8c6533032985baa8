package operators

import (
	"math"

	"mpc/dist"
	"mpc/special"
)

func logisticVMPOps() []*Op {
	return []*Op{
		{
			Func: LogisticToOutAverage, Factor: "logistic", To: "out", Algorithm: VMP,
			Args: []Arg{{"a", 0}},
		},
		{
			Func: LogisticToOutAverageBound, Factor: "logistic", To: "out", Algorithm: VMP, Variant: "jj96",
			Args: []Arg{{"a", 0}},
		},
		{
			Func: LogisticToAAverage, Factor: "logistic", To: "a", Algorithm: VMP, Surrogate: true,
			Args: []Arg{{"out", SkipIfUniform}, {"a", 0}},
		},
		{
			Func: LogisticToAAverageBound, Factor: "logistic", To: "a", Algorithm: VMP, Variant: "jj96",
			Args: []Arg{{"out", SkipIfUniform}, {"a", 0}},
		},
	}
}

// LogisticToOutAverage sends out = logistic(a): the beta of E log out = E log s(a)
// and E log(1-out) = E log s(-a), the expectations that the factors of a
// probability read. A point mass a is sent as the point mass at s(a), or, where
// 1 - s(a) would have no digits, as a beta of large counts. The fault is Improper
// where a is.
func LogisticToOutAverage(a dist.Normal) (dist.Beta, dist.Fault) {
	m, v, fault := logisticForward(a)
	if fault != dist.NoFault {
		return dist.Beta{A: 1, B: 1}, fault
	}
	return logisticBeta(m, v == 0, logisticMeanLogs(m, v)), dist.NoFault
}

// LogisticToOutAverageBound is LogisticToOutAverage with the bounds of E log s(a)
// and E log s(-a) of Jaakkola and Jordan (1996) in place of these: what factors
// with counts that are not negative make of it is a bound.
func LogisticToOutAverageBound(a dist.Normal) (dist.Beta, dist.Fault) {
	m, v, fault := logisticForward(a)
	if fault != dist.NoFault {
		return dist.Beta{A: 1, B: 1}, fault
	}
	return logisticBeta(m, v == 0, logisticBound(m, v)), dist.NoFault
}

// logisticForward is logisticArgument where a uniform a is improper.
func logisticForward(a dist.Normal) (m, v float64, fault dist.Fault) {
	if a.IsUniform() {
		return 0, 0, dist.Improper
	}
	return logisticArgument(a)
}

// LogisticToAAverage sends to a of out = logistic(a), out the product of the
// messages from what uses it, the gradient of E[(A-1) log s(a) + (B-1) log s(-a)]
// at the current normal a of mean m,
//
//	P = (A+B-2) E s(a) s(-a), H = (A-1) E s(-a) - (B-1) E s(a) + m P
//
// (Knowles and Minka, "Non-conjugate variational message passing", 2011). A
// uniform a, of which nothing is known yet, counts as the point 0. An observed
// out sends the point mass at its log odds. The fault is Improper where a is
// otherwise, and Contradiction for an observed out not in (0, 1).
func LogisticToAAverage(out dist.Beta, a dist.Normal) (dist.Normal, dist.Fault) {
	if m, fault, done := logisticToAClosed(out); done {
		return m, fault
	}
	e, fault := logisticSlopes(a)
	if fault != dist.NoFault {
		return dist.Normal{}, fault
	}
	j, k := out.A-1, out.B-1
	return logisticMessage(j*e.r-k*e.s, (j+k)*e.curve, a), dist.NoFault
}

// LogisticToAAverageBound is LogisticToAAverage by the bound of Jaakkola and
// Jordan (1996) that is tight at xi^2 = E a^2:
//
//	P = (A+B-2) tanh(xi/2)/(2 xi), H = (A-B)/2.
//
// It bounds log s times a count from below only if the count is not negative: for
// A or B below 1 the fault is Improper.
func LogisticToAAverageBound(out dist.Beta, a dist.Normal) (dist.Normal, dist.Fault) {
	if m, fault, done := logisticToAClosed(out); done {
		return m, fault
	}
	m, v, fault := logisticArgument(a)
	if fault != dist.NoFault {
		return dist.Normal{}, fault
	}
	j, k := out.A-1, out.B-1
	if j < 0 || k < 0 {
		return dist.Normal{}, dist.Improper
	}
	return dist.Normal{H: (j - k) / 2, P: (j + k) * logisticBound(m, v).curve}, dist.NoFault
}

// logisticToAClosed is the message to a of a uniform or an observed out.
func logisticToAClosed(out dist.Beta) (dist.Normal, dist.Fault, bool) {
	switch {
	case out.IsUniform():
		return dist.Normal{}, dist.NoFault, true
	case !out.IsFinite():
		return dist.Normal{}, dist.NotFinite, true
	case out.IsPoint() && out.A > 0 && out.A < 1:
		return dist.NormalPoint(special.Logit(out.A)), dist.NoFault, true
	case out.IsPoint():
		return dist.Normal{}, dist.Contradiction, true
	}
	return dist.Normal{}, dist.NoFault, false
}

// logisticBeta returns the beta that has the mean logs of e, which differ by m,
// up to rounding. If point, e is that of a point mass.
func logisticBeta(m float64, point bool, e logisticMean) dist.Beta {
	switch {
	case point && m > -600 && m < 3:
		return dist.BetaPoint(special.Logistic(m))
	case m < 0:
		a, b := logisticCounts(-m, e.logR, e.logS, e.gap)
		return dist.Beta{A: b, B: a}
	}
	a, b := logisticCounts(m, e.logS, e.logR, e.gap)
	return dist.Beta{A: a, B: b}
}

// logisticCounts solves
//
//	psi(a) - psi(a+b) = u, psi(b) - psi(a+b) = w
//
// where u - w = m >= 0 and exp(u) + exp(w) = 1 - gap. For counts so large that psi
// is log x - 1/(2x), a + b is 1/(2 gap). Where u is nearly 0 any large a will do.
// Otherwise a is known from b by psi(a) = psi(b) + m, and b by Newton's method, on
// the logs of b and of the excess of psi(a+b) - psi(a) over its limit for large
// counts: both are nearly powers of each other.
func logisticCounts(m, u, w, gap float64) (a, b float64) {
	const large, huge = 1e7, 1e280
	s, r := special.Logistic(m), special.Logistic(-m)
	if -u < 1/huge {
		return huge, digammaInverse(w + math.Log(huge))
	}
	if w < -1e17 { // psi(x) is -1/x: u = -b/(a n), w = -a/(b n) with n = a + b
		root := math.Sqrt(w / u)
		b = 1 / (root + 1) / math.Sqrt(-u) / math.Sqrt(-w)
		return root * b, b
	}
	if r > 2*large*gap {
		n := math.Min(1/(2*gap), 1e18/r)
		gap = 1 / (2 * n)
		return n * (math.Exp(u) + r*gap), n * (math.Exp(w) + s*gap)
	}
	limit := -special.LogisticLn(m)
	excess := -math.Log1p(-gap)
	if gap > 0.5 {
		excess = -u - limit
	}
	// -w is psi(a+b) - psi(b), at least 1/(4 b) since a >= b.
	low, high := -math.Log(-4*w), math.Log(4*large)
	x := math.Log(0.5 + math.Exp(w)/(2*gap))
	if -w > 4 && gap > 0.5 {
		x = -math.Log(-w)
	}
	for range 100 {
		b = math.Exp(x)
		a = digammaInverse(special.Digamma(b) + m)
		g := math.Log1p(b/a) + special.LogMinusDigamma(a) - special.LogMinusDigamma(a+b) - limit
		if g > excess {
			low = x
		} else {
			high = x
		}
		next := x - math.Log(g/excess)/(logisticCountSlope(a, b)*b/g)
		small := math.Abs(next-x) < 1e-9 // a step from rounding may leave the bracket
		if !small && !(next > low && next < high) {
			next = low/2 + high/2
		}
		x = next
		if small || high-low < 1e-13*math.Abs(x) {
			break
		}
	}
	b = math.Exp(x)
	return digammaInverse(special.Digamma(b) + m), b
}

// logisticCountSlope is the derivative of psi(a+b) - psi(a) in b where psi(a) -
// psi(b) stays: psi'(a+b) - (psi'(a) - psi'(a+b)) psi'(b)/psi'(a), from what psi'
// exceeds 1/x by.
func logisticCountSlope(a, b float64) float64 {
	n := a + b
	p, q, t := trigammaExcess(a), trigammaExcess(b), trigammaExcess(n)
	return -(q*b/n + (1/b+q)*(a*(p-t)) - a*p/n - t - a*p*t) / (1 + a*p)
}

// digammaInverse solves psi(x) = y for x > 0 by Newton's method (Minka,
// "Estimating a Dirichlet distribution", 2000, appendix C).
func digammaInverse(y float64) float64 {
	if y > 25 { // psi(x) = log(x - 1/2) + O(1/x^2)
		return math.Exp(y) + 0.5
	}
	x := math.Exp(y) + 0.5
	if y < -2.22 {
		x = 1 / (special.Digamma(1) - y)
	}
	for range 20 {
		step := (special.Digamma(x) - y) / special.Trigamma(x)
		next := x - step
		if !(next > x/8) {
			next = x / 8
		}
		if math.Abs(next-x) <= 1e-9*x {
			return next
		}
		x = next
	}
	return x
}
