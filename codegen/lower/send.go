package lower

import (
	"fmt"
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

// operate calls the operator of an update.
func (f *function) operate(a *loops.Apply, name string) []code.Operand {
	u := a.Update
	r := f.lowering.operator(u.Op)
	var args []code.Operand
	for i, v := range a.Args {
		args = append(args, f.argument(v, r.Params[i].Of))
	}
	return f.calls(r, args, fmt.Sprintf("%s%d", name, u.ID), fmt.Sprintf("fault%d", u.ID))
}

// calls adds a call with several results.
func (f *function) calls(r *code.Row, args []code.Operand, names ...string) []code.Operand {
	var values []*code.Value
	var list []code.Operand
	for i, t := range r.Results {
		values = append(values, f.value(names[i], t))
		list = append(list, values[i])
	}
	f.emit(&code.Call{Row: r, Args: args}, values...)
	return list
}

// buffer lowers the computation of what several messages share.
func (f *function) buffer(a *loops.Apply) {
	u := a.Update
	faults := f.heeded(a)
	if len(faults) == 0 && !u.Op.Faulty() {
		f.scope.buffers[u] = f.operate(a, "b")[0]
		return
	}
	t := f.lowering.operator(u.Op).Results[0]
	got := f.where(faults, []string{fmt.Sprintf("b%d", u.ID), fmt.Sprintf("fault%d", u.ID)}, types(t, code.Fault), func() []code.Operand {
		got := f.operate(a, "b")
		if !u.Op.Faulty() {
			return append(got, code.None)
		}
		f.heed(a, got[1], nil, nil)
		return got
	}, func() []code.Operand {
		return []code.Operand{f.zero(t), f.call("improper", f.lowering.fault("Improper"))}
	})
	f.scope.buffers[u] = got[0]
	f.scope.faults[u.ID] = []code.Operand{got[1]}
}

// zero is the zero value of a type.
func (f *function) zero(t code.Type) code.Operand {
	return f.call("zero", f.lowering.row("zero"+t.String(), Callee{Kind: Zero}, types(t)))
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

// sayNothing makes a message uniform.
func (f *function) sayNothing(a *loops.Apply) {
	one := func() {
		if a.To.Table.Family.Row().Vector() {
			f.vectorSaysNothing(a)
			return
		}
		none := f.uniformOf(a.To.Table)
		to := f.placeOf(a.To)
		f.replace(a, to, none)
		f.store(to, none)
	}
	if !a.Update.Op.Array() {
		one()
		return
	}
	over := a.Update.Edge.Slot.Over
	f.loop(over.Index, f.whole(over.Lo), f.whole(over.Hi), false, false, one)
}

// replace keeps the total of a message that becomes another one.
func (f *function) replace(a *loops.Apply, to *code.Place, m code.Operand) {
	if a.Total == nil {
		return
	}
	total := f.placeOf(a.Total)
	r := f.replaceRow(total, m.Type())
	f.emit(&code.Call{Row: r, Args: []code.Operand{total, f.load("old", to), m}})
}

func (f *function) replaceRow(total *code.Place, m code.Type) *code.Row {
	t := total.Table.Type
	return f.lowering.row("replace"+t.String(), Callee{Kind: Method, Name: "Replace"}, nil, written("total", t, code.Update), param("old", m), param("new", m))
}

// send lowers the update of a message.
func (f *function) send(a *loops.Apply) {
	u := a.Update
	t := a.To.Table
	faults := f.heeded(a)
	switch {
	case u.Network != nil:
		f.fromNetwork(a)
	case t.Family.Row().Vector():
		f.guarded(a, faults, func() { f.sendVector(a) })
	case t.Local:
		f.sendLocal(a, faults)
	case u.Op.Array():
		f.guarded(a, faults, func() { f.sendArray(a) })
	case a.Carry != nil:
		f.sendCarried(a, faults)
	default:
		f.guarded(a, faults, func() { f.sendOne(a) })
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

// sendLocal lowers the update of a message that is kept in a value.
func (f *function) sendLocal(a *loops.Apply, faults []code.Operand) {
	u := a.Update
	t := a.To.Table
	name := tableName(f.lowering, t)
	r := f.lowering.operator(u.Op)
	names := []string{name, fmt.Sprintf("fault%d", u.ID)}[:len(r.Results)]
	if u.Forgets() && (len(faults) > 0 || u.Op.Faulty()) {
		f.sendForgotten(a, faults, name)
		return
	}
	got := f.where(faults, names, r.Results, func() []code.Operand {
		var got []code.Operand
		if a.Row != nil {
			got = f.byRow(a)
		} else {
			got = f.operate(a, "m")
		}
		switch {
		case !u.Op.Faulty():
			got[0] = f.localPolicy(a, got[0])
		case !f.changes(a):
			f.heed(a, got[1], nil, func() { f.localPolicy(a, got[0]) })
		default:
			got[0] = f.changed(a, got)
		}
		return got
	}, func() []code.Operand {
		list := []code.Operand{f.uniformOf(t)}
		if u.Op.Faulty() {
			list = append(list, f.call("improper", f.lowering.fault("Improper")))
		}
		return list
	})
	f.scope.locals[t] = got[0]
	f.Locals[got[0].(*code.Value)] = t
	switch {
	case u.Op.Faulty():
		f.scope.faults[u.ID] = []code.Operand{got[1]}
	case len(faults) > 0:
		f.scope.faults[u.ID] = faults
	}
}

// changes tells whether a message that is kept in a value becomes another one before it is read.
func (f *function) changes(a *loops.Apply) bool {
	return a.Power != nil || len(a.Weights) > 0 || a.Update.Proper && !a.Update.Op.Safe
}

// changed is what becomes of a message where there is no fault.
func (f *function) changed(a *loops.Apply, got []code.Operand) code.Operand {
	m := f.value("m", got[0].Type())
	x := &code.If{Cond: f.apply("==", got[1], code.None), Then: &code.Block{}, Else: &code.Block{}}
	f.emit(x, m)
	f.within(x.Then, func() { f.gives(f.localPolicy(a, got[0])) })
	f.within(x.Else, func() {
		f.heed(a, got[1], nil, nil)
		f.gives(got[0])
	})
	return m
}

// localPolicy does what is done with a message before it is kept in a value.
func (f *function) localPolicy(a *loops.Apply, m code.Operand) code.Operand {
	u := a.Update
	t := m.Type()
	m = f.power(a, m)
	if u.Op.Safe {
		return m
	}
	if u.Proper {
		own := f.product("q", a.Own, a.To.Table.Family)
		m = f.call("m", f.lowering.method(t, "MakeProper", types(t), param("q", t)), m, own)
	}
	f.finite(a, m)
	return m
}

// sendForgotten lowers the update of a message that is kept in a value, and that says nothing where there
// is none.
func (f *function) sendForgotten(a *loops.Apply, faults []code.Operand, name string) {
	u := a.Update
	t := a.To.Table
	m := f.family(t.Family.String())
	nothing := func() []code.Operand { return []code.Operand{f.uniformOf(t)} }
	got := f.where(faults, []string{name}, types(m), func() []code.Operand {
		var got []code.Operand
		if a.Row != nil {
			got = f.byRow(a)
		} else {
			got = f.operate(a, "m")
		}
		sound := func() []code.Operand { return []code.Operand{f.localPolicy(a, got[0])} }
		if !u.Op.Faulty() {
			return sound()
		}
		said := f.value("m", m)
		x := &code.If{Cond: f.apply("!=", got[1], code.None), Then: &code.Block{}, Else: &code.Block{}}
		f.emit(x, said)
		f.within(x.Then, func() {
			if gated(u) {
				f.choose(f.apply("!=", got[1], f.contradiction()), func() { f.leftOut(a, got[1]) }, nil)
			} else {
				f.leftOut(a, got[1])
			}
			f.gives(nothing()...)
		})
		f.within(x.Else, func() { f.gives(sound()...) })
		return []code.Operand{said}
	}, nothing)
	f.scope.locals[t] = got[0]
	f.Locals[got[0].(*code.Value)] = t
}

// finite ends the run where a message is not finite.
func (f *function) finite(a *loops.Apply, m code.Operand) {
	ok := f.call("ok", f.lowering.method(m.Type(), "IsFinite", types(code.Truth)), m)
	f.choose(ok, nil, func() {
		f.fail(f.faultOf(Skip, "skip", a, f.call("notFinite", f.lowering.fault("NotFinite"))))
	})
}

// sendOne lowers the update of one stored message.
func (f *function) sendOne(a *loops.Apply) {
	if f.added(a) {
		f.add(a)
		return
	}
	var got []code.Operand
	if a.Row != nil {
		got = f.byRow(a)
	} else {
		got = f.operate(a, "m")
	}
	to := f.placeOf(a.To)
	if !a.Update.Op.Faulty() {
		f.policy(a, to, got[0])
		return
	}
	f.heed(a, got[1], nil, func() { f.policy(a, to, got[0]) })
}

// added tells whether a message is multiplied into a sum as it is. That it is finite the posterior tells.
func (f *function) added(a *loops.Apply) bool {
	u := a.Update
	return a.To.Table.Role == loops.Sum && a.Row == nil && (!f.damped || u.Damping == 0) && !u.Proper && !u.Checked() && a.Power == nil && !a.To.Table.Variable.Derived
}

// add multiplies a message into a sum.
func (f *function) add(a *loops.Apply) {
	to := f.placeOf(a.To)
	got := f.operate(a, "m")
	store := func() { f.multiply(a, to, got[0]) }
	if len(a.Weights) > 0 {
		store = func() {
			m := got[0]
			r := f.lowering.row("timesPower"+title(m.Type()), Callee{Kind: Function, Name: "dist." + a.To.Table.Family.Row().Go() + "TimesPower"}, types(m.Type()), param("x", m.Type()), param("y", m.Type()), param("n", code.Real))
			f.store(to, f.call("sum", r, f.load("old", to), m, f.weight(a.Weights)))
		}
	}
	if !a.Update.Op.Faulty() {
		store()
		return
	}
	f.choose(f.apply("==", got[1], code.None), store, func() {
		if gated(a.Update) { // what stands in a branch that is impossible says so by the evidence of this
			f.choose(f.apply("!=", got[1], f.contradiction()), func() { f.leftOut(a, got[1]) }, nil)
			return
		}
		f.leftOut(a, got[1])
	})
}

// multiply stores the product of a sum and a message.
func (f *function) multiply(a *loops.Apply, to *code.Place, m code.Operand) {
	f.store(to, f.call("sum", f.lowering.method(m.Type(), "Times", types(m.Type()), param("y", m.Type())), f.load("old", to), m))
}

// power is a message to the power of how often it counts.
func (f *function) power(a *loops.Apply, m code.Operand) code.Operand {
	times := func(n code.Operand) {
		r := f.lowering.method(m.Type(), "Power", types(m.Type()), param("y", code.Real))
		m = f.call(fmt.Sprintf("m%d", a.Update.ID), r, m, n)
	}
	if a.Power != nil {
		times(f.real(a.Power))
	}
	if len(a.Weights) > 0 {
		times(f.weight(a.Weights))
	}
	return m
}

// policy does what is done with a message before it is stored: damping, making it proper, the
// check that the marginal stays proper.
func (f *function) policy(a *loops.Apply, to *code.Place, m code.Operand) {
	u := a.Update
	t := m.Type()
	id := u.ID
	method := func(name string, result code.Type, m code.Operand, args ...code.Operand) code.Operand {
		var params []*code.Param
		for i, x := range args {
			params = append(params, param(string(rune('y'+i)), x.Type()))
		}
		base := fmt.Sprintf("m%d", id)
		if result == code.Truth {
			base = "ok"
		}
		return f.call(base, f.lowering.method(t, name, types(result), params...), append([]code.Operand{m}, args...)...)
	}
	m = f.power(a, m)
	if f.damped && u.Damping != 0 {
		m = method("Damp", t, m, f.load("old", to), real(u.Damping))
	}
	keep := func() {
		f.replace(a, to, m)
		if a.To.Table.Role == loops.Sum {
			f.multiply(a, to, m)
			return
		}
		f.store(to, m)
	}
	switch {
	case u.Op.Safe:
		keep()
		return
	case !u.Checked():
		f.finite(a, m)
		keep()
		return
	}
	q := f.product(fmt.Sprintf("q%d", id), a.Own, a.To.Table.Family)
	if u.Proper {
		m = method("MakeProper", t, m, q)
	}
	f.finite(a, m)
	improper := func() code.Operand { return f.apply("!", method("IsProper", code.Truth, method("Times", t, q, m))) }
	bad := f.both(func() code.Operand { return method("IsProper", code.Truth, q) }, func() code.Operand {
		if a.To.Table.Variable.Depth > 0 {
			// A product of messages that contradict each other makes the branch impossible.
			return f.both(func() code.Operand { return method("IsFinite", code.Truth, method("Times", t, q, m)) }, improper)
		}
		return improper()
	})
	f.choose(bad, func() { f.fail(f.faultOf(Skip, "skip", a, f.call("improper", f.lowering.fault("Improper")))) }, keep)
}

// sendArray lowers the update of an array of messages.
func (f *function) sendArray(a *loops.Apply) {
	u := a.Update
	over := u.Edge.Slot.Over
	out := f.sized(over, a.To.Table.Family)
	r := f.lowering.operator(u.Op)
	var args []code.Operand
	for i, v := range a.Args {
		if v.Arg.Source == message.Into {
			args = append(args, out)
			continue
		}
		args = append(args, f.argument(v, r.Params[i].Of))
	}
	got := f.calls(r, args, fmt.Sprintf("fault%d", u.ID))
	store := func() { f.spread(a, out) }
	if !u.Op.Faulty() {
		store()
		return
	}
	f.heed(a, got[0], nil, store)
}

// spread stores the elements of an array of messages.
func (f *function) spread(a *loops.Apply, out *code.Place) {
	if f.besideTotals(a) {
		totals, to := f.first(f.table(a.Total.Table), a.Total.Table.Dims, a.Total.Index), f.first(f.table(a.To.Table), a.To.Table.Dims, a.To.Index)
		total, m := totals.Table.Type, to.Table.Type
		r := f.lowering.row("replaceRow"+total.String(), Callee{Kind: ReplaceRow, Name: "dist." + a.To.Table.Family.Row().Go() + "TotalsReplace"}, nil,
			written("totals", total, code.Update), written("old", m, code.Update), param("n", code.Whole), param("row", code.Array{Elem: m}))
		f.call("", r, totals, to, f.count(a.Update.Edge.Slot.Over), f.load("row", out))
		return
	}
	over := a.Update.Edge.Slot.Over
	lo, hi := f.whole(over.Lo), f.whole(over.Hi)
	f.loop(over.Index, lo, hi, false, false, func() {
		at := f.index(over.Index)
		if !isZero(lo) {
			at = f.apply("-", at, lo)
		}
		to := f.placeOf(a.To)
		row := f.load("row", out)
		m := f.value(fmt.Sprintf("m%d", a.Update.ID), row.Type().(code.Array).Elem)
		f.emit(&code.Element{Of: row, Index: at}, m)
		f.policy(a, to, m)
	})
}

// besideTotals tells whether the totals and the messages that those of an operator replace lie side by
// side, and no more is done with each.
func (f *function) besideTotals(a *loops.Apply) bool {
	over := a.Update.Edge.Slot.Over
	u := a.Update
	elaborate := f.damped && u.Damping != 0 || u.Proper || !u.Op.Safe || u.Power != nil || len(u.Weights) > 0
	return !elaborate && a.Total != nil && a.To.Table.Family.Row().Rows && beside(a.Total.Index, over) && beside(a.To.Index, over)
}
