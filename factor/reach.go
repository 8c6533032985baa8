package factor

import (
	"slices"

	"mpc/model"
)

// reach lists the conditions, on the loops of a gate and on data, under which one of the
// statements in its branches uses a variable: elsewhere there is nothing to join, and the
// element may not even exist, as x[t-1] where a branch reads it if (t > 0).
func reach(g *model.Gate, uses []use) (conds []*model.Expr) {
	add := func(e *model.Expr) {
		if e != nil {
			conds = append(conds, e)
		}
	}
	for _, l := range g.Relation.Loops {
		add(either(uses, func(u use) *model.Expr {
			if o := u.loop(l); o != nil && !o.Lo.Equal(l.Lo) {
				return model.Call(">=", boolean, model.IndexExpr(l.Index), o.Lo)
			}
			return nil
		}))
		add(either(uses, func(u use) *model.Expr {
			if o := u.loop(l); o != nil && !o.Hi.Equal(l.Hi) {
				return model.Call("<", boolean, model.IndexExpr(l.Index), o.Hi)
			}
			return nil
		}))
	}
	add(either(uses, func(u use) (all *model.Expr) {
		for _, e := range u.relation.Guards {
			if !ofGate(g, e) || slices.ContainsFunc(g.Relation.Guards, e.Equal) {
				continue
			}
			if all == nil {
				all = e
			} else {
				all = model.Call("&&", boolean, all, e)
			}
		}
		return all
	}))
	return conds
}

var boolean = model.Type{Kind: model.Bool}

// either is the condition that one of the uses has what is asked of it; nil where one of
// them, or two that exclude each other, are not asked for anything.
func either(uses []use, asked func(use) *model.Expr) (any *model.Expr) {
	var list []*model.Expr
	for _, u := range uses {
		e := asked(u)
		switch {
		case e == nil || slices.ContainsFunc(list, func(o *model.Expr) bool { return opposite(e, o) || opposite(o, e) }):
			return nil
		case slices.ContainsFunc(list, e.Equal):
			continue
		}
		list = append(list, e)
		if any == nil {
			any = e
		} else {
			any = model.Call("||", boolean, any, e)
		}
	}
	return any
}

func opposite(a, b *model.Expr) bool {
	return a.Op == model.OpCall && a.Fun == "!" && a.Args[0].Equal(b)
}

// loop is the loop of the statement that stands for a loop of the gate, if its bounds can be
// told there; nil for none.
func (u use) loop(l *model.Loop) *model.Loop {
	k := slices.IndexFunc(u.relation.Loops, func(o *model.Loop) bool { return o.Index == l.Index })
	if k < 0 {
		return nil
	}
	return u.relation.Loops[k]
}

// ofGate tells whether a condition reads no other loops than those of the gate.
func ofGate(g *model.Gate, e *model.Expr) bool {
	of := true
	e.Walk(func(x *model.Expr) {
		if x.Op == model.OpIndex {
			of = of && slices.ContainsFunc(g.Relation.Loops, func(l *model.Loop) bool { return l.Index == x.Index })
		}
	})
	return of
}
