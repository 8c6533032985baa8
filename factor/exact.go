package factor

import (
	"mpc/model"
)

// largestWhole is the first whole number that a double does not tell from its neighbours.
const largestWhole = 1 << 53

// exact adds checks that products of whole numbers of the data are told apart from their
// neighbours: from 2^53 on they are rounded, or overflow.
func (b *builder) exact() {
	done := map[string]bool{}
	for _, r := range b.graph.Model.Relations {
		add := func(e *model.Expr, c context, everywhere bool) {
			for _, x := range products(e) {
				if everywhere && !scalars(x) {
					continue
				}
				key := x.Key()
				if loops := needed(x, c); len(loops) > 0 || len(c.guards) > 0 {
					key += r.At.String() + r.Text
				}
				if done[key] {
					continue
				}
				done[key] = true
				cond := model.Call("<", model.Type{Kind: model.Bool}, model.Call("abs", model.Type{Kind: model.Real}, inReals(x)), model.Number(largestWhole))
				cond.At = x.At
				cond.Says = x.String() + " is %[1]v in size, too large for a whole number: from 2^53 on they are not told apart"
				at := x.At
				if !at.IsKnown() {
					at = r.At
				}
				b.graph.Checks = append(b.graph.Checks, &Check{Value: cond, Parameter: true, Loops: needed(cond, c), Guards: c.guards, Text: r.Text, At: at})
			}
		}
		inside := context{loops: r.Loops, guards: r.Guards}
		for _, g := range r.Guards {
			add(g, context{}, true)
		}
		for _, l := range r.Loops {
			add(l.Lo, context{}, true)
			add(l.Hi, context{}, true)
		}
		if len(r.Branches) > 0 {
			continue // what a branch computes counts where it is taken alone
		}
		if r.Dist != nil {
			for _, a := range r.Dist.Args {
				add(a, inside, false)
			}
		}
		add(r.Value, inside, false)
		add(r.Other, inside, false)
	}
}

// products lists the outermost products of known whole numbers that may be too large.
func products(e *model.Expr) (list []*model.Expr) {
	if e == nil {
		return nil
	}
	if e.Op == model.OpCall && e.Fun == "*" && e.Type.Kind == model.Int && e.Type.Dimensions == 0 {
		if size, known := wholeSize(e); known && size >= largestWhole {
			return []*model.Expr{e}
		}
	}
	if e.Op != model.OpCall && e.Op != model.OpList {
		return nil
	}
	switch e.Fun {
	case "&&", "||", model.Choose:
		return nil // one side may guard the other
	}
	for _, a := range e.Args {
		list = append(list, products(a)...)
	}
	return list
}

// wholeSize bounds the size of a whole number; known is false where it is random, or more
// than arithmetic of inputs and indices.
func wholeSize(e *model.Expr) (size float64, known bool) {
	switch e.Op {
	case model.OpNumber:
		return max(e.Value, -e.Value), true
	case model.OpIndex, model.OpDim:
		return 1 << 31, true
	case model.OpInput:
		if e.Input.Missing {
			return 0, false
		}
		switch e.Input.Type.Kind {
		case model.RangeKind, model.IndexKind:
			return 1 << 31, true
		case model.Int:
			return largestWhole, true
		}
	case model.OpCall:
		if len(e.Args) == 0 || len(e.Args) > 2 || e.Type.Kind != model.Int {
			return 0, false
		}
		x, known := wholeSize(e.Args[0])
		y := 0.0
		if len(e.Args) == 2 && known {
			y, known = wholeSize(e.Args[1])
		}
		switch e.Fun {
		case "neg":
			return x, known
		case "+", "-":
			return x + y, known
		case "*":
			return x * y, known
		}
	}
	return 0, false
}

// scalars tells whether an expression reads no element of an array and no index.
func scalars(e *model.Expr) bool {
	ok := true
	e.Walk(func(x *model.Expr) {
		ok = ok && x.Op != model.OpIndex && x.Op != model.OpDim && (x.Op != model.OpInput || len(x.Args) == 0)
	})
	return ok
}

// inReals is a whole number computed in real arithmetic, which does not wrap around.
func inReals(e *model.Expr) *model.Expr {
	re := model.Type{Kind: model.Real}
	if e.Op != model.OpCall {
		return model.Call("real", re, e)
	}
	c := *e
	c.Type = re
	c.Args = make([]*model.Expr, len(e.Args))
	for i, a := range e.Args {
		c.Args[i] = inReals(a)
	}
	return &c
}
