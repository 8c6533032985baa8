package operators

import "mpc/dist"

func givenOps() []*Op {
	return []*Op{
		{Func: GivenNormalToX, Factor: "given", To: "x", Algorithm: EP, Exact: true, Safe: true, Args: []Arg{{"prior", 0}}},
		{Func: GivenNormalEvidence, Factor: "given", To: Evidence, Algorithm: EP, Args: []Arg{{"x", 0}, {"prior", 0}}},
		{Func: GivenGammaToX, Factor: "given", To: "x", Algorithm: EP, Exact: true, Safe: true, Args: []Arg{{"prior", 0}}},
		{Func: GivenGammaEvidence, Factor: "given", To: Evidence, Algorithm: EP, Args: []Arg{{"x", 0}, {"prior", 0}}},
		{Func: GivenInverseGammaToX, Factor: "given", To: "x", Algorithm: EP, Exact: true, Safe: true, Args: []Arg{{"prior", 0}}},
		{Func: GivenInverseGammaEvidence, Factor: "given", To: Evidence, Algorithm: EP, Args: []Arg{{"x", 0}, {"prior", 0}}},
		{Func: GivenBetaToX, Factor: "given", To: "x", Algorithm: EP, Exact: true, Safe: true, Args: []Arg{{"prior", 0}}},
		{Func: GivenBetaEvidence, Factor: "given", To: Evidence, Algorithm: EP, Args: []Arg{{"x", 0}, {"prior", 0}}},
		{Func: GivenBernoulliToX, Factor: "given", To: "x", Algorithm: EP, Exact: true, Safe: true, Args: []Arg{{"prior", 0}}},
		{Func: GivenBernoulliEvidence, Factor: "given", To: Evidence, Algorithm: EP, Args: []Arg{{"x", 0}, {"prior", 0}}},
	}
}

// GivenNormalToX sends the prior that was given.
func GivenNormalToX(prior dist.Normal) dist.Normal { return prior }

// GivenNormalEvidence is log Z of x ~ prior.
func GivenNormalEvidence(x, prior dist.Normal) float64 { return prior.LogIntegral(x) }

// GivenGammaToX sends the prior that was given.
func GivenGammaToX(prior dist.Gamma) dist.Gamma { return prior }

// GivenGammaEvidence is log Z of x ~ prior.
func GivenGammaEvidence(x, prior dist.Gamma) float64 { return prior.LogIntegral(x) }

// GivenInverseGammaToX sends the prior that was given.
func GivenInverseGammaToX(prior dist.InverseGamma) dist.InverseGamma { return prior }

// GivenInverseGammaEvidence is log Z of x ~ prior.
func GivenInverseGammaEvidence(x, prior dist.InverseGamma) float64 { return prior.LogIntegral(x) }

// GivenBetaToX sends the prior that was given.
func GivenBetaToX(prior dist.Beta) dist.Beta { return prior }

// GivenBetaEvidence is log Z of x ~ prior.
func GivenBetaEvidence(x, prior dist.Beta) float64 { return prior.LogIntegral(x) }

// GivenBernoulliToX sends the prior that was given.
func GivenBernoulliToX(prior dist.Bernoulli) dist.Bernoulli { return prior }

// GivenBernoulliEvidence is log Z of x ~ prior.
func GivenBernoulliEvidence(x, prior dist.Bernoulli) float64 { return prior.LogIntegral(x) }
