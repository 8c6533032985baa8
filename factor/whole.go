package factor

import (
	"fmt"

	"mpc/model"
)

// whole tells whether a slot is that of a random whole number, one of 0..K-1.
func (s *Slot) whole() bool {
	return s.Edge != nil && s.Edge.Variable.whole
}

// isWhole tells whether an expression is a random whole number.
func isWhole(e *model.Expr) bool {
	switch e.Type.Kind {
	case model.Int, model.IndexKind:
		return e.Random && e.Type.Dimensions == 0
	}
	return false
}

// equalInt adds the factor of out = (x == y), two whole numbers of which one at least
// is random.
func (b *builder) equalInt(c context, x, y *model.Expr, out *Slot) bool {
	if !x.Random {
		x, y = y, x
	}
	return b.factor(c, "equal_int", out, b.slot(c, x), b.slot(c, y))
}

// computeWhole adds the factor of out = e where e is computed from random whole
// numbers alone; done is false where it is not.
func (b *builder) computeWhole(c context, e *model.Expr, out *Slot) (ok, done bool) {
	if e.Op != model.OpCall || len(e.Args) != 2 {
		return false, false
	}
	x, y := e.Args[0], e.Args[1]
	for _, a := range e.Args {
		if a.Type.Kind == model.Real || a.Type.Kind == model.Bool || a.Random && !isWhole(a) {
			return false, false
		}
	}
	switch e.Fun {
	case "==":
		return b.equalInt(c, x, y, out), true
	case "!=":
		if out.Edge == nil {
			return b.equalInt(c, x, y, data(model.Call("!", e.Type, out.Data))), true
		}
		equal := model.Call("==", e.Type, x, y)
		equal.At = e.At
		return b.factor(c, "not", out, b.slot(c, equal)), true
	}
	return false, false
}

// inRange adds the check that an observed whole number is one of size values, as what
// draws it demands; name is that of the parameter that has the size.
func (b *builder) inRange(c context, x, p, size *model.Expr, of string) {
	if member(x, size) {
		return
	}
	e := model.Call("<", model.Type{Kind: model.Bool}, x, size)
	e.At = c.at
	e.Says = fmt.Sprintf("%s is %%[1]v, but %s, the %s, has %%[2]v elements", x, p, of)
	if r := x.Type.Range; r != nil {
		e.Says = fmt.Sprintf("%s is %%[1]v, an index of %s, which is %%[3]v, but %s, the %s, has %%[2]v elements", x, r.Name, p, of)
		e.With = []*model.Expr{{Op: model.OpInput, Type: r.Type, Input: r, At: c.at}}
	}
	b.graph.Checks = append(b.graph.Checks, &Check{Value: e, Loops: c.loops, Guards: c.guards, Text: c.text, At: c.at})
}

// observeWhole adds the factors of observe x == y, x a random whole number and y data.
func (b *builder) observeWhole(c context, x, y *model.Expr) bool {
	b.equalInt(c, x, y, truth(true))
	return true
}
