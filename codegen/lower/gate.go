package lower

import (
	"fmt"

	"mpc/codegen/code"
	"mpc/codegen/loops"
	"mpc/factor"
	"mpc/message"
)

// gated tells whether what contradicts itself there makes a branch impossible, and not the model.
func gated(u *message.Update) bool { return u.Factor != nil && len(u.Factor.Branches) > 0 }

// contradiction is the fault that makes a branch impossible.
func (f *function) contradiction() code.Operand {
	return f.call("contradiction", f.lowering.fault("Contradiction"))
}

// inBranch is what is known of a variable: of one that lives in a branch a product of messages is
// uniform where these contradict each other.
func (f *function) inBranch(v *factor.Variable, known code.Operand, product bool) code.Operand {
	if v.Depth == 0 || !product {
		return known
	}
	t := known.Type()
	return f.call("p", f.lowering.row("possible"+title(t), Callee{Kind: Possible, Family: v.Family}, types(t), param("x", t)), known)
}

// powerOf is how often a message counts, nil for once.
func (f *function) powerOf(a *loops.Apply) code.Operand {
	var n code.Operand
	if a.Power != nil {
		n = f.real(a.Power)
	}
	if len(a.Weights) > 0 {
		w := f.weight(a.Weights)
		if n == nil {
			return w
		}
		n = f.apply("*", n, w)
	}
	return n
}

// weight is the power of a message that comes from branches: the probability of these.
func (f *function) weight(list []loops.Weight) code.Operand {
	var product code.Operand
	for _, w := range list {
		p := f.probability(w)
		if product == nil {
			product = p
		} else {
			product = f.apply("*", product, p)
		}
	}
	return product
}

// probability is that of a value of a selector.
func (f *function) probability(w loops.Weight) code.Operand {
	v := w.Selector.Slot.Edge.Variable
	vector := v.Family.Row().Vector()
	value := f.wholeOrTruth(w.Value)
	moments := len(w.Product) == 1 && w.Product[0].Table.Role == loops.Moments
	if vector {
		if shares, ok := find(f.scope, func(s *scope) map[string]array { return s.arrays }, f.chanceKey(w)); ok {
			return f.element(shares.value, value)
		}
	}
	switch {
	case moments && vector:
		return f.element(f.sharesOf(w), value)
	case moments:
		field := map[code.Operand]string{whole(0): "False", whole(1): "True"}[value]
		if field == "" {
			notYet("a branch %s of a truth value", w.Value)
		}
		m := f.load("s", f.placeOf(&w.Product[0].Place))
		p := f.value("p", code.Real)
		f.emit(&code.Part{Of: m, Field: field}, p)
		return p
	case vector:
		q := f.selected(w)
		log := f.ask(nil, q, "LogProb", code.Real, value)
		return f.call("p", f.math("math.Exp", code.Real, code.Real), log)
	}
	name := map[code.Operand]string{whole(0): "Q", whole(1): "P"}[value]
	if name == "" {
		notYet("a branch %s of a truth value", w.Value)
	}
	return f.ask(nil, f.selected(w), name, code.Real)
}

func (f *function) element(of, index code.Operand) code.Operand {
	x := f.value("p", of.Type().(code.Array).Elem)
	f.emit(&code.Element{Of: of, Index: index}, x)
	return x
}

// selected is what is known of a selector.
func (f *function) selected(w loops.Weight) code.Operand {
	e := w.Selector.Slot.Edge
	vector := e.Variable.Family.Row().Vector()
	switch {
	case w.Point != nil && vector:
		return f.stored(w.Point)
	case w.Point != nil:
		return f.load("x", f.placeOf(w.Point))
	case vector:
		return f.vectorProduct(w.Product, e.Variable, e.Index)
	}
	return f.product("q", w.Product, e.Variable.Family)
}

// chances computes, before a loop over the branches of a switch, the probabilities of its values, where
// messages in the loop are to the power of these.
func (f *function) chances(s *loops.For) {
	for a := range loops.Applied(s.Body) {
		for _, w := range a.Weights {
			if !w.Selector.Slot.Edge.Variable.Family.Row().Vector() || w.Point != nil || !loops.SameInAll(w.Product, s) {
				continue
			}
			key := f.chanceKey(w)
			if _, ok := find(f.scope, func(s *scope) map[string]array { return s.arrays }, key); ok {
				continue
			}
			f.scope.arrays[key] = array{f.sharesOf(w), f.tablesOf(loops.Value{Product: w.Product})}
		}
	}
}

// sharesOf is the array of the probabilities of a selector: kept in its moments, or computed.
func (f *function) sharesOf(w loops.Weight) code.Operand {
	t := code.Array{Elem: code.Real}
	e := w.Selector.Slot.Edge
	if p := w.Product[0]; p.Table.Role == loops.Moments {
		at := f.stored(&p.Place)
		return f.call("shares", f.lowering.row("shares"+title(at.Type()), Callee{Kind: Shares}, types(t), param("of", at.Type())), at)
	}
	q := f.vectorProduct(w.Product, e.Variable, e.Index)
	to := &code.Place{Table: f.declare(&code.Table{Name: "scratch", Type: t, Keep: code.Scratch}, Source{InFunction: InFunction{Scratch: code.Real}})}
	f.call("", f.lowering.row("probabilities"+title(q.Type()), Callee{Kind: Probabilities}, nil, param("of", q.Type()), written("to", t, code.Update)), q, to)
	return f.load("shares", to)
}

// chanceKey names the probabilities of a selector among what a block has collected.
func (f *function) chanceKey(w loops.Weight) string {
	key := "chances"
	for _, t := range w.Product {
		key += fmt.Sprintf(" table%d", t.Table.ID)
		for _, e := range t.Index {
			key += f.key(e) + ";"
		}
	}
	return key
}

// possible lowers the check that an instance of a factor in which nothing is random is possible.
func (f *function) possible(a *loops.Apply) {
	r := f.lowering.operator(a.Update.Op)
	var args []code.Operand
	for i, v := range a.Args {
		args = append(args, f.argument(v, r.Params[i].Of))
	}
	z := f.call("z", r, args...)
	never := f.apply("==", z, real(negativeInfinity))
	f.choose(never, func() { f.fail(f.faultOf(Contradiction, "contradiction", a)) }, nil)
	wrong := f.apply("!=", z, z)
	f.choose(wrong, func() { f.fail(f.faultOf(Skip, "skip", a, f.call("notFinite", f.lowering.fault("NotFinite")))) }, nil)
}
