package lower

import (
	"fmt"

	"mpc/codegen/code"
	"mpc/codegen/loops"
	"mpc/message"
)

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
