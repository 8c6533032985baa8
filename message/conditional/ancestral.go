package conditional

import (
	"slices"

	"mpc/model"
)

// order finds how draws run over the elements of a variable, so that those that others are
// drawn from come before them: x[t] from x[t-1] upward, x[t] from x[t+1] downward. Drawn
// from their priors one after the other in this order, the elements are a draw of the
// whole. down tells of each dimension, the last one running fastest, whether its loop runs
// from the end; where no such order is seen ok is false, and none does.
func (p *Program) order(v *model.Variable) (down []bool, ok bool) {
	type reading struct {
		own, of           []*model.Expr
		ownLoops, ofLoops []*model.Loop
	}
	var list []reading
	for _, f := range p.Factors {
		if f.Drawn == nil || f.Drawn.Variable != v {
			continue
		}
		own := f.Drawn.Args[:min(len(f.Drawn.Args), len(v.Dims))]
		for _, o := range f.occurrences(v) {
			if o.element != f.Drawn {
				list = append(list, reading{own, o.args(), f.Loops, append(f.Loops[:len(f.Loops):len(f.Loops)], o.around...)})
			}
		}
	}
	down = make([]bool, len(v.Dims))
	for k := range down {
		same := list[:0:0]
		before, after := false, false
		for _, r := range list {
			switch {
			case r.of[k].Equal(r.own[k]):
				same = append(same, r)
			case below(r.of[k], r.ofLoops, r.own[k], r.ownLoops):
				before = true
			case below(r.own[k], r.ownLoops, r.of[k], r.ofLoops):
				after = true
			default:
				return make([]bool, len(v.Dims)), false
			}
		}
		if before && after {
			return make([]bool, len(v.Dims)), false
		}
		down[k], list = after, same
	}
	return down, len(list) == 0
}

// below tells whether an index is seen to be below another one, by where their loops end.
func below(a *model.Expr, aLoops []*model.Loop, b *model.Expr, bLoops []*model.Loop) bool {
	least := ends(b, bLoops, false)
	return slices.ContainsFunc(ends(a, aLoops, true), func(high end) bool {
		return slices.ContainsFunc(least, func(low end) bool { return high.base == low.base && high.plus < low.plus })
	})
}

// An end is what an index is at most or at least: a number more than a value, which is 0
// where base, its text, is "".
type end struct {
	base string
	plus int
}

// ends lists what is known of the largest value of an index, or of the least: what it is
// itself, and where it runs to.
func ends(e *model.Expr, loops []*model.Loop, largest bool) (list []end) {
	base, plus := offset(e)
	if base == nil {
		return []end{{"", plus}}
	}
	list = []end{{base.Key(), plus}}
	k := slices.IndexFunc(loops, func(l *model.Loop) bool { return base.Op == model.OpIndex && l.Index == base.Index })
	if k < 0 {
		return list
	}
	bound := loops[k].Lo
	if largest {
		bound = loops[k].Hi
		plus--
	}
	for _, b := range ends(bound, loops[:k], largest) {
		list = append(list, end{b.base, b.plus + plus})
	}
	return list
}

// offset takes the number off that is added to a value; base is nil of a number.
func offset(e *model.Expr) (base *model.Expr, plus int) {
	switch {
	case e.Op == model.OpNumber:
		return nil, int(e.Value)
	case e.Op == model.OpCall && (e.Fun == "+" || e.Fun == "-") && len(e.Args) == 2 && e.Args[1].Op == model.OpNumber:
		base, plus = offset(e.Args[0])
		if e.Fun == "-" {
			return base, plus - int(e.Args[1].Value)
		}
		return base, plus + int(e.Args[1].Value)
	}
	return e, 0
}
