package depanalysis

import (
	"math"

	"mpc/factor"
	"mpc/model"
)

// A region is which elements of an array a plate of updates reads or writes:
// the indices, and the loops that their loop indices run over.
type region struct {
	index []*model.Expr
	loops []*model.Loop
}

// regionOf is where the messages over an edge go.
func regionOf(e *factor.Edge) region {
	loops := e.Factor.Loops
	if e.Slot.Over != nil {
		loops = append(loops[:len(loops):len(loops)], e.Slot.Over)
	}
	return region{e.Index, loops}
}

// disjoint tells whether it can be seen, whatever the data are, that no update
// of one plate reads an element that one of the other writes: dimension after
// dimension, for two updates that agree in the dimensions before, the largest
// index of one is below the smallest of the other. So x[t-1] for t < T is never
// x[T-1], and x[k][t-1] for t < n[k] never x[k][n[k]-1].
func disjoint(read, written region) bool {
	written = written.renamed()
	for k, r := range read.index {
		w := written.index[k]
		for _, high := range read.ends(r, true) {
			for _, low := range written.ends(w, false) {
				if below(high, low) {
					return true
				}
			}
		}
		for _, low := range read.ends(r, false) {
			for _, high := range written.ends(w, true) {
				if below(high, low) {
					return true
				}
			}
		}
		if i, d, ok := w.Affine(); ok && written.loop(i) != nil {
			whole := model.Type{Kind: model.Int}
			written = written.subst(i, model.Call("-", whole, r, model.Number(float64(d))))
		}
	}
	return false
}

// renamed gives the loops indices of their own: two plates of one statement, or a
// plate and itself, are at different elements.
func (g region) renamed() region {
	for k, l := range g.loops {
		fresh := *l.Index
		fresh.ID = -1 - k
		g = g.subst(l.Index, model.IndexExpr(&fresh))
		renamed := *g.loops[k]
		renamed.Index = &fresh
		g.loops[k] = &renamed
	}
	return g
}

// subst returns the region with a loop index replaced.
func (g region) subst(i *model.Index, by *model.Expr) region {
	var out region
	for _, e := range g.index {
		out.index = append(out.index, e.Subst(i, by))
	}
	for _, l := range g.loops {
		c := *l
		c.Lo, c.Hi = l.Lo.Subst(i, by), l.Hi.Subst(i, by)
		out.loops = append(out.loops, &c)
	}
	return out
}

func (g region) loop(i *model.Index) *model.Loop {
	for _, l := range g.loops {
		if l.Index == i {
			return l
		}
	}
	return nil
}

// ends returns bounds of an index: upper ones, or lower ones.
func (g region) ends(e *model.Expr, upper bool) []linear {
	out := bounds(e, upper)
	i, c, ok := e.Affine()
	l := g.loop(i)
	if !ok || l == nil {
		return out
	}
	end, step := l.Lo, c
	if upper {
		end, step = l.Hi, c-1
	}
	for _, x := range bounds(end, upper) {
		out = append(out, x.plus(1, linear{constant: float64(step)}))
	}
	return out
}

// A linear is a sum of constant multiples of terms, which are compared as they
// are written.
type linear struct {
	constant float64
	terms    map[string]float64
}

// plus returns x + k y.
func (x linear) plus(k float64, y linear) linear {
	out := linear{x.constant + k*y.constant, map[string]float64{}}
	for name, f := range x.terms {
		out.terms[name] = f
	}
	for name, f := range y.terms {
		out.terms[name] += k * f
		if out.terms[name] == 0 {
			delete(out.terms, name)
		}
	}
	return out
}

// below tells whether x < y, both whole, whatever the terms are.
func below(x, y linear) bool {
	d := y.plus(-1, x)
	return len(d.terms) == 0 && d.constant >= 1
}

// bounds returns upper or lower bounds of an expression: itself, or, of a
// minimum or maximum, each of its arguments.
func bounds(e *model.Expr, upper bool) []linear {
	both := func(x, y []linear, k float64) []linear {
		var out []linear
		for _, a := range x {
			for _, b := range y {
				out = append(out, a.plus(k, b))
			}
		}
		return out
	}
	switch {
	case e.Op == model.OpNumber && e.Value == math.Trunc(e.Value):
		return []linear{{constant: e.Value}}
	case e.Op == model.OpCall && len(e.Args) == 2 && e.Fun == "+":
		return both(bounds(e.Args[0], upper), bounds(e.Args[1], upper), 1)
	case e.Op == model.OpCall && len(e.Args) == 2 && e.Fun == "-":
		return both(bounds(e.Args[0], upper), bounds(e.Args[1], !upper), -1)
	case e.Op == model.OpCall && (e.Extreme() < 0 && upper || e.Extreme() > 0 && !upper):
		var out []linear
		for _, a := range e.Args {
			out = append(out, bounds(a, upper)...)
		}
		return out
	}
	return []linear{{terms: map[string]float64{e.Key(): 1}}}
}
