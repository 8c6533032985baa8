package lower

import (
	"fmt"

	"mpc/codegen/code"
	"mpc/message"
	"mpc/message/conditional"
	"mpc/model"
)

// A starting makes the start of chains.
type starting struct {
	*chain
	updates map[*conditional.Draw]*message.Update
	passes  []startPass // of the loops around, outermost first
}

// A startPass is a pass of a common loop.
type startPass struct {
	of *conditional.Start
	at code.Operand
}

// start gives each variable its first value: a draw from its prior, or what the model says.
func (f *chain) start() {
	s := &starting{chain: f, updates: map[*conditional.Draw]*message.Update{}}
	for _, u := range f.Loops.Message.Updates {
		if u.Kind != message.Draw {
			continue
		}
		for _, d := range u.Sampled.Alone() {
			alone := *u
			alone.Sampled = d
			s.updates[d] = &alone
		}
	}
	s.steps(f.Loops.Message.Sampling.Starts())
}

func (f *starting) steps(list []*conditional.Start) {
	for _, s := range list {
		switch {
		case s.Draw != nil:
			f.there(f.passes, s.Draw, func() { f.variable(s.Draw, s.Loops) })
		case s.Reads != nil:
			f.told(s)
		default:
			f.together(s)
		}
	}
}

// variable gives the elements of a variable their first values, in loops over some of its dimensions.
func (f *starting) variable(d *conditional.Draw, dims []int) {
	f.elementsAlong(d, dims, func() {
		for k, v := range d.Variables {
			f.startVariable(f.updates[d], k, f.Loops.Message.Sampling.Inits(v))
		}
	})
	f.origin = code.Origin{}
}

// together runs over the elements of several variables in a common loop.
func (f *starting) together(s *conditional.Start) {
	l := &model.Loop{Index: s.Index(), Lo: model.Number(0), Hi: s.End()}
	f.carry(around{loop: l, down: s.Down}, nil, func([]code.Operand) []code.Operand {
		t := f.index(l.Index)
		for _, m := range s.Members {
			at := t
			if m.Shift > 0 {
				at = f.apply("-", t, whole(m.Shift))
			}
			f.scope.indices[m.Index()] = at
		}
		f.passes = append(f.passes, startPass{s, t})
		f.steps(s.Body)
		f.passes = f.passes[:len(f.passes)-1]
		return nil
	})
}

// there makes statements about the elements of a variable that passes of common loops have, where there are such.
func (f *starting) there(passes []startPass, d *conditional.Draw, body func()) {
	if len(passes) == 0 {
		body()
		return
	}
	p := passes[0]
	next := func() { f.there(passes[1:], d, body) }
	m := p.of.Member(d)
	if end := m.End(); !end.Equal(p.of.End()) {
		inner := next
		next = func() { f.choose(f.apply("<", p.at, f.whole(end)), inner, nil) }
	}
	if m.Shift > 0 {
		f.choose(f.apply(">=", p.at, whole(m.Shift)), next, nil)
		return
	}
	next()
}

// A StartOrder is the order in which chains begin with elements of variables, which the data tell. It is found once, when the
// data are known.
type StartOrder struct{ Of *conditional.Start }

// Name names the variables.
func (o *StartOrder) Name() (name string) {
	for k, m := range o.Of.Members {
		if k > 0 {
			name += ", "
		}
		name += m.Draw.Name()
	}
	return name
}

// startOrder is the place of an order.
func (f *chain) startOrder(s *conditional.Start) *code.Place {
	t := &code.Table{Name: "order", Type: f.handle("mcmc", "StartOrder"), Keep: code.State}
	return &code.Place{Table: f.declare(t, Source{InChain: InChain{Order: &StartOrder{s}}})}
}

// told takes the elements in the order that the data tell.
func (f *starting) told(s *conditional.Start) {
	order := f.startOrder(s)
	ask := func(name string, args ...code.Operand) code.Operand {
		params := []*code.Param{param("order", order.Type())}
		for _, n := range []string{"k", "dim"}[:len(args)] {
			params = append(params, param(n, code.Whole))
		}
		r := f.lowering.row(lowerFirst(name)+"StartOrder", Callee{Kind: Method, Name: name}, types(code.Whole), params...)
		return f.call(lowerFirst(name), r, append([]code.Operand{order}, args...)...)
	}
	index := &model.Index{ID: -2, Name: "next"}
	f.loop(index, whole(0), ask("Count"), false, false, func() {
		next := f.index(index)
		member := ask("Member", next)
		for n, m := range s.Members {
			draw := func() {
				for k, l := range m.Draw.Elements {
					f.scope.indices[l.Index] = ask("Index", next, whole(k))
				}
				f.variable(m.Draw, nil)
			}
			f.choose(f.apply("==", member, whole(n)), draw, nil)
		}
	})
}

// makeOrder lowers how an order is found, when the data are known.
func (f *function) makeOrder(o *StartOrder, at *code.Place) {
	number := map[*conditional.Draw]int{}
	for n, m := range o.Of.Members {
		number[m.Draw] = n
	}
	f.change(at, "Begin")
	for n, m := range o.Of.Members {
		f.asFar(elementsOf(m.Draw), func() {
			f.say(at, "Element", n, m.Draw.At)
			for _, r := range o.Of.Reads {
				if r.By == m.Draw {
					var list []around
					for _, a := range r.Within {
						list = append(list, around{loop: a.Loop, guard: a.Guard})
					}
					f.asFar(list, func() { f.say(at, "Reads", number[r.Of], r.At) })
				}
			}
		})
	}
	f.change(at, "Find")
}

// elementsOf are the loops over the elements of a variable, and the conditions under which they are there.
func elementsOf(d *conditional.Draw) (list []around) {
	for _, l := range d.Elements {
		list = append(list, around{loop: l})
	}
	for _, c := range d.Guards {
		list = append(list, around{guard: c})
	}
	return list
}

// asFar makes loops and conditions around a body.
func (f *function) asFar(list []around, body func()) {
	if len(list) == 0 {
		body()
		return
	}
	rest := func() { f.asFar(list[1:], body) }
	if a := list[0]; a.guard != nil {
		f.choose(f.truth(a.guard), rest, nil)
	} else {
		f.loop(a.loop.Index, f.whole(a.loop.Lo), f.whole(a.loop.Hi), false, false, rest)
	}
}

// say tells an order of an element.
func (f *function) say(at *code.Place, name string, member int, index []*model.Expr) {
	params := []*code.Param{written("order", at.Type(), code.Update), param("member", code.Whole)}
	args := []code.Operand{at, whole(member)}
	for k, e := range index {
		params, args = append(params, param(fmt.Sprintf("x%d", k), code.Whole)), append(args, f.whole(e))
	}
	row := fmt.Sprintf("%s%dStartOrder", lowerFirst(name), len(index))
	f.call("", f.lowering.row(row, Callee{Kind: Method, Name: name}, nil, params...), args...)
}
