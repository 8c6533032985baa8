package operators

import (
	"math"

	"mpc/dist"
	"mpc/special"
)

func bernoulliLogitOps() []*Op {
	return []*Op{
		{Func: BernoulliLogitToX, Factor: "bernoulli_logit", To: "x", Algorithm: EP, Exact: true, Args: []Arg{{"logit", SkipIfUniform}}},
		{Func: BernoulliLogitToLogit, Factor: "bernoulli_logit", To: "logit", Algorithm: EP, Args: []Arg{{"x", SkipIfUniform}, {"logit", SkipIfUniform}}},
		{Func: BernoulliLogitEvidence, Factor: "bernoulli_logit", To: Evidence, Algorithm: EP, Args: []Arg{{"x", 0}, {"logit", 0}}},
	}
}

// BernoulliLogitToX sends x ~ bernoulli(logit = logit): the log odds of E s, s
// the logistic function. The less probable value's probability is integrated and
// the other is 1 minus it; near log odds of 0 it is the difference of the two,
//
//	E tanh(a/2) = sinh(m) E 1/(cosh(y) + cosh(m)), y = a - m,
//
// so that the log odds keep their digits however small. The fault is Improper
// where logit is.
func BernoulliLogitToX(logit dist.Normal) (dist.Bernoulli, dist.Fault) {
	switch {
	case !logit.IsFinite():
		return dist.Bernoulli{}, dist.NotFinite
	case logit.IsUniform():
		return dist.Bernoulli{}, dist.NoFault
	case logit.IsPoint():
		return dist.Bernoulli{LogOdds: logit.H}, dist.NoFault
	case !(logit.P > 0):
		return dist.Bernoulli{}, dist.Improper
	}
	m := logit.H / logit.P
	if math.Abs(m) < 1 {
		return dist.Bernoulli{LogOdds: 2 * math.Atanh(bernoulliLogitGap(m, 1/math.Sqrt(logit.P)))}, dist.NoFault
	}
	if m < 0 {
		z := logisticTiltOf(logit, 1, 0, false).LogZ
		return dist.Bernoulli{LogOdds: z - special.Log1MinusExp(z)}, dist.NoFault
	}
	z := logisticTiltOf(logit, 0, 1, false).LogZ
	return dist.Bernoulli{LogOdds: special.Log1MinusExp(z) - z}, dist.NoFault
}

// bernoulliLogitGap is sinh(m) E 1/(cosh(y) + cosh(m)) for a normal y of mean 0,
// by panels on the half line.
func bernoulliLogitGap(m, sd float64) float64 {
	end := math.Min(9*sd, 40)
	panels := math.Ceil(math.Max(end/6, end/sd/6))
	half := end / panels / 2
	c := math.Cosh(m)
	var sum float64
	for p := range int(panels) {
		middle := float64(2*p+1) * half
		for i, node := range special.LegendreNodes24 {
			y := middle + half*node
			u := y / sd
			sum += special.LegendreWeights24[i] * math.Exp(-u*u/2) / (math.Cosh(y) + c)
		}
	}
	return math.Sinh(m) * (sum * half / sd) * math.Sqrt(2/math.Pi)
}

// BernoulliLogitToLogit sends to logit of x ~ bernoulli(logit = logit). For x = true
// alpha = E s(-a) and beta = q (1 + q) - 2 E q^2, q = E s(a) or E s(-a), the
// smaller one, under the tilted density (Minka, EP: a quick reference, 2008, eq.
// 30 and 31). For a random x the factor is the smaller of P(x) and 1-P(x), a
// constant, plus a multiple of s(a) or s(-a). The fault is Improper where logit
// is and Contradiction where x is NaN.
func BernoulliLogitToLogit(x dist.Bernoulli, logit dist.Normal) (dist.Normal, dist.Fault) {
	switch {
	case x.LogOdds != x.LogOdds:
		return dist.Normal{}, dist.Contradiction
	case !logit.IsFinite():
		return dist.Normal{}, dist.NotFinite
	case x.IsUniform() || logit.IsUniform():
		return dist.Normal{}, dist.NoFault
	case !(logit.P > 0):
		return dist.Normal{}, dist.Improper
	}
	t := bernoulliLogitTilt(x, logit)
	return t.Message(logit), dist.NoFault
}

// bernoulliLogitTilt is the tilt of logit by the factor, given x.
func bernoulliLogitTilt(x dist.Bernoulli, logit dist.Normal) NormalTilt {
	if x.LogOdds < 0 {
		t := bernoulliLogitTilt(dist.Bernoulli{LogOdds: -x.LogOdds}, dist.Normal{H: -logit.H, P: logit.P})
		return t.normalMirror()
	}
	if logit.IsPoint() {
		// log(q + tau s): its derivatives at the point.
		q, tau := x.Q(), math.Tanh(x.LogOdds/2)
		s, r := special.Logistic(logit.H), special.Logistic(-logit.H)
		z := q + tau*s
		alpha := tau * s * r / z
		return NormalTilt{
			LogZ: math.Log(z), Mean: logit.H, Alpha: alpha,
			Shrink: alpha * (s/z*tau*s + q/z*(s-r)),
		}
	}
	t := logisticTiltOf(logit, 1, 0, false).NormalTilt
	if x.IsPoint() {
		return t
	}
	t.LogZ += math.Log(math.Tanh(x.LogOdds / 2))
	parts := [2]NormalTilt{normalFlat(logit, x.LogProb(false)), t}
	return normalMix(logit, parts[:])
}

// BernoulliLogitEvidence returns log Z of x ~ bernoulli(logit = logit); a uniform
// logit counts as one of log odds 0. It is NaN where logit is improper otherwise.
func BernoulliLogitEvidence(x dist.Bernoulli, logit dist.Normal) float64 {
	if x.IsPoint() && logit.P > 0 && !logit.IsPoint() {
		return bernoulliLogitLogProb(x.LogOdds > 0, logit)
	}
	m, fault := BernoulliLogitToX(logit)
	if fault != dist.NoFault {
		return math.NaN()
	}
	return m.LogIntegral(x)
}

// bernoulliLogitLogProb is the log of E s(a) or E s(-a) of a proper logit: the
// smaller of the two is integrated.
func bernoulliLogitLogProb(x bool, logit dist.Normal) float64 {
	likely := logit.H > 0
	j, k := 1.0, 0.0
	if likely {
		j, k = 0, 1
	}
	z := logisticTiltOf(logit, j, k, false).LogZ
	if x == likely {
		return special.Log1MinusExp(z)
	}
	return z
}
