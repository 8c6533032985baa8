package operators

import "mpc/dist"

func givenVMPOps() []*Op {
	return []*Op{
		{Func: GivenNormalToX, Factor: "given", To: "x", Algorithm: VMP, Args: []Arg{{"prior", 0}}},
		{Func: GivenNormalAverageLog, Factor: "given", To: Evidence, Algorithm: VMP, Args: []Arg{{"x", 0}, {"prior", 0}}},
		{Func: GivenGammaToX, Factor: "given", To: "x", Algorithm: VMP, Args: []Arg{{"prior", 0}}},
		{Func: GivenGammaAverageLog, Factor: "given", To: Evidence, Algorithm: VMP, Args: []Arg{{"x", 0}, {"prior", 0}}},
		{Func: GivenGammaDivergence, Factor: "given", To: Divergence, Algorithm: VMP, Args: []Arg{{"x", 0}, {"prior", 0}}},
		{Func: GivenInverseGammaToX, Factor: "given", To: "x", Algorithm: VMP, Args: []Arg{{"prior", 0}}},
		{Func: GivenInverseGammaAverageLog, Factor: "given", To: Evidence, Algorithm: VMP, Args: []Arg{{"x", 0}, {"prior", 0}}},
		{Func: GivenInverseGammaDivergence, Factor: "given", To: Divergence, Algorithm: VMP, Args: []Arg{{"x", 0}, {"prior", 0}}},
		{Func: GivenBetaToX, Factor: "given", To: "x", Algorithm: VMP, Args: []Arg{{"prior", 0}}},
		{Func: GivenBetaAverageLog, Factor: "given", To: Evidence, Algorithm: VMP, Args: []Arg{{"x", 0}, {"prior", 0}}},
		{Func: GivenBetaDivergence, Factor: "given", To: Divergence, Algorithm: VMP, Args: []Arg{{"x", 0}, {"prior", 0}}},
		{Func: GivenBernoulliToX, Factor: "given", To: "x", Algorithm: VMP, Args: []Arg{{"prior", 0}}},
		{Func: GivenBernoulliAverageLog, Factor: "given", To: Evidence, Algorithm: VMP, Args: []Arg{{"x", 0}, {"prior", 0}}},
	}
}

// GivenNormalAverageLog is the mean log density of x ~ prior; an improper prior
// counts as of scale 1.
func GivenNormalAverageLog(x, prior dist.Normal) float64 { return prior.MeanLogProb(x) }

// GivenGammaAverageLog is the mean log density of x ~ prior.
func GivenGammaAverageLog(x, prior dist.Gamma) float64 { return prior.MeanLogProb(x) }

// GivenInverseGammaAverageLog is the mean log density of x ~ prior.
func GivenInverseGammaAverageLog(x, prior dist.InverseGamma) float64 { return prior.MeanLogProb(x) }

// GivenBetaAverageLog is the mean log density of x ~ prior.
func GivenBetaAverageLog(x, prior dist.Beta) float64 { return prior.MeanLogProb(x) }

// GivenBernoulliAverageLog is the mean log probability of x ~ prior.
func GivenBernoulliAverageLog(x, prior dist.Bernoulli) float64 { return prior.MeanLogProb(x) }

// GivenGammaDivergence is GivenGammaAverageLog with the entropy of x.
func GivenGammaDivergence(x, prior dist.Gamma) float64 { return prior.MeanLogRatio(x) }

// GivenInverseGammaDivergence is GivenInverseGammaAverageLog with the entropy of x.
func GivenInverseGammaDivergence(x, prior dist.InverseGamma) float64 { return prior.MeanLogRatio(x) }

// GivenBetaDivergence is GivenBetaAverageLog with the entropy of x.
func GivenBetaDivergence(x, prior dist.Beta) float64 { return prior.MeanLogRatio(x) }
