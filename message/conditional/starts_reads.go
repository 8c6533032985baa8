package conditional

import (
	"slices"

	"mpc/model"
)

// A startRead is an element that the prior of another one reads, in the terms of the factor that draws that.
type startRead struct {
	by, of            *Draw
	own, at           []*model.Expr
	ownLoops, atLoops []*model.Loop
	known             map[direction]distance
}

// A direction is that of a loop over a dimension of the element that reads, and one of what it reads.
type direction struct {
	by, of int
	down   bool
}

// A distance is how far what is read is at most ahead, where that is seen.
type distance struct {
	most int
	seen bool
}

// reads lists what the priors of a group read of it.
func (s *starter) reads(group []*Draw) (list []*startRead) {
	for _, d := range group {
		for _, t := range d.Prior {
			f := t.Factor
			own := f.Drawn.Args[:min(len(f.Drawn.Args), len(f.Drawn.Variable.Dims))]
			for _, v := range f.variables() {
				of := s.of[v]
				if of == nil || !slices.Contains(group, of) {
					continue
				}
				for _, o := range f.occurrences(v) {
					if o.element != f.Drawn {
						list = append(list, &startRead{d, of, own, o.args(), f.Loops, append(f.Loops[:len(f.Loops):len(f.Loops)], o.around...), map[direction]distance{}})
					}
				}
			}
		}
	}
	return list
}

// ahead is how far the index that is read is at most ahead of that which reads it, in a direction; ok is false where that is not
// seen.
func (r *startRead) ahead(by, of int, down bool) (most int, ok bool) {
	key := direction{by, of, down}
	d, found := r.known[key]
	if !found {
		d = r.measured(key)
		r.known[key] = d
	}
	return d.most, d.seen
}

func (r *startRead) measured(key direction) (d distance) {
	if key.of >= len(r.at) || readsDrawn(r.at[key.of]) || readsDrawn(r.own[key.by]) {
		return d
	}
	a, aLoops, b, bLoops := r.at[key.of], r.atLoops, r.own[key.by], r.ownLoops
	if key.down {
		a, aLoops, b, bLoops = b, bLoops, a, aLoops
	}
	least := ends(b, bLoops, false)
	for _, high := range ends(a, aLoops, true) {
		for _, low := range least {
			if n := high.plus - low.plus; high.base == low.base && (!d.seen || n < d.most) {
				d = distance{n, true}
			}
		}
	}
	return d
}

// told lists what the data tell of what the elements of a group read of it.
func (s *starter) told(group []*Draw) (list []*StartRead) {
	for _, d := range group {
		for _, t := range d.Prior {
			var around []Within
			for _, l := range t.Loops {
				around = append(around, Within{Loop: l})
			}
			safe := true
			for _, g := range t.Guards {
				if plain(g) {
					around = append(around, Within{Guard: g})
				} else {
					safe = false
				}
			}
			w := &telling{starter: s, group: group, by: d}
			t.exprs(func(e *model.Expr) { w.visit(e, around, safe) })
			list = append(list, w.list...)
		}
	}
	return list
}

// A telling is what a walk through a term tells of what it reads.
type telling struct {
	*starter
	group []*Draw
	by    *Draw
	list  []*StartRead
}

// visit walks through an expression in loops and under conditions on data. It is safe where no other conditions are around, under
// which alone subscripts may have values.
func (w *telling) visit(e *model.Expr, around []Within, safe bool) {
	if e.Op == model.OpVariable {
		w.element(e, around, safe)
	}
	with := func(a Within) []Within { return append(around[:len(around):len(around)], a) }
	if e.Loop != nil {
		w.visit(e.Loop.Lo, around, safe)
		w.visit(e.Loop.Hi, around, safe)
		around = with(Within{Loop: e.Loop})
	}
	if e.Op != model.OpCall || e.Fun != model.Choose && e.Fun != "&&" && e.Fun != "||" {
		for _, a := range e.Args {
			w.visit(a, around, safe)
		}
		return
	}
	// What stands behind a condition is read where that tells it.
	cond := e.Args[0]
	w.visit(cond, around, safe)
	for k, a := range e.Args[1:] {
		switch holds := cond; {
		case !plain(cond):
			w.visit(a, around, false)
		default:
			if k == 1 || e.Fun == "||" {
				holds = not(cond)
			}
			w.visit(a, with(Within{Guard: holds}), safe)
		}
	}
}

// element tells of one that is read, where the data say which that is.
func (w *telling) element(e *model.Expr, around []Within, safe bool) {
	of := w.of[e.Variable]
	if of == nil || !slices.Contains(w.group, of) {
		return
	}
	at := e.Args[:min(len(e.Args), len(e.Variable.Dims))]
	for _, a := range around {
		if a.Loop != nil && !(plain(a.Loop.Lo) && plain(a.Loop.Hi)) {
			return
		}
	}
	for _, a := range at {
		if !plain(a) || !safe && !simple(a) {
			return
		}
	}
	w.list = append(w.list, &StartRead{By: w.by, Of: of, Within: around, At: at})
}

// plain tells whether data alone decide an expression.
func plain(e *model.Expr) bool {
	found := false
	e.Walk(func(x *model.Expr) {
		found = found || x.Op == model.OpVariable || x.Op == model.OpState || x.Op == model.OpDim
	})
	return !found
}

// simple tells whether an index has a value whatever the indices of loops are.
func simple(e *model.Expr) bool {
	ok := true
	e.Walk(func(x *model.Expr) {
		ok = ok && (x.Op == model.OpNumber || x.Op == model.OpIndex || x.Op == model.OpCall && (x.Fun == "+" || x.Fun == "-"))
	})
	return ok
}
