package operators

import (
	"math"

	"mpc/dist"
	"mpc/special"
)

// The operators of the tilted bound of Saul and Jordan, "A mean field learning algorithm
// for unsupervised neural networks" (1999), on the logistic function of a normal: for
// any t, E log(1 + exp(a)) <= t E a + log E[exp(-t a) + exp((1-t) a)], an expected value
// that a normal has in closed form. It is nearer than the bound of Jaakkola and Jordan
// where the variance is large, and its gradient costs no quadrature.
func logisticTiltedVMPOps() []*Op {
	return []*Op{
		{
			Func: BernoulliLogitToLogitAverageTilted, Factor: "bernoulli_logit", To: "logit", Algorithm: VMP, Variant: "sj99", Surrogate: true,
			Args: []Arg{{"x", 0}, {"logit", 0}},
		},
		{
			Func: BernoulliLogitAverageLogTilted, Factor: "bernoulli_logit", To: Evidence, Algorithm: VMP, Variant: "sj99",
			Args: []Arg{{"x", 0}, {"logit", 0}},
		},
		{
			Func: LogisticToOutAverageTilted, Factor: "logistic", To: "out", Algorithm: VMP, Variant: "sj99",
			Args: []Arg{{"a", 0}},
		},
		{
			Func: LogisticToAAverageTilted, Factor: "logistic", To: "a", Algorithm: VMP, Variant: "sj99", Surrogate: true,
			Args: []Arg{{"out", SkipIfUniform}, {"a", 0}},
		},
	}
}

// logisticTilted is the tilted bound at its best t, for a of mean m and variance v. With
// t = s(u) that is where u + v/2 tanh(u/2) = m, and then E log s(a) >= log s(u) -
// s(-u)^2 v/2, the derivative of the bound in m is s(-u), and that in v -s(u) s(-u)/2.
// On the side of m the left side is increasing and concave, so that Newton's method goes
// up to the root from 0.
func logisticTilted(m, v float64) logisticMean {
	side, u := math.Abs(m), 0.0
	for range 200 {
		t := math.Tanh(u / 2)
		step := (side - u - v/2*t) / (1 + v/4*(1-t)*(1+t))
		if !(step > 1e-16*u) {
			break
		}
		u += step
	}
	u = math.Copysign(u, m)
	e := logisticMean{s: special.Logistic(u), r: special.Logistic(-u)}
	e.curve = e.s * e.r
	far, near := e.r*(e.r*v)/2, e.s*(e.s*v)/2
	e.logS, e.logR = special.LogisticLn(u)-far, special.LogisticLn(-u)-near
	e.gap = -e.s*math.Expm1(-far) - e.r*math.Expm1(-near)
	return e
}

// BernoulliLogitToLogitAverageTilted sends to logit of x ~ bernoulli(logit = logit) the
// gradient of the tilted bound at the current normal a,
//
//	P = s(u) s(-u), H = P(x) - s(u) + E a P,
//
// u of logisticTilted. A uniform a counts as the point 0. The faults are those of
// BernoulliLogitToLogitAverage.
func BernoulliLogitToLogitAverageTilted(x dist.Bernoulli, logit dist.Normal) (dist.Normal, dist.Fault) {
	if x.LogOdds != x.LogOdds {
		return dist.Normal{}, dist.Contradiction
	}
	m, v, fault := logisticArgument(logit)
	if fault != dist.NoFault {
		return dist.Normal{}, fault
	}
	e := logisticTilted(m, v)
	slope := x.P() - e.s
	if e.s > 0.5 { // of the smaller probabilities
		slope = e.r - x.Q()
	}
	return logisticMessage(slope, e.curve, logit), dist.NoFault
}

// BernoulliLogitAverageLogTilted is BernoulliLogitAverageLog by the tilted bound: not
// larger.
func BernoulliLogitAverageLogTilted(x dist.Bernoulli, logit dist.Normal) float64 {
	m, v, fault := logisticArgument(logit)
	if fault != dist.NoFault || logit.IsUniform() {
		return math.NaN()
	}
	return bernoulliLogitSum(x, logisticTilted(m, v))
}

// LogisticToOutAverageTilted is LogisticToOutAverage with the tilted bounds of
// E log s(a) and E log s(-a) in place of these: what factors with counts that are not
// negative make of it is a bound.
func LogisticToOutAverageTilted(a dist.Normal) (dist.Beta, dist.Fault) {
	m, v, fault := logisticForward(a)
	if fault != dist.NoFault {
		return dist.Beta{A: 1, B: 1}, fault
	}
	return logisticBeta(m, v == 0, logisticTilted(m, v)), dist.NoFault
}

// LogisticToAAverageTilted is LogisticToAAverage by the tilted bound,
//
//	P = (A+B-2) s(u) s(-u), H = (A-1) s(-u) - (B-1) s(u) + E a P,
//
// u of logisticTilted. It bounds log s times a count from below only if the count is not
// negative: for A or B below 1 the fault is Improper.
func LogisticToAAverageTilted(out dist.Beta, a dist.Normal) (dist.Normal, dist.Fault) {
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
	e := logisticTilted(m, v)
	return logisticMessage(j*e.r-k*e.s, (j+k)*e.curve, a), dist.NoFault
}
