package codegen

import (
	"mpc/loops"
	"mpc/model"
)

// A table that has one message for each value of a datum (loops.Table.Values) has three
// arrays: the messages, the first of which says nothing; for each element of the variable
// which of them it has; and which of them have been computed.

func (g *generator) whichField(t *loops.Table) string { return g.tableName(t) + "Of" }

func (g *generator) foundField(t *loops.Table) string { return g.tableName(t) + "Found" }

// which prints which message the element of the variable at a position has.
func (f *function) which(t *loops.Table, at string) string {
	name := f.g.whichField(t)
	return f.field(name, "msg."+name) + "[" + at + "]"
}

// valuedAt prints the message of the element at an index.
func (f *function) valuedAt(t *loops.Table, index []*model.Expr, v env) string {
	return f.table(t) + ".At(int(" + f.which(t, f.flat(f.g.shape(t.Variable.Dims), index, v)) + "))"
}

// sendValued prints the update of such a message: it is computed for the first element that
// has it, and looked at for each.
func (f *function) sendValued(a *loops.Apply) {
	t, u := a.To.Table, a.Update
	value := f.once("1 + "+f.env().whole(t.Values), valuePrefix)
	slot := f.once(f.table(t)+".At("+value+")", slotPrefix)
	name := f.g.foundField(t)
	found := f.field(name, name)
	call := func() string { return f.call(a.Args, u.Op.Name(), u.Op.In(), "&"+slot) }
	if u.Op.Faulty() {
		f.body.line("fault := dist.NoFault")
	}
	f.open("if !%s[%s] {", found, value)
	f.body.line("%s.SetUniform()", slot)
	if u.Op.Faulty() {
		f.body.line("fault = %s", call())
		f.body.line("%s[%s] = fault == dist.NoFault", found, value)
	} else {
		f.body.line("%s", call())
		f.body.line("%s[%s] = true", found, value)
	}
	f.close()
	then := func() {
		at := f.flat(f.g.shape(t.Variable.Dims), a.To.Index, f.env())
		f.checked(a, slot, func() { f.body.line("%s = int32(%s)", f.which(t, at), value) })
	}
	if u.Op.Faulty() {
		f.skip(a, "fault", nil, then)
		return
	}
	then()
}

// forgetFound prints that none of the messages that a part of a step sends has been computed.
func (g *generator) forgetFound(p *printer, body []loops.Stmt) {
	for a := range loops.Applied(body) {
		if a.To != nil && a.To.Table.Values != nil {
			p.line("clear(inf.%s)", g.foundField(a.To.Table))
		}
	}
}
