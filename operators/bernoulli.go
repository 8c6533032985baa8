package operators

import (
	"math"

	"mpc/dist"
)

func bernoulliOps() []*Op {
	return []*Op{
		{Func: BernoulliToX, Factor: "bernoulli", To: "x", Algorithm: EP, Exact: true, Args: []Arg{{"p", SkipIfUniform}}},
		{Func: BernoulliToXKnown, Factor: "bernoulli", To: "x", Algorithm: EP, Exact: true, Args: []Arg{{"p", 0}}},
		{Func: BernoulliToPObserved, Factor: "bernoulli", To: "p", Algorithm: EP, Safe: true, Args: []Arg{{"x", 0}}},
		{Func: BernoulliToP, Factor: "bernoulli", To: "p", Algorithm: EP, Variant: "log", Args: []Arg{{"x", SkipIfUniform}, {"p", NoInit}}},
		{Func: BernoulliToPVariance, Factor: "bernoulli", To: "p", Algorithm: EP, Variant: "variance", Args: []Arg{{"x", SkipIfUniform}, {"p", NoInit}}},
		{Func: BernoulliEvidence, Factor: "bernoulli", To: Evidence, Algorithm: EP, Args: []Arg{{"x", 0}, {"p", 0}}},
		{Func: BernoulliEvidenceKnown, Factor: "bernoulli", To: Evidence, Algorithm: EP, Args: []Arg{{"x", 0}, {"p", 0}}},
	}
}

// BernoulliToX sends x ~ bernoulli(p): log odds log(A/B). The fault is Improper
// where p is.
func BernoulliToX(p dist.Beta) (dist.Bernoulli, dist.Fault) {
	switch {
	case p.IsPoint():
		return BernoulliToXKnown(p.A)
	case !p.IsProper():
		return dist.Bernoulli{}, dist.Improper
	case p.A < 2*p.B && p.B < 2*p.A: // A - B is exact
		return dist.Bernoulli{LogOdds: math.Log1p((p.A - p.B) / p.B)}, dist.NoFault
	}
	return dist.Bernoulli{LogOdds: math.Log(p.A) - math.Log(p.B)}, dist.NoFault
}

// BernoulliToXKnown sends x ~ bernoulli(p), p known. The fault is NotFinite
// where p is no probability.
func BernoulliToXKnown(p float64) (dist.Bernoulli, dist.Fault) {
	switch {
	case !(p >= 0 && p <= 1):
		return dist.Bernoulli{}, dist.NotFinite
	case p > 0.25 && p < 0.75: // p - (1-p) is exact
		return dist.Bernoulli{LogOdds: math.Log1p((2*p - 1) / (1 - p))}, dist.NoFault
	}
	return dist.BernoulliP(p), dist.NoFault
}

// BernoulliToPObserved sends to p of x ~ bernoulli(p): one more count, the
// density p or 1 - p.
func BernoulliToPObserved(x bool) dist.Beta {
	if x {
		return dist.Beta{A: 2, B: 1}
	}
	return dist.Beta{A: 1, B: 2}
}

// BernoulliToP sends to p of x ~ bernoulli(p), x random: the tilted density
//
//	p^(A-1) (1-p)^(B-1) (P(x) p + (1-P(x)) (1-p))
//
// is a mixture of two betas, and the message takes it to the beta of the same
// E log p and E log(1-p), which minimizes KL (Minka, Divergence measures and
// message passing, 2005). The fault is Improper where p is.
func BernoulliToP(x dist.Bernoulli, p dist.Beta) (dist.Beta, dist.Fault) {
	t, fault := bernoulliTiltOf(x, p)
	if fault != dist.NoFault || t.done {
		return t.message, fault
	}
	return t.matchLogs()
}

// BernoulliToPVariance is BernoulliToP with the beta of the tilted density's
// mean and variance.
func BernoulliToPVariance(x dist.Bernoulli, p dist.Beta) (dist.Beta, dist.Fault) {
	t, fault := bernoulliTiltOf(x, p)
	if fault != dist.NoFault || t.done {
		return t.message, fault
	}
	da, db := t.matchVariance()
	return dist.Beta{A: 1 + da, B: 1 + db}, dist.NoFault
}

// BernoulliEvidence returns log Z of x ~ bernoulli(p), log(P(x) E p + ...). Where p is
// improper it is that of the binomial of one trial, for an x that is known, as a
// message from a logistic function may leave less than x says; else it is NaN.
func BernoulliEvidence(x dist.Bernoulli, p dist.Beta) float64 {
	if !p.IsProper() && x.IsPoint() {
		k := 0
		if x.LogOdds > 0 {
			k = 1
		}
		return BinomialEvidence(k, 1, p)
	}
	m, fault := BernoulliToX(p)
	if fault != dist.NoFault {
		return math.NaN()
	}
	return m.LogIntegral(x)
}

// BernoulliEvidenceKnown returns log Z of x ~ bernoulli(p), p known: NaN where p
// is no probability.
func BernoulliEvidenceKnown(x dist.Bernoulli, p float64) float64 {
	m, fault := BernoulliToXKnown(p)
	if fault != dist.NoFault {
		return math.NaN()
	}
	return m.LogIntegral(x)
}
