package codegen

import (
	"slices"

	"mpc/conditional"
	"mpc/model"
)

// shapeSums prints, before the loop of a slice, the sums over the instances of terms in
// which the shape of gammas alone changes, and is the same for all: with these each
// evaluation costs the same, however many instances there are. It lists the kernel of each
// such term.
func (f *function) shapeSums(d *conditional.Draw) map[*conditional.Term]string {
	kernels := map[*conditional.Term]string{}
	for _, t := range d.Terms {
		if t.Times != nil || t.Dist == nil || t.Dist.Name != "gamma" || len(t.Loops) == 0 || !settledInstances(d, t) {
			continue
		}
		shape, rate := t.Dist.Arg("shape"), t.Dist.Arg("rate")
		if changesIn(d, rate) || changesIn(d, t.X) || slices.ContainsFunc(t.Loops, func(l *model.Loop) bool { return shape.Uses(l.Index) }) {
			continue
		}
		logs, count := f.fresh("logs"), f.fresh("count")
		f.body.line("%s, %s := 0.0, 0.0", logs, count)
		f.instances(t, func() {
			f.body.line("%s += mcmc.LogGammaTerm(%s, %s)\n%s++", logs, f.at0().real(t.X), f.at0().real(rate), count)
		})
		kernels[t] = "mcmc.LogKernelGammaShapes(" + f.at0().real(shape) + ", " + logs + ", " + count + ")"
	}
	return kernels
}

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

// kernel prints what a term adds to the log density without what does not depend on the
// values that are drawn; "" where there is no such form, or where it saves nothing.
func (f *function) kernel(d *conditional.Draw, t *conditional.Term) string {
	v := f.at0()
	dist := t.Dist
	changes := func(e *model.Expr) bool { return changesIn(d, e) }
	if !settledInstances(d, t) {
		return "" // it matters which there are
	}
	if d.Method == conditional.AdaptiveRejection {
		return "" // a draw is computed from the log densities, whose last bits count
	}
	arg := dist.Arg
	call := func(name string, args ...string) string {
		text := "mcmc.LogKernel" + name + "("
		for i, a := range args {
			if i > 0 {
				text += ", "
			}
			text += a
		}
		return text + ")"
	}
	switch dist.Name {
	case "normal":
		switch {
		case arg("precision") != nil && !changes(arg("precision")):
			return call("Normal", v.real(t.X), v.real(arg("mean")), v.real(arg("precision")))
		case arg("variance") != nil && !changes(arg("variance")):
			return call("NormalVariance", v.real(t.X), v.real(arg("mean")), v.real(arg("variance")))
		}
	case "gamma":
		shape, rate := arg("shape"), arg("rate")
		if changes(rate) || changes(shape) && changes(t.X) {
			return ""
		}
		name := "Gamma"
		if changes(shape) {
			name = "GammaShape"
		}
		return call(name, v.real(t.X), v.real(shape), v.real(rate))
	case "beta":
		if a, b := arg("a"), arg("b"); !changes(a) && !changes(b) {
			return call("Beta", v.real(t.X), v.real(a), v.real(b))
		}
	case "binomial":
		n, p := arg("n"), arg("p")
		switch {
		case changes(n) || changes(t.X):
		case linked(p, "logistic"):
			return call("BinomialLogit", v.whole(t.X), v.whole(n), v.real(p.Args[0]))
		default:
			return call("Binomial", v.whole(t.X), v.whole(n), v.real(p))
		}
	case "poisson":
		r := arg("rate")
		switch {
		case changes(t.X):
		case linked(r, "exp"):
			return call("PoissonLog", v.whole(t.X), v.real(r.Args[0]))
		default:
			return call("Poisson", v.whole(t.X), v.real(r))
		}
	}
	return ""
}
