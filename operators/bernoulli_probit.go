package operators

import "mpc/dist"

func bernoulliProbitOps() []*Op {
	return []*Op{
		{
			Func: BernoulliProbitToX, Factor: "bernoulli_probit", To: "x", Algorithm: EP, Exact: true, Safe: true,
			Args: []Arg{{"probit", SkipIfUniform}},
		},
		{
			Func: BernoulliProbitToProbit, Factor: "bernoulli_probit", To: "probit", Algorithm: EP, Safe: true,
			Args: []Arg{{"x", 0}, {"probit", SkipIfUniform}},
		},
		{
			Func: BernoulliProbitToProbitSoft, Factor: "bernoulli_probit", To: "probit", Algorithm: EP,
			Args: []Arg{{"x", SkipIfUniform}, {"probit", SkipIfUniform}},
		},
		{
			Func: BernoulliProbitEvidence, Factor: "bernoulli_probit", To: Evidence, Algorithm: EP,
			Args: []Arg{{"x", 0}, {"probit", 0}},
		},
		{
			Func: BernoulliProbitEvidenceSoft, Factor: "bernoulli_probit", To: Evidence, Algorithm: EP,
			Args: []Arg{{"x", 0}, {"probit", 0}},
		},
	}
}

// bernoulliProbitNoise returns the standard normal e of x = (probit > e), which
// has probability Phi(probit): the factor is a comparison with it.
func bernoulliProbitNoise() dist.Normal { return dist.Normal{P: 1} }

// BernoulliProbitToX sends x ~ bernoulli(Phi(probit)) in log odds: for a probit
// of mean m and variance v log Phi(z) - log Phi(-z), z = m/sqrt(1 + v)
// (Rasmussen and Williams 2006, eq. 3.82). The fault is dist.Improper where the
// probit has no positive precision, unless it is uniform.
func BernoulliProbitToX(probit dist.Normal) (dist.Bernoulli, dist.Fault) {
	return GreaterThanToOut(probit, bernoulliProbitNoise())
}

// BernoulliProbitToProbit sends the probit of an observed x ~
// bernoulli(Phi(probit)), by the derivatives of log Phi(z) (Rasmussen and
// Williams 2006, eq. 3.85, 3.87); see GreaterThanTilt for the form and the faults.
func BernoulliProbitToProbit(x bool, probit dist.Normal) (dist.Normal, dist.Fault) {
	t, fault := GreaterThanTilt(x, probit, bernoulliProbitNoise())
	return t.A, fault
}

// BernoulliProbitToProbitSoft sends the probit of a random x; improper where x
// is unsure and disagrees. See GreaterThanTiltSoft.
func BernoulliProbitToProbitSoft(x dist.Bernoulli, probit dist.Normal) (dist.Normal, dist.Fault) {
	t, fault := GreaterThanTiltSoft(x, probit, bernoulliProbitNoise())
	return t.A, fault
}

// BernoulliProbitEvidence is log Z of an observed x ~ bernoulli(Phi(probit)).
func BernoulliProbitEvidence(x bool, probit dist.Normal) float64 {
	return GreaterThanEvidence(x, probit, bernoulliProbitNoise())
}

// BernoulliProbitEvidenceSoft is log Z of a random x ~ bernoulli(Phi(probit)).
func BernoulliProbitEvidenceSoft(x dist.Bernoulli, probit dist.Normal) float64 {
	return GreaterThanEvidenceSoft(x, probit, bernoulliProbitNoise())
}
