package lower

import (
	"mpc/codegen/code"
	"mpc/codegen/loops"
	"mpc/factor"
	"mpc/message"
	"mpc/model"
)

// A gathering multiplies the messages to each element of a variable one after the other, the proper ones first.
// On the way a product may be improper; at its end it must not.
type gathering struct {
	f        *function
	v        *factor.Variable
	sum      code.Operand
	product  *code.Table
	begun    *code.Table // nil where the products say something from the beginning
	several  *code.Table // messages that say something are in the product; nil where none is improper on the way
	all      *code.Table // the product of all messages, nil where no message is faint
	proper   code.Operand
	addScale func(e *factor.Edge, z code.Operand)
}

// together adds the log integral of the product of all messages to each element of a variable.
func (f *function) together(sum code.Operand, t *message.Term) {
	v := t.Variable
	g := &gathering{f: f, v: v, sum: sum, product: f.array("product", f.family(v.Family.String()), v), begun: f.array("begun", code.Truth, v)}
	g.addScale = func(e *factor.Edge, z code.Operand) {
		f.addTerm(sum, &message.Term{Sign: t.Sign, Factor: e.Factor, Times: t.Times}, z)
	}
	if v.Family.Row().Passes {
		g.several = f.array("several", code.Truth, v)
	}
	if f.Loops.Message.Faint(v) {
		g.all = f.array("all", g.product.Type, v)
	}
	for _, t := range []*code.Table{g.product, g.begun, g.several, g.all} {
		g.clear(t)
	}
	if g.all != nil {
		f.eachMessage(v, nil, func(e *factor.Edge, _ []*model.Expr, x code.Operand) {
			all := g.at(g.all, e.Index)
			f.store(all, f.ask(nil, f.load("before", all), "Times", x.Type(), x))
		})
	}
	g.multiply(nil)
	g.passes()
	var pools []*factor.Edge
	for _, e := range v.Edges {
		if place := f.Loops.MessagePlace(e); place != nil && f.Loops.Message.To[e.ID].Pooled {
			pools = append(pools, e)
		}
	}
	if len(pools) == 0 {
		return
	}
	f.elementwise(v, func(index []*model.Expr) {
		var list []share
		for _, e := range pools {
			list = append(list, share{e, &loops.Place{Table: f.Loops.MessagePlace(e).Table, Index: index}})
		}
		z := f.ask(nil, g.at(g.product, index), "LogTilt", code.Real, f.pool(v, list))
		if t.Times != nil {
			z = f.apply("*", f.real(t.Times), z)
		}
		f.addNumber(sum, 1, z, f.Loops.Message.To[pools[0].ID].ID, f.place(f.elements(v), v.Dims, index))
	})
}

// array is an array of a function with an element for each of a variable.
func (f *function) array(name string, elem code.Type, v *factor.Variable) *code.Table {
	t := &code.Table{Name: name, Type: elem, Keep: code.Local}
	f.dims(t, v.Dims)
	return f.declare(t, Source{InFunction: InFunction{Array: v}})
}

func (g *gathering) clear(t *code.Table) {
	if t != nil {
		g.f.emit(&code.Fill{Table: t, Value: g.f.zero(t.Type)})
	}
}

func (g *gathering) at(t *code.Table, index []*model.Expr) *code.Place {
	return g.f.place(t, g.v.Dims, index)
}

// multiply multiplies messages into the products: proper ones first. Those that wanted refuses are left out, unless
// it is nil.
func (g *gathering) multiply(wanted func(e *factor.Edge) bool) {
	f := g.f
	pass := &model.Index{Name: "pass"}
	f.loop(pass, whole(0), whole(2), false, false, func() {
		g.proper = f.apply("==", f.index(pass), whole(0))
		g.proper.(*code.Value).Name = f.fresh("proper")
		f.eachMessage(g.v, wanted, func(e *factor.Edge, _ []*model.Expr, x code.Operand) { g.message(e, x) })
	})
}

// message multiplies one message into the product of its element, if it is its turn.
func (g *gathering) message(e *factor.Edge, x code.Operand) {
	f, fam := g.f, g.v.Family.Row()
	rankOne := f.Loops.Message.RankOne(e)
	var now code.Operand
	switch {
	case g.all != nil:
		now = f.apply("==", f.ask(nil, x, "CountsNormalized", code.Truth, f.load("all", g.at(g.all, e.Index))), g.proper)
	case rankOne: // with those that are not proper
		now = f.apply("!", g.proper)
	default:
		now = f.apply("==", f.ask(fam, x, "IsProper", code.Truth), g.proper)
	}
	if g.all == nil && e.Factor.Part == factor.Others { // it must say something to be a part of the evidence
		now = f.both(func() code.Operand { return now }, func() code.Operand { return f.apply("!", f.ask(nil, x, "IsUniform", code.Truth)) })
	}
	f.choose(now, func() {
		if g.begun == nil {
			g.times(e, x)
			return
		}
		begun := g.at(g.begun, e.Index)
		f.choose(f.load("begun", begun), func() { g.times(e, x) }, func() {
			if rankOne {
				g.addScale(e, f.ask(nil, x, "LogConstant", code.Real))
			}
			if fam.Vector() {
				f.change(g.at(g.product, e.Index), "Set", x)
			} else {
				f.store(g.at(g.product, e.Index), x)
			}
		})
		f.store(begun, truth(true))
	}, nil)
}

// times multiplies a message into a product, and adds the scale of that to the sum.
func (g *gathering) times(e *factor.Edge, x code.Operand) {
	f, fam := g.f, g.v.Family.Row()
	place := g.at(g.product, e.Index)
	product := code.Operand(place)
	if !fam.Vector() {
		product = f.load("before", place)
	}
	if g.all != nil {
		g.addScale(e, f.ask(nil, product, "LogScaleAmong", code.Real, x, f.load("all", g.at(g.all, e.Index))))
	} else {
		g.addScale(e, f.scaledBy(fam, product, x, f.Loops.Message.RankOne(e)))
	}
	if g.several != nil {
		several := g.at(g.several, e.Index)
		f.store(several, f.lazy(f.load("several", several), code.Truth, func() code.Operand { return truth(true) }, func() code.Operand { return f.bothSay(product, x) }))
	}
	if fam.Vector() {
		f.change(place, "SetTimes", place, x)
		return
	}
	f.store(place, f.ask(nil, product, "Times", x.Type(), x))
}

// bothSay tells whether neither of two messages is 1 everywhere.
func (f *function) bothSay(a, b code.Operand) code.Operand {
	says := func(m code.Operand) code.Operand {
		return f.lazy(f.apply("!", f.ask(nil, m, "IsUniform", code.Truth)), code.Truth, func() code.Operand { return truth(true) }, func() code.Operand { return f.ask(nil, m, "IsProper", code.Truth) })
	}
	return f.both(func() code.Operand { return says(a) }, func() code.Operand { return says(b) })
}

// passes makes the sum none where a product of several messages is improper at its end.
func (g *gathering) passes() {
	if g.several == nil {
		return
	}
	f := g.f
	f.elementwise(g.v, func(index []*model.Expr) {
		bad := f.both(func() code.Operand { return f.load("several", g.at(g.several, index)) }, func() code.Operand {
			return f.apply("!", f.ask(nil, f.load("product", g.at(g.product, index)), "IsProper", code.Truth))
		})
		f.choose(bad, func() {
			f.addNumber(g.sum, 1, real(nan), FirstUpdate(f.Loops, g.v.Edges[0].Factor), f.place(f.elements(g.v), g.v.Dims, index))
		}, nil)
	})
}

// eachMessage makes a loop over the messages over each edge of a variable that sends any, but for pooled ones of
// vectors. Those that wanted refuses are left out, unless it is nil.
func (f *function) eachMessage(v *factor.Variable, wanted func(e *factor.Edge) bool, body func(e *factor.Edge, index []*model.Expr, x code.Operand)) {
	for _, e := range v.Edges {
		place := f.Loops.MessagePlace(e)
		if place == nil || v.Family.Row().Vector() && f.Loops.Message.To[e.ID].Pooled || wanted != nil && !wanted(e) {
			continue // always uniform, or not asked for
		}
		if place.Table.Role == loops.Sum && wanted != nil { // which holds one for each element
			f.elementwise(v, func(index []*model.Expr) { body(e, index, f.sent(&loops.Place{Table: place.Table, Index: index})) })
			continue
		}
		list := e.Factor.Loops
		if e.Slot.Over != nil {
			list = append(list[:len(list):len(list)], e.Slot.Over)
		}
		f.plate(list, e.Factor.Guards, func() { body(e, e.Index, f.sent(place)) })
	}
}
