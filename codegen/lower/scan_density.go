package lower

import (
	"slices"

	"mpc/codegen/code"
	"mpc/mcmc"
	"mpc/message/conditional"
	"mpc/model"
)

// changesIn tells whether an expression reads the values that are drawn.
func changesIn(d *conditional.Draw, e *model.Expr) bool {
	found := false
	if e != nil {
		e.Walk(func(x *model.Expr) {
			found = found || x.Op == model.OpVariable && slices.Contains(d.Variables, x.Variable) || x.Op == model.OpIndex && d.Block != nil && d.Block.Valued(x.Index)
		})
	}
	return found
}

// settledInstances tells whether the values that are drawn say nothing of which instances
// a term has, and how often it counts.
func settledInstances(d *conditional.Draw, t *conditional.Term) bool {
	return !changesIn(d, t.Times) && !slices.ContainsFunc(t.Guards, func(e *model.Expr) bool { return changesIn(d, e) }) &&
		!slices.ContainsFunc(t.Loops, func(l *model.Loop) bool { return changesIn(d, l.Lo) || changesIn(d, l.Hi) })
}

// linked tells whether e is the function of that name of something.
func linked(e *model.Expr, fun string) bool { return e.Op == model.OpCall && e.Fun == fun }

// logOf calls a function of package mcmc that gives a log density.
func (f *chain) logOf(name string, args ...code.Operand) code.Operand {
	var list []code.Type
	for _, x := range args {
		list = append(list, x.Type())
	}
	return f.call("log", f.lowering.mcmc(name, code.Real, list...), args...)
}

// kernel is what a term adds to the log density without what does not depend on the values that are drawn; nil where
// there is no such form, or where it saves nothing.
func (f *chain) kernel(d *conditional.Draw, t *conditional.Term) code.Operand {
	dist := t.Dist
	changes := func(e *model.Expr) bool { return changesIn(d, e) }
	if !settledInstances(d, t) {
		return nil // it matters which there are
	}
	if d.Method == conditional.AdaptiveRejection {
		return nil // a draw is computed from the log densities, whose last bits count
	}
	arg := dist.Arg
	switch dist.Name {
	case "normal":
		switch {
		case arg("precision") != nil && !changes(arg("precision")):
			return f.logOf("LogKernelNormal", f.real(t.X), f.real(arg("mean")), f.real(arg("precision")))
		case arg("variance") != nil && !changes(arg("variance")):
			return f.logOf("LogKernelNormalVariance", f.real(t.X), f.real(arg("mean")), f.real(arg("variance")))
		}
	case "gamma":
		shape, rate := arg("shape"), arg("rate")
		if changes(rate) || changes(shape) && changes(t.X) {
			return nil
		}
		name := "LogKernelGamma"
		if changes(shape) {
			name = "LogKernelGammaShape"
		}
		return f.logOf(name, f.real(t.X), f.real(shape), f.real(rate))
	case "beta":
		if a, b := arg("a"), arg("b"); !changes(a) && !changes(b) {
			return f.logOf("LogKernelBeta", f.real(t.X), f.real(a), f.real(b))
		}
	case "binomial":
		n, p := arg("n"), arg("p")
		switch {
		case changes(n) || changes(t.X):
		case linked(p, "logistic"):
			return f.logOf("LogKernelBinomialLogit", f.whole(t.X), f.whole(n), f.real(p.Args[0]))
		default:
			return f.logOf("LogKernelBinomial", f.whole(t.X), f.whole(n), f.real(p))
		}
	case "poisson":
		r := arg("rate")
		switch {
		case changes(t.X):
		case linked(r, "exp"):
			return f.logOf("LogKernelPoissonLog", f.whole(t.X), f.real(r.Args[0]))
		default:
			return f.logOf("LogKernelPoisson", f.whole(t.X), f.real(r))
		}
	}
	return nil
}

// logDensity is the log density of a value.
func (f *chain) logDensity(x *model.Expr, d *model.Dist) code.Operand {
	real := func(name string) code.Operand { return f.real(d.Arg(name)) }
	switch d.Name {
	case "given":
		return f.logGiven(x, d.Args[0])
	case "normal":
		return f.logNormal(x, d)
	case "truncated":
		return f.logOf("LogDensityTruncatedNormal", f.real(x), real("mean"), f.real(inverse(d.Arg("variance"))), real("low"), real("high"))
	case "gamma":
		if r := d.Arg("rate"); linked(r, "exp") {
			return f.logOf("LogDensityGammaLogRate", f.real(x), real("shape"), f.real(r.Args[0]))
		}
		return f.logOf("LogDensityGamma", f.real(x), real("shape"), real("rate"))
	case "inversegamma":
		return f.logOf("LogDensityInverseGamma", f.real(x), real("shape"), real("rate"))
	case "beta":
		return f.logOf("LogDensityBeta", f.real(x), real("a"), real("b"))
	case "uniform":
		return f.logOf("LogDensityUniform", f.real(x), real("low"), real("high"))
	case "point":
		return f.logOf("LogDensityPoint", f.real(x), real("value"))
	case "bernoulli":
		return f.logBernoulli(x, d)
	case "discreteuniform":
		return f.logOf("LogDensityDiscreteUniform", f.whole(x), f.whole(d.Arg("n")))
	case "binomial":
		if p := d.Arg("p"); linked(p, "logistic") {
			return f.logOf("LogDensityBinomialLogit", f.whole(x), f.whole(d.Arg("n")), f.real(p.Args[0]))
		}
		return f.logOf("LogDensityBinomial", f.whole(x), f.whole(d.Arg("n")), real("p"))
	case "poisson":
		if r := d.Arg("rate"); linked(r, "exp") {
			return f.logOf("LogDensityPoissonLog", f.whole(x), f.real(r.Args[0]))
		}
		return f.logOf("LogDensityPoisson", f.whole(x), real("rate"))
	case "categorical":
		if p := d.Arg("p"); isSoftmax(p) {
			return f.logOf("LogDensityCategoricalSoftmax", f.whole(x), f.oddsOnce(p))
		}
		return f.logOf("LogDensityCategorical", f.whole(x), f.computed(d.Arg("p")))
	case "multinomial":
		if p := d.Arg("p"); isSoftmax(p) {
			return f.logOf("LogDensityMultinomialSoftmax", f.wholeSlice(x), f.whole(d.Arg("n")), f.oddsOnce(p))
		}
		return f.logOf("LogDensityMultinomial", f.wholeSlice(x), f.whole(d.Arg("n")), f.computed(d.Arg("p")))
	case "mvnormal":
		name := "LogDensityMvNormal"
		if d.Arg("precision") == nil {
			name += "Covariance"
		}
		return f.asks(f.vectorWork(), name, []code.Operand{f.realSlice(x), f.computed(d.Arg("mean")), f.realSlice(d.Args[1])}, code.Real)[0]
	case "wishart":
		name := "LogDensityWishart"
		if d.Arg("scale") == nil {
			name += "Inverse"
		}
		return f.asks(f.vectorWork(), name, []code.Operand{f.realSlice(x), real("df"), f.realSlice(d.Args[1])}, code.Real)[0]
	case "dirichlet":
		return f.logOf("LogDensityDirichlet", f.realSlice(x), f.computed(d.Arg("alpha")))
	}
	if row, truncated := d.Row(); row != nil {
		f0 := row.Density
		if truncated {
			f0 = row.TruncatedDensity
		}
		return f.logOf(mcmc.FunctionName(f0), append([]code.Operand{f.ofRow(x, row.Whole)}, f.parametersOfRow(d)...)...)
	}
	notYet("the density of %s", d.Name)
	return nil
}

// parametersOfRow are those of a distribution of the table.
func (f *chain) parametersOfRow(d *model.Dist) (list []code.Operand) {
	row, _ := d.Row()
	for k, e := range d.Parameters() {
		list = append(list, f.ofRow(e, k < len(row.Parameters) && row.Parameters[k].Whole))
	}
	return list
}

// ofRow is a number as a function of the table takes it.
func (f *chain) ofRow(e *model.Expr, whole bool) code.Operand {
	if whole {
		return f.whole(e)
	}
	return f.real(e)
}

func (f *chain) logNormal(x *model.Expr, d *model.Dist) code.Operand {
	mean := func() code.Operand { return f.real(d.Arg("mean")) }
	p, v := d.Arg("precision"), d.Arg("variance")
	switch {
	case p != nil && linked(p, "exp"):
		return f.logOf("LogDensityNormalLogPrecision", f.real(x), mean(), f.real(p.Args[0]))
	case v != nil && linked(v, "exp"):
		return f.logOf("LogDensityNormalLogVariance", f.real(x), mean(), f.real(v.Args[0]))
	case p != nil:
		return f.logOf("LogDensityNormal", f.real(x), mean(), f.real(p))
	}
	return f.logOf("LogDensityNormalVariance", f.real(x), mean(), f.real(v))
}

func (f *chain) logBernoulli(x *model.Expr, d *model.Dist) code.Operand {
	if e := d.Arg("logit"); e != nil {
		return f.logOf("LogDensityBernoulliLogit", f.truth(x), f.real(e))
	}
	p := d.Arg("p")
	switch {
	case linked(p, "logistic"):
		return f.logOf("LogDensityBernoulliLogit", f.truth(x), f.real(p.Args[0]))
	case linked(p, "probit"):
		return f.logOf("LogDensityBernoulliProbit", f.truth(x), f.real(p.Args[0]))
	}
	return f.logOf("LogDensityBernoulli", f.truth(x), f.real(p))
}

// logGiven is the log density of a value under a distribution that the data give.
func (f *chain) logGiven(x, given *model.Expr) code.Operand {
	var value code.Operand
	switch model.Distribution(given.Type.Family).Draws {
	case model.Bool:
		value = f.truth(x)
	case model.Int:
		value = f.whole(x)
	default:
		value = f.real(x)
	}
	p := f.place(f.input(given.Input), given.Input.Dims, given.Args)
	if isHandle(p.Type()) {
		return f.call("log", f.lowering.method(p.Type(), "LogProb", types(code.Real), param("x", value.Type())), p, value)
	}
	d := f.load("d", p)
	return f.call("log", f.lowering.method(p.Type(), "LogProb", types(code.Real), param("x", value.Type())), d, value)
}
