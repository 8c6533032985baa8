package conditional

import (
	"slices"

	"mpc/model"
)

// A conjugacy looks for the closed form of what a term says of its variable.
type conjugacy struct {
	*linear // the term, and what it reads the variable through
	x       *model.Expr
	// alone tells whether the term is about the element itself, free whether what it is about does not read
	// the variable, one whether the term reads the variable once.
	alone, free, one bool
}

// partners are the distributions that say something in closed form of what they are about or of what they
// read, each with the function that looks for it.
var partners = map[string]func(*conjugacy){
	"given":        (*conjugacy).given,
	"normal":       (*conjugacy).normal,
	"quadratic":    (*conjugacy).normal,
	"truncated":    (*conjugacy).truncated,
	"gamma":        (*conjugacy).gamma,
	"inversegamma": (*conjugacy).inverseGamma,
	"poisson":      (*conjugacy).poisson,
	"beta":         (*conjugacy).beta,
	"uniform":      (*conjugacy).uniform,
	"bernoulli":    (*conjugacy).bernoulli,
	"binomial":     (*conjugacy).binomial,
	"mvnormal":     (*conjugacy).mvNormal,
	"wishart":      (*conjugacy).wishart,
	"dirichlet":    (*conjugacy).dirichlet,
	"categorical":  func(c *conjugacy) { c.weights("DirichletValue") },
	"multinomial":  func(c *conjugacy) { c.weights("DirichletCounts") },
}

// message finds what a term says in the family of its variable: Message, or Bounds, or
// neither where it has no closed form.
func (b *builder) message(d *Draw, f *Factor, list []*occurrence, k int, t *Term, m *match) {
	if f.Log != nil || f.Times != nil && mentions(f.Times, d.Variable()) {
		return
	}
	for _, g := range f.Guards {
		if mentions(g, d.Variable()) {
			return
		}
	}
	for j := range list {
		for _, a := range list[j].element.Args {
			if mentions(a, d.Variable()) {
				return
			}
		}
	}
	l := &linear{draw: d, factor: f, list: list, k: k, match: m, term: t}
	if f.Holds != nil {
		l.bound(f.Holds)
		return
	}
	if find := partners[f.Dist.Name]; find != nil {
		x := list[k].element
		find(&conjugacy{l, x, f.X.Key() == x.Key(), !mentions(f.X, d.Variable()), len(list) == 1 && len(list[k].inside) == 0})
	}
}

// arg is a parameter of the distribution, nil of one that it does not have.
func (c *conjugacy) arg(name string) *model.Expr { return c.factor.Dist.Arg(name) }

// reads tells whether an expression reads the variable.
func (c *conjugacy) reads(e *model.Expr) bool { return e != nil && mentions(e, c.draw.Variable()) }

// parametersFree tells whether none of some parameters reads the variable.
func (c *conjugacy) parametersFree(names ...string) bool {
	return !slices.ContainsFunc(names, func(n string) bool { return c.reads(c.arg(n)) })
}

// say makes the message of an operator.
func (c *conjugacy) say(operator string, args ...*model.Expr) {
	for i, a := range args {
		args[i] = c.match.apply(a)
	}
	c.term.Message = &Message{Operator: operator, Args: args}
}

// within bounds the variable by the parameters low and high.
func (c *conjugacy) within() {
	c.term.Bounds = append(c.term.Bounds, &Bound{model.Number(1), c.match.apply(negated(c.arg("low"))), true},
		&Bound{model.Number(-1), c.match.apply(c.arg("high")), true})
}

func (c *conjugacy) given() {
	if d := c.factor.Dist; c.alone && c.one {
		c.say("Given"+goNames[d.Args[0].Type.Family], d.Args[0])
		c.term.Message.Given = true
	}
}

// truncated is a normal between bounds.
func (c *conjugacy) truncated() {
	if c.alone && c.parametersFree("mean", "variance", "low", "high") {
		c.within()
		c.normal()
	}
}

// normal says something of what its mean is linear in, and of what its precision is a multiple of.
func (c *conjugacy) normal() {
	precision := precisionOf(c.factor.Dist)
	residual := difference(c.factor.X, c.arg("mean"))
	if c.draw.Variable().Type.Dimensions == 1 {
		c.dot(residual, precision)
		return
	}
	if !c.reads(precision) {
		if slope, rest, ok := c.split(residual); ok { // slope x + rest has the precision
			c.term.Message = &Message{Operator: "NormalResidual", Args: []*model.Expr{negated(rest), slope, c.match.apply(precision)}}
		}
		return
	}
	if c.reads(residual) || !c.one {
		return
	}
	factor, power, ok := monomial(precision, c.x)
	switch {
	case ok && power == 1:
		c.say("GammaResidual", residual, factor)
	case ok && power == -1:
		c.say("InverseGammaResidual", residual, factor)
	}
}

func (c *conjugacy) gamma() {
	shape, rate := c.arg("shape"), c.arg("rate")
	if !c.one || c.reads(shape) {
		return
	}
	if times, power, ok := monomial(c.factor.X, c.x); ok && power == 1 && !c.reads(rate) {
		c.say("GammaPrior", shape, product(rate, times))
		return
	}
	if !c.free {
		return
	}
	times, power, ok := monomial(rate, c.x)
	switch {
	case ok && power == 1:
		c.say("GammaRate", shape, product(times, c.factor.X))
	case ok && power == -1:
		c.say("InverseGammaScale", shape, product(times, c.factor.X))
	}
}

func (c *conjugacy) inverseGamma() {
	shape, rate := c.arg("shape"), c.arg("rate")
	if !c.one || c.reads(shape) {
		return
	}
	if c.alone && !c.reads(rate) {
		c.say("InverseGammaPrior", shape, rate)
		return
	}
	if times, power, ok := monomial(rate, c.x); ok && power == 1 && c.free {
		c.say("GammaRate", shape, quotient(times, c.factor.X))
	}
}

func (c *conjugacy) poisson() {
	if times, power, ok := monomial(c.arg("rate"), c.x); c.one && ok && power == 1 && c.free {
		c.say("GammaCount", c.factor.X, times)
	}
}

func (c *conjugacy) beta() {
	if c.alone && c.one && c.parametersFree("a", "b") {
		c.say("BetaPrior", c.arg("a"), c.arg("b"))
	}
}

func (c *conjugacy) uniform() {
	if c.alone && c.one && c.parametersFree("low", "high") {
		c.within()
	}
}

// bernoulli says something of its probability, and of that of false.
func (c *conjugacy) bernoulli() {
	p := c.arg("p")
	if p == nil || !c.one || !c.free {
		return
	}
	switch {
	case p.Key() == c.x.Key():
		c.say("BetaTruth", c.factor.X)
	case p.Op == model.OpCall && p.Fun == "-" && p.Args[0].IsNumber(1) && p.Args[1].Key() == c.x.Key():
		c.say("BetaTruth", not(c.factor.X))
	}
}

func (c *conjugacy) binomial() {
	if c.one && c.free && c.arg("p").Key() == c.x.Key() && c.parametersFree("n") {
		c.say("BetaCount", c.factor.X, c.arg("n"))
	}
}

// mvNormal says something of its value, of its mean, and of a precision or the scale of one.
func (c *conjugacy) mvNormal() {
	mean, precision := c.arg("mean"), c.arg("precision")
	scale, name := precision, "MvNormalPrecision"
	if precision == nil {
		scale, name = c.arg("covariance"), "MvNormalCovariance"
	}
	switch {
	case !c.one:
	case c.reads(scale):
		if !c.free || c.reads(mean) {
			return
		}
		matrix, times := multiple(scale)
		factor, power, ok := monomial(times, c.x)
		switch ok = ok && power == 1 && !c.reads(matrix); {
		case ok && precision == nil:
			c.say("InverseGammaMvNormal", quotient(model.Number(1), factor), c.factor.X, mean, matrix)
		case ok:
			c.say("GammaMvNormal", factor, c.factor.X, mean, matrix)
		case precision != nil && matrix.Key() == c.x.Key() && !c.reads(times):
			c.say("WishartResidual", counting([]*model.Expr{c.factor.X, mean}, times)...)
		}
	case c.alone && !c.reads(mean):
		c.say(name, mean, scale)
	case mean.Key() == c.x.Key() && c.free:
		c.say(name, c.factor.X, scale)
	}
}

func (c *conjugacy) wishart() {
	if !c.one || !c.parametersFree("df", "scale", "inverse") {
		return
	}
	scale, name := c.arg("scale"), "WishartScale"
	if scale == nil {
		scale, name = c.arg("inverse"), "WishartInverse"
	}
	matrix, times := multiple(c.factor.X)
	if factor, power, ok := monomial(times, c.x); ok && power == 1 && !c.reads(matrix) {
		c.say("Gamma"+name, c.arg("df"), factor, matrix, scale)
	} else if matrix.Key() == c.x.Key() && !c.reads(times) {
		c.say(name, counting([]*model.Expr{c.arg("df"), scale}, times)...)
	}
}

func (c *conjugacy) dirichlet() {
	if c.alone && c.one && c.parametersFree("alpha") {
		c.say("DirichletPrior", c.arg("alpha"))
	}
}

// weights are probabilities that a value is drawn with: the variable itself, or of counts also a list of its components, each once,
// among probabilities that do not read it.
func (c *conjugacy) weights(operator string) {
	p := c.arg("p")
	switch {
	case !c.free:
	case c.one && p.Op == model.OpVariable && p.Key() == c.x.Key():
		c.say(operator, c.factor.X)
	case operator == "DirichletCounts" && p.Op == model.OpList && !c.reads(c.arg("n")):
		if counts := c.countsOf(p.Args); counts != nil {
			c.say(operator, counts)
		}
	}
}

// countsOf are the counts of the components of the variable, in their order, nil where a list does not have each of them once.
func (c *conjugacy) countsOf(list []*model.Expr) *model.Expr {
	v := c.draw.Variable()
	x := c.factor.X
	other := func(o *occurrence) bool { return len(o.inside) > 0 || !o.same(c.list[0]) }
	if slices.ContainsFunc(c.list, other) || len(v.Sizes) != 1 || v.Sizes[0].Op != model.OpNumber || x.Op != model.OpInput && x.Op != model.OpVariable {
		return nil
	}
	counts := make([]*model.Expr, int(v.Sizes[0].Value))
	for i, p := range list {
		if !c.reads(p) {
			continue
		}
		if p.Op != model.OpVariable || p.Variable != v || len(p.Args) != len(v.Dims)+1 {
			return nil
		}
		k := p.Args[len(v.Dims)]
		if k.Op != model.OpNumber || k.Value < 0 || int(k.Value) >= len(counts) || counts[int(k.Value)] != nil {
			return nil
		}
		counts[int(k.Value)] = element(x, model.Number(float64(i)))
	}
	if slices.Contains(counts, nil) {
		return nil
	}
	return &model.Expr{Op: model.OpList, Type: x.Type, Args: counts, At: x.At}
}
