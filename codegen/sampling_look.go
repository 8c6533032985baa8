package codegen

import (
	"mpc/conditional"
	"mpc/model"
)

// look prints the method that looks at the densities of what may have none, after the first
// scan or where the start of a slice has none.
func (g *generator) look(p *printer) {
	list := g.program.Message.Sampling.Suspects()
	if len(list) == 0 {
		return
	}
	f := g.function()
	for _, by := range list {
		t := &conditional.Term{Factor: by, Loops: by.Loops, Guards: by.Guards, X: by.X, Dist: by.Dist, Holds: by.Holds, Log: by.Log}
		var at []*model.Expr
		for _, l := range by.Loops {
			at = append(at, model.IndexExpr(l.Index))
		}
		fault := f.faultCall("fault", g.blameOn(by), "dist.Contradiction", at)
		f.instances(t, func() {
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
	p.comment("look finds what has no density where the chain stands: the data leave it none, or where chains begin.")
	p.line("func (inf *chain) look() error {")
	f.header(p)
	p.Write(f.body.Bytes())
	p.line("return nil\n}\n")
}
