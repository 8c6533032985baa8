package joint

import "mpc/model"

// A place is where a relation stands, its branches taken in: those of a switch by the
// value of its selector, those of an if by a condition. The branches that a variable lives in
// are no part of the place of its definition.
type place struct {
	loops  []*model.Loop
	guards []*model.Expr
	swaps  []swap
}

// A swap replaces a loop index.
type swap struct {
	index *model.Index
	by    *model.Expr
}

var boolean = model.Type{Kind: model.Bool}

func (p *place) apply(e *model.Expr) *model.Expr {
	if e == nil {
		return nil
	}
	for _, s := range p.swaps {
		e = e.Subst(s.index, s.by)
	}
	return e
}

func (p *place) dist(d *model.Dist) *model.Dist {
	if d == nil {
		return nil
	}
	cp := *d
	cp.Args = make([]*model.Expr, len(d.Args))
	for i, a := range d.Args {
		cp.Args[i] = p.apply(a)
	}
	cp.Require, cp.Over = nil, nil
	return &cp
}

// placeOf takes the branches around r in, but for the first home ones.
func placeOf(r *model.Relation, home int) *place {
	p := &place{}
	for _, br := range r.Branches[home:] {
		if br.Value.Op == model.OpIndex && br.Gate.Switch {
			p.swaps = append(p.swaps, swap{br.Value.Index, p.selector(br)})
			continue
		}
		p.guards = append(p.guards, p.taken(br))
	}
loops:
	for _, l := range r.Loops {
		for _, s := range p.swaps {
			if s.index == l.Index {
				p.guards = append(p.guards, p.narrowed(l, s.by)...)
				continue loops
			}
		}
		p.loops = append(p.loops, p.bounded(&model.Loop{Index: l.Index, Lo: p.apply(l.Lo), Hi: p.apply(l.Hi), Full: p.apply(l.Full)}))
	}
	for _, g := range r.Guards {
		p.guards = append(p.guards, p.apply(g))
	}
	for k, g := range p.guards {
		p.guards[k] = p.apply(g)
	}
	return p
}

// selector is the value that a branch is of.
func (p *place) selector(br *model.Branch) *model.Expr {
	r := br.Gate.Relation
	on := r.Value
	for k, x := range r.Instance {
		if x.Op == model.OpIndex {
			on = on.Subst(x.Index, br.Index[k])
		}
	}
	return p.apply(on)
}

// taken is the condition that a branch is taken.
func (p *place) taken(br *model.Branch) *model.Expr {
	return is(p.selector(br), p.apply(br.Value))
}

// is is the condition that a selector has a value.
func is(on, value *model.Expr) *model.Expr {
	if on.Type.Kind != model.Bool {
		return model.Call("==", boolean, on, value)
	}
	if value.Op == model.OpBool && value.Value == 0 {
		return model.Call("!", boolean, on)
	}
	return on
}

// narrowed are the conditions that the value of a selector is one of those that a loop over
// the branches of its switch has: conditions on the value are taken into the loop.
func (p *place) narrowed(l *model.Loop, value *model.Expr) []*model.Expr {
	var conds []*model.Expr
	if !l.Lo.IsNumber(0) {
		conds = append(conds, model.Call(">=", boolean, value, p.apply(l.Lo)))
	}
	if !l.Hi.Equal(l.Full) {
		conds = append(conds, model.Call("<", boolean, value, p.apply(l.Hi)))
	}
	return conds
}

// bounded returns a loop whose bounds are known: what is random in them, the selector of
// a switch that a condition on the index has been taken into the loop with, becomes a
// guard.
func (p *place) bounded(l *model.Loop) *model.Loop {
	i := model.IndexExpr(l.Index)
	l.Lo = p.knownBound(l.Lo, "max", model.Number(0), func(e *model.Expr) *model.Expr { return model.Call(">=", boolean, i, e) })
	l.Hi = p.knownBound(l.Hi, "min", l.Full, func(e *model.Expr) *model.Expr { return model.Call("<", boolean, i, e) })
	return l
}

// knownBound takes the random parts out of a bound, which is the smallest or the largest
// of its parts: written is what is left where all are random.
func (p *place) knownBound(e *model.Expr, fun string, written *model.Expr, holds func(*model.Expr) *model.Expr) *model.Expr {
	if !readsRandom(e) {
		return e
	}
	if e.Op == model.OpCall && e.Fun == fun {
		var known []*model.Expr
		for _, a := range e.Args {
			if a = p.knownBound(a, fun, nil, holds); a != nil {
				known = append(known, a)
			}
		}
		switch len(known) {
		case 0:
			return written
		case 1:
			return known[0]
		}
		return model.Call(fun, e.Type, known...)
	}
	p.guards = append(p.guards, holds(e))
	return written
}

// readsRandom tells whether an expression reads a random variable.
func readsRandom(e *model.Expr) bool {
	found := false
	e.Walk(func(x *model.Expr) { found = found || x.Op == model.OpVariable && x.Variable.Random })
	return found
}
