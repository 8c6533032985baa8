package codegen

import (
	"mpc/conditional"
	"mpc/message"
	"mpc/model"
)

// vectorSize prints how many components the element that is drawn has, rows of a matrix.
func (f *function) vectorSize(d *conditional.Draw) string {
	v := d.Variable()
	size := v.Sizes[0].Map(func(e *model.Expr) *model.Expr {
		if e.Op == model.OpDim {
			return d.At[e.Dim]
		}
		return e
	})
	return f.at0().whole(size)
}

// whole is the vector or matrix that is drawn, as a slice.
func (f *function) wholeValue(d *conditional.Draw) string {
	t := f.g.program.Constants[d.Variable()]
	return f.part(f.table(t), f.g.shape(t.Dims), d.At, f.at0())
}

// drawDirichlet prints a draw of probabilities: prior counts, and those that are seen.
func (f *function) drawDirichlet(u *message.Update) {
	d := u.Sampled
	f.stream()
	to, counts := f.fresh("to"), f.fresh("counts")
	f.body.line("%s := %s", to, f.wholeValue(d))
	f.g.counts = true
	f.body.line("%s := c.counts.Zeros(len(%s))", counts, to)
	for _, t := range d.Terms {
		f.instances(t, func() { f.sayCounts(t, counts, f.faultAt(u, "Contradiction")) })
	}
	f.drawFromCounts(u, to, counts)
}

// sayCounts prints the addition of a message to the counts of probabilities, and what
// is to be done where there is none for a value.
func (f *function) sayCounts(t *conditional.Term, counts, fault string) {
	a, once, less, times := t.Message.Args, "++", "a - 1", ""
	if t.Times != nil {
		n := f.fresh("times")
		f.body.line("%s := %s", n, f.at0().real(t.Times))
		if len(t.Loops)+len(t.Guards) > 0 {
			defer delete(f.used, n)
		}
		once, less, times = " += "+n, n+" * (a - 1)", n+" * "
	}
	switch t.Message.Operator {
	case "DirichletPrior":
		f.body.line("for k, a := range %s {\n%s[k] += %s\n}", f.slice(a[0]), counts, less)
	case "DirichletValue":
		f.body.line("if k := %s; k >= 0 && k < len(%s) {\n%s[k]%s\n} else {\n%s\n}", f.at0().whole(a[0]), counts, counts, once, fault)
	case "DirichletCounts":
		f.body.line("for k, n := range %s {\n%s[k] += %sfloat64(n)\n}", f.wholeSlice(a[0]), counts, times)
	case "GivenDirichlet":
		x := f.input(a[0].Input, a[0].Args, f.at0())
		f.body.line("for k, a := range %s.A {\n%s[k] += %s\n}", x, counts, less)
	}
}

// several prints what is said of a vector, as often as its factor counts.
func (f *function) several(t *conditional.Term, say func()) {
	if t.Times == nil {
		say()
		return
	}
	f.body.line("c.vector.Apart()")
	say()
	f.body.line("c.vector.Together(%s)", f.at0().real(t.Times))
}

// drawFromCounts prints a draw of probabilities from counts less 1.
func (f *function) drawFromCounts(u *message.Update, to, counts string) {
	f.body.line("for k := range %s {\n%s[k]++\n}", counts, counts)
	f.body.line("if !mcmc.DrawDirichlet(stream, %s, %s) {\n%s\n}", to, counts, f.faultAt(u, "Improper"))
}

// drawMvNormal prints a draw of a normal vector from the product of messages.
func (f *function) drawMvNormal(u *message.Update) {
	d := u.Sampled
	f.stream()
	to := f.fresh("to")
	f.body.line("%s := %s", to, f.wholeValue(d))
	f.body.line("c.vector.Reset(len(%s))", to)
	for _, t := range d.Terms {
		f.instances(t, func() {
			f.several(t, func() {
				m := t.Message
				switch m.Operator {
				case "MvNormalPrecision":
					f.body.line("c.vector.AddPrecision(%s, %s)", f.slice(m.Args[0]), f.slice(m.Args[1]))
				case "MvNormalCovariance":
					f.body.line("if !c.vector.AddCovariance(%s, %s) {\n%s\n}", f.slice(m.Args[0]), f.slice(m.Args[1]), f.faultAt(u, "NotFinite"))
				case "MvNormalDot":
					k := f.index(m.Component)
					f.body.line("for %s := range %s {\nc.vector.Row[%s] = %s\n}", k, to, k, f.at0().real(m.Args[1]))
					f.body.line("c.vector.AddResidual(%s, %s, %s)", to, f.at0().real(m.Args[0]), f.at0().real(m.Args[2]))
				case "GivenMvNormal":
					x := f.input(m.Args[0].Input, m.Args[0].Args, f.at0())
					f.body.line("c.vector.AddNatural(%s.H, %s.P)", x, x)
				}
			})
		})
	}
	f.drawSeen(u, to)
}

// drawSeen prints the draw of a normal vector of which the natural parameters are known, or
// of the components that are not seen given the others.
func (f *function) drawSeen(u *message.Update, to string) {
	d := u.Sampled
	if d.Seen != nil {
		f.body.line("c.vector.Observe(%s)", f.slice(d.Seen))
	}
	f.body.line("if !mcmc.DrawMvNormal(stream, %s, c.vector.H, c.vector.P, c.vector.Factor) {\n%s\n}", to, f.faultAt(u, "Improper"))
	if d.Seen != nil {
		f.body.line("mcmc.Keep(%s, %s)", to, f.slice(d.Seen))
	}
}

// drawWishart prints a draw of a matrix from the product of messages.
func (f *function) drawWishart(u *message.Update) {
	d := u.Sampled
	f.stream()
	to, size, shape := f.fresh("to"), f.fresh("size"), f.fresh("shape")
	f.body.line("%s, %s := %s, %s", to, size, f.wholeValue(d), f.vectorSize(d))
	f.body.line("c.vector.Reset(%s)\n%s := 0.5 * float64(%s+1)", size, shape, size)
	for _, t := range d.Terms {
		f.instances(t, func() {
			f.several(t, func() {
				m, times := t.Message, ""
				if t.Times != nil {
					times = group(f.at0().real(t.Times)) + " * "
				}
				switch m.Operator {
				case "WishartScale", "WishartInverse":
					df := f.at0().real(m.Args[0])
					f.body.line("%s += %s0.5 * (%s - float64(%s+1))", shape, times, df, size)
					half := "0.5"
					if len(m.Args) > 2 {
						half += " * " + group(f.at0().real(m.Args[2]))
					}
					if m.Operator == "WishartInverse" {
						f.body.line("c.vector.AddMatrix(%s, %s)", f.slice(m.Args[1]), half)
					} else {
						f.body.line("if !c.vector.AddInverse(%s, %s) {\n%s\n}", f.slice(m.Args[1]), half, f.faultAt(u, "NotFinite"))
					}
				case "WishartResidual":
					multiple := "1"
					if len(m.Args) > 2 {
						multiple = f.at0().real(m.Args[2])
					}
					f.body.line("%s += %s0.5\nc.vector.AddOuter(%s, %s, %s)", shape, times, f.slice(m.Args[0]), f.slice(m.Args[1]), multiple)
				}
			})
		})
	}
	f.body.line("if !mcmc.DrawWishart(stream, %s, %s, c.vector.P, %s, c.vector.Factor, c.vector.Work) {\n%s\n}", to, shape, size, f.faultAt(u, "Improper"))
}
