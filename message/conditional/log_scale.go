package conditional

import "mpc/model"

// A rate or a precision that is a product with an exponential of what is drawn, as
// e[i] * exp(a + b * x[i]) * t[i]^r, is written as one exponential: its log is what densities
// are computed from, so that none of them is lost where it overflows or underflows.

// logScaled are the parameters of distributions that may be given by their logs.
var logScaled = map[string][]string{"poisson": {"rate"}, "gamma": {"rate"}, "normal": {"precision", "variance"}}

// logScale writes such parameters of all factors by their logs.
func (b *builder) logScale() {
	for _, f := range b.program.Factors {
		if f.Dist == nil {
			continue
		}
		for _, name := range logScaled[f.Dist.Name] {
			for k, n := range f.Dist.Names {
				if n != name {
					continue
				}
				if log, drawn := logOf(f.Dist.Args[k]); log != nil && drawn && !isCall(f.Dist.Args[k], "exp") {
					d := *f.Dist
					d.Args = append([]*model.Expr(nil), d.Args...)
					d.Args[k] = model.Call("exp", realType, log)
					f.Dist = &d
				}
			}
		}
	}
}

// logOf is the log of an expression which is seen to be one, of products of exponentials and
// of data, and tells whether it reads what is drawn; nil of any other one.
func logOf(e *model.Expr) (log *model.Expr, drawn bool) {
	switch {
	case isCall(e, "exp"):
		return e.Args[0], readsDrawn(e.Args[0])
	case !readsDrawn(e):
		return model.Call("log", realType, e), false
	case isCall(e, "sqrt"):
		if x, drawn := logOf(e.Args[0]); x != nil {
			return product(model.Number(0.5), x), drawn
		}
	case isCall(e, "*"), isCall(e, "/"):
		x, a := logOf(e.Args[0])
		y, c := logOf(e.Args[1])
		if x == nil || y == nil {
			return nil, false
		}
		if e.Fun == "/" {
			return difference(x, y), a || c
		}
		return sum(x, y), a || c
	case isCall(e, "^"):
		if x, _ := logOf(e.Args[0]); x != nil {
			return product(e.Args[1], x), true
		}
	}
	return nil, false
}
