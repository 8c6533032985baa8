package lower

import (
	"reflect"
	"slices"

	"mpc/codegen/code"
	"mpc/mcmc"
	"mpc/message/conditional"
	"mpc/model"
)

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

// logOf calls a function of package mcmc that gives a log density.
func (f *chain) logOf(name string, args ...code.Operand) code.Operand {
	var list []code.Type
	for _, x := range args {
		list = append(list, x.Type())
	}
	return f.call("log", f.lowering.mcmc(name, code.Real, list...), args...)
}

// kernel is what a term adds to the log density without what does not depend on the values that are drawn; nil where
// there is no such form, or where it saves nothing.
func (f *chain) kernel(d *conditional.Draw, t *conditional.Term) code.Operand {
	changes := func(e *model.Expr) bool { return changesIn(d, e) }
	if !settledInstances(d, t) {
		if !onePerValue(d, t) {
			return nil // it matters which there are
		}
		changes = func(e *model.Expr) bool { return changesIn(d, e) || e != nil && e.Op == model.OpList }
	}
	if d.Method == conditional.AdaptiveRejection {
		return nil // a draw is computed from the log densities, whose last bits count
	}
	if k := t.Dist.Kernel(t.X, changes, f.sharedVector); k != nil {
		return f.applied(k, t.X)
	}
	return nil
}

// onePerValue tells whether a term is one of those that a factor is written as for the values that are drawn, each with a list of
// probabilities: all of them leave the same out, and one of them counts, whichever the value is.
func onePerValue(d *conditional.Draw, t *conditional.Term) bool {
	if t.Factor.Of == nil || len(t.Factor.For) > 0 || t.Dist == nil || changesIn(d, t.X) {
		return false
	}
	lists := func(d *model.Dist) (n int) {
		for _, a := range d.Args {
			if a.Op == model.OpList {
				n++
			}
		}
		return n
	}
	var z *model.Expr // what chooses
	values := 0
	for _, o := range d.Terms {
		if o.Factor.Of != t.Factor.Of {
			continue
		}
		by := chosenBy(d, o.Guards)
		if by == nil || z != nil && by.Key() != z.Key() || len(o.Loops) > 0 || o.Times != nil || lists(o.Dist) != lists(t.Dist) {
			return false
		}
		z = by
		values++
	}
	n := z.Cardinality()
	return n != nil && n.IsNumber(float64(values))
}

// chosenBy is the number of which the one condition that reads what is drawn says that it has a value; nil where there is no such.
func chosenBy(d *conditional.Draw, guards []*model.Expr) (z *model.Expr) {
	for _, g := range guards {
		switch {
		case !changesIn(d, g):
		case z != nil || g.Op != model.OpCall || g.Fun != "==" || g.Args[0].Op != model.OpVariable || g.Args[1].Op != model.OpNumber:
			return nil
		default:
			z = g.Args[0]
		}
	}
	return z
}

// logDensity is the log density of a value.
func (f *chain) logDensity(x *model.Expr, d *model.Dist) code.Operand {
	if d.Name == model.Given {
		return f.logGiven(x, d.Args[0])
	}
	log := d.LogDensity()
	if log == nil {
		notYet("the density of %s", d.Name)
	}
	return f.applied(log, x)
}

// applied calls a function of the row of a distribution that gives a log density at x.
func (f *chain) applied(log *model.Applied, x *model.Expr) code.Operand {
	t, first := reflect.TypeOf(log.Function), 0
	work := t.In(0) == reflect.TypeFor[*mcmc.VectorWork]()
	if work {
		first = 1
	}
	var args []code.Operand
	if t.In(first) == reflect.TypeFor[[]float64]() {
		args = append(args, f.realSlice(x)) // which changes: it is not kept
	} else {
		args = append(args, f.taken(t.In(first), x))
	}
	for i, e := range log.Args {
		args = append(args, f.taken(t.In(first+1+i), e))
	}
	name := mcmc.FunctionName(log.Function)
	if work {
		return f.asks(f.vectorWork(), name, args, code.Real)[0]
	}
	return f.logOf(name, args...)
}

// taken is an expression as a function of a row takes it.
func (f *chain) taken(t reflect.Type, e *model.Expr) code.Operand {
	switch t {
	case reflect.TypeFor[bool]():
		return f.truth(e)
	case reflect.TypeFor[int]():
		return f.whole(e)
	case reflect.TypeFor[[]int]():
		return f.wholeSlice(e)
	case reflect.TypeFor[[]float64]():
		return f.computed(e)
	}
	return f.real(e)
}

// logGiven is the log density of a value under a distribution that the data give.
func (f *chain) logGiven(x, given *model.Expr) code.Operand {
	var value code.Operand
	switch model.Distribution(given.Type.Family).Draws {
	case model.Bool:
		value = f.truth(x)
	case model.Int:
		value = f.whole(x)
	default:
		value = f.real(x)
	}
	p := f.place(f.input(given.Input), given.Input.Dims, given.Args)
	if isHandle(p.Type()) {
		return f.call("log", f.lowering.method(p.Type(), "LogProb", types(code.Real), param("x", value.Type())), p, value)
	}
	d := f.load("d", p)
	return f.call("log", f.lowering.method(p.Type(), "LogProb", types(code.Real), param("x", value.Type())), d, value)
}
