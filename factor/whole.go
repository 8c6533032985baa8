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

// computeWhole adds the factor of out = e where e is computed from random whole
// numbers alone; done is false where it is not.
func (b *builder) computeWhole(c context, e *model.Expr, out *Slot) (ok, done bool) {
	if e.Op != model.OpCall || len(e.Args) != 2 {
		return false, false
	}
	x, y := e.Args[0], e.Args[1]
	for _, a := range e.Args {
		if a.Type.Kind == model.Real || a.Type.Kind == model.Bool || a.Type.Kind == model.DistKind || a.Random && !isWhole(a) {
			return false, false
		}
	}
	switch e.Fun {
	case "==", "!=", "<", "<=", ">", ">=":
		return b.compare(c, e, out), true
	case "+":
		if !x.Random {
			x, y = y, x
		}
		if y.Random {
			return b.factor(c, "sum", out, b.slot(c, x), b.slot(c, y)), true
		}
		if out.Edge != nil {
			b.notNegative(c, y, e)
		}
		return b.factor(c, "shift", out, b.slot(c, x), data(y)), true
	case "-":
		switch {
		case !y.Random:
			return b.factor(c, "shift", out, b.slot(c, x), data(model.Call("neg", model.Type{Kind: model.Int}, y))), true
		case !x.Random && out.Edge != nil:
			if k := y.Cardinality(); k != nil {
				b.notNegative(c, model.Call("-", model.Type{Kind: model.Int}, x, model.Call("-", model.Type{Kind: model.Int}, k, model.Number(1))), e)
			}
		}
		return b.factor(c, "difference", out, b.slot(c, x), b.slot(c, y)), true
	}
	if e.Extreme() == 0 {
		return false, false
	}
	if !x.Random {
		x, y = y, x
	}
	if out.Edge == nil {
		equal := model.Call("==", model.Type{Kind: model.Bool}, e, out.Data)
		equal.At = e.At
		b.observeTrue(c, equal)
		return true, true
	}
	return b.factor(c, e.Fun, out, b.slot(c, x), b.slot(c, y)), true
}

// notNegative adds the check that the smallest value of e, a random whole number, is
// not below 0.
func (b *builder) notNegative(c context, least, e *model.Expr) {
	switch {
	case least.Type.Kind == model.IndexKind || least.Type.Kind == model.RangeKind || least.Op == model.OpIndex:
		return
	case least.Op == model.OpNumber && least.Value < 0:
		b.Errorf(e.At, model.CodeCardinality, "%s may be %s, and a random whole number counts from 0", e, least).
			WithHint("compare without it: a > b + 1 in place of a - b > 1")
		return
	case least.Op == model.OpNumber:
		return
	}
	check := model.Call(">=", model.Type{Kind: model.Bool}, least, model.Number(0))
	check.At = e.At
	check.Says = fmt.Sprintf("%s may be %%[1]v, and a random whole number counts from 0", e)
	b.graph.Checks = append(b.graph.Checks, &Check{Value: check, Parameter: true, Loops: c.loops, Guards: c.guards, Text: c.text, At: e.At})
}

// compare adds the factor of out = e, a comparison of two whole numbers of which one
// at least is random. What is taken away on one side is added on the other, so that
// no value is negative; what is known goes to the known part k.
func (b *builder) compare(c context, e *model.Expr, out *Slot) bool {
	not := func(fun string) bool {
		opposite := model.Call(fun, e.Type, e.Args[0], e.Args[1])
		opposite.At = e.At
		if out.Edge == nil {
			return b.compare(c, opposite, data(model.Call("!", e.Type, out.Data)))
		}
		return b.factor(c, "not", out, b.slot(c, opposite))
	}
	whole := model.Type{Kind: model.Int}
	fun := e.Fun
	if fun == "!=" {
		return not("==")
	}
	s := &sides{}
	if fun == "<" || fun == "<=" { // b > a, b >= a
		s.add(e.Args[1], false)
		s.add(e.Args[0], true)
	} else {
		s.add(e.Args[0], false)
		s.add(e.Args[1], true)
	}
	k := model.Number(0) // left >= right + k
	for _, x := range s.known[1] {
		k = model.Call("+", whole, k, x)
	}
	for _, x := range s.known[0] {
		k = model.Call("-", whole, k, x)
	}
	left, right := totalOf(s.random[0]), totalOf(s.random[1])
	if fun == "==" {
		return b.equalInt(c, e, left, right, k, out)
	}
	if fun == ">" || fun == "<" {
		k = model.Call("+", whole, k, model.Number(1))
	}
	if left != nil && right != nil && left.Equal(right) {
		b.Errorf(e.At, CodeNoOperator, "%s compares %s with itself", e, left)
		return false
	}
	side := func(x *model.Expr) *Slot {
		if x == nil {
			return data(model.Number(0))
		}
		return b.slot(c, x)
	}
	return b.factor(c, "at_least", out, side(left), side(right), data(k))
}

// equalInt adds the factor of out = (left == right + k); left or right is nil where that
// side has no random part.
func (b *builder) equalInt(c context, e, left, right, k *model.Expr, out *Slot) bool {
	whole := model.Type{Kind: model.Int}
	if left == nil {
		left, right, k = right, nil, model.Call("neg", whole, k)
	}
	var known *Slot
	switch {
	case right == nil:
		known = data(k)
	case left.Equal(right):
		b.Errorf(e.At, CodeNoOperator, "%s compares %s with itself", e, left)
		return false
	case k.IsNumber(0):
		known = b.slot(c, right)
	case k.Op == model.OpNumber && k.Value < 0:
		left = model.Call("+", whole, left, model.Number(-k.Value))
		left.Random, left.At = true, e.At
		known = b.slot(c, right)
	default:
		right = model.Call("+", whole, right, k)
		right.Random, right.At = true, e.At
		known = b.slot(c, right)
	}
	return b.factor(c, "equal_int", out, b.slot(c, left), known)
}

// sides are the random and the known terms of the two sides of a comparison, all of
// them added.
type sides struct{ random, known [2][]*model.Expr }

// add adds a term, or the terms of a sum, to a side.
func (s *sides) add(e *model.Expr, right bool) {
	side := 0
	if right {
		side = 1
	}
	switch {
	case !e.Random:
		s.known[side] = append(s.known[side], e)
	case e.Op == model.OpCall && e.Fun == "+":
		s.add(e.Args[0], right)
		s.add(e.Args[1], right)
	case e.Op == model.OpCall && e.Fun == "-":
		s.add(e.Args[0], right)
		s.add(e.Args[1], !right)
	case e.Op == model.OpCall && e.Fun == "neg":
		s.add(e.Args[0], !right)
	default:
		s.random[side] = append(s.random[side], e)
	}
}

// totalOf is the sum of random terms, nil of none.
func totalOf(list []*model.Expr) *model.Expr {
	var sum *model.Expr
	for _, e := range list {
		if sum == nil {
			sum = e
			continue
		}
		sum = model.Call("+", model.Type{Kind: model.Int}, sum, e)
		sum.Random, sum.At = true, e.At
	}
	return sum
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
	if x.Op == model.OpCall && (x.Fun == "+" || x.Fun == "-") && !x.Args[0].Equal(x.Args[1]) {
		return b.compute(c, x, data(y))
	}
	equal := model.Call("==", model.Type{Kind: model.Bool}, x, y)
	equal.At = x.At
	return b.compare(c, equal, truth(true))
}
