package operators

import (
	"math"

	"mpc/dist"
)

func bernoulliLogitVMPOps() []*Op {
	return []*Op{
		{
			Func: BernoulliLogitToXAverage, Factor: "bernoulli_logit", To: "x", Algorithm: VMP,
			Args: []Arg{{"logit", 0}},
		},
		{
			Func: BernoulliLogitToLogitAverage, Factor: "bernoulli_logit", To: "logit", Algorithm: VMP, Surrogate: true,
			Args: []Arg{{"x", 0}, {"logit", 0}},
		},
		{
			Func: BernoulliLogitToLogitAverageBound, Factor: "bernoulli_logit", To: "logit", Algorithm: VMP, Variant: "jj96",
			Args: []Arg{{"x", 0}, {"logit", 0}},
		},
		{
			Func: BernoulliLogitAverageLog, Factor: "bernoulli_logit", To: Evidence, Algorithm: VMP,
			Args: []Arg{{"x", 0}, {"logit", 0}},
		},
		{
			Func: BernoulliLogitAverageLogBound, Factor: "bernoulli_logit", To: Evidence, Algorithm: VMP, Variant: "jj96",
			Args: []Arg{{"x", 0}, {"logit", 0}},
		},
	}
}

// BernoulliLogitToXAverage sends x ~ bernoulli(logit = logit): the log odds
// E log s(a) - E log s(-a), which are E a, and those of the bound too. The fault
// is Improper where logit is.
func BernoulliLogitToXAverage(logit dist.Normal) (dist.Bernoulli, dist.Fault) {
	switch {
	case !logit.IsFinite():
		return dist.Bernoulli{}, dist.NotFinite
	case !(logit.P > 0):
		return dist.Bernoulli{}, dist.Improper
	}
	return dist.Bernoulli{LogOdds: logit.Mean()}, dist.NoFault
}

// BernoulliLogitToLogitAverage sends to logit of x ~ bernoulli(logit = logit) the
// gradient of E[x log s(a) + (1-x) log s(-a)] at the current normal a of mean m,
//
//	P = E s(a) s(-a), H = E[x - s(a)] + m P
//
// (Opper and Archambeau, "The variational Gaussian approximation revisited",
// 2009; Knowles and Minka, "Non-conjugate variational message passing", 2011).
// About a uniform a nothing is known yet: it counts as the point 0, where the
// curvature is largest. The fault is Improper where logit is otherwise, and
// Contradiction where x is NaN.
func BernoulliLogitToLogitAverage(x dist.Bernoulli, logit dist.Normal) (dist.Normal, dist.Fault) {
	if x.LogOdds != x.LogOdds {
		return dist.Normal{}, dist.Contradiction
	}
	e, fault := logisticSlopes(logit)
	if fault != dist.NoFault {
		return dist.Normal{}, fault
	}
	// P(x) - E s(a) in the smaller of the two probabilities of a.
	slope := x.P() - e.s
	if e.s > 0.5 {
		slope = e.r - x.Q()
	}
	return logisticMessage(slope, e.curve, logit), dist.NoFault
}

// logisticMessage is the normal message of the given slope and negative curvature
// at the mean of a.
func logisticMessage(slope, curve float64, a dist.Normal) dist.Normal {
	if a.IsUniform() {
		return dist.Normal{H: slope, P: curve}
	}
	return dist.Normal{H: math.FMA(a.Mean(), curve, slope), P: curve}
}

// BernoulliLogitToLogitAverageBound sends to logit of x ~ bernoulli(logit =
// logit) the quadratic bound of Jaakkola and Jordan (1996) that is tight at
// xi^2 = E a^2: P = tanh(xi/2)/(2 xi), H = P(x) - 1/2. A uniform a counts as the
// point 0. The faults are those of BernoulliLogitToLogitAverage.
func BernoulliLogitToLogitAverageBound(x dist.Bernoulli, logit dist.Normal) (dist.Normal, dist.Fault) {
	if x.LogOdds != x.LogOdds {
		return dist.Normal{}, dist.Contradiction
	}
	m, v, fault := logisticArgument(logit)
	if fault != dist.NoFault {
		return dist.Normal{}, fault
	}
	return dist.Normal{H: math.Tanh(x.LogOdds/2) / 2, P: logisticBoundCurve(math.Hypot(m, math.Sqrt(v)))}, dist.NoFault
}

// BernoulliLogitAverageLog returns E log f of x ~ bernoulli(logit = logit), P(x)
// E log s(a) + (1-P(x)) E log s(-a). It is NaN where logit is improper.
func BernoulliLogitAverageLog(x dist.Bernoulli, logit dist.Normal) float64 {
	m, v, fault := logisticArgument(logit)
	if fault != dist.NoFault || logit.IsUniform() {
		return math.NaN()
	}
	return bernoulliLogitSum(x, logisticMeanLogs(m, v))
}

// BernoulliLogitAverageLogBound is BernoulliLogitAverageLog by the bound of
// BernoulliLogitToLogitAverageBound: not larger.
func BernoulliLogitAverageLogBound(x dist.Bernoulli, logit dist.Normal) float64 {
	m, v, fault := logisticArgument(logit)
	if fault != dist.NoFault || logit.IsUniform() {
		return math.NaN()
	}
	return bernoulliLogitSum(x, logisticBound(m, v))
}

func bernoulliLogitSum(x dist.Bernoulli, e logisticMean) float64 {
	return x.P()*e.logS + x.Q()*e.logR
}
