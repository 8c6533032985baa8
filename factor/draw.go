package factor

import (
	"slices"

	"mpc/mcmc"
	"mpc/model"
	"mpc/operators"
)

// refined are distributions of which parameters choose between factors, or must be of some form, before they are as the
// rows of kinds have it. What is not done is left to these.
var refined = map[string]func(b *builder, c context, x *Slot, d *model.Dist) (ok, done bool){
	"normal":      (*builder).normal,
	"beta":        (*builder).betaOfMean,
	"point":       (*builder).point,
	"bernoulli":   (*builder).ofTable,
	"categorical": (*builder).categorical,
	"multinomial": (*builder).multinomial,
	"mvnormal":    (*builder).mvNormal,
	"wishart":     (*builder).wishart,
}

// draw adds the factor of x ~ dist, and of observe x ~ dist.
func (b *builder) draw(c context, x *Slot, d *model.Dist) bool {
	if x == nil {
		return false
	}
	b.support(c, x, d)
	if special := refined[d.Name]; special != nil {
		if ok, done := special(b, c, x, d); done {
			return ok
		}
	}
	if k, args := drawnBy(d); k != nil {
		return b.mayBeRandom(k, d) && b.factor(c, k.Name, b.slotsOf(c, x, args)...)
	}
	if row := mcmc.Row(d.Name); row != nil {
		b.Errorf(d.At, CodeNoOperator, "no operator: %s is drawn and observed by Gibbs sampling", d.Name).
			WithHint("%s", byMessages(row.Name))
		return false
	}
	b.unsupported(d.At, "the distribution "+d.Name, "see mpc operators")
	return false
}

// drawnBy is the kind of factor of a distribution with its parameters, and what stands in its slots but the first; nil
// where there is none. One through a function is preferred.
func drawnBy(d *model.Dist) (*operators.Kind, []*model.Expr) {
	kinds := operators.Kinds()
	for _, through := range []bool{true, false} {
		for _, k := range kinds {
			if k.Draws != d.Name || (k.Through != "") != through {
				continue
			}
			if args := argumentsOf(k, d); args != nil {
				return k, args
			}
		}
	}
	return nil, nil
}

// argumentsOf are what stands in the slots of a kind but the first, nil where d has other parameters.
func argumentsOf(k *operators.Kind, d *model.Dist) (args []*model.Expr) {
	for _, name := range k.Slots[1:] {
		e := d.Arg(name)
		if e == nil && k.Through != "" {
			if p := d.Arg(k.Of); p != nil && p.Random && p.Op == model.OpCall {
				e = p.Inside(k.Through)
			}
		}
		if e == nil {
			return nil
		}
		args = append(args, e)
	}
	return args
}

// slotsOf are the slots of x and of what it is drawn from.
func (b *builder) slotsOf(c context, x *Slot, args []*model.Expr) []*Slot {
	slots := []*Slot{x}
	for _, e := range args {
		slots = append(slots, b.slot(c, e))
	}
	return slots
}

// mayBeRandom reports parameters that are random and have no operators for that.
func (b *builder) mayBeRandom(k *operators.Kind, d *model.Dist) bool {
	known := slices.Clone(k.Known)
	for _, name := range k.ByVMP {
		if !b.byVMP(d.Arg(name)) {
			known = append(known, name)
		}
	}
	for _, n := range known {
		if e := d.Arg(n); e != nil && e.Random {
			b.Errorf(e.At, CodeNoOperator, "no operator: %s with a random %s, %s", d.Name, n, e).
				WithHint("there are operators for a %s that is constant or observed", n)
			return false
		}
	}
	return true
}

// normal adds the factor of a normal whose mean is a multiple, and reports variances that it cannot have.
func (b *builder) normal(c context, x *Slot, d *model.Dist) (ok, done bool) {
	if d.Flat() {
		return b.factor(c, "flat", x), true
	}
	v := d.Arg("variance")
	if v == nil {
		return false, false
	}
	if v.Random {
		return false, !b.positiveVariance(d.Arg("mean"), v)
	}
	if k, a := multiple(d.Arg("mean")); a != nil {
		return b.factor(c, "normal_linear", x, b.slot(c, a), data(k), b.slot(c, v)), true
	}
	return false, false
}

// betaOfMean adds the factor of a beta with a random mean, by VMP.
func (b *builder) betaOfMean(c context, x *Slot, d *model.Dist) (ok, done bool) {
	if m, count := meanAndCount(d); m != nil && b.byVMP(m) {
		return b.factor(c, "beta_mean", x, b.slot(c, m), b.slot(c, count)), true
	}
	return false, false
}

func (b *builder) point(c context, x *Slot, d *model.Dist) (ok, done bool) {
	return b.factor(c, "equal", x, b.slot(c, d.Arg("value"))), true
}

// ofTable adds the factor of what is drawn by a row of a table.
func (b *builder) ofTable(c context, x *Slot, d *model.Dist) (ok, done bool) {
	if p := d.Arg("p"); p != nil && p.IsTable() {
		return b.table(c, x, p), true
	}
	return false, false
}

// multinomial reports what a multinomial cannot have.
func (b *builder) multinomial(_ context, x *Slot, d *model.Dist) (ok, done bool) {
	return false, !b.mayBeRandom(b.kinds["multinomial"], d) || !b.observedCount(x, d) || !b.vectorOnly(d, "p")
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
	of := b.describe(v)
	if row := mcmc.Row(of); row != nil && row.Conjugate != "" && model.Distribution(row.Conjugate).Spread == "" {
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
