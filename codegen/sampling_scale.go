package codegen

import "mpc/message"

// moveScale prints, after the draw of a precision, the move of it together with what it is
// the precision of: the log of a factor is drawn by slice sampling.
func (f *function) moveScale(u *message.Update) {
	d, s := u.Sampled, u.Sampled.Scale
	moved := d.Moved()
	for _, v := range moved.Variables {
		delete(f.steady, f.g.program.Constants[v])
	}
	far, from, scale, began, more, log := f.g.scratchOfChain("float64"), f.fresh("from"), f.fresh("scale"), f.fresh("began"), f.fresh("more"), f.fresh("log")
	f.field(far, far)
	at := f.drawn(d, 0)
	table := f.g.program.Constants[s.Of]
	element := func() string { return f.load(table, s.At, f.at0()) }
	over := func(body func()) {
		for _, l := range s.Loops {
			f.loop(l.Index, l.Lo, l.Hi, false)
		}
		f.looping = append(f.looping, s.Loops...)
		body()
		f.looping = f.looping[:len(f.looping)-len(s.Loops)]
		for range s.Loops {
			f.close()
		}
	}
	f.body.comment("Together with " + s.Of.Name + ": all its distances from their means times a factor.")
	f.body.line("%s = %s[:0]", far, far)
	over(func() { f.body.line("%s = append(%s, %s-%s)", far, far, element(), group(f.at0().real(s.Mean))) })
	f.body.line("c.%s = %s", far, far)
	summed := f.shapeSums(moved)
	width := f.width(d)
	f.body.line("%s, %s, %s, %s := %s, 0.0, false, true", from, scale, began, more, at)
	f.open("for %s {", more)
	f.open("if %s {", began)
	f.g.slices = true
	times, pass := f.fresh("times"), f.fresh("pass")
	f.body.line("%s, %s := math.Exp(%s), 0\n%s = %s * math.Exp(%s*%s)", times, pass, scale, at, from, number(-2/s.Power), scale)
	over(func() {
		f.body.line("%s = %s + %s*%s[%s]\n%s++", element(), group(f.at0().real(s.Mean)), times, far, pass, pass)
	})
	f.close()
	f.body.line("%s := %s * %s", log, number(-2/s.Power), scale)
	f.density(moved, log, summed)
	f.open("if %s {", began)
	f.body.line("%s, %s = c.slice.Next(%s)", scale, more, log)
	f.orElse()
	first, last := "-690", "+690"
	if s.Power < 0 {
		first, last = last, first
	}
	half := number(s.Power / 2)
	f.body.line("%s, %s = c.slice.Begin(stream, %s.Width, 0, %s, (math.Log(%s)%s)*%s, (math.Log(%s)%s)*%s)", scale, more, width, log, from, first, half, from, last, half)
	f.body.line("%s = true", began)
	f.close()
	f.close()
	f.g.settles = true
	f.body.line("fault := c.slice.Fault()\nswitch {\ncase fault == mcmc.SliceStart && c.beginning:\nc.skipped = true\ncase fault != mcmc.SliceFine:\n%s\ncase c.course.Burning > 0:\n%s.Tune(0, c.slice.Value())\n}", f.sliceFaultBy(u, nil), width)
}
