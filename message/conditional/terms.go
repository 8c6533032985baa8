package conditional

import (
	"slices"

	"mpc/model"
)

// term makes the term of a factor that reads an element at its k-th occurrence. Instances
// that read it at an earlier one are left to the term of that.
func (f *Factor) term(list []*occurrence, k int, at, dims []*model.Expr) (*Term, *match) {
	o := list[k]
	m := f.match(o, at, dims)
	t := &Term{Factor: f, Loops: m.loops, Search: m.search}
	t.Guards = append(t.Guards, m.guards...)
	if len(m.inside) > 0 {
		t.Guards = []*model.Expr{m.hits()}
	}
	for j := range k {
		if list[j].different(o) {
			continue
		}
		other := f.match(list[j], at, dims)
		t.Guards = append(t.Guards, not(m.apply(f.within(other))))
	}
	for _, g := range f.Guards {
		if g = m.apply(g); g.Op != model.OpBool || g.Value == 0 {
			t.Guards = append(t.Guards, g)
		}
	}
	t.X, t.Holds, t.Log, t.Times = m.apply(f.X), m.apply(f.Holds), m.apply(f.Log), m.apply(f.Times)
	if f.Dist != nil {
		d := *f.Dist
		d.Args = make([]*model.Expr, len(f.Dist.Args))
		for i, a := range f.Dist.Args {
			d.Args[i] = m.apply(a)
		}
		t.Dist = &d
	}
	return t, m
}

// never tells whether a term is seen to have no instance.
func (t *Term) never() bool {
	return slices.ContainsFunc(t.Guards, func(g *model.Expr) bool { return g.Op == model.OpBool && g.Value == 0 })
}

// within is the condition that an instance reads the element at an occurrence, in terms
// of the loops of the factor.
func (f *Factor) within(m *match) *model.Expr {
	out := &model.Expr{Op: model.OpBool, Type: boolean, Value: 1}
	for _, s := range m.swaps {
		out = and(out, model.Call("==", boolean, model.IndexExpr(s.index), s.by))
	}
	return and(out, m.hits())
}

// coupled tells whether a factor reads several elements of a variable.
func (f *Factor) coupled(list []*occurrence) bool {
	for k, o := range list {
		if len(o.inside) > 0 {
			return true
		}
		for _, p := range list[:k] {
			if !o.same(p) {
				return true
			}
		}
	}
	return false
}

// mapped is a term whose expressions do changes, without a message.
func (t *Term) mapped(do func(*model.Expr) *model.Expr) *Term {
	of := func(e *model.Expr) *model.Expr {
		if e == nil {
			return nil
		}
		return do(e)
	}
	out := &Term{Factor: t.Factor, X: of(t.X), Holds: of(t.Holds), Log: of(t.Log), Times: of(t.Times)}
	for _, l := range t.Loops {
		out.Loops = append(out.Loops, &model.Loop{Index: l.Index, Lo: do(l.Lo), Hi: do(l.Hi), Full: of(l.Full)})
	}
	for _, g := range t.Guards {
		out.Guards = append(out.Guards, do(g))
	}
	if t.Dist != nil {
		dist := *t.Dist
		dist.Args = nil
		for _, a := range t.Dist.Args {
			dist.Args = append(dist.Args, do(a))
		}
		out.Dist = &dist
	}
	return out
}

// split parts the instances of a term: the first loops, so many, with the conditions that
// are planned, and the others, which are about the same elements.
func (t *Term) split(outer int, planned func(*model.Expr) bool) (instances, said *Term) {
	instances = &Term{Factor: t.Factor, Loops: t.Loops[:outer]}
	said = &Term{Factor: t.Factor, Loops: t.Loops[outer:]}
	for _, g := range t.Guards {
		if planned(g) {
			instances.Guards = append(instances.Guards, g)
		} else {
			said.Guards = append(said.Guards, g)
		}
	}
	return instances, said
}

// known tells whether an expression is known with the data, and the same in all passes of
// loops.
func known(e *model.Expr, loops []*model.Loop) bool {
	return !readsDrawn(e) && !slices.ContainsFunc(loops, func(l *model.Loop) bool { return e.Uses(l.Index) })
}

// dropFlat takes normals of precision 0 out of log densities: they say nothing, and their
// density is no number.
func (b *builder) dropFlat() {
	for _, d := range b.program.Draws {
		if d.Method == Slice || d.Method == AdaptiveRejection {
			d.Terms = slices.DeleteFunc(slices.Clone(d.Terms), func(t *Term) bool { return t.Dist.Flat() })
		}
	}
}
