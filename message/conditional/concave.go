package conditional

import "mpc/model"

// concave tells whether the log density of a conditional is seen to be concave as a
// function of an element, as adaptive rejection wants it; else it names the first
// factor that is not seen to be.
func (b *builder) concave(d *Draw) (bool, *Factor) {
	for _, t := range d.Terms {
		if t.Holds != nil && t.Bounds != nil {
			continue // an interval
		}
		if !b.concaveIn(t.Factor, d.Variable()) {
			return false, t.Factor
		}
	}
	return true, nil
}

// concaveIn tells whether a factor is log-concave in each element of a variable. With u
// linear in it: a normal has a mean u, a precision u (log u is concave) or a precision or
// variance exp(u) (-exp(u) is, too); a poisson and a gamma a rate u or exp(u), these times
// what does not read the variable; a draw from a softmax its log odds u; a truth or a
// binomial the log odds u, the probability u, or that of a probit, as log Phi is concave;
// a gamma of a shape of at least 1 and a beta of two such counts are in their own values.
func (b *builder) concaveIn(f *Factor, v *model.Variable) bool {
	for _, g := range f.Guards {
		if mentions(g, v) {
			return false
		}
	}
	if f.Times != nil && mentions(f.Times, v) {
		return false
	}
	for _, o := range f.occurrences(v) {
		for _, a := range o.element.Args {
			if mentions(a, v) {
				return false
			}
		}
	}
	switch {
	case f.Log != nil:
		return !mentions(f.Log, v)
	case f.Dist == nil:
		return false
	}
	free := func(e *model.Expr) bool { return e == nil || !mentions(e, v) }
	linear := func(e *model.Expr) bool { return free(e) || b.linearIn(e, v) }
	exponential := func(e *model.Expr) bool {
		e = readingFactor(e, v)
		return isCall(e, "exp") && linear(e.Args[0])
	}
	rate := func(e *model.Expr) bool { return linear(e) || exponential(e) }
	least := func(e *model.Expr, n float64) bool { return e.Op == model.OpNumber && e.Value >= n }
	alone := f.X != nil && f.X.Op == model.OpVariable && f.X.Variable == v
	arg := f.Dist.Arg
	switch f.Dist.Name {
	case "normal":
		switch {
		case free(arg("variance")) && free(arg("precision")):
			return linear(f.X) && linear(arg("mean"))
		case !free(f.X) || !free(arg("mean")):
			return false
		case arg("precision") != nil:
			return rate(arg("precision"))
		}
		return exponential(arg("variance"))
	case "truncated":
		return alone && free(arg("mean")) && free(arg("variance")) && free(arg("low")) && free(arg("high"))
	case "uniform":
		return alone && free(arg("low")) && free(arg("high"))
	case "given":
		return alone && arg0(f.Dist).Type.Family == "normal"
	case "poisson":
		return free(f.X) && rate(arg("rate"))
	case "gamma":
		switch {
		case alone:
			return least(arg("shape"), 1) && free(arg("rate"))
		case !free(f.X):
			return false
		case free(arg("shape")):
			return rate(arg("rate"))
		}
		return linear(arg("shape")) && free(arg("rate")) // -log Gamma is concave
	case "beta":
		return alone && least(arg("a"), 1) && least(arg("b"), 1)
	case "categorical", "multinomial": // the log of a sum of exponentials is convex
		p := arg("p")
		return free(f.X) && free(arg("n")) && p.Op == model.OpReduce && p.Fun == "softmax" && linear(p.Args[0])
	case "bernoulli", "binomial":
		if !free(f.X) || !free(arg("n")) {
			return false
		}
		if e := arg("logit"); e != nil {
			return linear(e)
		}
		p := arg("p")
		return linear(p) || (isCall(p, "logistic") || isCall(p, "probit") && f.Dist.Name == "bernoulli") && linear(p.Args[0])
	}
	return false
}

// readingFactor is the one factor of a product that reads v, where the others do not and
// it is not divided by; else e. What multiplies a density's rate is positive, or the
// parameter is none.
func readingFactor(e *model.Expr, v *model.Variable) *model.Expr {
	for {
		switch {
		case isCall(e, "*") && !mentions(e.Args[0], v):
			e = e.Args[1]
		case (isCall(e, "*") || isCall(e, "/")) && !mentions(e.Args[1], v):
			e = e.Args[0]
		default:
			return e
		}
	}
}

func arg0(d *model.Dist) *model.Expr { return d.Args[0] }
