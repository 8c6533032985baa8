package operators

import "mpc/dist"

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
		{Func: GivenDirichletAverageLog, Factor: "given", To: Evidence, Algorithm: VMP, Args: []Arg{{"x", 0}, {"prior", 0}}},
	}
}

// GivenDirichletToX sends the prior that was given.
func GivenDirichletToX(prior dist.Dirichlet, to *dist.Dirichlet) { to.Set(prior) }

// GivenDirichletEvidence is the log density of a known x.
func GivenDirichletEvidence(x []float64, prior dist.Dirichlet) float64 { return prior.LogProb(x) }

// GivenDirichletAverageLog is the mean log density of x ~ prior.
func GivenDirichletAverageLog(x, prior dist.Dirichlet) float64 { return prior.MeanLogProb(x) }

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
