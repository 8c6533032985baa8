package codegen

import "mpc/loops"

// posterior prints the update of the posterior of an element: the product of all
// messages to it.
func (f *function) posterior(a *loops.Apply) {
	u := a.Update
	v := u.Variable
	to := f.load(a.To.Table, a.To.Index, f.env())
	f.open("{")
	f.body.line("m := %s", f.product(a.Own, v.Family))
	if f.g.damped && u.Damping != 0 {
		f.body.line("if q := %s; q.IsProper() {\nm = m.Damp(q, %s)\n}", to, number(u.Damping))
	}
	at := "0"
	if len(a.To.Index) > 0 {
		at = f.flat(f.g.shape(a.To.Table.Dims), a.To.Index, f.env())
	}
	f.body.line("if !m.IsProper() {\nreturn inf.improper(%q, %d, %s, m.IsFinite())\n}", v.Name, v.At.Line, at)
	f.body.line("%s = m", to)
	f.close()
}
