package evaluate

import (
	"mpc/dist"
	"mpc/mcmc"
	"mpc/model"
)

// LogDensity is the log density of a value.
func (o *Operands) LogDensity(x *model.Expr, d *model.Dist) float64 {
	arg := func(name string) float64 { return o.Real(d.Arg(name)) }
	switch d.Name {
	case "given":
		return o.logGiven(x, d.Args[0])
	case "normal":
		if p := d.Arg("precision"); isCall(p, "exp") {
			return mcmc.LogDensityNormalLogPrecision(o.Real(x), arg("mean"), o.Real(p.Args[0]))
		}
		if v := d.Arg("variance"); isCall(v, "exp") {
			return mcmc.LogDensityNormalLogVariance(o.Real(x), arg("mean"), o.Real(v.Args[0]))
		}
		if d.Arg("precision") != nil {
			return mcmc.LogDensityNormal(o.Real(x), arg("mean"), arg("precision"))
		}
		return mcmc.LogDensityNormalVariance(o.Real(x), arg("mean"), arg("variance"))
	case "truncated":
		return mcmc.LogDensityTruncatedNormal(o.Real(x), arg("mean"), 1/arg("variance"), arg("low"), arg("high"))
	case "gamma":
		if r := d.Arg("rate"); isCall(r, "exp") {
			return mcmc.LogDensityGammaLogRate(o.Real(x), arg("shape"), o.Real(r.Args[0]))
		}
		return mcmc.LogDensityGamma(o.Real(x), arg("shape"), arg("rate"))
	case "inversegamma":
		return mcmc.LogDensityInverseGamma(o.Real(x), arg("shape"), arg("rate"))
	case "beta":
		return mcmc.LogDensityBeta(o.Real(x), arg("a"), arg("b"))
	case "uniform":
		return mcmc.LogDensityUniform(o.Real(x), arg("low"), arg("high"))
	case "point":
		return mcmc.LogDensityPoint(o.Real(x), arg("value"))
	case "dirichlet":
		return mcmc.LogDensityDirichlet(o.Vector(x), o.Vector(d.Arg("alpha")))
	case "mvnormal":
		x, mean := o.Vector(x), o.Vector(d.Arg("mean"))
		scale, w := o.Vector(d.Args[1]), o.Work
		switch {
		case o.Err != nil:
			return 0
		case d.Arg("precision") != nil:
			return w.LogDensityMvNormal(x, mean, scale)
		}
		return w.LogDensityMvNormalCovariance(x, mean, scale)
	case "wishart":
		x, df := o.Vector(x), arg("df")
		scale, w := o.Vector(d.Args[1]), o.Work
		switch {
		case o.Err != nil:
			return 0
		case d.Arg("scale") != nil:
			return w.LogDensityWishart(x, df, scale)
		}
		return w.LogDensityWishartInverse(x, df, scale)
	case "multinomial":
		if p := d.Arg("p"); isSoftmax(p) {
			return mcmc.LogDensityMultinomialSoftmax(wholes(o.Vector(x)), o.Whole(d.Arg("n")), o.LogOdds(p))
		}
		return mcmc.LogDensityMultinomial(wholes(o.Vector(x)), o.Whole(d.Arg("n")), o.Vector(d.Arg("p")))
	}
	return o.logWhole(x, d)
}

// logWhole is the log probability of a whole number or a truth.
func (o *Operands) logWhole(x *model.Expr, d *model.Dist) float64 {
	p := d.Arg("p")
	switch d.Name {
	case "bernoulli":
		switch {
		case d.Arg("logit") != nil:
			return mcmc.LogDensityBernoulliLogit(o.Truth(x), o.Real(d.Arg("logit")))
		case isCall(p, "logistic"):
			return mcmc.LogDensityBernoulliLogit(o.Truth(x), o.Real(p.Args[0]))
		case isCall(p, "probit"):
			return mcmc.LogDensityBernoulliProbit(o.Truth(x), o.Real(p.Args[0]))
		}
		return mcmc.LogDensityBernoulli(o.Truth(x), o.Real(p))
	case "categorical":
		if isSoftmax(p) {
			return mcmc.LogDensityCategoricalSoftmax(o.Whole(x), o.LogOdds(p))
		}
		return mcmc.LogDensityCategorical(o.Whole(x), o.Vector(p))
	case "discreteuniform":
		return mcmc.LogDensityDiscreteUniform(o.Whole(x), o.Whole(d.Arg("n")))
	case "binomial":
		if isCall(p, "logistic") {
			return mcmc.LogDensityBinomialLogit(o.Whole(x), o.Whole(d.Arg("n")), o.Real(p.Args[0]))
		}
		return mcmc.LogDensityBinomial(o.Whole(x), o.Whole(d.Arg("n")), o.Real(p))
	case "poisson":
		rate := d.Arg("rate")
		if isCall(rate, "exp") {
			return mcmc.LogDensityPoissonLog(o.Whole(x), o.Real(rate.Args[0]))
		}
		return mcmc.LogDensityPoisson(o.Whole(x), o.Real(rate))
	}
	if row, truncated := d.Row(); row != nil {
		f := row.Density
		if truncated {
			f = row.TruncatedDensity
		}
		args := append([]float64{o.Real(x)}, o.Parameters(d)...)
		if o.Err != nil {
			return 0
		}
		return mcmc.CallRow(f, nil, args...)
	}
	o.Fail("the density of %s is not known", d.Name)
	return 0
}

// Parameters are those of a distribution of the table, in its order, with bounds behind them.
func (o *Operands) Parameters(d *model.Dist) (list []float64) {
	for _, e := range d.Parameters() {
		list = append(list, o.Real(e))
	}
	return list
}

// logGiven is the log density under a distribution that the data give.
func (o *Operands) logGiven(x, given *model.Expr) float64 {
	switch d := o.Given(given).(type) {
	case dist.Bernoulli:
		return d.LogProb(o.Truth(x))
	case dist.Categorical:
		return d.LogProb(o.Whole(x))
	case interface{ LogProb(float64) float64 }:
		return d.LogProb(o.Real(x))
	}
	o.Fail("the density of a given %s is not known", given.Type.Family)
	return 0
}

// isCall tells whether e is the function of that name of something.
func isCall(e *model.Expr, fun string) bool {
	return e != nil && e.Op == model.OpCall && e.Fun == fun
}

// isSoftmax tells whether e is probabilities by their log odds.
func isSoftmax(e *model.Expr) bool {
	return e.Op == model.OpReduce && e.Fun == "softmax"
}

func wholes(x []float64) []int {
	out := make([]int, len(x))
	for i, v := range x {
		out[i] = int(v)
	}
	return out
}
