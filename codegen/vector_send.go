package codegen

import (
	"strings"

	"mpc/loops"
	"mpc/message"
	"mpc/schedule"
)

// sendVector prints the update of one stored message about a vector.
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
	to := f.target(a.To)
	if f.intoPlace(a) {
		f.vectorInto(a, to)
		return
	}
	sum := a.To.Table.Role == loops.Sum
	damped := f.g.damped && u.Damping != 0
	m := f.scratchVector(a.To.Table.Family)
	f.body.line("%s.Resize(%s.Size())", m, to)
	f.vectorCall(a, m, func() {
		if a.Power != nil {
			f.body.line("%s.SetPower(*%s, %s)", m, m, f.env().real(a.Power))
		}
		if len(a.Weights) > 0 {
			f.body.line("%s.SetPower(*%s, %s)", m, m, f.weight(a.Weights))
		}
		if damped {
			f.body.line("%s.SetDamp(*%s, %s, %s)", m, m, to, number(u.Damping))
		}
		store := func() {
			if a.Total != nil {
				f.body.line("%s.Replace(%s, *%s)", f.load(a.Total.Table, a.Total.Index, f.env()), to, m)
			}
			if sum {
				f.body.line("%s.SetTimes(%s, *%s)", to, to, m)
			} else {
				f.body.line("%s.Set(*%s)", to, m)
			}
		}
		f.checked(a, "*"+m, store)
	})
}

// checked prints that a message is stored unless it would make the marginal improper.
func (f *function) checked(a *loops.Apply, m string, store func()) {
	u, fam := a.Update, a.To.Table.Family.Row()
	switch {
	case u.Op.Safe:
		store()
		return
	case !u.Checked():
		f.finite(a, operand(m))
		store()
		return
	}
	f.g.need.Add("dist.Improper")
	f.g.need.Add("dist.NotFinite")
	q := f.vectorProduct(a.Own, a.To.Table.Variable, a.To.Index)
	both := f.scratchVector(a.To.Table.Family)
	f.body.line("%s.SetTimes(%s, %s)", both, q, m)
	f.open("switch {")
	f.body.line("case !%s.IsFinite():", operand(m))
	f.body.line("return inf.skip(%d, dist.NotFinite, %s)", u.ID, f.element(a))
	if a.To.Table.Variable.Depth > 0 {
		// A product of messages that contradict each other makes the branch impossible.
		f.body.line("case %s && %s.IsFinite() && !%s:", f.method(fam, operand(q), "IsProper"), both, f.method(fam, both, "IsProper"))
	} else {
		f.body.line("case %s && !%s:", f.method(fam, operand(q), "IsProper"), f.method(fam, both, "IsProper"))
	}
	f.body.line("if err := inf.skip(%d, dist.Improper, %s); err != nil {\nreturn err\n}", u.ID, f.element(a))
	f.body.line("default:")
	store()
	f.close()
}

// intoPlace tells whether an operator can write its message to the place where it is
// stored, or multiplies it into a sum there.
func (f *function) intoPlace(a *loops.Apply) bool {
	u := a.Update
	if a.To.Table.Role == loops.Sum {
		return u.Op.Adds
	}
	damped := f.g.damped && u.Damping != 0
	return a.Total == nil && !damped && len(a.Weights) == 0 && a.Power == nil && !u.Op.Adds && !u.Checked() && (u.Forgets() || !u.Op.Faulty())
}

// vectorInto prints the call of such an operator. A place for which there is no message
// says nothing.
func (f *function) vectorInto(a *loops.Apply, to string) {
	u := a.Update
	sum := a.To.Table.Role == loops.Sum
	if sum {
		f.counts = f.powerOf(a)
	}
	call := f.call(a.Args, u.Op.Name(), u.Op.In(), "&"+to)
	f.counts = ""
	var finite func()
	if !sum && !u.Op.Safe && f.g.program.Message.Known[u.Edge.Variable.ID] != message.Stored { // no posterior tells
		finite = func() { f.finite(a, to) }
	}
	if u.Op.Faulty() {
		f.skipIf(a, "fault := "+call+"; ", "fault", nil, finite)
		return
	}
	f.body.line("%s", call)
	if finite != nil {
		finite()
	}
}

// sendVectors prints the update of an array of messages about vectors. Those that add
// to a sum that lies side by side are added there.
func (f *function) sendVectors(a *loops.Apply) {
	u := a.Update
	over := u.Edge.Slot.Over
	sum := a.To.Table.Role == loops.Sum
	if sum && u.Op.Adds && beside(a.To.Index, over) {
		f.counts = f.powerOf(a)
		f.vectorCall(a, f.once(f.tableRow(a.To, over), "row"), nil)
		f.counts = ""
		return
	}
	out := f.sized(over, a.To.Table.Family)
	each := func(body func(to, m string)) {
		k := counterPrefix.name(u.ID)
		f.body.line("%s := 0", k)
		f.loop(over.Index, over.Lo, over.Hi, false)
		body(f.load(a.To.Table, a.To.Index, f.env()), out+"["+k+"]")
		f.body.line("%s++", k)
		f.close()
	}
	f.open("{")
	each(func(to, m string) { f.body.line("%s.Resize(%s.Size())", m, to) })
	f.close()
	f.vectorCall(a, out, func() {
		each(func(to, m string) {
			f.body.line("m := &%s", m)
			if n := f.powerOf(a); n != "" {
				f.body.line("m.SetPower(*m, %s)", n)
			}
			if !u.Op.Safe {
				f.finite(a, "m")
			}
			if a.Total != nil {
				f.body.line("%s.Replace(%s, *m)", f.load(a.Total.Table, a.Total.Index, f.env()), to)
			}
			if sum {
				f.body.line("%s.SetTimes(%s, *m)", to, to)
			} else {
				f.body.line("%s.Set(*m)", to)
			}
		})
	})
}

// operand is a value that a method can be called on.
func operand(x string) string {
	if strings.HasPrefix(x, "*") {
		return x[1:]
	}
	return x
}

// vectorCall prints the call of an operator that writes its message to a place, and
// what follows where there is no fault, nil for nothing.
func (f *function) vectorCall(a *loops.Apply, to string, then func()) {
	u := a.Update
	call := f.call(a.Args, u.Op.Name(), u.Op.In(), to)
	if u.Op.Faulty() {
		f.body.line("fault := %s", call)
		f.skip(a, "fault", nil, then)
		return
	}
	f.body.line("%s", call)
	if then != nil {
		then()
	}
}

// vectorPosterior prints the update of the posterior of a vector.
func (f *function) vectorPosterior(a *loops.Apply) {
	u := a.Update
	v := u.Variable
	fam := v.Family.Row()
	to := ""
	if !a.To.Table.Unread {
		to = f.load(a.To.Table, a.To.Index, f.env())
	}
	f.open("{")
	kept := ""
	switch {
	case !f.g.damped:
	case a.Pace == loops.Checked:
		kept = "1 - inf.step"
		if u.Damping != 0 {
			kept += "*" + number(1-u.Damping)
		}
	case a.Pace == loops.Halved:
		kept = number(1 - schedule.FixedStep*(1-u.Damping))
	case u.Damping != 0:
		kept = number(u.Damping)
	}
	m := ""
	if kept == "" && len(a.Own) > 1 && to != "" && f.g.program.Watches(a.To.Table) == nil {
		m = f.vectorProductIn("&"+to, a.Own, v, a.To.Index)
	} else {
		m = f.vectorProduct(a.Own, v, a.To.Index)
	}
	if kept != "" {
		s := f.scratchVector(v.Family)
		f.body.line("%s.Set(%s)", s, m)
		f.body.line("if kept := %s; kept != 0 && %s {\n%s.SetDamp(*%s, %s, kept)\n}", kept, f.method(fam, to, "IsProper"), s, s, to)
		m = "*" + s
	}
	at := "0"
	switch {
	case v.Source == nil:
		at = "-1" // of a copy
	case len(a.To.Index) > 0:
		at = f.flat(f.g.shape(v.Dims), a.To.Index, f.env())
	}
	x := operand(m)
	proper := f.method(fam, x, "IsProper")
	if a.Moments != nil {
		moments := f.load(a.Moments.Table, a.Moments.Index, f.env())
		f.body.line("%s.Set(%s)", moments, m)
		proper = moments + ".IsProper()"
	}
	f.body.line("if !%s {\nreturn inf.improper(%q, %d, %s, %s.IsFinite())\n}", proper, v.Name, v.At.Line, at, x)
	if to != "" && x != to {
		f.moved(a, x, to)
		f.body.line("%s.Set(%s)", to, m)
	}
	f.close()
}

const restoreEachText = `// restoreEach reads messages about vectors, of the sizes of like.
func restoreEach[M interface{ Copy() M }, P interface {
	*M
	ReadState([]byte) ([]byte, bool)
}](b []byte, like []M) ([]M, []byte, error) {
	if len(b) < 8 || binary.LittleEndian.Uint64(b) != uint64(len(like)) {
		return nil, nil, errState
	}
	b = b[8:]
	out := make([]M, len(like))
	for i := range out {
		out[i] = like[i].Copy()
		var ok bool
		if b, ok = P(&out[i]).ReadState(b); !ok {
			return nil, nil, errState
		}
	}
	return out, b, nil
}

`
