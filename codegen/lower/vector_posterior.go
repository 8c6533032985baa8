package lower

import (
	"mpc/codegen/code"
	"mpc/codegen/loops"
	"mpc/schedule"
)

// vectorPosterior lowers the update of the posterior of a vector.
func (f *function) vectorPosterior(a *loops.Apply) {
	u := a.Update
	v := u.Variable
	fam := v.Family.Row()
	var to code.Operand
	if !a.To.Table.Unread {
		to = f.stored(a.To)
	}
	kept := f.keptOf(a)
	var m code.Operand
	if kept == nil && len(a.Own) > 1 && to != nil && f.Loops.Watches(a.To.Table) == nil {
		m = f.vectorProductIn(to, a.Own, v, a.To.Index)
	} else {
		m = f.vectorProduct(a.Own, v, a.To.Index)
	}
	if kept != nil {
		s := f.message(m.Type())
		f.change(s, "Set", m)
		moves := f.both(func() code.Operand { return f.apply("!=", kept, real(0)) }, func() code.Operand { return f.ask(fam, to, "IsProper", code.Truth) })
		f.choose(moves, func() { f.change(s, "SetDamp", s, to, kept) }, nil)
		m = s
	}
	var proper code.Operand
	if a.Moments != nil {
		moments := f.stored(a.Moments)
		f.change(moments, "Set", m)
		proper = f.ask(nil, moments, "IsProper", code.Truth)
	} else {
		proper = f.ask(fam, m, "IsProper", code.Truth)
	}
	f.choose(proper, nil, func() {
		f.fail(f.improper(v, v.Name, f.position(a), f.ask(nil, m, "IsFinite", code.Truth)))
	})
	if to != nil && !samePlace(m, to) {
		f.vectorMoved(a, m, to)
		f.change(to, "Set", m)
	}
}

// keptOf is the weight of what a posterior was before, nil for none.
func (f *function) keptOf(a *loops.Apply) code.Operand {
	damping := a.Update.Damping
	switch {
	case !f.damped:
		return nil
	case a.Pace == loops.Checked:
		step := f.load("step", &code.Place{Table: f.step()})
		if damping != 0 {
			step = f.apply("*", step, real(1-damping))
		}
		return f.apply("-", real(1), step)
	case a.Pace == loops.Halved:
		return real(1 - schedule.FixedStep*(1-damping))
	case damping != 0:
		return real(damping)
	}
	return nil
}

// vectorMoved notes how much a posterior changes.
func (f *function) vectorMoved(a *loops.Apply, m, old code.Operand) {
	s := f.Loops.Watches(a.To.Table)
	if s == nil {
		return
	}
	moved := f.movedIn(s)
	f.store(moved, f.larger(a.Update.Variable, m, old, f.load("change", moved)))
}
