package codegen

import (
	"fmt"

	"mpc/conditional"
	"mpc/model"
)

// rescaleName is the method of a rescaling.
func rescaleName(d *conditional.Draw, r *conditional.Rescale) string {
	return "rescale" + exported(d.Variables[r.Part].Name)
}

// rescale prints the method that moves a hierarchy and its precision together.
func (g *generator) rescale(p *printer, d *conditional.Draw, r *conditional.Rescale) {
	x := d.Variables[r.Part]
	f := g.chainFunction()
	f.keepSteady(&conditional.Draw{Variables: []*model.Variable{x, r.Variable}})
	f.stream()
	square, cross, scale := f.fresh("square"), f.fresh("cross"), f.fresh("scale")
	f.body.line("%s, %s := 0.0, 0.0", square, cross)
	for _, m := range r.Rows {
		t := *m.Row.Term
		t.Message = &conditional.Message{Args: []*model.Expr{m.Move, m.Row.Rest, m.Row.Precision}}
		f.instances(&t, func() {
			move, weight := f.fresh("move"), f.fresh("weight")
			f.body.line("%s := %s\n%s := %s * %s", move, f.at0().real(m.Move), weight, group(f.at0().real(m.Row.Precision)), move)
			f.body.line("%s += %s * %s\n%s += %s * %s", square, weight, move, cross, weight, group(f.at0().real(m.Row.Rest)))
			if len(t.Loops) > 0 {
				delete(f.used, move)
				delete(f.used, weight)
			}
		})
	}
	precision := f.load(g.program.Constants[r.Variable], nil, f.at0())
	by, change := "*", "/"
	if r.Inverse {
		by, change = "/", "*"
	}
	f.body.line("%s := mcmc.DrawScale(stream, %s, %s, %s, %s %s %s)", scale, square, cross, f.at0().real(r.Shape), group(f.at0().real(r.Rate)), by, precision)
	t := *r.Term
	t.Message = &conditional.Message{Args: []*model.Expr{r.Mean}}
	f.instances(&t, func() {
		mean, at := f.fresh("mean"), f.load(g.program.Constants[x], r.X.Args, f.at0())
		f.body.line("%s := %s\n%s = %s + %s*(%s-%s)", mean, f.at0().real(r.Mean), at, mean, scale, at, mean)
	})
	f.body.line("%s %s= %s * %s", precision, change, scale, scale)
	p.comment(fmt.Sprintf("%s draws how far %s is from its mean, line %d, together with %s.", rescaleName(d, r), x.Name, r.Term.Factor.At.Line, r.Variable.Name))
	p.line("func (c *chain) %s() {", rescaleName(d, r))
	f.header(p)
	p.Write(f.body.Bytes())
	p.line("}\n")
}
