package lower

import (
	"slices"

	"mpc/codegen/code"
	"mpc/codegen/loops"
	"mpc/message"
)

// heeded lists the faults of the buffers and local messages that an update reads: it is computed
// where none of them is one.
func (f *function) heeded(a *loops.Apply) []code.Operand {
	var list []code.Operand
	add := func(id int) {
		faults, _ := find(f.scope, func(s *scope) map[int][]code.Operand { return s.faults }, id)
		for _, x := range faults {
			if !slices.Contains(list, x) {
				list = append(list, x)
			}
		}
	}
	product := func(terms loops.Product) {
		for _, t := range terms {
			if t.Table.Local {
				add(f.writer(t.Table))
			}
		}
	}
	for _, v := range a.Args {
		if v.Buffer != nil {
			add(v.Buffer.ID)
		}
		product(v.Product)
	}
	product(a.Own)
	return list
}

// writer is the update that writes a local table.
func (f *function) writer(t *loops.Table) int {
	if t.Edge != nil {
		return f.Loops.Message.To[t.Edge.ID].ID
	}
	for _, e := range t.Variable.Edges {
		if e.Defines {
			return f.Loops.Message.To[e.ID].ID
		}
	}
	return -1
}

// sound is the condition that none of the faults is one, nil without any.
func (f *function) sound(faults []code.Operand) code.Operand {
	var all code.Operand
	for _, x := range faults {
		none := f.apply("==", x, code.None)
		if all == nil {
			all = none
		} else {
			all = f.apply("&", all, none)
		}
	}
	return all
}

// where computes what an update gives where faults are none, and elsewhere gives others. Without
// faults it is computed everywhere.
func (f *function) where(faults []code.Operand, names []string, results []code.Type, then, otherwise func() []code.Operand) []code.Operand {
	cond := f.sound(faults)
	if cond == nil {
		return then()
	}
	var values []*code.Value
	var list []code.Operand
	for i, t := range results {
		values = append(values, f.value(names[i], t))
		list = append(list, values[i])
	}
	a := &code.If{Cond: cond, Then: &code.Block{}, Else: &code.Block{}}
	f.within(a.Else, func() { f.gives(otherwise()...) })
	f.emit(a, values...)
	f.within(a.Then, func() { f.gives(then()...) })
	return list
}

// heed adds what follows an operator that may fail: with a fault its message is left out, and
// otherwise is called.
func (f *function) heed(a *loops.Apply, fault code.Operand, with, otherwise func()) {
	u := a.Update
	left := func() {
		f.leftOut(a, fault)
		if u.Kind == message.Send && u.Forgets() && a.To.Table.Role != loops.Sum && !a.To.Table.Local {
			f.sayNothing(a)
		}
		if with != nil {
			with()
		}
	}
	switch {
	case gated(u) && u.Kind == message.Send:
		// The message says nothing, and the evidence of the branch that it is impossible.
		f.choose(f.apply("==", fault, f.contradiction()), func() {
			if a.To.Table.Role != loops.Sum && !a.To.Table.Local {
				f.sayNothing(a)
			}
			if with != nil {
				with()
			}
		}, func() { f.choose(f.apply("!=", fault, code.None), left, otherwise) })
	case gated(u) && u.Kind == message.Buffer:
		f.choose(f.apply("!=", fault, code.None), func() {
			f.choose(f.apply("!=", fault, f.contradiction()), left, nil) // what reads it says nothing then
		}, otherwise)
	default:
		f.choose(f.apply("!=", fault, code.None), left, otherwise)
	}
}

// guarded lowers the update of a stored message where the faults that it heeds are none.
func (f *function) guarded(a *loops.Apply, faults []code.Operand, send func()) {
	cond := f.sound(faults)
	if cond == nil {
		send()
		return
	}
	f.choose(cond, send, f.unsound(a, faults))
}

// unsound is what follows where one of the faults that an update heeds is not none, nil for nothing.
func (f *function) unsound(a *loops.Apply, faults []code.Operand) func() {
	switch {
	case a.To.Table.Role == loops.Sum:
		return nil
	case a.Update.Forgets():
		return func() { f.sayNothing(a) }
	case !gated(a.Update):
		return nil
	}
	return func() {
		var none code.Operand
		for _, x := range faults {
			c := f.apply("==", x, f.contradiction())
			if none != nil {
				c = f.apply("|", none, c)
			}
			none = c
		}
		f.choose(none, func() { f.sayNothing(a) }, nil)
	}
}

// finite ends the run where a message is not finite.
func (f *function) finite(a *loops.Apply, m code.Operand) {
	ok := f.call("ok", f.lowering.method(m.Type(), "IsFinite", types(code.Truth)), m)
	f.choose(ok, nil, func() {
		f.fail(f.faultOf(Skip, "skip", a, f.call("notFinite", f.lowering.fault("NotFinite"))))
	})
}
