package conditional

import (
	"slices"

	"mpc/model"
)

// undefined are the conditions on data under which no statement defines the element at
// indices of the loops over an array; nil where all are seen to be defined.
func (b *builder) undefined(v *model.Variable, loops []*model.Loop, at []*model.Expr) []*model.Expr {
	of := b.program.Original(v)
	var list []*definition
	for _, s := range b.joint.Defining(of) {
		if s.Switched {
			return nil
		}
		s = b.placed(s)
		d := &definition{loops: s.Loops, target: s.X.Args, value: model.Number(0)}
		for _, g := range s.Guards {
			if !readsDrawn(b.inline(g)) { // what is drawn tells which of the statements counts
				d.guards = append(d.guards, g)
			}
		}
		list = append(list, d)
	}
	list = merged(list)
	if extends(slices.DeleteFunc(slices.Clone(list), func(d *definition) bool { return len(d.guards) > 0 }), loops) {
		return nil
	}
	var guards []*model.Expr
	for _, d := range list {
		_, conds, ok := d.at0(at)
		if !ok || len(conds) == 0 {
			return nil
		}
		defined := conds[0]
		for _, c := range conds[1:] {
			defined = and(defined, c)
		}
		guards = append(guards, not(defined))
	}
	return guards
}

// merged joins definitions of which a condition on the data holds where it does not for the
// other, as those of an if and its else.
func merged(list []*definition) []*definition {
	for n, d := range list {
		for k, o := range list[:n] {
			if g := d.otherwise(o); g >= 0 {
				both := *d
				both.guards = slices.Delete(slices.Clone(d.guards), g, g+1)
				rest := slices.Delete(slices.Delete(slices.Clone(list), n, n+1), k, k+1)
				return merged(append(rest, &both))
			}
		}
	}
	return list
}

// otherwise is which condition of d is the opposite of one of o, where all else is the same;
// or one that o does not have, where o has no other that d lacks. It is -1 where there is none.
func (d *definition) otherwise(o *definition) int {
	same := func(a, b *model.Expr) bool { return a.Equal(b) }
	if !slices.EqualFunc(d.target, o.target, same) || !slices.EqualFunc(d.loops, o.loops, func(a, b *model.Loop) bool {
		return a.Index == b.Index && a.Lo.Equal(b.Lo) && a.Hi.Equal(b.Hi)
	}) {
		return -1
	}
	missing := func(list []*model.Expr, g *model.Expr) bool {
		return !slices.ContainsFunc(list, g.Equal)
	}
	at := -1
	for k, g := range d.guards {
		if missing(o.guards, g) {
			if at >= 0 {
				return -1
			}
			at = k
		}
	}
	if at < 0 {
		return -1
	}
	for _, g := range o.guards {
		if missing(d.guards, g) && !g.Equal(opposed(d.guards[at])) && !d.guards[at].Equal(opposed(g)) {
			return -1
		}
	}
	return at
}

// opposed is the condition that holds where g does not.
func opposed(g *model.Expr) *model.Expr {
	switch {
	case isCall(g, "!"):
		return g.Args[0]
	case isCall(g, "=="):
		return model.Call("!=", boolean, g.Args...)
	case isCall(g, "!="):
		return model.Call("==", boolean, g.Args...)
	case g.Op == model.OpCall && opposite[g.Fun] != "":
		return model.Call(opposite[g.Fun], boolean, g.Args...)
	}
	return not(g)
}

// extends tells whether definitions are seen to reach all elements: all of the array in each
// dimension but one, where one begins at 0 and each other one where another ends.
func extends(list []*definition, array []*model.Loop) bool {
	along := -1
	for _, d := range list {
		for k := range array {
			if lo, hi := d.reach(k); lo != nil && lo.IsNumber(0) && hi.Equal(d.size(array, k)) {
				continue
			} else if lo == nil || along >= 0 && along != k {
				return false
			}
			along = k
		}
	}
	if along < 0 {
		return len(list) > 0
	}
	next, met := model.Number(0), make([]bool, len(largest(array[along].Hi)))
	for left := slices.Clone(list); len(left) > 0; {
		k := slices.IndexFunc(left, func(d *definition) bool {
			lo, _ := d.reach(along)
			return lo.Equal(next) || lo.Op == model.OpNumber && next.Op == model.OpNumber && lo.Value <= next.Value
		})
		if k < 0 {
			return false
		}
		lo, hi := left[k].reach(along)
		for n, end := range largest(left[k].size(array, along)) {
			met[n] = met[n] || hi.Equal(end) || left[k].point(along) && lo.Equal(shifted(end, -1)) || hi.Op == model.OpNumber && end.Op == model.OpNumber && hi.Value >= end.Value
		}
		if !slices.Contains(met, false) {
			return true
		}
		if hi.Op != model.OpNumber || next.Op != model.OpNumber || hi.Value > next.Value {
			next = hi
		}
		left = slices.Delete(left, k, k+1)
	}
	return false
}

// largest lists the numbers that a size is the largest of.
func largest(size *model.Expr) []*model.Expr {
	if !isCall(size, "max") {
		return []*model.Expr{size}
	}
	var list []*model.Expr
	for _, a := range size.Args {
		list = append(list, largest(a)...)
	}
	return list
}

// size is how many elements an array has in a dimension, at the indices of a definition.
func (d *definition) size(array []*model.Loop, k int) *model.Expr {
	n := array[k].Hi
	for j := range k {
		n = n.Subst(array[j].Index, d.target[j])
	}
	return n
}

// point tells whether all elements of a definition have one index in a dimension.
func (d *definition) point(k int) bool {
	return !slices.ContainsFunc(d.loops, func(l *model.Loop) bool { return d.target[k].Uses(l.Index) })
}

// reach is the interval of indices in a dimension that a definition has elements in, one
// for each; nil where it is not seen.
func (d *definition) reach(k int) (lo, hi *model.Expr) {
	e := d.target[k]
	if d.point(k) {
		if e.Op == model.OpNumber {
			return e, model.Number(e.Value + 1)
		}
		return e, shifted(e, 1)
	}
	i, c, affine := e.Affine()
	n := slices.IndexFunc(d.loops, func(l *model.Loop) bool { return l.Index == i })
	if !affine || n < 0 {
		return nil, nil
	}
	return shifted(d.loops[n].Lo, c), shifted(d.loops[n].Hi, c)
}
