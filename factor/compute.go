package factor

import (
	"fmt"
	"slices"
	"strings"

	"mpc/lang/functions"
	"mpc/model"
)

// compute adds the factor of out = e, e random. It returns false where an error
// was reported.
func (b *builder) compute(c context, e *model.Expr, out *Slot) bool {
	if out == nil {
		return false
	}
	switch {
	case !e.Random && e.Type.Kind == model.Bool:
		// A known element of a variable that is random elsewhere.
		return b.factor(c, "bernoulli", out, data(model.Call("real", model.Type{Kind: model.Real}, e)))
	case !e.Random && out.whole():
		return b.factor(c, "constant", out, data(e))
	case !e.Random:
		return b.factor(c, "equal", out, data(e))
	}
	e = combined(e)
	if e.Op == model.OpCall && e.Type.Dimensions > 0 {
		return b.vectorArithmetic(c, e, out)
	}
	switch e.Op {
	case model.OpVariable:
		return b.factor(c, "copy", out, b.slot(c, e))
	case model.OpReduce:
		return b.reduce(c, e, out)
	}
	if len(e.Args) > 1 && e.Args[0].Random && e.Args[1].Random && e.Fun != "&&" && e.Fun != "||" && e.Args[0].Equal(e.Args[1]) {
		b.Errorf(e.At, CodeNoOperator, "%s uses %s twice in one factor, where its messages are not exact", e, e.Args[0]).
			WithHint("rewrite it with one use of %s", e.Args[0])
		return false
	}
	if ok, done := b.computeWhole(c, e, out); done {
		return ok
	}
	if ok, done := b.computeNumber(c, e, out); done {
		return ok
	}
	if ok, done := b.computeTruth(c, e, out); done {
		return ok
	}
	if functions.Called(e.Fun) != nil && b.kinds[e.Fun] != nil {
		slots := []*Slot{out}
		for _, x := range e.Args {
			slots = append(slots, b.slot(c, x))
		}
		return b.factor(c, e.Fun, slots...)
	}
	b.Errorf(e.At, CodeNoOperator, "no operator: %s of a random value, %s", e.Fun, e).
		WithHint("there are + - * / dot %s, comparisons, %s, && || ! ==, and sum, count, all, any over a range",
			strings.Join(b.functions(functions.Number, functions.Alike), " "), strings.Join(b.functions(functions.Truth), " "))
	return false
}

// computeNumber adds the factor of an operator of arithmetic, or of a part of a vector.
func (b *builder) computeNumber(c context, e *model.Expr, out *Slot) (ok, done bool) {
	re := model.Type{Kind: model.Real}
	a := e.Args
	slot := func(i int) *Slot { return b.slot(c, a[i]) }
	switch e.Fun {
	case "dot":
		return b.dotVector(c, e, out), true
	case "component":
		return b.component(c, e, out), true
	case "+":
		switch {
		case !a[1].Random:
			return b.factor(c, "shift", out, slot(0), slot(1)), true
		case !a[0].Random:
			return b.factor(c, "shift", out, slot(1), slot(0)), true
		}
		return b.factor(c, "sum", out, slot(0), slot(1)), true
	case "-":
		if !a[1].Random {
			return b.factor(c, "shift", out, slot(0), data(model.Call("neg", re, a[1]))), true
		}
		return b.factor(c, "difference", out, slot(0), slot(1)), true
	case "*":
		known := func(x *model.Expr) *Slot {
			if x.Type.Kind == model.Bool {
				x = model.Call("real", re, x)
			}
			return data(x)
		}
		switch {
		case !a[1].Random && a[0].Type.Kind != model.Bool:
			return b.factor(c, "scale", out, slot(0), known(a[1])), true
		case !a[0].Random && a[1].Type.Kind != model.Bool:
			return b.factor(c, "scale", out, slot(1), known(a[0])), true
		}
		return b.factor(c, "product", out, slot(0), slot(1)), true
	case "/":
		if !a[1].Random {
			return b.factor(c, "scale", out, slot(0), data(model.Call("/", re, model.Number(1), a[1]))), true
		}
		return b.factor(c, "ratio", out, slot(0), slot(1)), true
	case "neg":
		return b.factor(c, "scale", out, slot(0), data(model.Number(-1))), true
	}
	return false, false
}

// computeTruth adds the factor of a comparison, or of an operator of truths.
func (b *builder) computeTruth(c context, e *model.Expr, out *Slot) (ok, done bool) {
	a := e.Args
	slot := func(i int) *Slot { return b.slot(c, a[i]) }
	switch e.Fun {
	case ">", ">=":
		x, y := compared(a[0], a[1])
		return b.factor(c, "greater_than", out, b.slot(c, x), b.slot(c, y)), true
	case "<", "<=":
		x, y := compared(a[1], a[0])
		return b.factor(c, "greater_than", out, b.slot(c, x), b.slot(c, y)), true
	case "!":
		return b.factor(c, "not", out, slot(0)), true
	case "&&":
		return b.factor(c, "and", out, slot(0), slot(1)), true
	case "||":
		return b.factor(c, "or", out, slot(0), slot(1)), true
	case "==", "!=":
		if a[0].Type.Kind != model.Bool || a[1].Type.Kind != model.Bool {
			b.Errorf(e.At, CodeNoOperator, "no operator: %s of %s and %s as a boolean", e.Fun, a[0].Type, a[1].Type).
				WithHint("observe a == b conditions two reals on being equal")
			return false, true
		}
		if e.Fun == "==" {
			return b.factor(c, "equal_bool", out, slot(0), slot(1)), true
		}
		eq := b.slot(c, model.Call("==", e.Type, a[0], a[1]))
		return b.factor(c, "not", out, eq), true
	}
	return false, false
}

// functions are the names of those functions that are factors.
func (b *builder) functions(of ...functions.Result) (names []string) {
	for _, f := range functions.All() {
		if b.kinds[f.Name] != nil && slices.Contains(of, f.Result) {
			names = append(names, f.Name)
		}
	}
	slices.Sort(names)
	return names
}

// reduce adds the factor of a reduction over a range.
func (b *builder) reduce(c context, e *model.Expr, out *Slot) bool {
	body := e.Args[0]
	inner := c
	inner.loops = append(c.loops[:len(c.loops):len(c.loops)], e.Loop)
	array := func(x *model.Expr) *Slot {
		s := b.slot(inner, x)
		if s != nil {
			s.Over = e.Loop
		}
		return s
	}
	row := e.Reduction()
	switch {
	case e.Fun == "softmax":
		if out.Edge == nil {
			b.Errorf(e.At, CodeNoOperator, "no operator: softmax that is observed, %s", c.text).
				WithHint("observe what is drawn from it: d ~ categorical(p), y ~ multinomial(n, p)")
			return false
		}
		return b.factor(c, "softmax", out, array(body))
	case row == nil:
	case row.Adds():
		// A multiple of one random value, however it is written.
		var parts []part
		if spread(body, nil, &parts); len(parts) == 1 && parts[0].of != nil && parts[0].times != nil {
			return b.factor(c, "dot", out, array(parts[0].times), array(parts[0].of))
		}
		return b.factor(c, "sum_of", out, array(body))
	case row.Truths:
		return b.factor(c, row.Name, out, array(body))
	case row.Result == functions.Place:
		if len(c.branches) == 0 { // else what is in a branch says that it is not taken
			b.someLargest(c, e)
		}
		return b.factor(c, row.Name, out, array(body), data(e.Loop.Lo))
	}
	b.Errorf(e.At, CodeNoOperator, "no operator: %s over a range of random values, %s", e.Fun, e).WithHint("%s", chainHint(e))
	return false
}

// chainHint says how the largest or the smallest of a range is written as a chain.
func chainHint(e *model.Expr) string {
	l, body := e.Loop, e.Args[0]
	i := l.Index.Name
	return fmt.Sprintf("write a chain, for (%[1]s) { if (%[2]s == %[3]s) { top[%[2]s] = %[4]s } else { top[%[2]s] = %[5]s(top[%[2]s-1], %[4]s) } }, whose last element it is",
		l, i, l.Lo, body, e.Fun)
}

// observeTrue adds the factors of observe e.
func (b *builder) observeTrue(c context, e *model.Expr) {
	if !e.Random {
		b.holds(c, e)
		return
	}
	b.observeBool(c, e, truth(true))
}

// holds adds the check of what is observed of data alone; in a branch a factor: what
// the data contradict is a branch that is not there.
func (b *builder) holds(c context, e *model.Expr) {
	if len(c.branches) > 0 {
		b.factor(c, "bernoulli", data(e), data(model.Number(1)))
		return
	}
	b.graph.Checks = append(b.graph.Checks, &Check{Value: e, Loops: c.loops, Guards: c.guards, Text: c.text, At: c.at})
}

// observeBool adds the factors of the observation that e has the value out,
// which is data.
func (b *builder) observeBool(c context, e *model.Expr, out *Slot) {
	isTrue := out.Data.Op == model.OpBool && out.Data.Value == 1
	if e.Op == model.OpVariable {
		if isTrue {
			b.factor(c, "is_true", b.slot(c, e))
		} else {
			b.factor(c, "equal_bool", truth(true), b.slot(c, e), out)
		}
		return
	}
	if e.Op == model.OpCall {
		switch {
		case e.Fun == "&&" && isTrue:
			b.observeTrue(c, e.Args[0])
			b.observeTrue(c, e.Args[1])
			return
		case e.Fun == "!":
			b.observeBool(c, e.Args[0], data(model.Call("!", e.Type, out.Data)))
			return
		case e.Fun == "==" && isTrue && e.Args[0].Random != e.Args[1].Random:
			x, y := e.Args[0], e.Args[1]
			if y.Random {
				x, y = y, x
			}
			if b.observeValue(c, x, y) {
				return
			}
		}
	}
	b.compute(c, e, out)
}

// observeValue adds the factors of observe x == y, x random and y data, where x
// is boolean or whole. It returns false where this is no such observation.
func (b *builder) observeValue(c context, x, y *model.Expr) bool {
	if x.Type.Kind == model.Bool {
		b.observeBool(c, x, data(y))
		return true
	}
	if x.Op == model.OpVariable && b.counts[x.Variable] != nil {
		x = b.counts[x.Variable].Value
	}
	switch {
	case x.Op != model.OpReduce:
		return isWhole(x) && b.observeWhole(c, x, y)
	case x.CountsTruths():
		b.compute(c, x, data(y))
		return true
	case x.Places():
		// x[y] is larger than each other x[i].
		l := x.Loop
		b.within(c, y, l)
		best := x.Args[0].Subst(l.Index, y)
		inner := c
		inner.loops = append(c.loops[:len(c.loops):len(c.loops)], l)
		boolean := model.Type{Kind: model.Bool}
		inner.guards = append(c.guards[:len(c.guards):len(c.guards)], model.Call("!=", boolean, model.IndexExpr(l.Index), y))
		b.factor(inner, "greater_than", truth(true), b.slot(inner, best), b.slot(inner, x.Args[0]))
		return true
	}
	return false
}

// within adds the checks that y is in the range of a loop.
func (b *builder) within(c context, y *model.Expr, l *model.Loop) {
	if y.Type.Kind == model.IndexKind && l.Lo.IsNumber(0) && l.Hi.Op == model.OpInput && l.Hi.Input == y.Type.Range {
		return
	}
	boolean := model.Type{Kind: model.Bool}
	for _, e := range []*model.Expr{model.Call("<", boolean, y, l.Hi), model.Call(">=", boolean, y, l.Lo)} {
		b.dataHold(c, e)
	}
}

// observeEqual adds the factors of observe x == y on reals.
func (b *builder) observeEqual(c context, x, y *model.Expr) {
	if !x.Random {
		x, y = y, x
	}
	switch {
	case !x.Random:
		eq := model.Call("==", model.Type{Kind: model.Bool}, x, y)
		b.holds(c, eq)
	case x.Type.Kind == model.Bool && !y.Random:
		b.observeBool(c, x, data(y))
	case x.Type.Kind == model.Bool:
		b.factor(c, "equal_bool", truth(true), b.slot(c, x), b.slot(c, y))
	case x.Type.Kind != model.Real && !y.Random && b.observeValue(c, x, y):
	case x.Op != model.OpVariable && !y.Random:
		b.compute(c, x, data(y))
	case x.Op != model.OpVariable && y.Op == model.OpVariable:
		b.compute(c, x, b.slot(c, y))
	default:
		b.factor(c, "equal", b.slot(c, x), b.slot(c, y))
	}
}
