package operators

import (
	"math"
	"slices"

	"mpc/dist"
)

// ExitCategoricalToOuterAverage sends to a whole number that each branch of a gate
// defines the mixture of its posteriors in the branches. The fault is NotFinite for a
// message that is NaN or of another size.
func ExitCategoricalToOuterAverage(selector dist.Bernoulli, inner []dist.Categorical, to *dist.Categorical) dist.Fault {
	return mixtureCategorical(dist.Categorical{}, gateOfBool(selector), inner, to)
}

// ExitCategoricalToOuterAverageCategorical is ExitCategoricalToOuterAverage for a selector that
// is a whole number.
func ExitCategoricalToOuterAverageCategorical(selector dist.Categorical, inner []dist.Categorical, to *dist.Categorical) dist.Fault {
	return mixtureCategorical(dist.Categorical{}, gateOfNumber(selector), inner, to)
}

// ExitCategoricalAverageLog returns the mean of ExitCategoricalBranchAverageLog over both
// branches.
func ExitCategoricalAverageLog(outer dist.Categorical, selector dist.Bernoulli, inner []dist.Categorical) float64 {
	return exitMean(outer, gateOfBool(selector), inner, ExitCategoricalBranchAverageLog)
}

// ExitCategoricalAverageLogCategorical is ExitCategoricalAverageLog for a selector that is a
// whole number.
func ExitCategoricalAverageLogCategorical(outer dist.Categorical, selector dist.Categorical, inner []dist.Categorical) float64 {
	return exitMean(outer, gateOfNumber(selector), inner, ExitCategoricalBranchAverageLog)
}

// ExitCategoricalBranchAverageLog returns the mean over a branch's posterior of the
// log weight that comes back about the variable: -Inf where a value that is possible
// has the weight 0, NaN where the posterior is improper.
func ExitCategoricalBranchAverageLog(outer, inner dist.Categorical) float64 {
	if len(outer.LogP) != len(inner.LogP) || !inner.IsProper() {
		return math.NaN()
	}
	w := gateOfNumber(inner)
	mean := 0.0
	for x, l := range outer.LogP {
		if p := w.at(x); p > 0 {
			mean += p * l
		}
	}
	return mean
}

// ExitDirichletToOuterAverage is ExitNormalToOuterAverage by the means of the
// logarithms, which are what is read of a dirichlet.
func ExitDirichletToOuterAverage(selector dist.Bernoulli, inner []dist.Dirichlet, to *dist.Dirichlet) dist.Fault {
	return mixtureDirichlet(dist.Dirichlet{}, gateOfBool(selector), inner, true, to)
}

// ExitDirichletToOuterAverageCategorical is ExitDirichletToOuterAverage for a selector that
// is a whole number.
func ExitDirichletToOuterAverageCategorical(selector dist.Categorical, inner []dist.Dirichlet, to *dist.Dirichlet) dist.Fault {
	return mixtureDirichlet(dist.Dirichlet{}, gateOfNumber(selector), inner, true, to)
}

// ExitDirichletAverageLog returns the mean of ExitDirichletBranchAverageLog over both
// branches.
func ExitDirichletAverageLog(outer dist.Dirichlet, selector dist.Bernoulli, inner []dist.Dirichlet) float64 {
	return exitMean(outer, gateOfBool(selector), inner, ExitDirichletBranchAverageLog)
}

// ExitDirichletAverageLogCategorical is ExitDirichletAverageLog for a selector that is a
// whole number.
func ExitDirichletAverageLogCategorical(outer dist.Dirichlet, selector dist.Categorical, inner []dist.Dirichlet) float64 {
	return exitMean(outer, gateOfNumber(selector), inner, ExitDirichletBranchAverageLog)
}

// ExitDirichletBranchAverageLog returns the mean over a branch's posterior of the log
// of what comes back about the variable, the sum of log x; of a point mass it is
// 0 at the point and -Inf elsewhere. It is NaN where the posterior is improper.
func ExitDirichletBranchAverageLog(outer, inner dist.Dirichlet) float64 {
	switch {
	case outer.IsUniform():
		return 0
	case !inner.IsProper():
		return math.NaN()
	case outer.Point:
		return exitAtPoint(inner.Point && slices.Equal(inner.A, outer.A))
	}
	return inner.MeanLogTilt(outer)
}

// ExitMvNormalToOuterAverage is ExitNormalToOuterAverage by means and covariances.
func ExitMvNormalToOuterAverage(selector dist.Bernoulli, inner []dist.MvNormal, to *dist.MvNormal, work *dist.MvWork) dist.Fault {
	return mixtureMvNormal(dist.MvNormal{}, gateOfBool(selector), inner, to, work)
}

// ExitMvNormalToOuterAverageCategorical is ExitMvNormalToOuterAverage for a selector that
// is a whole number.
func ExitMvNormalToOuterAverageCategorical(selector dist.Categorical, inner []dist.MvNormal, to *dist.MvNormal, work *dist.MvWork) dist.Fault {
	return mixtureMvNormal(dist.MvNormal{}, gateOfNumber(selector), inner, to, work)
}

// ExitMvNormalAverageLog returns the mean of ExitMvNormalBranchAverageLog over both
// branches.
func ExitMvNormalAverageLog(outer dist.MvNormal, selector dist.Bernoulli, inner []dist.MvNormal, work *dist.MvWork) float64 {
	return exitMean(outer, gateOfBool(selector), inner, func(outer, inner dist.MvNormal) float64 { return ExitMvNormalBranchAverageLog(outer, inner, work) })
}

// ExitMvNormalAverageLogCategorical is ExitMvNormalAverageLog for a selector that is a
// whole number.
func ExitMvNormalAverageLogCategorical(outer dist.MvNormal, selector dist.Categorical, inner []dist.MvNormal, work *dist.MvWork) float64 {
	return exitMean(outer, gateOfNumber(selector), inner, func(outer, inner dist.MvNormal) float64 { return ExitMvNormalBranchAverageLog(outer, inner, work) })
}

// ExitMvNormalBranchAverageLog returns the mean over a branch's posterior of the log of
// what comes back about the variable, H'x - x'P x/2; of a point mass it is 0 at the
// point and -Inf elsewhere. It is NaN where the posterior is improper.
func ExitMvNormalBranchAverageLog(outer, inner dist.MvNormal, work *dist.MvWork) float64 {
	n := len(outer.H)
	switch {
	case outer.IsUniform():
		return 0
	case n != len(inner.H):
		return math.NaN()
	case outer.Point:
		if !inner.IsProper(work) {
			return math.NaN()
		}
		return exitAtPoint(inner.Point && slices.Equal(inner.H, outer.H))
	}
	mean, covariance := work.Vector(0, n), work.Matrix(0, n)
	if !inner.Moments(mean, covariance, work) {
		return math.NaN()
	}
	log := 0.0
	for i, m := range mean {
		log += outer.H[i] * m
		for j, u := range mean {
			log -= outer.P[i*n+j] / 2 * (m*u + covariance[i*n+j])
		}
	}
	return log
}

// ExitWishartToOuterAverage is ExitNormalToOuterAverage by the mean and the mean log
// determinant, which are what is read of a wishart.
func ExitWishartToOuterAverage(selector dist.Bernoulli, inner []dist.Wishart, to *dist.Wishart, work *dist.MvWork) dist.Fault {
	return mixtureWishart(dist.Wishart{}, gateOfBool(selector), inner, to, work)
}

// ExitWishartToOuterAverageCategorical is ExitWishartToOuterAverage for a selector that
// is a whole number.
func ExitWishartToOuterAverageCategorical(selector dist.Categorical, inner []dist.Wishart, to *dist.Wishart, work *dist.MvWork) dist.Fault {
	return mixtureWishart(dist.Wishart{}, gateOfNumber(selector), inner, to, work)
}

// ExitWishartAverageLog returns the mean of ExitWishartBranchAverageLog over both
// branches.
func ExitWishartAverageLog(outer dist.Wishart, selector dist.Bernoulli, inner []dist.Wishart, work *dist.MvWork) float64 {
	return exitMean(outer, gateOfBool(selector), inner, func(outer, inner dist.Wishart) float64 { return ExitWishartBranchAverageLog(outer, inner, work) })
}

// ExitWishartAverageLogCategorical is ExitWishartAverageLog for a selector that is a
// whole number.
func ExitWishartAverageLogCategorical(outer dist.Wishart, selector dist.Categorical, inner []dist.Wishart, work *dist.MvWork) float64 {
	return exitMean(outer, gateOfNumber(selector), inner, func(outer, inner dist.Wishart) float64 { return ExitWishartBranchAverageLog(outer, inner, work) })
}

// ExitWishartBranchAverageLog returns the mean over a branch's posterior of the log of
// what comes back about the variable, (Shape - (k+1)/2) log|X| - tr(Rate X); of a point
// mass it is 0 at the point and -Inf elsewhere. It is NaN where the posterior is
// improper.
func ExitWishartBranchAverageLog(outer, inner dist.Wishart, work *dist.MvWork) float64 {
	n := outer.Size()
	switch {
	case outer.IsUniform():
		return 0
	case len(outer.Rate) != len(inner.Rate) || !inner.IsProper(work):
		return math.NaN()
	case outer.Point:
		return exitAtPoint(inner.Point && slices.Equal(inner.Rate, outer.Rate))
	}
	log := 0.0
	if power := outer.Shape - float64(n+1)/2; power != 0 {
		log = power * inner.MeanLogDet(work)
	}
	for i, x := range inner.MeanTo(work.Matrix(0, n), work) {
		log -= outer.Rate[i] * x
	}
	return log
}
