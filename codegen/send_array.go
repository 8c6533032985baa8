package codegen

import (
	"mpc/loops"
)

// sendArray prints the update of an array of messages.
func (f *function) sendArray(a *loops.Apply) {
	u := a.Update
	over := u.Edge.Slot.Over
	out := f.sized(over, a.To.Table.Family)
	call := f.call(a.Args, u.Op.Name(), u.Op.In(), out)
	store := func() {
		if totals, to := f.targetRow(a); totals != "" {
			f.body.line("%s(%s, %s, %s)", rowCall(a.To.Table.Family, "Replace"), totals, to, out)
			return
		}
		k := counterPrefix.name(u.ID)
		f.body.line("%s := 0", k)
		f.loop(over.Index, over.Lo, over.Hi, false)
		to := f.load(a.To.Table, a.To.Index, f.env())
		f.body.line("m := %s[%s]", out, k)
		f.body.line("%s++", k)
		f.policy(a, to)
		f.close()
	}
	if !u.Op.Faulty() {
		f.body.line("%s", call)
		store()
		return
	}
	f.body.line("fault := %s", call)
	f.skip(a, "fault", nil, store)
}
