package lower

import (
	"mpc/codegen/code"
	"mpc/factor"
	"mpc/message"
	"mpc/model"
)

// distinct checks that no two readings of a statement lead to one element of a variable, where the text does
// not show it: the messages would not be right.
func (f *function) distinct(m *message.Meeting) {
	if m.Repeats() {
		f.stamped(m)
		return
	}
	for i, r := range m.Readings {
		for _, o := range m.Readings[:i] {
			if !r.Apart(o) {
				f.plate(m.Loops, m.Factor.Guards, func() {
					f.choose(f.same(r.Index, o.Index), func() { f.twice(m, o, r) }, nil)
				})
			}
		}
	}
}

// stamped checks readings of which some are of arrays: each instance of the statement marks the elements that it
// meets with its number.
func (f *function) stamped(m *message.Meeting) {
	stamps, instance := f.array("stamps", code.Whole, m.Variable), f.cell("instance", code.Whole)
	f.emit(&code.Fill{Table: stamps, Value: whole(0)})
	f.store(instance, whole(0))
	f.plate(m.Loops, m.Factor.Guards, func() {
		f.store(instance, f.apply("+", f.load("v", instance), whole(1)))
		for _, r := range m.Readings {
			f.reads(r, r.Loops, func() {
				at, number := f.place(stamps, m.Variable.Dims, r.Index), f.load("number", instance)
				f.choose(f.apply("==", f.load("stamp", at), number), func() { f.twice(m, r, r) }, nil)
				f.store(at, number)
			})
		}
	})
}

// reads makes the loops of a reading around a body; of one that reads an element once, however long it is, a
// condition.
func (f *function) reads(r *message.Reading, list []*model.Loop, body func()) {
	if len(list) == 0 {
		body()
		return
	}
	l := list[0]
	inner := func() { f.reads(r, list[1:], body) }
	if r.Counts(l) {
		f.plate(list[:1], nil, inner)
		return
	}
	f.choose(f.apply("<", f.whole(l.Lo), f.whole(l.Hi)), inner, nil)
}

// twice ends the function with the error of a statement that reads an element twice.
func (f *function) twice(m *message.Meeting, o, r *message.Reading) {
	element := f.indices(m.Loops)
	f.complain(TwiceError, "twiceError", Complaint{Name: m.Variable.Name, Factor: m.Factor, Help: m.Hint(o, r)}, len(element), append(f.originOf(m.Variable, r.Index), element...)...)
}

// originOf is the element of the model's variable that an element of v stands for, where that is seen.
func (f *function) originOf(v *factor.Variable, index []*model.Expr) []code.Operand {
	var list []code.Operand
	for _, x := range v.Origins() {
		ok := true
		x.Walk(func(e *model.Expr) { ok = ok && e.Op != model.OpIndex })
		if !ok {
			return nil
		}
		list = append(list, f.whole(sizeOf(x, index)))
	}
	return list
}
