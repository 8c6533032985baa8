package codegen

import "mpc/message"

// drawElliptical prints a draw of a number or a vector by elliptical slice sampling.
func (f *function) drawElliptical(u *message.Update) {
	d := u.Sampled
	f.stream()
	to, mean, prior := f.fresh("to"), f.fresh("mean"), f.fresh("prior")
	f.body.line("%s := %s", to, f.wholeValue(d))
	f.body.line("%s, %s := c.elliptical.Room(len(%s))", mean, prior, to)
	for _, t := range d.Prior {
		f.instances(t, func() {
			v := f.at0()
			if t.Dist.Name == "normal" {
				precision := ""
				if t.Dist.Arg("precision") != nil {
					precision = v.real(t.Dist.Arg("precision"))
				} else {
					precision = v.real(inverse(t.Dist.Arg("variance")))
				}
				f.body.line("%s[0], %s[0] = %s, mcmc.DrawNormal(stream, 0, %s)", mean, prior, v.real(t.Dist.Arg("mean")), precision)
				return
			}
			f.body.line("copy(%s, %s)", mean, f.slice(t.Dist.Arg("mean")))
			f.body.line("c.vector.Reset(len(%s))", to)
			if t.Dist.Arg("precision") != nil {
				f.body.line("c.vector.AddPrecision(%s, %s)", mean, f.slice(t.Dist.Arg("precision")))
			} else {
				f.body.line("if !c.vector.AddCovariance(%s, %s) {\n%s\n}", mean, f.slice(t.Dist.Arg("covariance")), f.faultAt(u, "NotFinite"))
			}
			f.drawSeen(u, prior)
			if d.Seen != nil {
				f.body.line("mcmc.MeanMvNormal(%s, c.vector.H, c.vector.Factor)", mean)
			}
			f.body.line("for k, m := range %s {\n%s[k] -= m\n}", mean, prior)
		})
	}
	given := f.g.program.Message.Sampling.StartsAt(d.Variable())
	began, more, log, tries := f.fresh("began"), f.fresh("more"), f.fresh("log"), ""
	if !given {
		tries = f.fresh("tries")
		f.body.line("%s := 0", tries)
	}
	f.body.line("%s, %s := false, true", began, more)
	f.open("for %s {", more)
	f.body.line("%s := 0.0", log)
	f.density(d.Likelihood(), log, nil)
	f.open("if %s {", began)
	f.body.line("%s = c.elliptical.Next(%s)", more, log)
	if !given {
		f.elseIf("c.beginning && " + tries + " < mcmc.FirstDraws && !(" + log + " >= -math.MaxFloat64)")
		f.body.comment("No chain can stand there: another draw from the prior.")
		f.drawVariable(u, 0, d.Variable(), true)
		f.body.line("%s++", tries)
	}
	f.orElse()
	f.body.line("%s = c.elliptical.Begin(stream, %s, %s)", more, to, log)
	f.body.line("%s = true", began)
	f.close()
	f.close()
	f.g.settles = true
	f.body.line("fault := c.elliptical.Fault()\nswitch {")
	if !given {
		f.body.line("case fault == mcmc.SliceStart && c.beginning:\nc.skipped = true")
	}
	f.body.line("case fault != mcmc.SliceFine:\n%s\n}", f.sliceFaultBy(u, culprit(d)))
}
