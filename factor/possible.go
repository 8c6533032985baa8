package factor

import "mpc/model"

// possible adds the checks of what no value of a random one satisfies, whatever it is: that
// data leave something between two bounds, and that an argmax is one of its range. A sampler
// would not see it: it would stand at the bound, or never read the range.
func (b *builder) possible(c context, e *model.Expr) {
	if len(c.branches) > 0 {
		return // a branch that is not taken
	}
	boolean := model.Type{Kind: model.Bool}
	switch {
	case e.Demands():
		c.loops = append(c.loops[:len(c.loops):len(c.loops)], e.Loop)
		b.possible(c, e.Args[0])
	case e.Op != model.OpCall:
	case e.Fun == "&&":
		for _, a := range e.Args {
			b.possible(c, a)
		}
	case e.Fun == "between" && e.Args[0].Random && !e.Args[1].Random && !e.Args[2].Random:
		b.dataHold(c, model.Call("<", boolean, e.Args[1], e.Args[2]))
	case e.Fun == "==":
		for k, x := range e.Args {
			if y := e.Args[1-k]; x.Places() && !y.Random && !x.Loop.Lo.Random && !x.Loop.Hi.Random {
				b.within(c, y, x.Loop)
			}
		}
	}
}

// someLargest adds the checks that each argmax in e is of something: there is no first of
// nothing, which a sampler would not see either.
func (b *builder) someLargest(c context, e *model.Expr) {
	if l := e.Loop; l != nil {
		if e.Places() && e.Random && !l.Lo.Random && !l.Hi.Random {
			b.dataHold(c, model.Call("<", model.Type{Kind: model.Bool}, l.Lo, l.Hi))
		}
		c.loops = append(c.loops[:len(c.loops):len(c.loops)], l)
	}
	for _, a := range e.Args {
		b.someLargest(c, a)
	}
}

// dataHold adds the check of a condition on data that is not seen to hold.
func (b *builder) dataHold(c context, e *model.Expr) {
	if e.Op == model.OpBool && e.Value == 1 {
		return
	}
	e.At = c.at
	b.graph.Checks = append(b.graph.Checks, &Check{Value: e, Loops: c.loops, Guards: c.guards, Text: c.text, At: c.at})
}
