package codegen

import (
	"mpc/conditional"
	"mpc/model"
)

// look prints the method that looks, after the first scan, at the densities of what the data
// may leave none, and the one that looks at all that may leave the start of a slice none.
func (g *generator) look(p *printer) {
	doubtful := g.program.Message.Sampling.Doubtful()
	if len(doubtful) > 0 {
		f := g.chainFunction()
		f.lookAt(doubtful)
		p.comment("look finds what has no density after the first scan, whatever is drawn: the data leave it none.")
		p.line("func (c *chain) look() error {")
		f.header(p)
		p.Write(f.body.Bytes())
		p.line("return nil\n}\n")
	}
	if !g.startsSlices() {
		return
	}
	f := g.chainFunction()
	if len(doubtful) > 0 {
		f.body.line("if err := c.look(); err != nil {\nreturn err\n}")
	}
	f.lookAt(g.program.Message.Sampling.Suspects())
	p.comment("excluded finds what leaves the values of a chain, where a slice begins, no density.")
	p.line("func (c *chain) excluded() error {")
	f.header(p)
	p.Write(f.body.Bytes())
	p.line("return nil\n}\n")
}

// startsSlices tells whether some draw or move begins a slice where a chain stands.
func (g *generator) startsSlices() bool { return len(g.sliced) > 0 || g.draws(conditional.Elliptical) }

// lookAt prints an error for each instance of factors that has no density.
func (f *function) lookAt(list []*conditional.Factor) {
	for _, by := range list {
		t := &conditional.Term{Factor: by, Loops: by.Loops, Guards: by.Guards, X: by.X, Dist: by.Dist, Holds: by.Holds, Log: by.Log}
		var at []*model.Expr
		for _, l := range by.Loops {
			at = append(at, model.IndexExpr(l.Index))
		}
		f.instances(t, func() {
			fault := f.faultCall(f.g.blameOn(by), "dist.Contradiction", at)
			switch {
			case t.Holds != nil:
				f.body.line("if !(%s) {\n%s\n}", f.at0().truth(t.Holds), fault)
			case t.Log != nil:
				f.body.line("if log := %s; !(log >= -math.MaxFloat64) {\n%s\n}", f.at0().real(t.Log), fault)
			default:
				f.body.line("if log := %s; !(log >= -math.MaxFloat64) {\n%s\n}", f.logDensity(t.X, t.Dist), fault)
			}
		})
	}
}
