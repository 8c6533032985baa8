package factor

import (
	"mpc/model"
	"mpc/operators"
)

// draw adds the factor of x ~ dist, and of observe x ~ dist.
func (b *builder) draw(c context, x *Slot, d *model.Dist) bool {
	if x == nil {
		return false
	}
	b.support(c, x, d)
	arg := func(name string) *Slot { return b.slot(c, d.Arg(name)) }
	known := func(names ...string) bool {
		for _, n := range names {
			if e := d.Arg(n); e != nil && e.Random {
				b.Errorf(e.At, CodeNoOperator, "no operator: %s with a random %s, %s", d.Name, n, e).
					WithHint("there are operators for a %s that is constant or observed", n)
				return false
			}
		}
		return true
	}
	vmp := func(name string) bool { return b.byVMP(d.Arg(name)) }
	switch d.Name {
	case "given":
		return b.factor(c, "given", x, data(d.Args[0]))
	case "normal":
		if d.Arg("precision") != nil {
			return b.factor(c, "normal_precision", x, arg("mean"), arg("precision"))
		}
		if v := d.Arg("variance"); v.Random {
			if !b.positiveVariance(d.Arg("mean"), v) {
				return false
			}
			return b.factor(c, "normal_variance", x, arg("mean"), arg("variance"))
		}
		if k, a := multiple(d.Arg("mean")); a != nil {
			return b.factor(c, "normal_linear", x, b.slot(c, a), data(k), arg("variance"))
		}
		return b.factor(c, "normal_variance", x, arg("mean"), arg("variance"))
	case "gamma":
		return (vmp("shape") || known("shape")) && b.factor(c, "gamma", x, arg("shape"), arg("rate"))
	case "inversegamma":
		return known("shape") && b.factor(c, "inversegamma", x, arg("shape"), arg("rate"))
	case "beta":
		if m, count := meanAndCount(d); m != nil && b.byVMP(m) {
			return b.factor(c, "beta_mean", x, b.slot(c, m), b.slot(c, count))
		}
		return known("a", "b") && b.factor(c, "beta", x, arg("a"), arg("b"))
	case "uniform":
		return known("low", "high") && b.factor(c, "uniform", x, arg("low"), arg("high"))
	case "truncated":
		return known("mean", "variance", "low", "high") &&
			b.factor(c, "truncated_normal", x, arg("mean"), arg("variance"), arg("low"), arg("high"))
	case "point":
		return b.factor(c, "equal", x, arg("value"))
	case "dirichlet":
		return known("alpha") && b.factor(c, "dirichlet", x, arg("alpha"))
	case "categorical":
		if p := d.Arg("p"); p.IsTable() {
			return b.table(c, x, p)
		}
		return b.categorical(c, x, d)
	case "discreteuniform":
		return b.factor(c, "discrete_uniform", x, arg("n"))
	case "multinomial":
		return known("n") && b.observedCount(x, d) && b.vectorOnly(d, "p") && b.factor(c, "multinomial", x, arg("n"), arg("p"))
	case "mvnormal":
		return b.mvNormal(c, x, d)
	case "wishart":
		return b.wishart(c, x, d)
	case "bernoulli":
		if d.Arg("logit") != nil {
			return b.factor(c, "bernoulli_logit", x, arg("logit"))
		}
		p := d.Arg("p")
		if p.IsTable() {
			return b.table(c, x, p)
		}
		if p.Random && p.Op == model.OpCall && p.Fun == "logistic" {
			return b.factor(c, "bernoulli_logit", x, b.slot(c, p.Args[0]))
		}
		if p.Random && p.Op == model.OpCall && p.Fun == "probit" {
			return b.factor(c, "bernoulli_probit", x, b.slot(c, p.Args[0]))
		}
		return b.factor(c, "bernoulli", x, arg("p"))
	case "poisson":
		return b.factor(c, "poisson", x, arg("rate"))
	case "binomial":
		return b.factor(c, "binomial", x, arg("n"), arg("p"))
	}
	if row, _ := d.Row(); row != nil {
		b.Errorf(d.At, CodeNoOperator, "no operator: %s is drawn and observed by Gibbs sampling", d.Name).
			WithHint("%s", byMessages(row.Name))
		return false
	}
	b.unsupported(d.At, "the distribution "+d.Name, "see mpc operators")
	return false
}

// meanAndCount finds the random mean m and the known count s of a beta of the counts m s and
// (1 - m) s: nil and nil for another.
func meanAndCount(d *model.Dist) (mean, count *model.Expr) {
	count, mean = multiple(d.Arg("a"))
	rest, other := multiple(d.Arg("b"))
	if mean == nil || other == nil || !count.Equal(rest) || other.Op != model.OpCall || other.Fun != "-" || len(other.Args) != 2 {
		return nil, nil
	}
	if one := other.Args[0]; one.Op != model.OpNumber || one.Value != 1 || !other.Args[1].Equal(mean) {
		return nil, nil
	}
	return mean, count
}

// byVMP tells whether an expression is random, and all that is random in it is by VMP.
func (b *builder) byVMP(e *model.Expr) bool {
	if e == nil || !e.Random {
		return false
	}
	all := true
	e.Walk(func(x *model.Expr) {
		if x.Op == model.OpVariable && x.Random {
			all = all && b.graph.Model.AlgorithmOf(x.Variable) == operators.VMP.String()
		}
	})
	return all
}

// positiveVariance reports random variances whose messages are no gammas, as far
// as their definitions show it.
func (b *builder) positiveVariance(mean, v *model.Expr) bool {
	if v.Op == model.OpCall && v.Fun == "*" && v.Args[0].Random && v.Args[0].Equal(v.Args[1]) {
		s := v.Args[0]
		b.Errorf(v.At, CodeNoOperator, "no operator: normal with a random sd %s, which is %s", s, b.describe(s)).
			WithHint("make it a variance, v ~ inversegamma(shape = a, rate = b), normal(%s, variance = v), or a precision, t ~ gamma(shape = a, rate = b), normal(%s, precision = t); sd = exp(h) of a normal h has operators", mean, mean)
		return false
	}
	switch of := b.describe(v); of {
	case "normal", "uniform", "truncated", "beta":
		b.Errorf(v.At, CodeNoOperator, "no operator: normal with a random variance %s, which is %s", v, of).
			WithHint("there are operators for a variance of gamma or inversegamma, and for exp(h) of a normal h")
		return false
	}
	return true
}

// multiple takes apart a known number times a random value: nil and nil for
// another expression.
func multiple(e *model.Expr) (k, a *model.Expr) {
	if !e.Random || e.Op != model.OpCall || e.Fun != "*" {
		return nil, nil
	}
	x, y := e.Args[0], e.Args[1]
	if x.Random == y.Random || x.Type.Kind == model.Bool || y.Type.Kind == model.Bool {
		return nil, nil
	}
	if x.Random {
		return y, x
	}
	return x, y
}

func (b *builder) observedCount(x *Slot, d *model.Dist) bool {
	if x.Edge != nil {
		b.unsupported(d.At, "a random "+d.Name+" count", "counts must be observed: declare it under inputs")
		return false
	}
	return true
}

// describe names the distribution of a random expression, for messages.
func (b *builder) describe(e *model.Expr) string {
	if e.Op == model.OpVariable {
		for _, r := range b.graph.Model.Relations {
			if r.Target != nil && r.Target.Op == model.OpVariable && r.Target.Variable == e.Variable && r.Dist != nil {
				return r.Dist.Name
			}
		}
	}
	return "computed from random values"
}

// byMessages says how a distribution without operators is written for EP and VMP.
func byMessages(name string) string {
	hint := "write algorithm: gibbs"
	if other := model.Mixture(name); other != "" {
		hint += "; EP and VMP have messages of " + other
	}
	return hint
}
