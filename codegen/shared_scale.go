package codegen

import (
	"mpc/factor"
	"mpc/loops"
	"mpc/message"
)

// sharedEdges prints a loop over the stored messages to a variable, of the batch or
// of others: body gets the message and the flat position of its element.
func (f *function) sharedEdges(v *factor.Variable, batch bool, body func(e *factor.Edge, m, at string)) {
	for _, e := range v.Edges {
		place := f.g.program.MessagePlace(e)
		if place == nil || (e.Factor.Part == factor.Batch) != batch || f.g.update(e).Pooled {
			continue
		}
		if place.Table.Role == loops.Sum {
			f.open("for i, m := range %s {", f.table(place.Table))
			body(e, "m", "i")
			f.close()
			continue
		}
		list := e.Factor.Loops
		if e.Slot.Over != nil {
			list = append(list[:len(list):len(list)], e.Slot.Over)
		}
		f.plate(list, e.Factor.Guards, func() {
			at := "0"
			if len(v.Dims) > 0 {
				at = f.flat(f.g.shape(v.Dims), e.Index, f.env())
			}
			body(e, f.load(place.Table, place.Index, f.env()), at)
		})
	}
}

// timesEach prints that the messages of the batch, or all others, are multiplied
// into an array.
func (f *function) timesEach(product string, v *factor.Variable, batch bool) {
	vector := v.Family.Row().Vector()
	if vector && batch {
		f.pools(v, func(pool string) {
			f.body.line("for i := range %s {\n%s[i].SetTimes(%s[i], %s[i])\n}", product, product, product, pool)
		})
	}
	f.sharedEdges(v, batch, func(_ *factor.Edge, m, at string) {
		if vector {
			f.body.line("%s[%s].SetTimes(%s[%s], %s)", product, at, product, at, m)
		} else {
			f.body.line("%s[%s] = %s[%s].Times(%s)", product, at, product, at, m)
		}
	})
}

// pools calls body with each table of products of pooled messages to a variable.
func (f *function) pools(v *factor.Variable, body func(pool string)) {
	for _, e := range v.Edges {
		if place := f.g.program.MessagePlace(e); place != nil && f.g.update(e).Pooled {
			body(f.table(place.Table))
		}
	}
}

// sharedMessage prints the method with the product of the batch's messages.
func (g *generator) sharedMessage(p *printer, v *factor.Variable) {
	name, fam := exported(v.Name), familyType(v.Family)
	p.line("// shared%s returns the product of the messages of the data to %s.", name, v.Name)
	p.line("func (inf *Inference) shared%s() %s {", name, nested(len(v.Dims), fam))
	f := g.function()
	f.newUniforms("product :=", v)
	f.timesEach("product", v, true)
	f.header(p)
	p.Write(f.body.Bytes())
	g.unflatten(p, v.Dims, fam, "product[i]")
	p.line("}\n")
}

// sharedScale prints the part of the log evidence that is the batch's own: the
// terms of its factors and variables, and, for EP, that of multiplying its
// messages to a shared variable one by one into what the others say, without that
// of multiplying their product into it.
func (g *generator) sharedScale(p *printer, list []*factor.Shared) {
	f := g.function()
	var own []*message.Term
	for _, t := range g.program.Evidence.Terms {
		if t.OfBatch() {
			own = append(own, t)
		}
	}
	f.terms(own, nil)
	for _, s := range list {
		v := s.Variable
		if !s.Scaled || !g.said(v) {
			continue
		}
		f.body.comment(v.Name + ": its messages from the data")
		f.open("{")
		f.newUniforms("product :=", v)
		f.timesEach("product", v, false)
		f.newUniforms("batch :=", v)
		f.timesEach("batch", v, true)
		fam := v.Family.Row()
		first := g.firstUpdate(v.Edges[0].Factor)
		f.body.line("for i, m := range batch {\nif !m.IsUniform() {\nsum.subtract(%s, %d, i)\n}\n}", f.overlap(fam, "product[i]", "m"), first)
		if g.program.Message.MayFaint(v) {
			f.body.line("for i, m := range batch {\nif m.LostScale(product[i]) {\nsum.add(math.NaN(), %d, i)\n}\n}", first)
		}
		if mayPass(fam) {
			f.body.line("several := make([]bool, len(product)) // messages that say something are in the product")
		}
		f.open("for _, proper := range [...]bool{true, false} {")
		none := f.body.Len()
		f.sharedEdges(v, true, func(e *factor.Edge, m, at string) {
			f.body.line("m := %s", m)
			f.open("if %s == proper {", f.method(fam, "m", "IsProper"))
			f.addTerm(&message.Term{Sign: 1, Factor: e.Factor}, f.scaleOf(fam, "product["+at+"]", "m"))
			if mayPass(fam) {
				f.body.line("several[%s] = several[%s] || %s", at, at, f.bothSay("product["+at+"]"))
			}
			if fam.Vector() {
				f.body.line("product[%s].SetTimes(product[%s], m)", at, at)
			} else {
				f.body.line("product[%s] = product[%s].Times(m)", at, at)
			}
			f.close()
		})
		if f.body.Len() == none {
			f.body.line("_ = proper // all are pooled")
		}
		f.close()
		if mayPass(fam) {
			f.body.line("for i, m := range product {\nif several[i] && !m.IsProper() {\nsum.add(math.NaN(), %d, i)\n}\n}", first)
		}
		f.pools(v, func(pool string) {
			f.body.line("for i := range product {\nsum.add(product[i].LogTilt(%s[i]), %d, i)\nproduct[i].SetTimes(product[i], %s[i])\n}", pool, first, pool)
		})
		f.close()
	}
	p.line("// sharedScale is the part of the log evidence that is the data's own; NaN where\n// it has no value.")
	p.line("func (inf *Inference) sharedScale() float64 {")
	f.header(p)
	p.line("var sum logSum")
	p.Write(f.body.Bytes())
	p.line("z, err := inf.total(&sum)\nif err != nil {\nreturn math.NaN()\n}\nreturn z\n}\n")
}

// said tells whether the data of a batch say anything about a variable.
func (g *generator) said(v *factor.Variable) bool {
	for _, e := range v.Edges {
		if e.Factor.Part == factor.Batch && g.program.MessagePlace(e) != nil {
			return true
		}
	}
	return false
}

// sharedChange prints what tells whether visits to batches have converged.
func (g *generator) sharedChange(p *printer, list []*factor.Shared) {
	p.line("// beliefs holds the posteriors of the shared variables.")
	p.line("type beliefs struct {")
	for _, s := range list {
		p.line("%s []%s", local(s.Variable.Name), familyType(s.Variable.Family))
	}
	p.line("}\n")
	f := g.function()
	for _, s := range list {
		v := s.Variable
		f.body.line("now.%s = make([]%s, inf.%s)", local(v.Name), familyType(v.Family), g.count(v.Dims))
		at := ""
		if v.Family.Row().Vector() {
			at = operand(f.vectorAt(v, "i")) + ".Copy()"
		} else {
			at = f.at(v, "i")
		}
		f.body.line("for i := range now.%s {\nnow.%s[i] = %s\n}", local(v.Name), local(v.Name), at)
	}
	p.line("// beliefs returns the posteriors of the shared variables.")
	p.line("func (inf *Inference) beliefs() beliefs {\nvar now beliefs")
	f.header(p)
	p.Write(f.body.Bytes())
	p.line("return now\n}\n")
	p.line("// change is the largest change of a posterior since old, +Inf where there is no\n// old one.")
	p.line("func (b beliefs) change(old beliefs) float64 {\nchange := 0.0")
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

const jointText = `
// jointScale is the log scale of the product of two messages, as LogIntegral scales
// each of the three; a uniform one is 1 everywhere. It is NaN where it cannot be
// told.
func jointScale[M interface {
	IsUniform() bool
	IsProper() bool
	LogIntegral(M) float64
}](a, b, product M) float64 {
	switch {
	case a.IsUniform() || b.IsUniform():
		return 0
	case !a.IsProper() && !b.IsProper() && !product.IsProper():
		return 0
	case product.IsUniform() && product.IsProper():
		return a.LogIntegral(b) + product.LogIntegral(product)
	}
	return a.LogIntegral(b)
}
`

const jointInText = `
// jointScaleIn is the log scale of the product of two messages, as LogIntegral
// scales each of the three; a uniform one is 1 everywhere. It is NaN where it
// cannot be told.
func jointScaleIn[M interface {
	IsUniform() bool
	IsProper(*dist.MvWork) bool
	LogIntegral(M, *dist.MvWork) float64
}](a, b, product M, work *dist.MvWork) float64 {
	switch {
	case a.IsUniform() || b.IsUniform():
		return 0
	case !a.IsProper(work) && !b.IsProper(work) && !product.IsProper(work):
		return 0
	}
	return a.LogIntegral(b, work)
}
`
