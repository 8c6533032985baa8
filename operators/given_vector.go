package operators

import (
	"math"

	"mpc/dist"
)

func givenVectorOps() []*Op {
	return []*Op{
		{Func: GivenDirichletToX, Factor: "given", To: "x", Algorithm: EP, Exact: true, Safe: true, Args: []Arg{{"prior", 0}, {"to", 0}}},
		{Func: GivenDirichletEvidence, Factor: "given", To: Evidence, Algorithm: EP, Args: []Arg{{"x", 0}, {"prior", 0}}},
		{Func: GivenDirichletToX, Factor: "given", To: "x", Algorithm: VMP, Args: []Arg{{"prior", 0}, {"to", 0}}},
		{Func: GivenMvNormalToX, Factor: "given", To: "x", Algorithm: EP, Exact: true, Safe: true, Args: []Arg{{"prior", 0}, {"to", 0}}},
		{Func: GivenMvNormalEvidence, Factor: "given", To: Evidence, Algorithm: EP, Args: []Arg{{"x", 0}, {"prior", 0}, {"work", 0}}},
		{Func: GivenMvNormalToX, Factor: "given", To: "x", Algorithm: VMP, Args: []Arg{{"prior", 0}, {"to", 0}}},
		{Func: GivenMvNormalAverageLog, Factor: "given", To: Evidence, Algorithm: VMP, Args: []Arg{{"x", 0}, {"prior", 0}, {"work", 0}}},
		{Func: GivenWishartToX, Factor: "given", To: "x", Algorithm: EP, Exact: true, Safe: true, Args: []Arg{{"prior", 0}, {"to", 0}}},
		{Func: GivenWishartEvidence, Factor: "given", To: Evidence, Algorithm: EP, Args: []Arg{{"x", 0}, {"prior", 0}, {"work", 0}}},
		{Func: GivenWishartToX, Factor: "given", To: "x", Algorithm: VMP, Args: []Arg{{"prior", 0}, {"to", 0}}},
		{Func: GivenWishartAverageLog, Factor: "given", To: Evidence, Algorithm: VMP, Args: []Arg{{"x", 0}, {"prior", 0}, {"work", 0}}},
		{Func: GivenWishartDivergence, Factor: "given", To: Divergence, Algorithm: VMP, Args: []Arg{{"x", 0}, {"prior", 0}, {"work", 0}}},
		{Func: GivenCategoricalToX, Factor: "given", To: "x", Algorithm: EP, Exact: true, Safe: true, Args: []Arg{{"prior", 0}, {"to", 0}}},
		{Func: GivenCategoricalEvidence, Factor: "given", To: Evidence, Algorithm: EP, Args: []Arg{{"x", 0}, {"prior", 0}}},
		{Func: GivenCategoricalEvidenceSoft, Factor: "given", To: Evidence, Algorithm: EP, Args: []Arg{{"x", 0}, {"prior", 0}}},
		{Func: GivenCategoricalToX, Factor: "given", To: "x", Algorithm: VMP, Args: []Arg{{"prior", 0}, {"to", 0}}},
		{Func: GivenCategoricalAverageLog, Factor: "given", To: Evidence, Algorithm: VMP, Args: []Arg{{"x", 0}, {"prior", 0}, {"work", 0}}},
		{Func: GivenDirichletAverageLog, Factor: "given", To: Evidence, Algorithm: VMP, Args: []Arg{{"x", 0}, {"prior", 0}}},
		{Func: GivenDirichletDivergence, Factor: "given", To: Divergence, Algorithm: VMP, Args: []Arg{{"x", 0}, {"prior", 0}}},
	}
}

// GivenDirichletToX sends the prior that was given.
func GivenDirichletToX(prior dist.Dirichlet, to *dist.Dirichlet) { to.Set(prior) }

// GivenDirichletEvidence is the log density of a known x.
func GivenDirichletEvidence(x []float64, prior dist.Dirichlet) float64 { return prior.LogProb(x) }

// GivenDirichletAverageLog is the mean log density of x ~ prior.
func GivenDirichletAverageLog(x, prior dist.Dirichlet) float64 { return prior.MeanLogProb(x) }

// GivenDirichletDivergence is GivenDirichletAverageLog with the entropy of x.
func GivenDirichletDivergence(x, prior dist.Dirichlet) float64 { return prior.MeanLogRatio(x) }

// GivenMvNormalToX sends the prior that was given.
func GivenMvNormalToX(prior dist.MvNormal, to *dist.MvNormal) { to.Set(prior) }

// GivenMvNormalEvidence is the log density of a known x.
func GivenMvNormalEvidence(x []float64, prior dist.MvNormal, work *dist.MvWork) float64 {
	return prior.LogProbIn(x, work)
}

// GivenMvNormalAverageLog is the mean log density of x ~ prior.
func GivenMvNormalAverageLog(x, prior dist.MvNormal, work *dist.MvWork) float64 {
	return prior.MeanLogProb(x, work)
}

// GivenWishartToX sends the prior that was given.
func GivenWishartToX(prior dist.Wishart, to *dist.Wishart) { to.Set(prior) }

// GivenWishartEvidence is the log density of a known x.
func GivenWishartEvidence(x []float64, prior dist.Wishart, work *dist.MvWork) float64 {
	return prior.LogProbIn(x, work)
}

// GivenWishartAverageLog is the mean log density of x ~ prior.
func GivenWishartAverageLog(x, prior dist.Wishart, work *dist.MvWork) float64 {
	return prior.MeanLogProb(x, work)
}

// GivenWishartDivergence is GivenWishartAverageLog with the entropy of x.
func GivenWishartDivergence(x, prior dist.Wishart, work *dist.MvWork) float64 {
	return prior.MeanLogRatio(x, work)
}

// GivenCategoricalToX sends the prior that was given. Values of x that it does not
// reach have weight 0. The fault is Contradiction where no value is left.
func GivenCategoricalToX(prior dist.Categorical, to *dist.Categorical) dist.Fault {
	discreteCopy(to, prior.LogP)
	return discreteSend(to)
}

// GivenCategoricalEvidence is the log probability of a known x.
func GivenCategoricalEvidence(x int, prior dist.Categorical) float64 { return prior.LogProb(x) }

// GivenCategoricalEvidenceSoft is log Z of x ~ prior.
func GivenCategoricalEvidenceSoft(x, prior dist.Categorical) float64 {
	return discreteOverlap(x.LogP, prior.LogP) - discreteLogSum(x.LogP) - discreteLogSum(prior.LogP)
}

// GivenCategoricalAverageLog is the mean log probability of x ~ prior: -Inf where x
// may be a value that the prior excludes.
func GivenCategoricalAverageLog(x, prior dist.Categorical, work *dist.CategoricalWork) float64 {
	q := x.P(work.Row(0, len(x.LogP)))
	for k := len(prior.LogP); k < len(q); k++ {
		if q[k] > 0 {
			return math.Inf(-1)
		}
	}
	q = q[:min(len(q), len(prior.LogP))]
	return discreteMean(q, prior.LogP) - discreteLogSum(prior.LogP)
}
