package lower

import (
	"fmt"

	"mpc/codegen/code"
	"mpc/codegen/loops"
	"mpc/factor"
	"mpc/message"
	"mpc/model"
)

// Messages about vectors and matrices are handles: what computes one writes it to a place.

// stored is the place of a message about a vector: of one among those side by side the memory that it has.
func (f *function) stored(p *loops.Place) code.Operand {
	if p.Table.Values != nil {
		return f.slot(f.valuedAt(p))
	}
	place := f.placeOf(p)
	if !p.Table.Packed {
		return place
	}
	return f.slot(place)
}

// slot is the memory of a message among those that lie side by side.
func (f *function) slot(place *code.Place) code.Operand {
	key := "slot " + place.Table.Name
	for _, i := range place.Index {
		key += " " + i.String()
	}
	return f.once(key, func() code.Operand {
		t := place.Type()
		return f.call("slot", f.lowering.row("slot"+title(t), Callee{Kind: Slot}, types(t), param("at", t)), place)
	})
}

// vectorProduct is a product of messages: the message itself where it is one, or memory.
func (f *function) vectorProduct(list loops.Product, v *factor.Variable, index []*model.Expr) code.Operand {
	return f.vectorProductIn(nil, list, v, index)
}

// vectorProductIn computes a product of several in to, if that is not nil.
func (f *function) vectorProductIn(to code.Operand, list loops.Product, v *factor.Variable, index []*model.Expr) code.Operand {
	for _, t := range list {
		if t.Table.Local || t.Table.Seen != nil || t.Table.Sparse {
			notYet("a vector in a table of numbers")
		}
	}
	if len(list) == 1 && list[0].Table.Role != loops.Total && list[0].Copies == nil {
		return f.stored(&list[0].Place)
	}
	t := f.family(v.Family.String())
	var parts []code.Operand
	var total *loops.Term
	for i := range list {
		if list[i].Table.Role == loops.Total {
			total = &list[i]
			continue
		}
		x := f.stored(&list[i].Place)
		if n := list[i].Copies; n != nil {
			power := f.message(t)
			others := f.call("n", f.lowering.row("otherCopies", Callee{Kind: Function, Name: "dist.OtherCopies"}, types(code.Real), param("n", code.Real)), f.real(n))
			f.change(power, "SetPower", x, others)
			x = power
		}
		parts = append(parts, x)
	}
	if to == nil && (total != nil || len(parts) != 1) {
		to = f.message(t)
	}
	switch {
	case total != nil && total.Except != nil:
		f.into(f.placeOf(&total.Place), "Except", f.stored(total.Except), to)
	case total != nil:
		f.into(f.placeOf(&total.Place), "Value", to)
	case len(parts) == 0:
		f.change(to, "Resize", f.call("n", f.math("max", code.Whole, code.Whole, code.Whole), whole(0), f.sizeAt(v, index)))
		return to
	case len(parts) == 1:
		return parts[0]
	default:
		f.change(to, "SetTimes", parts[0], parts[1])
		parts = parts[2:]
	}
	for _, x := range parts {
		f.change(to, "SetTimes", to, x)
	}
	if v.Depth > 0 {
		// Messages that contradict each other make the branch impossible, as its evidence says.
		f.choose(f.ask(nil, to, "IsFinite", code.Truth), nil, func() { f.change(to, "SetUniform") })
	}
	return to
}

// sizeAt is the size of the element of a variable.
func (f *function) sizeAt(v *factor.Variable, index []*model.Expr) code.Operand {
	return f.whole(sizeOf(v.Sizes[0], index))
}

// momentsSet is the moments of a message about a vector, in memory.
func (f *function) momentsSet(fam factor.Family, m code.Operand) code.Operand {
	to := f.message(f.reflected(fam.Row().Moments))
	f.change(to, "Set", m)
	return to
}

// sendVector lowers the update of one stored message about a vector.
func (f *function) sendVector(a *loops.Apply) {
	u := a.Update
	if u.Op.Array() {
		f.sendVectors(a)
		return
	}
	if a.To.Table.Values != nil {
		f.sendValued(a)
		return
	}
	to := f.stored(a.To)
	if f.intoPlace(a) {
		f.vectorInto(a, to)
		return
	}
	m := f.message(to.Type())
	f.change(m, "Resize", f.ask(nil, to, "Size", code.Whole))
	f.operateInto(a, m, func() {
		if a.Power != nil {
			f.change(m, "SetPower", m, f.real(a.Power))
		}
		if len(a.Weights) > 0 {
			f.change(m, "SetPower", m, f.weight(a.Weights))
		}
		if f.damped && u.Damping != 0 {
			f.change(m, "SetDamp", m, to, real(u.Damping))
		}
		f.checked(a, m, func() {
			if a.Total != nil {
				f.change(f.placeOf(a.Total), "Replace", to, m)
			}
			if a.To.Table.Role == loops.Sum {
				f.change(to, "SetTimes", to, m)
			} else {
				f.change(to, "Set", m)
			}
		})
	})
}

// operateInto calls an operator that writes its message to a place; then is what follows where there is no
// fault, nil for nothing.
func (f *function) operateInto(a *loops.Apply, to code.Operand, then func()) {
	u := a.Update
	r := f.lowering.operator(u.Op)
	got := f.calls(r, f.arguments(a, r, to), fmt.Sprintf("fault%d", u.ID))
	if u.Op.Faulty() {
		f.heed(a, got[0], nil, then)
		return
	}
	if then != nil {
		then()
	}
}

// checked stores a message unless it would make the marginal improper.
func (f *function) checked(a *loops.Apply, m code.Operand, store func()) {
	u, fam := a.Update, a.To.Table.Family.Row()
	switch {
	case u.Op.Safe:
		store()
		return
	case !u.Checked():
		f.finite(a, m)
		store()
		return
	}
	q := f.vectorProduct(a.Own, a.To.Table.Variable, a.To.Index)
	both := f.message(m.Type())
	f.change(both, "SetTimes", q, m)
	f.finite(a, m)
	improper := func() code.Operand { return f.apply("!", f.ask(fam, both, "IsProper", code.Truth)) }
	bad := f.both(func() code.Operand { return f.ask(fam, q, "IsProper", code.Truth) }, func() code.Operand {
		if a.To.Table.Variable.Depth > 0 {
			// A product of messages that contradict each other makes the branch impossible.
			return f.both(func() code.Operand { return f.ask(nil, both, "IsFinite", code.Truth) }, improper)
		}
		return improper()
	})
	f.choose(bad, func() { f.fail(f.faultOf(Skip, "skip", a, f.call("improper", f.lowering.fault("Improper")))) }, store)
}

// intoPlace tells whether an operator can write its message to the place where it is stored, or
// multiplies it into a sum there.
func (f *function) intoPlace(a *loops.Apply) bool {
	u := a.Update
	if a.To.Table.Role == loops.Sum {
		return u.Op.Adds
	}
	damped := f.damped && u.Damping != 0
	return a.Total == nil && !damped && len(a.Weights) == 0 && a.Power == nil && !u.Op.Adds && !u.Checked() && (u.Forgets() || !u.Op.Faulty())
}

// vectorInto calls such an operator. A place for which there is no message says nothing.
func (f *function) vectorInto(a *loops.Apply, to code.Operand) {
	u := a.Update
	sum := a.To.Table.Role == loops.Sum
	if sum {
		f.counts = f.powerOf(a)
	}
	var finite func()
	if !sum && !u.Op.Safe && f.Loops.Message.Known[u.Edge.Variable.ID] != message.Stored { // no posterior tells
		finite = func() { f.finite(a, to) }
	}
	f.operateInto(a, to, finite)
	f.counts = nil
}

// sendVectors lowers the update of an array of messages about vectors.
func (f *function) sendVectors(a *loops.Apply) {
	u := a.Update
	over := u.Edge.Slot.Over
	sum := a.To.Table.Role == loops.Sum
	if sum && u.Op.Adds && beside(a.To.Index, over) {
		f.counts = f.powerOf(a)
		f.operateRow(a, f.first(f.table(a.To.Table), a.To.Table.Dims, a.To.Index), f.count(over))
		f.counts = nil
		return
	}
	first, pass := f.vectors(over, f.table(a.To.Table).Type)
	each := func(body func(to code.Operand, m *code.Place)) {
		pass(func(m *code.Place) { body(f.stored(a.To), m) })
	}
	each(func(to code.Operand, m *code.Place) { f.change(m, "Resize", f.ask(nil, to, "Size", code.Whole)) })
	f.operateInto(a, first, func() {
		each(func(to code.Operand, m *code.Place) {
			if n := f.powerOf(a); n != nil {
				f.change(m, "SetPower", m, n)
			}
			if !u.Op.Safe {
				f.finite(a, m)
			}
			if a.Total != nil {
				f.change(f.placeOf(a.Total), "Replace", to, m)
			}
			if sum {
				f.change(to, "SetTimes", to, m)
			} else {
				f.change(to, "Set", m)
			}
		})
	})
}

// vectors is memory for a message of each pass of a loop, the first of them, and what adds that loop with
// the message of each pass.
func (f *function) vectors(over *model.Loop, elem code.Type) (first *code.Place, each func(body func(m *code.Place))) {
	n := f.count(over)
	out := f.declare(&code.Table{Name: "scratch", Type: elem, Keep: code.Scratch, Dims: []*code.Dim{{Index: "i0", Size: &code.Size{}}}}, Source{InFunction: InFunction{Scratch: elem}})
	first = &code.Place{Table: out, Index: []code.Operand{whole(0)}, Known: true}
	f.call("", f.lowering.row("resize"+title(elem)+"s", Callee{Kind: Resize}, nil, written("row", elem, code.Write), param("n", code.Whole)), first, n)
	lo, hi := f.whole(over.Lo), f.whole(over.Hi)
	return first, func(body func(m *code.Place)) {
		f.loop(over.Index, lo, hi, false, false, func() {
			at := f.index(over.Index)
			if !isZero(lo) {
				at = f.apply("-", at, lo)
			}
			body(&code.Place{Table: out, Index: []code.Operand{at}, Known: true})
		})
	}
}

// collectVectors is an array argument of messages about vectors. Those that are stored share their memory
// with the array; others are computed in the same memory, pass by pass.
func (f *function) collectVectors(v loops.Value, elem code.Type, over *model.Loop) code.Operand {
	first, each := f.vectors(over, elem)
	each(func(m *code.Place) {
		x := f.single(v, elem)
		if p, ok := x.(*code.Place); ok && f.Tables[p.Table].Message != nil {
			f.change(m, "Set", x)
			return
		}
		f.call("", f.lowering.row("share"+title(elem), Callee{Kind: Share}, nil, written("to", elem, code.Write), param("x", elem)), m, x)
	})
	return f.call("row", f.lowering.row("all"+title(elem), Callee{Kind: All}, types(code.Array{Elem: elem}), param("first", elem)), first)
}

// operateRow calls an operator that multiplies an array of messages into sums that stand side by side.
func (f *function) operateRow(a *loops.Apply, to *code.Place, n code.Operand) {
	op := f.lowering.operator(a.Update.Op)
	params := append(op.Params[:len(op.Params):len(op.Params)], param("n", code.Whole))
	r := f.lowering.row(op.Name+"Row", Callee{Kind: IntoRow, Name: f.Callees[op].Name}, op.Results, params...)
	got := f.calls(r, append(f.arguments(a, op, to), n), fmt.Sprintf("fault%d", a.Update.ID))
	if a.Update.Op.Faulty() {
		f.heed(a, got[0], nil, nil)
	}
}

// arguments are those of an operator that writes its message to a place.
func (f *function) arguments(a *loops.Apply, r *code.Row, to code.Operand) []code.Operand {
	var args []code.Operand
	for i, v := range a.Args {
		if v.Arg.Source == message.Into {
			args = append(args, to)
			continue
		}
		args = append(args, f.argument(v, r.Params[i].Of))
	}
	return args
}

// vectorSaysNothing makes a message about a vector uniform.
func (f *function) vectorSaysNothing(a *loops.Apply) {
	to := f.stored(a.To)
	if a.Total != nil {
		m := f.message(to.Type())
		f.change(m, "Resize", f.ask(nil, to, "Size", code.Whole))
		f.change(f.placeOf(a.Total), "Replace", to, m)
	}
	f.change(to, "SetUniform")
}

// clearVectors makes the messages of a table, or one of them, uniform.
func (f *function) clearVectors(s *loops.Clear) {
	if s.Index != nil {
		f.change(f.stored(&loops.Place{Table: s.Table, Index: s.Index}), "SetUniform")
		return
	}
	t := f.table(s.Table)
	none := f.call("none", f.lowering.row("nothing"+title(t.Type), Callee{Kind: Zero}, types(t.Type)))
	f.emit(&code.Fill{Table: t, Value: none})
}

// position is the place of the element of a posterior among those of its variable.
func (f *function) position(a *loops.Apply) *code.Place {
	return f.place(f.elements(a.Update.Variable), a.Update.Variable.Dims, a.To.Index)
}

// elements is a table that says where the elements of a variable stand: nothing is stored there.
func (f *function) elements(v *factor.Variable) *code.Table {
	key := fmt.Sprintf("elements %d", v.ID)
	if f.named[key] == nil {
		t := &code.Table{Name: v.Name + "_elements", Type: code.Whole, Keep: code.Input}
		f.dims(t, v.Dims)
		f.named[key] = f.declare(t, Source{InRun: InRun{Elements: v}})
	}
	return f.named[key]
}

func samePlace(a, b code.Operand) bool { return a == b || a.String() == b.String() }
