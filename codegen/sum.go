package codegen

import (
	"mpc/loops"
)

// clear prints that a table, or an element of it, says nothing.
func (f *function) clear(c *loops.Clear) {
	if c.Index == nil {
		f.body.line("%s", uniformTable(c.Table, f.table(c.Table)))
		return
	}
	to := f.target(&loops.Place{Table: c.Table, Index: c.Index})
	if isVector(c.Table) {
		f.body.line("%s.SetUniform()", to)
		return
	}
	f.body.line("%s = %s", to, uniform(c.Table.Family))
}

// uniformTable is the statement that makes all messages of a table uniform.
func uniformTable(t *loops.Table, name string) string {
	switch {
	case t.Packed:
		return name + ".SetUniform()"
	case isVector(t):
		return "for i := range " + name + " {\n" + name + "[i].SetUniform()\n}"
	case t.Family.Row().ZeroIsUniform():
		return "clear(" + name + ")"
	}
	return "for i := range " + name + " {\n" + name + "[i] = " + uniform(t.Family) + "\n}"
}

// leaveOut prints what becomes of a message for which there is none.
func (f *function) leaveOut(a *loops.Apply) {
	if a.Update.Forgets() && a.To.Table.Role != loops.Sum {
		f.sayNothing(a)
	}
}

// sayNothing prints that a message is uniform.
func (f *function) sayNothing(a *loops.Apply) {
	u := a.Update
	f.enter()
	over := u.Edge.Slot.Over
	if u.Op.Array() {
		f.loop(over.Index, over.Lo, over.Hi, false)
	}
	to := f.target(a.To)
	if isVector(a.To.Table) {
		if a.Total != nil {
			m := f.scratchVector(a.To.Table.Family)
			f.body.line("%s.Resize(%s.Size())", m, to)
			f.body.line("%s.Replace(%s, *%s)", f.load(a.Total.Table, a.Total.Index, f.env()), to, m)
		}
		f.body.line("%s.SetUniform()", to)
	} else {
		none := uniform(a.To.Table.Family)
		if a.Total != nil {
			f.body.line("%s.Replace(%s, %s)", f.load(a.Total.Table, a.Total.Index, f.env()), to, none)
		}
		f.body.line("%s = %s", to, none)
	}
	if u.Op.Array() {
		f.close()
	}
	f.leave()
}
