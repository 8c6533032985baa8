package codegen

import (
	"mpc/loops"
	"mpc/schedule"
)

// posterior prints the update of the posterior of an element: the product of all
// messages to it.
func (f *function) posterior(a *loops.Apply) {
	u := a.Update
	v := u.Variable
	if v.Family.Row().Vector() {
		f.vectorPosterior(a)
		return
	}
	to := f.load(a.To.Table, a.To.Index, f.env())
	f.open("{")
	f.body.line("m := %s", f.product(a.Own, v.Family))
	switch {
	case !f.g.damped:
	case a.Pace == loops.Checked:
		kept := "1 - inf.step"
		if u.Damping != 0 {
			kept += "*" + number(1-u.Damping)
		}
		f.body.line("if q, kept := %s, %s; kept != 0 && q.IsProper() {\nm = m.Damp(q, kept)\n}", to, kept)
	case a.Pace == loops.Halved:
		f.body.line("if q := %s; q.IsProper() {\nm = m.Damp(q, %s)\n}", to, number(1-schedule.FixedStep*(1-u.Damping)))
	case u.Damping != 0:
		f.body.line("if q := %s; q.IsProper() {\nm = m.Damp(q, %s)\n}", to, number(u.Damping))
	}
	at := "0"
	switch {
	case v.Source == nil:
		at = "-1" // of a copy
	case len(a.To.Index) > 0:
		at = f.flat(f.g.shape(v.Dims), a.To.Index, f.env())
	}
	f.body.line("if !m.IsProper() {\nreturn inf.improper(%q, %d, %s, m.IsFinite())\n}", v.Name, v.At.Line, at)
	f.moved(a, "m", to)
	f.body.line("%s = m", to)
	if a.Moments != nil {
		f.body.line("%s = %sOf(m)", f.load(a.Moments.Table, a.Moments.Index, f.env()), momentsType(v.Family))
	}
	f.close()
}
