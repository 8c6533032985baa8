package lower

import (
	"fmt"

	"mpc/codegen/code"
	"mpc/codegen/loops"
)

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
