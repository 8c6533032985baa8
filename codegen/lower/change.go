package lower

import (
	"fmt"
	"slices"

	"mpc/codegen/code"
	"mpc/codegen/loops"
	"mpc/factor"
	"mpc/model"
)

// changes lowers, for each iteration, the function that gives the largest change of a posterior since its last call.
func (l *lowering) changes(s *loops.Step) {
	l.make(Results.has(fmt.Sprintf("change%d", s.ID), "is the largest change of a posterior since its last call."), types(code.Real), func(f *function) {
		var moved code.Operand = real(0)
		if slices.ContainsFunc(l.Loops.Watched(s), func(v *factor.Variable) bool { return l.Loops.SeesMove(s, v) }) {
			moved = f.load("moved", f.movedIn(s)) // where posteriors are replaced
			f.store(f.movedIn(s), real(0))
		}
		change := f.compared(s, moved)
		if d := l.Loops.Message.Graph.Model.Iterate.Damping; d > 0 { // as of a full step: messages are damped
			change = f.apply("/", change, real(1-d))
		}
		f.gives(change)
	})
}

// compared is the larger of a change and those of what is compared with what it was.
func (f *function) compared(s *loops.Step, change code.Operand) code.Operand {
	list := slices.DeleteFunc(slices.Clone(f.Loops.Watched(s)), func(v *factor.Variable) bool { return f.Loops.SeesMove(s, v) })
	if len(list) == 0 {
		return change
	}
	largest := f.cell("change", code.Real)
	f.store(largest, change)
	for _, v := range list {
		f.elementwise(v, func(index []*model.Expr) { f.changeOf(v, index, largest) })
	}
	return f.load("v", largest)
}

// changeOf notes the change of what is known of an element since the last call.
func (f *function) changeOf(v *factor.Variable, index []*model.Expr, change *code.Place) {
	f.present(v, index, func() {
		m := f.inferred(v, index)
		old := f.previous(v, index)
		before := code.Operand(old)
		if !v.Family.Row().Vector() {
			before = f.load("old", old.(*code.Place))
		}
		f.store(change, f.larger(v, m, before, f.load("change", change)))
		if v.Family.Row().Vector() {
			f.change(old, "Set", m)
		} else {
			f.store(old.(*code.Place), m)
		}
	})
}

// present makes statements about an element that are left out where it belongs to an entry which is not missing.
func (f *function) present(v *factor.Variable, index []*model.Expr, body func()) {
	if v.Source == nil || v.Source.Input == nil {
		body()
		return
	}
	f.choose(f.absent(v.Source.Input, index), body, nil)
}

// inferred is the point estimate of an element, or what is known of it.
func (f *function) inferred(v *factor.Variable, index []*model.Expr) code.Operand {
	if v.Point {
		return f.sent(&loops.Place{Table: f.Loops.Points[v.ID], Index: index})
	}
	return f.marginal(v, index)
}

// previous is the memory of what was known of an element in the iteration before.
func (f *function) previous(v *factor.Variable, index []*model.Expr) code.Operand {
	name := fmt.Sprintf("previous %d", v.ID)
	if f.named[name] == nil {
		x := &code.Table{Name: v.Name + "_previous", Type: f.family(v.Family.String()), Keep: code.State}
		f.dims(x, v.Dims)
		f.named[name] = f.declare(x, Source{InRun: InRun{Previous: v}})
	}
	p := f.place(f.named[name], v.Dims, index)
	if PackedBefore(v) {
		return f.slot(p)
	}
	return p
}

// PackedBefore tells whether what was known of the elements of a variable lies side by side.
func PackedBefore(v *factor.Variable) bool { return v.Family.Row().Packed && !ragged(v.Sizes[0]) }

// larger is the larger of a change and that of a marginal.
func (f *function) larger(v *factor.Variable, m, old, change code.Operand) code.Operand {
	fam := v.Family.Row()
	if fam.LargerChange() {
		return f.ask(nil, m, "LargerChange", code.Real, old, change)
	}
	return f.call("change", f.math("math.Max", code.Real, code.Real, code.Real), change, f.ask(fam, m, "Change", code.Real, old))
}

// movedIn is how much posteriors have changed in an iteration of a step.
func (f *function) movedIn(s *loops.Step) *code.Place {
	return &code.Place{Table: f.scalar(fmt.Sprintf("moved%d", s.ID), Source{InRun: InRun{Moved: s}})}
}

// checkMarginals lowers the last check of a run: that every posterior asked for is a distribution.
func (l *lowering) checkMarginals() {
	l.make(Results.has("checkMarginals", "returns an error if a posterior is no distribution."), types(code.Fault), func(f *function) {
		for _, u := range l.Loops.Marginals {
			v := u.Variable
			if v == nil {
				continue
			}
			f.origin = code.Origin{Line: v.At.Line}
			f.elementwise(v, func(index []*model.Expr) { f.present(v, index, func() { f.checkMarginal(v, index) }) })
		}
	})
}

func (f *function) checkMarginal(v *factor.Variable, index []*model.Expr) {
	m := f.inferred(v, index)
	infinite := f.apply("!", f.ask(nil, m, "IsFinite", code.Truth))
	bad := f.lazy(infinite, code.Truth, func() code.Operand { return truth(true) }, func() code.Operand {
		return f.both(func() code.Operand { return f.apply("!", f.ask(v.Family.Row(), m, "IsProper", code.Truth)) },
			func() code.Operand { return f.apply("!", f.ask(nil, m, "IsUniform", code.Truth)) })
	})
	f.choose(bad, func() {
		f.fail(f.improper(v, v.Source.Name, f.place(f.elements(v), v.Dims, index), f.ask(nil, m, "IsFinite", code.Truth)))
	}, nil)
}

// improper is the fault of a posterior that is no distribution, of an element that stands at a place.
func (f *function) improper(v *factor.Variable, name string, at *code.Place, finite code.Operand) code.Operand {
	key := fmt.Sprintf("improper%d_%s", v.ID, name)
	r := f.lowering.row(key, Callee{Kind: Improper, Name: name, Variable: v}, types(code.Fault), param("at", code.Whole), param("finite", code.Truth), param("noisy", code.Truth))
	return f.call("e", r, at, finite, f.noisy(name))
}
