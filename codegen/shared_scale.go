package codegen

import (
	"mpc/factor"
)

// sharedMessage prints the method with the product of the batch's messages.
func (g *generator) sharedMessage(p *printer, v *factor.Variable) {
	name, fam := exported(v.Name), familyType(v.Family)
	g.code.function(p, "batch_"+v.Name, "is the product of the messages of the data to "+v.Name+", one for each element.")
	p.line("// shared%s returns the product of the messages of the data to %s.", name, v.Name)
	p.line("func (inf *Inference) shared%s() %s {", name, nested(len(v.Dims), fam))
	p.line("product := inf.%s()", codeName("batch_"+v.Name))
	g.unflatten(p, v.Dims, fam, "product[i]")
	p.line("}\n")
}

// sharedScale prints the part of the log evidence that is the batch's own: the
// terms of its factors and variables, and, for EP, that of multiplying its
// messages to a shared variable one by one into what the others say, without that
// of multiplying their product into it.
func (g *generator) sharedScale(p *printer, list []*factor.Shared) {
	g.code.function(p, "addShared", "adds up the terms of the log evidence that are the data's own.")
	p.line("// sharedScale is the part of the log evidence that is the data's own; NaN where\n// it has no value.")
	p.line("func (inf *Inference) sharedScale() float64 {")
	p.line("var sum engine.TermSum\ninf.addShared(&sum)")
	p.line("z, err := inf.progress.Total(&sum)\nif err != nil {\nreturn math.NaN()\n}\nreturn z\n}\n")
}

// sharedChange prints what tells whether visits to batches have converged.
func (g *generator) sharedChange(p *printer, list []*factor.Shared) {
	p.line("// beliefs holds the posteriors of the shared variables.")
	p.line("type beliefs struct {")
	for _, s := range list {
		p.line("%s []%s", local(s.Variable.Name), familyType(s.Variable.Family))
	}
	p.line("}\n")
	p.line("// beliefs returns the posteriors of the shared variables.")
	p.line("func (inf *Inference) beliefs() beliefs {\nreturn beliefs{")
	for _, s := range list {
		p.line("%s: inf.%s(),", local(s.Variable.Name), codeName("known_"+s.Variable.Name))
	}
	p.line("}\n}\n")
	for _, s := range list {
		g.code.function(p, "known_"+s.Variable.Name, "is what is known of "+s.Variable.Name+".")
	}
	p.line("// Change is the largest change of a posterior since old, +Inf where there is no\n// old one.")
	p.line("func (b beliefs) Change(old beliefs) float64 {\nchange := 0.0")
	for _, s := range list {
		name, work := local(s.Variable.Name), ""
		if s.Variable.Family.Row().Work {
			work = ", new(dist.MvWork)"
		}
		p.line("if len(b.%s) != len(old.%s) {\nreturn math.Inf(1)\n}", name, name)
		p.line("for i, m := range b.%s {\nif !m.IsUniform() || !old.%s[i].IsUniform() {\nchange = math.Max(change, m.Change(old.%s[i]%s))\n}\n}", name, name, name, work)
	}
	p.line("return change\n}\n")
}
