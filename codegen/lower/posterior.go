package lower

import (
	"fmt"

	"mpc/codegen/code"
	"mpc/codegen/loops"
)

// posterior lowers the update of the posterior of an element: the product of all messages to it.
func (f *function) posterior(a *loops.Apply) {
	u := a.Update
	v := u.Variable
	if v.Family.Row().Vector() {
		f.vectorPosterior(a)
		return
	}
	to := f.placeOf(a.To)
	m := f.product(fmt.Sprintf("m%d", u.ID), a.Own, v.Family)
	t := m.Type()
	proper := func(m code.Operand) code.Operand {
		return f.call("ok", f.lowering.method(t, "IsProper", types(code.Truth)), m)
	}
	if f.damped {
		m = f.shortened(a, to, m, proper)
	}
	f.choose(proper(m), nil, func() {
		f.fail(f.improper(v, v.Name, f.position(a), f.ask(nil, m, "IsFinite", code.Truth)))
	})
	f.moved(a, to, m)
	f.store(to, m)
	if a.Moments != nil {
		f.store(f.placeOf(a.Moments), f.momentsOf(v.Family, m))
	}
}

// shortened is a step towards a posterior that does not go all the way.
func (f *function) shortened(a *loops.Apply, to *code.Place, m code.Operand, proper func(code.Operand) code.Operand) code.Operand {
	kept := f.keptOf(a)
	if kept == nil {
		return m
	}
	old := f.load("old", to)
	short := func() code.Operand { return proper(old) }
	if a.Pace == loops.Checked {
		ok := short
		short = func() code.Operand {
			return f.both(func() code.Operand { return f.apply("!=", kept, real(0)) }, ok)
		}
	}
	damp := f.lowering.method(m.Type(), "Damp", types(m.Type()), param("old", m.Type()), param("kept", code.Real))
	return f.lazy(short(), m.Type(), func() code.Operand { return f.call("m", damp, m, old, kept) }, func() code.Operand { return m })
}

// step is the table of how far posteriors go.
func (l *lowering) step() *code.Table { return l.scalar("step", Source{InRun: InRun{Step: true}}) }

// scalar is a table of one number, by its name.
func (l *lowering) scalar(name string, s Source) *code.Table {
	if l.named[name] == nil {
		l.named[name] = l.declare(&code.Table{Name: name, Type: code.Real, Keep: code.State}, s)
	}
	return l.named[name]
}

// moved notes how much a posterior changes.
func (f *function) moved(a *loops.Apply, to *code.Place, m code.Operand) {
	s := f.Loops.Watches(a.To.Table)
	if s == nil {
		return
	}
	moved := f.movedIn(s)
	f.store(moved, f.larger(a.Update.Variable, m, f.load("old", to), f.load("change", moved)))
}
