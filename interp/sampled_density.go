package interp

import (
	"fmt"

	"mpc/data"
	"mpc/dist"
	"mpc/mcmc"
	"mpc/model"
)

// logDensity is the log density of a value.
func (c *chain) logDensity(x *model.Expr, d *model.Dist) (float64, error) {
	o := &operands{c: c}
	log := o.logDensity(x, d)
	return log, o.err
}

// densityIn is a log density in an expression, with the indices that it has there.
func (c *chain) densityIn(e *model.Expr, env *data.Env) (float64, error) {
	before := c.env
	c.env = env
	log, err := c.logDensity(e.Args[0], e.Distribution())
	c.env = before
	return log, err
}

func (o *operands) logDensity(x *model.Expr, d *model.Dist) float64 {
	arg := func(name string) float64 { return o.real(d.Arg(name)) }
	switch d.Name {
	case "given":
		return o.logGiven(x, d.Args[0])
	case "normal":
		if p := d.Arg("precision"); isCall(p, "exp") {
			return mcmc.LogDensityNormalLogPrecision(o.real(x), arg("mean"), o.real(p.Args[0]))
		}
		if v := d.Arg("variance"); isCall(v, "exp") {
			return mcmc.LogDensityNormalLogVariance(o.real(x), arg("mean"), o.real(v.Args[0]))
		}
		if d.Arg("precision") != nil {
			return mcmc.LogDensityNormal(o.real(x), arg("mean"), arg("precision"))
		}
		return mcmc.LogDensityNormalVariance(o.real(x), arg("mean"), arg("variance"))
	case "truncated":
		return mcmc.LogDensityTruncatedNormal(o.real(x), arg("mean"), 1/arg("variance"), arg("low"), arg("high"))
	case "gamma":
		if r := d.Arg("rate"); isCall(r, "exp") {
			return mcmc.LogDensityGammaLogRate(o.real(x), arg("shape"), o.real(r.Args[0]))
		}
		return mcmc.LogDensityGamma(o.real(x), arg("shape"), arg("rate"))
	case "inversegamma":
		return mcmc.LogDensityInverseGamma(o.real(x), arg("shape"), arg("rate"))
	case "beta":
		return mcmc.LogDensityBeta(o.real(x), arg("a"), arg("b"))
	case "uniform":
		return mcmc.LogDensityUniform(o.real(x), arg("low"), arg("high"))
	case "point":
		return mcmc.LogDensityPoint(o.real(x), arg("value"))
	case "dirichlet":
		return mcmc.LogDensityDirichlet(o.vector(x), o.vector(d.Arg("alpha")))
	case "mvnormal":
		x, mean := o.vector(x), o.vector(d.Arg("mean"))
		scale, w := o.vector(d.Args[1]), &o.c.vector
		switch {
		case o.err != nil:
			return 0
		case d.Arg("precision") != nil:
			return w.LogDensityMvNormal(x, mean, scale)
		}
		return w.LogDensityMvNormalCovariance(x, mean, scale)
	case "wishart":
		x, df := o.vector(x), arg("df")
		scale, w := o.vector(d.Args[1]), &o.c.vector
		switch {
		case o.err != nil:
			return 0
		case d.Arg("scale") != nil:
			return w.LogDensityWishart(x, df, scale)
		}
		return w.LogDensityWishartInverse(x, df, scale)
	case "multinomial":
		if p := d.Arg("p"); isSoftmax(p) {
			return mcmc.LogDensityMultinomialSoftmax(wholes(o.vector(x)), o.whole(d.Arg("n")), o.logOdds(p))
		}
		return mcmc.LogDensityMultinomial(wholes(o.vector(x)), o.whole(d.Arg("n")), o.vector(d.Arg("p")))
	}
	return o.logWhole(x, d)
}

// logWhole is the log probability of a whole number or a truth.
func (o *operands) logWhole(x *model.Expr, d *model.Dist) float64 {
	p := d.Arg("p")
	switch d.Name {
	case "bernoulli":
		switch {
		case d.Arg("logit") != nil:
			return mcmc.LogDensityBernoulliLogit(o.truth(x), o.real(d.Arg("logit")))
		case isCall(p, "logistic"):
			return mcmc.LogDensityBernoulliLogit(o.truth(x), o.real(p.Args[0]))
		case isCall(p, "probit"):
			return mcmc.LogDensityBernoulliProbit(o.truth(x), o.real(p.Args[0]))
		}
		return mcmc.LogDensityBernoulli(o.truth(x), o.real(p))
	case "categorical":
		if isSoftmax(p) {
			return mcmc.LogDensityCategoricalSoftmax(o.whole(x), o.logOdds(p))
		}
		return mcmc.LogDensityCategorical(o.whole(x), o.vector(p))
	case "discreteuniform":
		return mcmc.LogDensityDiscreteUniform(o.whole(x), o.whole(d.Arg("n")))
	case "binomial":
		if isCall(p, "logistic") {
			return mcmc.LogDensityBinomialLogit(o.whole(x), o.whole(d.Arg("n")), o.real(p.Args[0]))
		}
		return mcmc.LogDensityBinomial(o.whole(x), o.whole(d.Arg("n")), o.real(p))
	case "poisson":
		rate := d.Arg("rate")
		if isCall(rate, "exp") {
			return mcmc.LogDensityPoissonLog(o.whole(x), o.real(rate.Args[0]))
		}
		return mcmc.LogDensityPoisson(o.whole(x), o.real(rate))
	}
	o.fail("the density of %s is not known", d.Name)
	return 0
}

// logGiven is the log density under a distribution that the data give.
func (o *operands) logGiven(x, given *model.Expr) float64 {
	switch d := o.given(given).(type) {
	case dist.Bernoulli:
		return d.LogProb(o.truth(x))
	case dist.Categorical:
		return d.LogProb(o.whole(x))
	case interface{ LogProb(float64) float64 }:
		return d.LogProb(o.real(x))
	}
	o.fail("the density of a given %s is not known", given.Type.Family)
	return 0
}

func (o *operands) fail(format string, args ...any) {
	if o.err == nil {
		o.err = fmt.Errorf(format, args...)
	}
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
