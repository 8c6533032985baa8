package codegen

import (
	"mpc/factor"
	"mpc/model"
)

// evidence prints the log evidence: log Z of each factor, less the integrals
// over the edges, plus the integrals over the variables (see package message).
func (g *generator) evidence() string {
	u := g.program.Evidence
	if u == nil {
		return ""
	}
	f := g.function()
	for _, t := range u.Terms {
		f.body.comment(t.String())
		f.plate(t.Factor.Loops, t.Factor.Guards, func() {
			if t.Op != nil {
				f.body.line("sum += %s", f.call(g.program.Values(t), t.Op.Name(), t.Op.In(), ""))
				return
			}
			place := g.program.MessagePlace(t.Out)
			f.body.line("sum += %s.LogIntegral(%s)", f.load(place.Table, place.Index, f.env()), f.product(g.program.Cavity(t.Out), t.Out.Variable.Family))
		})
	}
	for _, v := range g.program.Message.Graph.Variables {
		if !v.Point {
			g.variableEvidence(f, v)
		}
	}
	var p printer
	p.line("// LogEvidence returns the log evidence of the model, log p(data): exact where the\n// model is a tree of exact messages, the EP estimate elsewhere.")
	p.line("func (inf *Inference) LogEvidence() float64 {")
	f.header(&p)
	p.line("sum := 0.0")
	p.Write(f.body.Bytes())
	p.line("return sum\n}\n")
	return p.String()
}

// variableEvidence adds the integral of the product of all messages to each
// element, less the integrals over the edges. The proper messages are multiplied
// first, so that the product is proper all the way.
func (g *generator) variableEvidence(f *function, v *factor.Variable) {
	f.body.comment(v.Name + ": messages multiplied one after the other, proper ones first, less each with its cavity")
	f.open("{")
	f.body.line("product := make([]%s, inf.%s)\nbegun := make([]bool, len(product))", familyType(v.Family), g.count(v.Dims))
	f.open("for _, proper := range [...]bool{true, false} {")
	for _, e := range v.Edges {
		place := g.program.MessagePlace(e)
		if place == nil {
			continue
		}
		loops := e.Factor.Loops
		if e.Slot.Over != nil {
			loops = append(loops[:len(loops):len(loops)], e.Slot.Over)
		}
		f.plate(loops, e.Factor.Guards, func() {
			f.body.line("m := %s", f.load(place.Table, place.Index, f.env()))
			f.open("if m.IsProper() == proper {")
			at := "0"
			if len(v.Dims) > 0 {
				at = f.flat(g.shape(v.Dims), e.Index, f.env())
			}
			f.body.line("sum -= m.LogIntegral(%s)", f.product(g.program.Cavity(e), v.Family))
			f.body.line("if begun[%s] {\nsum += product[%s].LogIntegral(m)\nm = product[%s].Times(m)\n}\nproduct[%s], begun[%s] = m, true", at, at, at, at, at)
			f.close()
		})
	}
	f.close()
	f.close()
}

// plate prints loops and conditions around a body.
func (f *function) plate(list []*model.Loop, guards []*model.Expr, body func()) {
	if len(list) == 0 && len(guards) == 0 {
		f.open("{")
		body()
		f.close()
		return
	}
	for _, l := range list {
		f.loop(l.Index, l.Lo, l.Hi, false)
	}
	for _, g := range guards {
		f.open("if %s {", f.env().truth(g))
	}
	body()
	for range len(list) + len(guards) {
		f.close()
	}
}
