package model

import "fmt"

// What a program computes from data, c[i] = x[i] >= 0, may stand in a condition, in the
// bounds of a loop and in an index, which decide what there is before anything is computed:
// sizes, and which elements statements define. There it is written as what it is computed
// from.

// inlineConstants writes constants in conditions, bounds and indices by their definitions.
func (c *checker) inlineConstants() {
	in := &inliner{checker: c, defs: map[*Variable][]*Relation{}, open: map[*Variable]bool{}}
	for _, r := range c.model.Relations {
		if t := r.Target; t != nil && t.Op == OpVariable && !t.Variable.Random && t.Variable.Type.Dimensions == 0 && !(r.Value != nil && r.Value.Fun == Part) {
			in.defs[t.Variable] = append(in.defs[t.Variable], r)
		}
	}
	if len(in.defs) == 0 {
		return
	}
	for _, r := range c.model.Relations {
		in.relation(r)
	}
}

// mostWritten is how many terms an expression may get: definitions that read each other
// twice double them.
const mostWritten = 10000

// An inliner writes constants by their definitions.
type inliner struct {
	*checker
	defs map[*Variable][]*Relation
	open map[*Variable]bool // being written: one of itself has no end
	// written is how many terms the present expression has got, mostWritten at most.
	written int
	// of is the relation around, loops those that the present expression stands in, and
	// guards its conditions.
	of     *Relation
	loops  []*Loop
	guards []*Expr
}

func (in *inliner) relation(r *Relation) {
	in.of, in.loops, in.guards = r, nil, nil
	if !in.concerns(r) {
		return
	}
	for _, l := range r.Loops {
		in.loops = append(in.loops, in.loop(l))
	}
	for _, g := range r.Guards {
		in.guards = append(in.guards, in.decides(g))
	}
	r.Loops, r.Guards = in.loops, in.guards
	// mapExprs writes to the loops.
	r.Loops = append([]*Loop(nil), r.Loops...)
	r.mapExprs(in.inside)
	r.Loops, r.Guards = in.loops, in.guards
}

// concerns tells whether a relation reads a constant at all. Others stay as they are: who
// they share loops with finds them by their address.
func (in *inliner) concerns(r *Relation) bool {
	found := false
	look := func(e *Expr) *Expr {
		found = found || in.touches(e)
		return e
	}
	for _, l := range r.Loops {
		found = found || in.touches(l.Lo) || in.touches(l.Hi) || in.touches(l.Full)
	}
	for _, e := range append([]*Expr{r.Value, r.Other}, r.Guards...) {
		look(e)
	}
	if t := r.Target; t != nil {
		for _, e := range t.Args {
			look(e)
		}
	}
	r.Dist.mapArgs(look)
	return found
}

// touches tells whether an expression reads a constant.
func (in *inliner) touches(e *Expr) bool {
	found := false
	e.Walk(func(x *Expr) { found = found || x.Op == OpVariable && in.defs[x.Variable] != nil })
	return found
}

func (in *inliner) loop(l *Loop) *Loop {
	if !in.touches(l.Lo) && !in.touches(l.Hi) && !in.touches(l.Full) {
		return l
	}
	cp := *l
	cp.Lo, cp.Hi, cp.Full = in.decides(l.Lo), in.decides(l.Hi), in.decides(l.Full)
	return &cp
}

// inside writes what decides in a part of an expression, its indices and the bounds of its
// loop.
func (in *inliner) inside(e *Expr) *Expr {
	first := 0
	switch {
	case e.Loop != nil:
		cp := *e
		cp.Loop = in.loop(e.Loop)
		return &cp
	case e.Op == OpCall && e.Fun == "component":
		first = 1
	case e.Op != OpInput && e.Op != OpVariable:
		return e
	}
	cp := *e
	cp.Args = append([]*Expr(nil), e.Args...)
	for k := first; k < len(cp.Args); k++ {
		cp.Args[k] = in.decides(cp.Args[k])
	}
	return &cp
}

// decides writes the constants in an expression that decides what there is.
func (in *inliner) decides(e *Expr) *Expr {
	if len(in.open) == 0 {
		in.written = 0
	}
	return e.Map(func(x *Expr) *Expr {
		if x.Op != OpVariable || in.defs[x.Variable] == nil || len(x.Args) != len(in.defs[x.Variable][0].Target.Args) {
			return x
		}
		v := x.Variable
		if in.open[v] {
			return x // of itself
		}
		in.open[v] = true
		defer delete(in.open, v)
		c := in.checker
		if value := in.value(x); value != nil {
			before := in.written
			value.Walk(func(*Expr) { in.written++ })
			switch {
			case in.written <= mostWritten:
				return in.decides(value)
			case before <= mostWritten:
				c.unsupported(x.At, fmt.Sprintf("a condition, a bound or an index that takes more than %d terms to write by what %s is computed from", mostWritten, v.Name), "give "+v.Name+" as an input")
			}
			return x
		}
		c.unsupported(x.At, "a condition, a bound or an index that reads "+v.Name+", whose elements are computed from each other", "give "+v.Name+" as an input")
		return x
	})
}

// value is what an element is computed from, of several definitions that which defines it;
// nil where that is not seen.
func (in *inliner) value(x *Expr) *Expr {
	var out, defined *Expr
	defs := in.defs[x.Variable]
	for k := len(defs) - 1; k >= 0; k-- {
		value, cond, ok := in.at(defs[k], x.Args)
		if !ok || reads(value, x.Variable) {
			return nil
		}
		switch {
		case out == nil:
			out, defined = value, cond
		case cond == nil:
			out, defined = value, nil
		default:
			out = &Expr{Op: OpCall, Fun: Choose, Type: x.Type, Args: []*Expr{cond, value, out}, At: x.At}
			if defined != nil {
				defined = Call("||", Type{Kind: Bool}, cond, defined)
			}
		}
	}
	// What a definition reads is required where it stands itself: here its condition may not hold.
	if defined != nil && len(in.open) == 1 {
		in.model.Required = append(in.model.Required, &Requirement{Value: defined, Loops: in.loops, Guards: in.guards, Text: in.of.Text, At: x.At})
	}
	return out
}

func reads(e *Expr, v *Variable) bool {
	found := false
	e.Walk(func(x *Expr) { found = found || x.Op == OpVariable && x.Variable == v })
	return found
}

// at is what a definition says of the element at args, and the condition that it is of that
// element, nil being always; false where its loops are not seen to be fixed by it.
func (in *inliner) at(r *Relation, args []*Expr) (value, cond *Expr, ok bool) {
	whole, truth := Type{Kind: Int}, Type{Kind: Bool}
	fixed := map[*Index]*Expr{}
	apply := func(e *Expr) *Expr {
		return e.Map(func(x *Expr) *Expr {
			if x.Op == OpIndex && fixed[x.Index] != nil {
				return fixed[x.Index]
			}
			return x
		})
	}
	must := func(e *Expr) {
		if cond == nil {
			cond = e
		} else {
			cond = Call("&&", truth, cond, e)
		}
	}
	var others []int
	for k, e := range r.Target.Args {
		i, off, affine := e.Affine()
		if !affine || r.loop(i) == nil || fixed[i] != nil {
			others = append(others, k)
			continue
		}
		by := args[k]
		if off != 0 {
			by = Call("-", whole, by, Number(float64(off)))
		}
		fixed[i] = by
	}
	for _, l := range r.Loops {
		by := fixed[l.Index]
		if by == nil {
			return nil, nil, false
		}
		lo, hi := apply(l.Lo), apply(l.Hi)
		if !in.between(by, lo, hi) {
			must(Call(">=", truth, by, lo))
			must(Call("<", truth, by, hi))
		}
	}
	for _, k := range others {
		if e := apply(r.Target.Args[k]); !e.Equal(args[k]) {
			must(Call("==", truth, args[k], e))
		}
	}
	for _, g := range r.Guards {
		must(apply(g))
	}
	return apply(r.Value), cond, true
}

// between tells whether an index is seen to be in lo..<hi: that of a loop over it, or one of
// the range.
func (in *inliner) between(by, lo, hi *Expr) bool {
	if by.Type.Kind == IndexKind && hi.Op == OpInput && by.Type.Range == hi.Input && lo.IsNumber(0) {
		return true
	}
	l := (*Loop)(nil)
	if by.Op == OpIndex {
		l = find(in.loops, by.Index)
	}
	return l != nil && l.Lo.Equal(lo) && l.Hi.Equal(hi)
}
