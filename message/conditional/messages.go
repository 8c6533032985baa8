package conditional

import "mpc/model"

// messageFamily is the family of the messages of each operator.
var messageFamily = map[string]string{
	"NormalResidual":       "normal",
	"GivenNormal":          "normal",
	"GammaPrior":           "gamma",
	"GammaResidual":        "gamma",
	"GammaRate":            "gamma",
	"GammaCount":           "gamma",
	"GivenGamma":           "gamma",
	"InverseGammaPrior":    "inversegamma",
	"InverseGammaResidual": "inversegamma",
	"InverseGammaScale":    "inversegamma",
	"GivenInverseGamma":    "inversegamma",
	"BetaPrior":            "beta",
	"BetaTruth":            "beta",
	"BetaCount":            "beta",
	"GivenBeta":            "beta",
	"DirichletPrior":       "dirichlet",
	"DirichletValue":       "dirichlet",
	"DirichletCounts":      "dirichlet",
	"GivenDirichlet":       "dirichlet",
	"MvNormalPrecision":    "mvnormal",
	"MvNormalCovariance":   "mvnormal",
	"MvNormalDot":          "mvnormal",
	"GivenMvNormal":        "mvnormal",
	"WishartScale":         "wishart",
	"WishartInverse":       "wishart",
	"WishartResidual":      "wishart",
	"GammaMvNormal":        "gamma",
	"GammaWishartScale":    "gamma",
	"GammaWishartInverse":  "gamma",
	"GivenWishart":         "wishart",
}

// message finds what a term says in the family of its variable: Message, or Bounds, or
// neither where it has no closed form.
func (b *builder) message(d *Draw, f *Factor, list []*occurrence, k int, t *Term, m *match) {
	x := list[k].element
	for _, g := range f.Guards {
		if mentions(g, d.Variable()) {
			return
		}
	}
	if f.Times != nil && mentions(f.Times, d.Variable()) {
		return
	}
	for j := range list {
		for _, a := range list[j].element.Args {
			if mentions(a, d.Variable()) {
				return
			}
		}
	}
	l := &linear{draw: d, factor: f, list: list, k: k, match: m, term: t}
	switch {
	case f.Log != nil:
		return
	case f.Holds != nil:
		l.bound(f.Holds)
		return
	}
	arg := f.Dist.Arg
	free := func(names ...string) bool {
		for _, n := range names {
			if e := arg(n); e != nil && mentions(e, d.Variable()) {
				return false
			}
		}
		return true
	}
	say := func(operator string, args ...*model.Expr) {
		for i, a := range args {
			args[i] = m.apply(a)
		}
		t.Message = &Message{Operator: operator, Args: args}
	}
	alone := f.X.Key() == x.Key()
	xFree := !mentions(f.X, d.Variable())
	one := len(list) == 1 && len(list[k].inside) == 0
	switch f.Dist.Name {
	case "given":
		if alone && one {
			say("Given"+goNames[f.Dist.Args[0].Type.Family], f.Dist.Args[0])
		}
	case "normal", "truncated", "quadratic":
		precision := precisionOf(f.Dist)
		residual := difference(f.X, arg("mean"))
		if f.Dist.Name == "truncated" {
			if !alone || !free("mean", "variance", "low", "high") {
				return
			}
			t.Bounds = append(t.Bounds, &Bound{model.Number(1), m.apply(negated(arg("low"))), true}, &Bound{model.Number(-1), m.apply(arg("high")), true})
		}
		if d.Variable().Type.Dimensions == 1 {
			l.dot(residual, precision)
			return
		}
		if !mentions(precision, d.Variable()) {
			if slope, rest, ok := l.split(residual); ok {
				// slope x + rest has the precision.
				t.Message = &Message{Operator: "NormalResidual", Args: []*model.Expr{negated(rest), slope, m.apply(precision)}}
			}
			return
		}
		if mentions(residual, d.Variable()) || !one {
			return
		}
		factor, power, ok := monomial(precision, x)
		switch {
		case ok && power == 1:
			say("GammaResidual", residual, factor)
		case ok && power == -1:
			say("InverseGammaResidual", residual, factor)
		}
	case "gamma":
		shape, rate := arg("shape"), arg("rate")
		if !one || mentions(shape, d.Variable()) {
			return
		}
		if c, power, ok := monomial(f.X, x); ok && power == 1 && !mentions(rate, d.Variable()) {
			say("GammaPrior", shape, product(rate, c))
			return
		}
		if c, power, ok := monomial(rate, x); ok && power == 1 && xFree {
			say("GammaRate", shape, product(c, f.X))
		} else if ok && power == -1 && xFree {
			say("InverseGammaScale", shape, product(c, f.X))
		}
	case "inversegamma":
		shape, rate := arg("shape"), arg("rate")
		if !one || mentions(shape, d.Variable()) {
			return
		}
		if alone && !mentions(rate, d.Variable()) {
			say("InverseGammaPrior", shape, rate)
			return
		}
		if c, power, ok := monomial(rate, x); ok && power == 1 && xFree {
			say("GammaRate", shape, quotient(c, f.X))
		}
	case "poisson":
		if c, power, ok := monomial(arg("rate"), x); one && ok && power == 1 && xFree {
			say("GammaCount", f.X, c)
		}
	case "beta":
		if alone && one && free("a", "b") {
			say("BetaPrior", arg("a"), arg("b"))
		}
	case "uniform":
		if alone && one && free("low", "high") {
			t.Bounds = append(t.Bounds, &Bound{model.Number(1), m.apply(negated(arg("low"))), true}, &Bound{model.Number(-1), m.apply(arg("high")), true})
		}
	case "bernoulli":
		if p := arg("p"); p != nil && one && xFree && p.Key() == x.Key() {
			say("BetaTruth", f.X)
		} else if p != nil && one && xFree && p.Op == model.OpCall && p.Fun == "-" && p.Args[0].IsNumber(1) && p.Args[1].Key() == x.Key() {
			say("BetaTruth", not(f.X))
		}
	case "binomial":
		if p := arg("p"); one && xFree && p.Key() == x.Key() && !mentions(arg("n"), d.Variable()) {
			say("BetaCount", f.X, arg("n"))
		}
	case "mvnormal":
		mean, precision, covariance := arg("mean"), arg("precision"), arg("covariance")
		scale, name := precision, "MvNormalPrecision"
		if precision == nil {
			scale, name = covariance, "MvNormalCovariance"
		}
		switch {
		case !one:
		case mentions(scale, d.Variable()):
			if precision == nil || !xFree || mentions(mean, d.Variable()) {
				return
			}
			matrix, times := multiple(scale)
			if c, power, ok := monomial(times, x); ok && power == 1 && !mentions(matrix, d.Variable()) {
				say("GammaMvNormal", c, f.X, mean, matrix)
			} else if matrix.Key() == x.Key() && !mentions(times, d.Variable()) {
				say("WishartResidual", counting([]*model.Expr{f.X, mean}, times)...)
			}
		case alone && !mentions(mean, d.Variable()):
			say(name, mean, scale)
		case mean.Key() == x.Key() && xFree:
			say(name, f.X, scale)
		}
	case "wishart":
		if !one || !free("df", "scale", "inverse") {
			return
		}
		scale, name := arg("scale"), "WishartScale"
		if scale == nil {
			scale, name = arg("inverse"), "WishartInverse"
		}
		matrix, times := multiple(f.X)
		if c, power, ok := monomial(times, x); ok && power == 1 && !mentions(matrix, d.Variable()) {
			say("Gamma"+name, arg("df"), c, matrix, scale)
		} else if matrix.Key() == x.Key() && !mentions(times, d.Variable()) {
			say(name, counting([]*model.Expr{arg("df"), scale}, times)...)
		}
	case "dirichlet":
		if alone && one && free("alpha") {
			say("DirichletPrior", arg("alpha"))
		}
	case "categorical":
		if p := arg("p"); one && xFree && p.Op == model.OpVariable && p.Key() == x.Key() {
			say("DirichletValue", f.X)
		}
	case "multinomial":
		if p := arg("p"); one && xFree && p.Op == model.OpVariable && p.Key() == x.Key() {
			say("DirichletCounts", f.X)
		}
	}
}

// multiple takes a matrix apart as another one times a number.
func multiple(e *model.Expr) (matrix, times *model.Expr) {
	if e.Op == model.OpCall && len(e.Args) == 2 && e.Args[1].Type.Dimensions == 0 {
		switch m, t := multiple(e.Args[0]); e.Fun {
		case "*":
			return m, product(t, e.Args[1])
		case "/":
			return m, quotient(t, e.Args[1])
		}
	}
	return e, model.Number(1)
}

// counting adds a number that a matrix is multiplied with to the arguments of a message.
func counting(args []*model.Expr, times *model.Expr) []*model.Expr {
	if times.IsNumber(1) {
		return args
	}
	return append(args, times)
}

// goNames are the families in the names of operators.
var goNames = map[string]string{
	"normal": "Normal", "gamma": "Gamma", "inversegamma": "InverseGamma", "beta": "Beta", "dirichlet": "Dirichlet", "mvnormal": "MvNormal", "wishart": "Wishart",
}

// mentions tells whether an expression reads any element of a variable.
func mentions(e *model.Expr, v *model.Variable) bool {
	found := false
	e.Walk(func(x *model.Expr) { found = found || x.Op == model.OpVariable && x.Variable == v })
	return found
}

// precisionOf is the precision of a normal, that of one that a truncated one is cut from, and
// the weight of a quadratic form.
func precisionOf(d *model.Dist) *model.Expr {
	for _, name := range []string{"precision", "weight"} {
		if p := d.Arg(name); p != nil {
			return p
		}
	}
	return quotient(model.Number(1), d.Arg("variance"))
}
