package codegen

import (
	"fmt"

	"mpc/message"
	"mpc/model"
)

// How values are drawn from what a statement says alone: those that chains begin with, and
// those that no data depend on.

// drawForward prints a draw from the prior. At the start of a chain it is dispersed no
// more than a chain recovers from.
func (f *function) drawForward(u *message.Update, start bool) {
	d := u.Sampled
	f.stream()
	for k, v := range d.Variables {
		f.drawVariable(u, k, v, start)
	}
}

// drawVariable prints a draw of one of the variables from its prior.
func (f *function) drawVariable(u *message.Update, k int, v *model.Variable, start bool) {
	f.stream()
	before := f.writes
	f.writes = v
	defer func() { f.writes = before }()
	for _, t := range u.Sampled.Prior {
		if t.Factor.Drawn.Variable == v {
			f.instances(t, func() {
				f.checkParameters(u, t.Dist)
				f.drawPrior(u, k, t.Dist, start)
				f.checkDrawn(u, k, t.Dist)
			})
		}
	}
}

// drawPrior prints a draw of the k-th variable from a distribution.
func (f *function) drawPrior(u *message.Update, k int, dist *model.Dist, start bool) {
	d := u.Sampled
	v := f.at0()
	real := func(name string) string { return v.real(dist.Arg(name)) }
	call := func(name string, args ...string) {
		text := "stream"
		for _, a := range args {
			text += ", " + a
		}
		f.body.line("%s = mcmc.%s(%s)", f.drawn(d, k), name, text)
	}
	switch dist.Name {
	case "given":
		f.drawGiven(u, k, dist, start)
	case "normal":
		precision := ""
		if dist.Arg("precision") != nil {
			precision = real("precision")
		} else {
			precision = v.real(inverse(dist.Arg("variance")))
		}
		if start {
			precision = "mcmc.StartPrecision(" + precision + ")"
		}
		call("DrawNormal", real("mean"), precision)
	case "truncated":
		call("DrawTruncatedNormal", real("mean"), "math.Sqrt("+real("variance")+")", real("low"), real("high"))
	case "gamma":
		name := "DrawGamma"
		if start {
			name = "StartGamma"
		}
		call(name, real("shape"), real("rate"))
	case "inversegamma":
		if start {
			f.body.line("%s = 1 / mcmc.StartGamma(stream, %s, %s)", f.drawn(d, k), real("shape"), real("rate"))
			return
		}
		call("DrawInverseGamma", real("shape"), real("rate"))
	case "beta":
		call("DrawBeta", real("a"), real("b"))
	case "uniform":
		call("DrawUniform", real("low"), real("high"))
	case "point":
		f.body.line("%s = %s", f.drawn(d, k), f.typed(d.Variables[k], dist.Arg("value")))
	case "bernoulli":
		if dist.Arg("logit") != nil {
			call("DrawBernoulli", real("logit"))
		} else {
			call("DrawBernoulliP", real("p"))
		}
	case "categorical":
		f.body.line("if found, ok := mcmc.DrawCategoricalP(stream, %s); ok {\n%s = found\n} else {\n%s\n}", f.slice(dist.Arg("p")), f.drawn(d, k), f.faultAt(u, "Improper"))
	case "discreteuniform":
		call("DrawDiscreteUniform", v.whole(dist.Arg("n")))
	case "binomial":
		call("DrawBinomial", v.whole(dist.Arg("n")), real("p"))
	case "poisson":
		call("DrawPoisson", real("rate"))
	case "polyagamma":
		f.drawPolyaGamma(u, k, dist)
	case "signed":
		call("DrawSignedNormal", real("mean"), v.truth(dist.Arg("positive")))
	case "dirichlet":
		f.body.line("if !mcmc.DrawDirichlet(stream, %s, %s) {\n%s\n}", f.wholeValue(d), f.slice(dist.Arg("alpha")), f.faultAt(u, "Improper"))
	case "mvnormal":
		f.body.line("c.vector.Reset(len(%s))", f.wholeValue(d))
		if dist.Arg("precision") != nil {
			f.body.line("c.vector.AddPrecision(%s, %s)", f.slice(dist.Arg("mean")), f.slice(dist.Arg("precision")))
		} else {
			f.body.line("if !c.vector.AddCovariance(%s, %s) {\n%s\n}", f.slice(dist.Arg("mean")), f.slice(dist.Arg("covariance")), f.faultAt(u, "NotFinite"))
		}
		if start {
			f.body.line("c.vector.Tame()")
		}
		f.drawSeen(u, f.wholeValue(d))
	case "wishart":
		f.body.line("c.vector.Reset(%s)", f.vectorSize(d))
		if dist.Arg("inverse") != nil {
			f.body.line("c.vector.AddMatrix(%s, 0.5)", f.slice(dist.Arg("inverse")))
		} else {
			f.body.line("if !c.vector.AddInverse(%s, 0.5) {\n%s\n}", f.slice(dist.Arg("scale")), f.faultAt(u, "NotFinite"))
		}
		f.body.line("if !mcmc.DrawWishart(stream, %s, 0.5*%s, c.vector.P, %s, c.vector.Factor, c.vector.Work) {\n%s\n}", f.wholeValue(d), group(real("df")), f.vectorSize(d), f.faultAt(u, "Improper"))
	default:
		f.g.internal("a draw from %s", dist.Name)
	}
}

// drawPolyaGamma prints a draw of what a truth, or a count of them, was given.
func (f *function) drawPolyaGamma(u *message.Update, k int, dist *model.Dist) {
	v, trials := f.at0(), "1"
	if dist.Arg("trials") != nil {
		n, count := v.whole(dist.Arg("trials")), v.whole(dist.Arg("seen"))
		f.body.line("if %s < 0 || %s > %s {\n%s\n}", count, count, n, f.faultAt(u, "Contradiction"))
		f.open("if %s > 0 {", n)
		defer f.close()
		trials = "float64(" + n + ")"
	}
	f.body.line("%s = mcmc.DrawPolyaGamma(stream, %s, %s)", f.drawn(u.Sampled, k), trials, v.real(dist.Arg("logit")))
}

// drawGiven prints a draw from a distribution that the data give.
func (f *function) drawGiven(u *message.Update, k int, dist *model.Dist, start bool) {
	d := u.Sampled
	x := f.input(dist.Args[0].Input, dist.Args[0].Args, f.at0())
	switch family := dist.Args[0].Type.Family; {
	case family == "normal" && start:
		f.body.line("%s = mcmc.DrawNormalNatural(stream, %s.H, mcmc.StartPrecision(%s.P))", f.drawn(d, k), x, x)
	case family == "normal":
		f.body.line("%s = mcmc.DrawGivenNormal(stream, %s)", f.drawn(d, k), x)
	case family == "gamma" && start:
		f.body.line("%s = mcmc.StartGamma(stream, %s.Shape, %s.Rate)", f.drawn(d, k), x, x)
	case family == "gamma":
		f.body.line("%s = mcmc.DrawGivenGamma(stream, %s)", f.drawn(d, k), x)
	case family == "inversegamma" && start:
		f.body.line("%s = 1 / mcmc.StartGamma(stream, %s.Shape, %s.Rate)", f.drawn(d, k), x, x)
	case family == "inversegamma":
		f.body.line("%s = mcmc.DrawGivenInverseGamma(stream, %s)", f.drawn(d, k), x)
	case family == "beta":
		f.body.line("%s = mcmc.DrawGivenBeta(stream, %s)", f.drawn(d, k), x)
	case family == "bernoulli":
		f.body.line("%s = mcmc.DrawBernoulliP(stream, %s.P())", f.drawn(d, k), x)
	case family == "categorical":
		f.body.line("if found, ok := mcmc.DrawCategorical(stream, %s.LogP); ok {\n%s = found\n} else {\n%s\n}", x, f.drawn(d, k), f.faultAt(u, "Improper"))
	case family == "dirichlet":
		f.body.line("if !mcmc.DrawGivenDirichlet(stream, %s, %s) {\n%s\n}", f.wholeValue(d), x, f.faultAt(u, "Improper"))
	default:
		f.g.internal("%s", fmt.Sprintf("a draw from a given %s", family))
	}
}

// typed prints an expression as a value of a variable.
func (f *function) typed(v *model.Variable, e *model.Expr) string {
	switch v.Type.Kind {
	case model.Real:
		return f.at0().real(e)
	case model.Bool:
		return f.at0().truth(e)
	}
	return f.at0().whole(e)
}
