package operators

import (
	"math"

	"mpc/dist"
	"mpc/special"
)

// x ~ beta(mean m, count c), which is beta(c m, c (1 - m)), with a random mean and a known
// count, by VMP: the terms -log Gamma(c m) - log Gamma(c (1 - m)) of the bound are not
// conjugate (Knowles and Minka, "Non-conjugate variational message passing", 2011, with
// quadrature in place of a bound).
func betaMeanVMPOps() []*Op {
	return []*Op{
		{Func: BetaMeanToX, Factor: "beta_mean", To: "x", Algorithm: VMP, Args: []Arg{{"mean", 0}, {"count", 0}}},
		{
			Func: BetaMeanToMean, Factor: "beta_mean", To: "mean", Algorithm: VMP, Surrogate: true,
			Args: []Arg{{"x", 0}, {"mean", NoInit}, {"count", 0}},
		},
		{Func: BetaMeanAverageLog, Factor: "beta_mean", To: Evidence, Algorithm: VMP, Args: []Arg{{"x", 0}, {"mean", 0}, {"count", 0}}},
		{Func: BetaMeanDivergence, Factor: "beta_mean", To: Divergence, Algorithm: VMP, Args: []Arg{{"x", 0}, {"mean", 0}, {"count", 0}}},
	}
}

// BetaMeanToX sends x ~ beta(mean, count): the counts at E[mean]. The fault is Improper where
// mean is, or count is not positive.
func BetaMeanToX(mean dist.Beta, count float64) (dist.Beta, dist.Fault) {
	if !mean.IsProper() {
		return dist.BetaUniform(), dist.Improper
	}
	m, rest := betaMeans(mean)
	return BetaToX(count*m, count*rest)
}

// BetaMeanToMean sends the mean of x ~ beta(mean, count): the beta of the gradient of
//
//	mean count (E[log x] - E[log(1 - x)]) - log Gamma(count mean) - log Gamma(count (1 - mean))
//
// at the posterior of the mean. The fault is Improper where an argument is, Contradiction where
// x is known and not between 0 and 1.
func BetaMeanToMean(x, mean dist.Beta, count float64) (dist.Beta, dist.Fault) {
	switch {
	case x.IsPoint() && !(x.A > 0 && x.A < 1):
		return dist.BetaUniform(), dist.Contradiction
	case !x.IsProper() || !mean.IsProper() || !(count > 0):
		return dist.BetaUniform(), dist.Improper
	case count > math.MaxFloat64:
		return dist.BetaUniform(), dist.NotFinite
	}
	m := betaLogGammaSurrogate(count, count*(x.MeanLog()-x.MeanLogComplement()), mean)
	return betaFinite(m.A, m.B)
}

// BetaMeanAverageLog is the mean log density of x ~ beta(mean, count), see BetaAverageLog.
func BetaMeanAverageLog(x, mean dist.Beta, count float64) float64 {
	if !mean.IsProper() {
		return math.NaN()
	}
	m, rest := betaMeans(mean)
	return BetaAverageLog(x, count*m, count*rest) - betaLogGammaGap(count, mean)
}

// BetaMeanDivergence is BetaMeanAverageLog with the entropy of x.
func BetaMeanDivergence(x, mean dist.Beta, count float64) float64 {
	if !mean.IsProper() {
		return math.NaN()
	}
	m, rest := betaMeans(mean)
	return BetaDivergence(x, count*m, count*rest) - betaLogGammaGap(count, mean)
}

// betaMeans returns the mean of a proper d and what it lacks of 1.
func betaMeans(d dist.Beta) (x, rest float64) {
	if d.IsPoint() {
		return d.A, 1 - d.A
	}
	return d.A / (d.A + d.B), d.B / (d.A + d.B)
}

// A betaLogGamma is what VMP needs of g(m) = log Gamma(1 + c m) + log Gamma(1 + c (1 - m))
// under q(m) = Beta(a, b), where b is below 1 only if a is: g is Slope m - Curve m (m/2 - At) and
// the rest r(m), of which Rest is the mean, and On and Off are the covariances with log m and
// log(1 - m).
type betaLogGamma struct {
	Slope, Curve, At float64
	Rest, On, Off    float64
}

// betaLogGammaOf integrates over the log odds of m, as gammaLogGammaOf does over a logarithm.
// Where q falls off at both ends, what g is to second order around the mean is taken away;
// where it does not at 0, the tangent there; where it does at neither end, g is the same at
// both and r falls off to them.
func betaLogGammaOf(c float64, q dist.Beta) betaLogGamma {
	a, b := q.A, q.B
	m0, rest := betaMeans(q)
	s := betaLogGamma{}
	above := func(d, from float64) float64 { return gammaLnAboveNear(d, from) }
	tangent := c * (special.Digamma(1) - special.Digamma(1+c))
	var r func(m, rest, d float64) float64
	switch {
	case a >= 1:
		one, two := betaTrigamma(1+c*m0), betaTrigamma(1+c*rest)
		s.Slope = c * (special.Digamma(1+c*m0) - special.Digamma(1+c*rest))
		s.Curve, s.At = -c*c*(one+two), m0
		r = func(_, _, d float64) float64 {
			d *= c
			return above(d, c*m0) + above(-d, c*rest) - (one+two)*d*d/2
		}
		if a+b > 1e10 { // r is nothing to q
			return s
		}
	case b >= 1:
		s.Slope = tangent
		r = func(m, _, _ float64) float64 { return above(c*m, 0) + above(-c*m, c) }
	default:
		r = func(m, rest, _ float64) float64 {
			m = math.Min(m, rest)
			return above(c*m, 0) + above(-c*m, c) + tangent*m
		}
	}
	from := dist.Beta{A: a, B: b}
	if a < 1 {
		from = dist.Beta{A: a + 1, B: b + 1} // about where r and q have most
	}
	x, y := betaMeans(from)
	step := 0.25 / math.Sqrt(math.Max(1, from.A/2*(from.B/(from.A+from.B))))
	log := math.Log(step) + q.LogProb(x) + math.Log(x) + math.Log(y)
	meanOn, meanOff := q.MeanLog(), q.MeanLogComplement()
	add := func(v float64) bool {
		on, off := -math.Log1p(y*math.Expm1(-v)), -math.Log1p(x*math.Expm1(v)) // over those at x
		p := math.Exp(log + a*on + b*off)
		m, rest := x*math.Exp(on), y*math.Exp(off)
		d := m - m0
		if a >= 1 {
			d = x * math.Expm1(on)
		}
		w := p * r(m, rest, d)
		on, off = on+(math.Log(x)-meanOn), off+(math.Log(y)-meanOff)
		s.Rest += w
		s.On += w * on
		s.Off += w * off
		size := math.Max(1, math.Abs(on)+math.Abs(off))
		return math.Abs(w)*size > 1e-18*(math.Abs(s.Rest)+math.Abs(s.On)+math.Abs(s.Off))
	}
	least := int(4 / step / math.Sqrt(math.Max(1, from.A*(from.B/(from.A+from.B)))))
	for _, side := range []float64{1, -1} {
		for i := (1 - int(side)) / 2; ; i++ {
			if !add(side*float64(i)*step) && i > least {
				break
			}
		}
	}
	return s
}

// betaTrigamma returns psi'(x).
func betaTrigamma(x float64) float64 { return trigammaExcess(x) + 1/x }

// betaLogGammaSurrogate is the message from the term k m - log Gamma(c m) - log Gamma(c (1 -
// m)) to a q(m) that is proper. Of -log Gamma(c m) = log m - log Gamma(1 + c m) + ... the first
// part is the beta of counts 2 and 1. The rest r of the others is solved for as betaSquareSurrogate
// does, with D as there.
func betaLogGammaSurrogate(c, k float64, q dist.Beta) dist.Beta {
	if !q.IsPoint() && q.B < 1 && q.A >= 1 {
		m := betaLogGammaMessage(c, -k, dist.Beta{A: q.B, B: q.A})
		return dist.Beta{A: m.B, B: m.A}
	}
	return betaLogGammaMessage(c, k, q)
}

func betaLogGammaMessage(c, k float64, q dist.Beta) dist.Beta {
	if q.IsPoint() {
		x, y := q.A, 1-q.A
		slope := k - c*(special.Digamma(1+c*x)-special.Digamma(1+c*y))
		curve := c * c * (betaTrigamma(1+c*x) + betaTrigamma(1+c*y))
		m, _ := betaSquareSurrogate(slope+curve*x, curve, q)
		return dist.Beta{A: m.A + 1, B: m.B + 1}
	}
	s := betaLogGammaOf(c, q)
	m, _ := betaSquareSurrogate(k-s.Slope-s.Curve*s.At, -s.Curve, q)
	a, b := q.A, q.B
	n := a + b
	ea, eb, en := a*trigammaExcess(a), b*trigammaExcess(b), n*trigammaExcess(n)
	d := a*ea + b*eb - n*en + n*ea*eb - en*(b*ea+a*eb)
	scale := n * a * b / d // over the determinant
	pa, pb, pn := (1+ea)/a, (1+eb)/b, (1+en)/n
	return dist.Beta{
		A: m.A + 1 - scale*((pb-pn)*s.On+pn*s.Off),
		B: m.B + 1 - scale*((pa-pn)*s.Off+pn*s.On),
	}
}

// betaLogGammaGap returns what E[log Gamma(c m) + log Gamma(c (1 - m))] is above the value at
// E[m], for m of a q that is proper.
func betaLogGammaGap(c float64, q dist.Beta) float64 {
	if q.IsPoint() {
		return 0
	}
	if q.B < 1 && q.A >= 1 {
		q = dist.Beta{A: q.B, B: q.A}
	}
	m, rest := betaMeans(q)
	s := betaLogGammaOf(c, q)
	gap := s.Rest + math.Log(m) - q.MeanLog() + math.Log(rest) - q.MeanLogComplement()
	if q.A >= 1 {
		return gap - s.Curve*q.Variance()/2
	}
	at := gammaLnAboveNear(c*m, 0) + gammaLnAboveNear(-c*m, c)
	if q.B < 1 {
		m = math.Min(m, rest)
		at = gammaLnAboveNear(c*m, 0) + gammaLnAboveNear(-c*m, c) + c*(special.Digamma(1)-special.Digamma(1+c))*m
	}
	return gap - at
}
