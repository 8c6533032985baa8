package codegen

import (
	"strings"

	"mpc/conditional"
	"mpc/model"
)

// density prints the addition of all terms of a conditional to a sum. Terms that sums are
// there for have a kernel of them.
func (f *function) density(d *conditional.Draw, log string, summed map[*conditional.Term]string) {
	for _, t := range d.Terms {
		if d.Within(t) {
			continue // within the bounds it holds
		}
		if k, ok := summed[t]; ok {
			f.body.line("%s += %s", log, k)
			continue
		}
		f.instances(t, func() { f.addLog(d, t, log) })
	}
}

// addLog prints the addition of one instance of a term to a sum.
func (f *function) addLog(d *conditional.Draw, t *conditional.Term, log string) {
	if x, ok := f.logTerm(d, t); ok {
		f.body.line("%s += %s", log, x)
		return
	}
	f.body.line("if !(%s) {\n%s = math.Inf(-1)\n}", f.at0().truth(t.Holds), log)
}

// logTerm prints what one instance of a term adds to the log density; it is false of a
// condition.
func (f *function) logTerm(d *conditional.Draw, t *conditional.Term) (string, bool) {
	switch {
	case t.Log != nil:
		return f.at0().real(t.Log), true
	case t.Holds != nil:
		return "", false
	}
	times := ""
	if t.Times != nil {
		times = group(f.at0().real(t.Times)) + " * "
	}
	if k := f.kernel(d, t); k != "" {
		return times + k, true
	}
	return times + f.logDensity(t.X, t.Dist), true
}

// logDensity prints the log density of a value.
func (f *function) logDensity(x *model.Expr, d *model.Dist) string {
	v := f.at0()
	real := func(name string) string { return v.real(d.Arg(name)) }
	switch d.Name {
	case "given":
		prior := f.input(d.Args[0].Input, d.Args[0].Args, v)
		switch model.Distribution(d.Args[0].Type.Family).Draws {
		case model.Bool:
			return prior + ".LogProb(" + v.truth(x) + ")"
		case model.Int:
			return prior + ".LogProb(" + v.whole(x) + ")"
		}
		return prior + ".LogProb(" + v.real(x) + ")"
	case "normal":
		p := d.Arg("precision")
		switch s := d.Arg("variance"); {
		case p != nil && linked(p, "exp"):
			return "mcmc.LogDensityNormalLogPrecision(" + v.real(x) + ", " + real("mean") + ", " + v.real(p.Args[0]) + ")"
		case s != nil && linked(s, "exp"):
			return "mcmc.LogDensityNormalLogVariance(" + v.real(x) + ", " + real("mean") + ", " + v.real(s.Args[0]) + ")"
		case p != nil:
			return "mcmc.LogDensityNormal(" + v.real(x) + ", " + real("mean") + ", " + real("precision") + ")"
		}
		return "mcmc.LogDensityNormalVariance(" + v.real(x) + ", " + real("mean") + ", " + real("variance") + ")"
	case "truncated":
		return "mcmc.LogDensityTruncatedNormal(" + v.real(x) + ", " + real("mean") + ", " + v.real(inverse(d.Arg("variance"))) + ", " + real("low") + ", " + real("high") + ")"
	case "gamma":
		if r := d.Arg("rate"); linked(r, "exp") {
			return "mcmc.LogDensityGammaLogRate(" + v.real(x) + ", " + real("shape") + ", " + v.real(r.Args[0]) + ")"
		}
		return "mcmc.LogDensityGamma(" + v.real(x) + ", " + real("shape") + ", " + real("rate") + ")"
	case "inversegamma":
		return "mcmc.LogDensityInverseGamma(" + v.real(x) + ", " + real("shape") + ", " + real("rate") + ")"
	case "beta":
		return "mcmc.LogDensityBeta(" + v.real(x) + ", " + real("a") + ", " + real("b") + ")"
	case "uniform":
		return "mcmc.LogDensityUniform(" + v.real(x) + ", " + real("low") + ", " + real("high") + ")"
	case "point":
		return "mcmc.LogDensityPoint(" + v.real(x) + ", " + real("value") + ")"
	case "bernoulli":
		if d.Arg("logit") != nil {
			return "mcmc.LogDensityBernoulliLogit(" + v.truth(x) + ", " + real("logit") + ")"
		}
		p := d.Arg("p")
		if linked(p, "logistic") {
			return "mcmc.LogDensityBernoulliLogit(" + v.truth(x) + ", " + v.real(p.Args[0]) + ")"
		}
		if linked(p, "probit") {
			return "mcmc.LogDensityBernoulliProbit(" + v.truth(x) + ", " + v.real(p.Args[0]) + ")"
		}
		return "mcmc.LogDensityBernoulli(" + v.truth(x) + ", " + v.real(p) + ")"
	case "categorical":
		if p := d.Arg("p"); isSoftmax(p) {
			return "mcmc.LogDensityCategoricalSoftmax(" + v.whole(x) + ", " + f.oddsOnce(p) + ")"
		}
		return "mcmc.LogDensityCategorical(" + v.whole(x) + ", " + f.computed(d.Arg("p")) + ")"
	case "discreteuniform":
		return "mcmc.LogDensityDiscreteUniform(" + v.whole(x) + ", " + v.whole(d.Arg("n")) + ")"
	case "binomial":
		if p := d.Arg("p"); linked(p, "logistic") {
			return "mcmc.LogDensityBinomialLogit(" + v.whole(x) + ", " + v.whole(d.Arg("n")) + ", " + v.real(p.Args[0]) + ")"
		}
		return "mcmc.LogDensityBinomial(" + v.whole(x) + ", " + v.whole(d.Arg("n")) + ", " + real("p") + ")"
	case "poisson":
		if r := d.Arg("rate"); linked(r, "exp") {
			return "mcmc.LogDensityPoissonLog(" + v.whole(x) + ", " + v.real(r.Args[0]) + ")"
		}
		return "mcmc.LogDensityPoisson(" + v.whole(x) + ", " + real("rate") + ")"
	case "dirichlet":
		return "mcmc.LogDensityDirichlet(" + f.slice(x) + ", " + f.computed(d.Arg("alpha")) + ")"
	case "mvnormal":
		f.g.matrices = true
		name := "LogDensityMvNormal"
		if d.Arg("precision") == nil {
			name += "Covariance"
		}
		return "c.vector." + name + "(" + f.slice(x) + ", " + f.computed(d.Arg("mean")) + ", " + f.slice(d.Args[1]) + ")"
	case "wishart":
		f.g.matrices = true
		name := "LogDensityWishart"
		if d.Arg("scale") == nil {
			name += "Inverse"
		}
		return "c.vector." + name + "(" + f.slice(x) + ", " + real("df") + ", " + f.slice(d.Args[1]) + ")"
	case "multinomial":
		if p := d.Arg("p"); isSoftmax(p) {
			return "mcmc.LogDensityMultinomialSoftmax(" + f.wholeSlice(x) + ", " + v.whole(d.Arg("n")) + ", " + f.oddsOnce(p) + ")"
		}
		return "mcmc.LogDensityMultinomial(" + f.wholeSlice(x) + ", " + v.whole(d.Arg("n")) + ", " + f.computed(d.Arg("p")) + ")"
	}
	return f.g.internal("the density of %s", d.Name)
}

// computed prints a vector as a slice that is only read: one that is computed of others once.
func (f *function) computed(e *model.Expr) string {
	if e.Op != model.OpReduce || e.Fun != model.Elements {
		return f.slice(e)
	}
	return f.lasting(e, func() string { return f.slice(e) })
}

// oddsOnce prints what a softmax is of, as a slice that is only read.
func (f *function) oddsOnce(e *model.Expr) string {
	return f.lasting(e, func() string { return f.logOdds(e) })
}

// inverse is 1/e, of a constant the number itself: Go computes a quotient of constants with
// more digits than those of a float64, and the draws would depend on it.
func inverse(e *model.Expr) *model.Expr {
	return model.Call("/", model.Type{Kind: model.Real}, model.Number(1), e)
}

// linked tells whether e is the function of that name of something.
func linked(e *model.Expr, fun string) bool { return e.Op == model.OpCall && e.Fun == fun }

// slice prints a vector as a slice: a list is copied to memory of the chain.
func (f *function) slice(e *model.Expr) string {
	switch e.Op {
	case model.OpInput, model.OpVariable:
		if wholeType(e) {
			name := f.g.scratchOfChain("float64")
			f.field(name, name+"[:0]")
			f.body.line("%s = %s(%s[:0], %s)\nc.%s = %s", name, "engine.Reals", name, f.storedVector(e, f.at0()), name, name)
			return name
		}
		return f.storedVector(e, f.at0())
	case model.OpCall:
		if e.Fun != "zeros" && e.Fun != "component" {
			return f.sliceArithmetic(e)
		}
	case model.OpReduce:
		if e.Fun == model.Elements {
			return f.collected(e, "float64", f.at0().real)
		}
		return "mcmc.FromLogOdds(" + f.logOdds(e) + ")"
	case model.OpList:
		return f.collected(e, "float64", f.at0().real)
	}
	return f.vector(e)
}

// wholeSlice prints a vector of whole numbers as a slice.
func (f *function) wholeSlice(e *model.Expr) string {
	if e.Op == model.OpInput || e.Op == model.OpVariable {
		return f.storedVector(e, f.at0())
	}
	return f.collected(e, "int", f.at0().whole)
}

// collected prints the elements of a list, or of a reduction to a vector, row by row, in memory
// of the chain.
func (f *function) collected(e *model.Expr, kind string, print func(*model.Expr) string) string {
	name := f.g.scratchOfChain(kind)
	f.field(name, name+"[:0]")
	f.body.line("%s = %s[:0]", name, name)
	var add func(e *model.Expr)
	add = func(e *model.Expr) {
		switch {
		case e.Op == model.OpList:
			for _, a := range e.Args {
				add(a)
			}
		case e.Op == model.OpReduce && e.Fun == model.Elements:
			f.loop(e.Loop.Index, e.Loop.Lo, e.Loop.Hi, false)
			f.looping = append(f.looping, e.Loop)
			add(e.Args[0])
			f.looping = f.looping[:len(f.looping)-1]
			f.close()
		default:
			f.body.line("%s = append(%s, %s)", name, name, print(e))
		}
	}
	add(e)
	f.body.line("c.%s = %s", name, name)
	return name
}

// sliceArithmetic prints a sum or a multiple of vectors or of matrices, in memory of the
// chain.
func (f *function) sliceArithmetic(e *model.Expr) string {
	names := map[string]string{"neg": "Negated", "+": "Sum", "-": "Difference", "*": "Mapped"}
	fun, args := names[e.Fun], []string{}
	for k, a := range e.Args {
		switch {
		case a.Type.Dimensions > 0 || a.Op == model.OpList:
			args = append(args, f.slice(a))
		case k == 1 && (e.Fun == "*" || e.Fun == "/"):
			fun = map[string]string{"*": "Scaled", "/": "Divided"}[e.Fun]
			args = append(args, f.at0().real(a))
		default:
			return f.g.internal("%s as a vector", e)
		}
	}
	if fun == "" {
		return f.g.internal("%s as a vector", e)
	}
	name := f.g.scratchOfChain("float64")
	f.field(name, name+"[:0]")
	f.body.line("%s = mcmc.%s(%s[:0], %s)\nc.%s = %s", name, fun, name, strings.Join(args, ", "), name, name)
	return name
}

// isSoftmax tells whether e is probabilities by their log odds.
func isSoftmax(e *model.Expr) bool { return e.Op == model.OpReduce && e.Fun == "softmax" }

// logOdds prints what a softmax is of, in memory of the chain.
func (f *function) logOdds(e *model.Expr) string {
	if !isSoftmax(e) {
		return f.g.internal("%s as a vector", e)
	}
	each := *e
	each.Fun = model.Elements
	return f.collected(&each, "float64", f.at0().real)
}
