package codegen

import (
	"slices"

	"mpc/conditional"
	"mpc/model"
)

// kernel prints what a term adds to the log density without what does not depend on the
// values that are drawn; "" where there is no such form, or where it saves nothing.
func (f *function) kernel(d *conditional.Draw, t *conditional.Term) string {
	v := f.at0()
	dist := t.Dist
	changes := func(e *model.Expr) bool {
		found := false
		if e != nil {
			e.Walk(func(x *model.Expr) {
				found = found || x.Op == model.OpVariable && slices.Contains(d.Variables, x.Variable)
			})
		}
		return found
	}
	// Which instances there are must not depend on the values either.
	if slices.ContainsFunc(t.Guards, changes) || slices.ContainsFunc(t.Loops, func(l *model.Loop) bool { return changes(l.Lo) || changes(l.Hi) }) {
		return ""
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
		case link(p, "logistic"):
			return call("BinomialLogit", v.whole(t.X), v.whole(n), v.real(p.Args[0]))
		default:
			return call("Binomial", v.whole(t.X), v.whole(n), v.real(p))
		}
	case "poisson":
		r := arg("rate")
		switch {
		case changes(t.X):
		case link(r, "exp"):
			return call("PoissonLog", v.whole(t.X), v.real(r.Args[0]))
		default:
			return call("Poisson", v.whole(t.X), v.real(r))
		}
	}
	return ""
}
