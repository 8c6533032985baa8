package operators

import (
	"math"
	"slices"

	"mpc/dist"
)

func exitVMPOps() []*Op {
	mixture, back := []Arg{{"selector", 0}, {"inner", 0}}, []Arg{{"outer", 0}}
	all, one := []Arg{{"outer", 0}, {"selector", 0}, {"inner", 0}}, []Arg{{"outer", 0}, {"inner", 0}}
	mixtureTo, backTo := append(slices.Clone(mixture), Arg{"to", 0}), append(slices.Clone(back), Arg{"to", 0})
	work := Arg{"work", 0}
	mixtureWork, allWork, oneWork := append(slices.Clone(mixtureTo), work), append(slices.Clone(all), work), append(slices.Clone(one), work)
	return []*Op{
		{Func: ExitBernoulliToOuterAverage, Factor: "exit", To: "outer", Algorithm: VMP, Args: mixture},
		{Func: ExitBernoulliToOuterAverageCategorical, Factor: "exit", To: "outer", Algorithm: VMP, Args: mixture},
		{Func: EnterBernoulliToInner, Factor: "exit", To: "inner", Algorithm: VMP, Args: back},
		{Func: ExitBernoulliAverageLog, Factor: "exit", To: Evidence, Algorithm: VMP, Args: all},
		{Func: ExitBernoulliAverageLogCategorical, Factor: "exit", To: Evidence, Algorithm: VMP, Args: all},
		{Func: ExitBernoulliBranchAverageLog, Factor: "exit", To: BranchEvidence, Algorithm: VMP, Args: one},
		{Func: ExitNormalToOuterAverage, Factor: "exit", To: "outer", Algorithm: VMP, Args: mixture},
		{Func: ExitNormalToOuterAverageCategorical, Factor: "exit", To: "outer", Algorithm: VMP, Args: mixture},
		{Func: EnterNormalToInner, Factor: "exit", To: "inner", Algorithm: VMP, Args: back},
		{Func: ExitNormalAverageLog, Factor: "exit", To: Evidence, Algorithm: VMP, Args: all},
		{Func: ExitNormalAverageLogCategorical, Factor: "exit", To: Evidence, Algorithm: VMP, Args: all},
		{Func: ExitNormalBranchAverageLog, Factor: "exit", To: BranchEvidence, Algorithm: VMP, Args: one},
		{Func: ExitGammaToOuterAverage, Factor: "exit", To: "outer", Algorithm: VMP, Args: mixture},
		{Func: ExitGammaToOuterAverageCategorical, Factor: "exit", To: "outer", Algorithm: VMP, Args: mixture},
		{Func: EnterGammaToInner, Factor: "exit", To: "inner", Algorithm: VMP, Args: back},
		{Func: ExitGammaAverageLog, Factor: "exit", To: Evidence, Algorithm: VMP, Args: all},
		{Func: ExitGammaAverageLogCategorical, Factor: "exit", To: Evidence, Algorithm: VMP, Args: all},
		{Func: ExitGammaBranchAverageLog, Factor: "exit", To: BranchEvidence, Algorithm: VMP, Args: one},
		{Func: ExitInverseGammaToOuterAverage, Factor: "exit", To: "outer", Algorithm: VMP, Args: mixture},
		{Func: ExitInverseGammaToOuterAverageCategorical, Factor: "exit", To: "outer", Algorithm: VMP, Args: mixture},
		{Func: EnterInverseGammaToInner, Factor: "exit", To: "inner", Algorithm: VMP, Args: back},
		{Func: ExitInverseGammaAverageLog, Factor: "exit", To: Evidence, Algorithm: VMP, Args: all},
		{Func: ExitInverseGammaAverageLogCategorical, Factor: "exit", To: Evidence, Algorithm: VMP, Args: all},
		{Func: ExitInverseGammaBranchAverageLog, Factor: "exit", To: BranchEvidence, Algorithm: VMP, Args: one},
		{Func: ExitBetaToOuterAverage, Factor: "exit", To: "outer", Algorithm: VMP, Args: mixture},
		{Func: ExitBetaToOuterAverageCategorical, Factor: "exit", To: "outer", Algorithm: VMP, Args: mixture},
		{Func: EnterBetaToInner, Factor: "exit", To: "inner", Algorithm: VMP, Args: back},
		{Func: ExitBetaAverageLog, Factor: "exit", To: Evidence, Algorithm: VMP, Args: all},
		{Func: ExitBetaAverageLogCategorical, Factor: "exit", To: Evidence, Algorithm: VMP, Args: all},
		{Func: ExitBetaBranchAverageLog, Factor: "exit", To: BranchEvidence, Algorithm: VMP, Args: one},
		{Func: ExitCategoricalToOuterAverage, Factor: "exit", To: "outer", Algorithm: VMP, Args: mixtureTo},
		{Func: ExitCategoricalToOuterAverageCategorical, Factor: "exit", To: "outer", Algorithm: VMP, Args: mixtureTo},
		{Func: EnterCategoricalToInner, Factor: "exit", To: "inner", Algorithm: VMP, Args: backTo},
		{Func: ExitCategoricalAverageLog, Factor: "exit", To: Evidence, Algorithm: VMP, Args: all},
		{Func: ExitCategoricalAverageLogCategorical, Factor: "exit", To: Evidence, Algorithm: VMP, Args: all},
		{Func: ExitCategoricalBranchAverageLog, Factor: "exit", To: BranchEvidence, Algorithm: VMP, Args: one},
		{Func: ExitDirichletToOuterAverage, Factor: "exit", To: "outer", Algorithm: VMP, Args: mixtureTo},
		{Func: ExitDirichletToOuterAverageCategorical, Factor: "exit", To: "outer", Algorithm: VMP, Args: mixtureTo},
		{Func: EnterDirichletToInner, Factor: "exit", To: "inner", Algorithm: VMP, Args: backTo},
		{Func: ExitDirichletAverageLog, Factor: "exit", To: Evidence, Algorithm: VMP, Args: all},
		{Func: ExitDirichletAverageLogCategorical, Factor: "exit", To: Evidence, Algorithm: VMP, Args: all},
		{Func: ExitDirichletBranchAverageLog, Factor: "exit", To: BranchEvidence, Algorithm: VMP, Args: one},
		{Func: ExitMvNormalToOuterAverage, Factor: "exit", To: "outer", Algorithm: VMP, Args: mixtureWork},
		{Func: ExitMvNormalToOuterAverageCategorical, Factor: "exit", To: "outer", Algorithm: VMP, Args: mixtureWork},
		{Func: EnterMvNormalToInner, Factor: "exit", To: "inner", Algorithm: VMP, Args: backTo},
		{Func: ExitMvNormalAverageLog, Factor: "exit", To: Evidence, Algorithm: VMP, Args: allWork},
		{Func: ExitMvNormalAverageLogCategorical, Factor: "exit", To: Evidence, Algorithm: VMP, Args: allWork},
		{Func: ExitMvNormalBranchAverageLog, Factor: "exit", To: BranchEvidence, Algorithm: VMP, Args: oneWork},
		{Func: ExitWishartToOuterAverage, Factor: "exit", To: "outer", Algorithm: VMP, Args: mixtureWork},
		{Func: ExitWishartToOuterAverageCategorical, Factor: "exit", To: "outer", Algorithm: VMP, Args: mixtureWork},
		{Func: EnterWishartToInner, Factor: "exit", To: "inner", Algorithm: VMP, Args: backTo},
		{Func: ExitWishartAverageLog, Factor: "exit", To: Evidence, Algorithm: VMP, Args: allWork},
		{Func: ExitWishartAverageLogCategorical, Factor: "exit", To: Evidence, Algorithm: VMP, Args: allWork},
		{Func: ExitWishartBranchAverageLog, Factor: "exit", To: BranchEvidence, Algorithm: VMP, Args: oneWork},
	}
}

// ExitBernoulliToOuterAverage sends to a truth value that each branch of a gate
// defines the mixture of its posteriors in the branches, with the probability that
// the selector gives each. The fault is NotFinite for a message that is NaN.
func ExitBernoulliToOuterAverage(selector dist.Bernoulli, inner []dist.Bernoulli) (dist.Bernoulli, dist.Fault) {
	return mixtureBernoulli(dist.Bernoulli{}, gateOfBool(selector), inner)
}

// ExitBernoulliToOuterAverageCategorical is ExitBernoulliToOuterAverage for a selector that
// is a whole number.
func ExitBernoulliToOuterAverageCategorical(selector dist.Categorical, inner []dist.Bernoulli) (dist.Bernoulli, dist.Fault) {
	return mixtureBernoulli(dist.Bernoulli{}, gateOfNumber(selector), inner)
}

// ExitBernoulliAverageLog returns the mean of ExitBernoulliBranchAverageLog over both
// branches.
func ExitBernoulliAverageLog(outer dist.Bernoulli, selector dist.Bernoulli, inner []dist.Bernoulli) float64 {
	return exitMean(outer, gateOfBool(selector), inner, ExitBernoulliBranchAverageLog)
}

// ExitBernoulliAverageLogCategorical is ExitBernoulliAverageLog for a selector that is a
// whole number.
func ExitBernoulliAverageLogCategorical(outer dist.Bernoulli, selector dist.Categorical, inner []dist.Bernoulli) float64 {
	return exitMean(outer, gateOfNumber(selector), inner, ExitBernoulliBranchAverageLog)
}

// ExitBernoulliBranchAverageLog returns the mean over a branch's posterior of
// the log of what comes back about the variable, exp(LogOdds) for true and 1 for
// false; a sure value is 0 or -Inf.
func ExitBernoulliBranchAverageLog(outer, inner dist.Bernoulli) float64 {
	switch {
	case outer.IsUniform():
		return 0
	case outer.IsPoint():
		if outer.LogOdds > 0 && inner.Q() == 0 || outer.LogOdds < 0 && inner.P() == 0 {
			return 0
		}
		return math.Inf(-1)
	}
	return outer.LogOdds * inner.P()
}

// ExitNormalToOuterAverage sends to a variable that each branch of a gate defines
// the mixture of its posteriors in the branches, by its mean and variance. The fault
// is Improper where the posterior of a branch that is possible is.
func ExitNormalToOuterAverage(selector dist.Bernoulli, inner []dist.Normal) (dist.Normal, dist.Fault) {
	return mixtureNormal(dist.Normal{}, gateOfBool(selector), inner)
}

// ExitNormalToOuterAverageCategorical is ExitNormalToOuterAverage for a selector that
// is a whole number.
func ExitNormalToOuterAverageCategorical(selector dist.Categorical, inner []dist.Normal) (dist.Normal, dist.Fault) {
	return mixtureNormal(dist.Normal{}, gateOfNumber(selector), inner)
}

// ExitNormalAverageLog returns the mean of ExitNormalBranchAverageLog over both
// branches.
func ExitNormalAverageLog(outer dist.Normal, selector dist.Bernoulli, inner []dist.Normal) float64 {
	return exitMean(outer, gateOfBool(selector), inner, ExitNormalBranchAverageLog)
}

// ExitNormalAverageLogCategorical is ExitNormalAverageLog for a selector that is a
// whole number.
func ExitNormalAverageLogCategorical(outer dist.Normal, selector dist.Categorical, inner []dist.Normal) float64 {
	return exitMean(outer, gateOfNumber(selector), inner, ExitNormalBranchAverageLog)
}

// ExitNormalBranchAverageLog returns the mean over a branch's posterior of the log
// of what comes back about the variable, H x - P x^2/2; of a point mass it is 0 at
// the point and -Inf elsewhere. It is NaN where the posterior is improper.
func ExitNormalBranchAverageLog(outer, inner dist.Normal) float64 {
	switch {
	case outer.IsUniform():
		return 0
	case !inner.IsProper():
		return math.NaN()
	case outer.IsPoint():
		return exitAtPoint(inner.IsPoint() && inner.H == outer.H)
	case inner.IsPoint():
		return inner.H * (outer.H - outer.P*inner.H/2)
	}
	m := inner.H / inner.P
	return m*(outer.H-outer.P*m/2) - outer.P/(2*inner.P)
}

// exitMean is the mean of what the branches say about a variable, by the probabilities of the selector; NaN where these are not those
// of so many branches.
func exitMean[D any](outer D, w gateWeights, inner []D, branch func(outer, inner D) float64) float64 {
	if !w.valid(len(inner)) {
		return math.NaN()
	}
	mean := 0.0
	for k, m := range inner {
		if p := w.at(k); p > 0 {
			mean += p * branch(outer, m)
		}
	}
	return mean
}

// exitAtPoint is the log of a point mass.
func exitAtPoint(there bool) float64 {
	if there {
		return 0
	}
	return math.Inf(-1)
}

// ExitGammaToOuterAverage is ExitNormalToOuterAverage by the mean and the mean
// logarithm, which are what is read of a gamma.
func ExitGammaToOuterAverage(selector dist.Bernoulli, inner []dist.Gamma) (dist.Gamma, dist.Fault) {
	return mixtureGamma(dist.GammaUniform(), gateOfBool(selector), inner, true)
}

// ExitGammaToOuterAverageCategorical is ExitGammaToOuterAverage for a selector that
// is a whole number.
func ExitGammaToOuterAverageCategorical(selector dist.Categorical, inner []dist.Gamma) (dist.Gamma, dist.Fault) {
	return mixtureGamma(dist.GammaUniform(), gateOfNumber(selector), inner, true)
}

// ExitGammaAverageLog returns the mean of ExitGammaBranchAverageLog over both
// branches.
func ExitGammaAverageLog(outer dist.Gamma, selector dist.Bernoulli, inner []dist.Gamma) float64 {
	return exitMean(outer, gateOfBool(selector), inner, ExitGammaBranchAverageLog)
}

// ExitGammaAverageLogCategorical is ExitGammaAverageLog for a selector that is a
// whole number.
func ExitGammaAverageLogCategorical(outer dist.Gamma, selector dist.Categorical, inner []dist.Gamma) float64 {
	return exitMean(outer, gateOfNumber(selector), inner, ExitGammaBranchAverageLog)
}

// ExitGammaBranchAverageLog returns the mean over a branch's posterior of the log of
// what comes back about the variable, (Shape-1) log x - Rate x; of a point mass it is
// 0 at the point and -Inf elsewhere. It is NaN where the posterior is improper.
func ExitGammaBranchAverageLog(outer, inner dist.Gamma) float64 {
	switch {
	case outer.IsUniform():
		return 0
	case !inner.IsProper():
		return math.NaN()
	case outer.IsPoint():
		return exitAtPoint(inner.IsPoint() && inner.Shape == outer.Shape)
	}
	log := -outer.Rate * inner.Mean()
	if outer.Shape != 1 {
		log += (outer.Shape - 1) * inner.MeanLog()
	}
	return log
}

// ExitInverseGammaToOuterAverage is ExitNormalToOuterAverage by the means of 1/x and
// of log x, which are what is read of an inverse gamma.
func ExitInverseGammaToOuterAverage(selector dist.Bernoulli, inner []dist.InverseGamma) (dist.InverseGamma, dist.Fault) {
	return mixtureInverseGamma(dist.InverseGammaUniform(), gateOfBool(selector), inner, true)
}

// ExitInverseGammaToOuterAverageCategorical is ExitInverseGammaToOuterAverage for a
// selector that is a whole number.
func ExitInverseGammaToOuterAverageCategorical(selector dist.Categorical, inner []dist.InverseGamma) (dist.InverseGamma, dist.Fault) {
	return mixtureInverseGamma(dist.InverseGammaUniform(), gateOfNumber(selector), inner, true)
}

// ExitInverseGammaAverageLog returns the mean of ExitInverseGammaBranchAverageLog over
// both branches.
func ExitInverseGammaAverageLog(outer dist.InverseGamma, selector dist.Bernoulli, inner []dist.InverseGamma) float64 {
	return exitMean(outer, gateOfBool(selector), inner, ExitInverseGammaBranchAverageLog)
}

// ExitInverseGammaAverageLogCategorical is ExitInverseGammaAverageLog for a selector
// that is a whole number.
func ExitInverseGammaAverageLogCategorical(outer dist.InverseGamma, selector dist.Categorical, inner []dist.InverseGamma) float64 {
	return exitMean(outer, gateOfNumber(selector), inner, ExitInverseGammaBranchAverageLog)
}

// ExitInverseGammaBranchAverageLog returns the mean over a branch's posterior of the
// log of what comes back about the variable, -(Shape+1) log x - Rate/x; of a point mass
// it is 0 at the point and -Inf elsewhere. It is NaN where the posterior is improper.
func ExitInverseGammaBranchAverageLog(outer, inner dist.InverseGamma) float64 {
	switch {
	case outer.IsUniform():
		return 0
	case !inner.IsProper():
		return math.NaN()
	case outer.IsPoint():
		return exitAtPoint(inner.IsPoint() && inner.Shape == outer.Shape)
	}
	log := -outer.Rate * inner.MeanInverse()
	if outer.Shape != -1 {
		log -= (outer.Shape + 1) * inner.MeanLog()
	}
	return log
}

// ExitBetaToOuterAverage is ExitNormalToOuterAverage by the means of log x and
// log(1-x), which are what is read of a beta.
func ExitBetaToOuterAverage(selector dist.Bernoulli, inner []dist.Beta) (dist.Beta, dist.Fault) {
	return mixtureBeta(dist.BetaUniform(), gateOfBool(selector), inner, true)
}

// ExitBetaToOuterAverageCategorical is ExitBetaToOuterAverage for a selector that
// is a whole number.
func ExitBetaToOuterAverageCategorical(selector dist.Categorical, inner []dist.Beta) (dist.Beta, dist.Fault) {
	return mixtureBeta(dist.BetaUniform(), gateOfNumber(selector), inner, true)
}

// ExitBetaAverageLog returns the mean of ExitBetaBranchAverageLog over both
// branches.
func ExitBetaAverageLog(outer dist.Beta, selector dist.Bernoulli, inner []dist.Beta) float64 {
	return exitMean(outer, gateOfBool(selector), inner, ExitBetaBranchAverageLog)
}

// ExitBetaAverageLogCategorical is ExitBetaAverageLog for a selector that is a
// whole number.
func ExitBetaAverageLogCategorical(outer dist.Beta, selector dist.Categorical, inner []dist.Beta) float64 {
	return exitMean(outer, gateOfNumber(selector), inner, ExitBetaBranchAverageLog)
}

// ExitBetaBranchAverageLog returns the mean over a branch's posterior of the log of
// what comes back about the variable, (A-1) log x + (B-1) log(1-x); of a point mass
// it is 0 at the point and -Inf elsewhere. It is NaN where the posterior is improper.
func ExitBetaBranchAverageLog(outer, inner dist.Beta) float64 {
	switch {
	case outer.IsUniform():
		return 0
	case !inner.IsProper():
		return math.NaN()
	case outer.IsPoint():
		return exitAtPoint(inner.IsPoint() && inner.A == outer.A)
	}
	log := 0.0
	if outer.A != 1 {
		log += (outer.A - 1) * inner.MeanLog()
	}
	if outer.B != 1 {
		log += (outer.B - 1) * inner.MeanLogComplement()
	}
	return log
}
