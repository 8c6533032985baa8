package lower

import (
	"fmt"

	"mpc/codegen/code"
	"mpc/codegen/loops"
	"mpc/model"
)

// A table that has one message for each value of a datum (loops.Table.Values) is three: the messages, the
// first of which says nothing; for each element of the variable which of them it has; and which of them
// have been computed.

// which says which message each element of a variable has.
func (f *function) which(t *loops.Table) *code.Table {
	x := &code.Table{Type: code.Whole, Keep: code.State}
	x.Bound = f.size(t.Dims, 0, t.Dims[0])
	return f.besideValues(t, "_of", x, t.Variable.Dims, Source{ForTable: ForTable{Which: t}})
}

// found says which messages have been computed.
func (f *function) found(t *loops.Table) *code.Table {
	return f.besideValues(t, "_found", &code.Table{Type: code.Truth, Keep: code.Scratch}, t.Dims, Source{ForTable: ForTable{Found: t}})
}

func (f *function) besideValues(t *loops.Table, suffix string, x *code.Table, dims []*model.Expr, s Source) *code.Table {
	name := fmt.Sprintf("values %d%s", t.ID, suffix)
	if f.named[name] == nil {
		x.Name = tableName(f.lowering, t) + suffix
		f.dims(x, dims)
		f.named[name] = f.declare(x, s)
	}
	return f.named[name]
}

// valuedAt is the place of the message of an element.
func (f *function) valuedAt(p *loops.Place) *code.Place {
	which := f.load("which", f.place(f.which(p.Table), p.Table.Variable.Dims, p.Index))
	return &code.Place{Table: f.table(p.Table), Index: []code.Operand{which}, Known: true}
}

// sendValued lowers the update of such a message: it is computed for the first element that
// has it, and looked at for each.
func (f *function) sendValued(a *loops.Apply) {
	t, u := a.To.Table, a.Update
	value := f.apply("+", whole(1), f.whole(t.Values))
	found := &code.Place{Table: f.found(t), Index: []code.Operand{value}, Known: true}
	slot := f.slot(&code.Place{Table: f.table(t), Index: []code.Operand{value}, Known: true})
	r := f.lowering.operator(u.Op)
	then := func() {
		f.checked(a, slot, func() { f.store(f.place(f.which(t), t.Variable.Dims, a.To.Index), value) })
	}
	first := f.apply("!", f.load("known", found))
	if !u.Op.Faulty() {
		f.choose(first, func() {
			f.change(slot, "SetUniform")
			f.calls(r, f.arguments(a, r, slot))
			f.store(found, truth(true))
		}, nil)
		then()
		return
	}
	fault := f.value("fault", code.Fault)
	x := &code.If{Cond: first, Then: &code.Block{}, Else: &code.Block{}}
	f.emit(x, fault)
	f.within(x.Then, func() {
		f.change(slot, "SetUniform")
		got := f.calls(r, f.arguments(a, r, slot), "fault")[0]
		f.store(found, f.apply("==", got, code.None))
		f.gives(got)
	})
	f.within(x.Else, func() { f.gives(code.None) })
	f.heed(a, fault, nil, then)
}

// forgetFound lowers that none of the messages that a part of a step sends has been computed.
func (f *function) forgetFound(body []loops.Stmt) {
	for a := range loops.Applied(body) {
		if a.To != nil && a.To.Table.Values != nil {
			f.emit(&code.Fill{Table: f.found(a.To.Table), Value: truth(false)})
		}
	}
}
