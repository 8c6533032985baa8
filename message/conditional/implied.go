package conditional

import (
	"slices"

	"mpc/model"
)

// implied leaves out of the conditions of choices in a factor what the loops around them say already. A function of
// variables that several statements define has their ranges as conditions, i >= 0 && i < n; where the factor's own loop runs
// over that range they say nothing, and without them a vector that is the same for all i is seen to be.
func (f *Factor) implied() {
	if f.Dist != nil {
		cp := *f.Dist
		cp.Args = make([]*model.Expr, len(f.Dist.Args))
		for i, a := range f.Dist.Args {
			cp.Args[i] = implied(a, f.Loops)
		}
		f.Dist = &cp
	}
	if f.X != nil && f.X.Op != model.OpVariable {
		f.X = implied(f.X, f.Loops)
	}
	if f.Holds != nil {
		f.Holds = implied(f.Holds, f.Loops)
	}
}

// implied is an expression within loops without the conditions that these imply.
func implied(e *model.Expr, loops []*model.Loop) *model.Expr {
	if !choosy(e) {
		return e
	}
	inner := loops
	if e.Op == model.OpReduce {
		inner = append(loops[:len(loops):len(loops)], e.Loop)
	}
	cp := *e
	cp.Args = make([]*model.Expr, len(e.Args))
	for i, a := range e.Args {
		cp.Args[i] = implied(a, inner)
	}
	if e.Op != model.OpCall || e.Fun != model.Choose {
		return &cp
	}
	all := conjuncts(e.Args[0])
	var kept []*model.Expr
	for _, c := range all {
		if !impliedBy(c, loops, all) {
			kept = append(kept, c)
		}
	}
	if len(kept) == len(all) {
		return &cp
	}
	if len(kept) == 0 {
		return cp.Args[1]
	}
	cond := kept[0]
	for _, c := range kept[1:] {
		cond = model.Call("&&", boolean, cond, c)
	}
	cp.Args[0] = cond
	return &cp
}

// choosy tells whether an expression has choices.
func choosy(e *model.Expr) bool {
	found := false
	e.Walk(func(x *model.Expr) { found = found || x.Op == model.OpCall && x.Fun == model.Choose })
	return found
}

// conjuncts are the conditions all of which a condition is.
func conjuncts(e *model.Expr) (list []*model.Expr) {
	if e.Op != model.OpCall || e.Fun != "&&" {
		return []*model.Expr{e}
	}
	for _, a := range e.Args {
		list = append(list, conjuncts(a)...)
	}
	return list
}

// impliedBy tells whether a condition on a loop index holds in all passes of the loop, where the other conditions hold.
func impliedBy(c *model.Expr, loops []*model.Loop, others []*model.Expr) bool {
	if c.Op != model.OpCall || c.Fun != ">=" && c.Fun != "<" || c.Args[0].Op != model.OpIndex {
		return false
	}
	k := slices.IndexFunc(loops, func(l *model.Loop) bool { return l.Index == c.Args[0].Index })
	if k < 0 {
		return false
	}
	lo, hi, bound := loops[k].Lo, loops[k].Hi, c.Args[1]
	if c.Fun == ">=" {
		return lo.Equal(bound) || lo.Op == model.OpNumber && bound.Op == model.OpNumber && lo.Value >= bound.Value
	}
	if hi.Equal(bound) || hi.Op == model.OpNumber && bound.Op == model.OpNumber && hi.Value <= bound.Value {
		return true
	}
	if size, _ := hi.Where(); size != nil && size.Equal(bound) {
		return true // none, or as many
	}
	size, some := bound.Where()
	return size != nil && size.Equal(hi) && slices.ContainsFunc(others, func(o *model.Expr) bool { return o.Shows(some) })
}
