package codegen

import (
	"fmt"
	"strings"

	"mpc/codegen/names"
	"mpc/conditional"
	"mpc/message"
)

// Normals that are drawn together element by element: a pair or three for each element,
// in local variables.

// patternOfEach prints the pattern of one element.
func (f *function) patternOfEach(d *conditional.Draw, field string) {
	pattern := f.fresh("p")
	f.body.line("%s := mcmc.NewNormalPattern(%d)", pattern, len(d.Variables))
	for _, r := range d.Block.Rows {
		var parts []string
		for _, s := range r.Slopes {
			parts = append(parts, fmt.Sprint(s.Part))
		}
		f.body.line("%s.Say(%s)", pattern, strings.Join(parts, ", "))
	}
	f.order(d, pattern, field)
}

// order prints the end of what a pattern is made of.
func (f *function) order(d *conditional.Draw, pattern, field string) {
	if d.Block.Signed() {
		f.body.line("%s.Signed = true", pattern)
	}
	f.body.line("%s.Order()\n%s = %s", pattern, field, pattern)
}

// drawEach prints the methods that draw the elements.
func (g *generator) drawEach(p *printer, name string, u *message.Update) {
	d, number := u.Sampled, g.blockNumber(u)
	n := len(d.Variables)
	say := "say" + strings.TrimPrefix(name, "draw")
	f := g.chainFunction()
	f.keepSteady(d)
	f.drawing = d
	f.stream()
	f.used["block"], f.used["ok"] = true, true
	var indices []string
	h, precisions := sumNames(n)
	normals := f.fresh("normals")
	factor := func() {
		f.body.line("%s, ok := mcmc.FactorNormals%d(%s)", normals, n, strings.Join(precisions, ", "))
	}
	if d.Block.Alike {
		precisions = f.declareSums(precisions)
		for _, r := range d.Block.Rows {
			f.sayEach(r, n, append(make([]string, n), precisions...))
		}
		factor()
	}
	f.elements(d, func() {
		h = f.declareSums(h)
		sums := append(h, make([]string, len(precisions))...)
		if !d.Block.Alike {
			precisions = f.declareSums(precisions)
			sums = append(h, precisions...)
		}
		for _, r := range d.Block.Rows {
			f.sayEach(r, n, sums)
		}
		if !d.Block.Alike {
			factor()
		}
		var steps []string
		for k := range n {
			steps = append(steps, f.fresh("step"+suffix(n, k)))
		}
		f.body.line("var %s float64", strings.Join(steps, ", "))
		f.body.line("if ok {\n%s = %s.Draw(stream, %s)\n} else {", strings.Join(steps, ", "), normals, strings.Join(h, ", "))
		f.body.comment("Precisions are so different that digits were lost.")
		f.body.line("block := &c.%s\nblock.Reset(c.%s)\nblock.Again()", blockPrefix.name(number), patternPrefix.name(number))
		args := "block"
		for _, l := range d.Elements {
			indices = append(indices, f.index(l.Index))
			args += ", " + f.index(l.Index)
		}
		f.body.line("c.%s(%s)", say, args)
		f.body.line("if !block.FactorRows() {\n%s\n}", f.faultAt(u, "Improper"))
		f.body.line("if !block.Draw(stream) {\n%s\n}", f.faultAt(u, "NotFinite"))
		for k, x := range steps {
			f.body.line("%s = block.Step[%d]", x, k)
		}
		f.body.line("}")
		for k, x := range steps {
			f.body.line("%s += %s", f.drawn(d, k), x)
		}
	})
	p.comment(fmt.Sprintf("%s draws %s %s: %s.", name, d.Name(), d.Method.Phrase(), d.Reason))
	p.line("func (c *chain) %s() error {", name)
	f.header(p)
	p.Write(f.body.Bytes())
	p.line("return nil\n}\n")

	f = g.chainFunction()
	f.keepSteady(&conditional.Draw{})
	f.used["block"] = true
	parameters := "block *mcmc.NormalBlock"
	for k, l := range d.Elements {
		if f.index(l.Index) != indices[k] {
			f.used[names.Plain(indices[k])] = true
			f.names[l.Index] = indices[k]
		}
		parameters += ", " + indices[k] + " int"
	}
	f.looping = append(f.looping, d.Elements...)
	for _, r := range d.Block.Rows {
		f.sayRow(r)
	}
	p.comment(fmt.Sprintf("%s adds up what is said of an element of %s: how far each mean is from where they stand.", say, d.Name()))
	p.line("func (c *chain) %s(%s) {", say, parameters)
	f.header(p)
	p.Write(f.body.Bytes())
	p.line("}\n")
}

// sayEach prints the addition of what a row says to the sums of an element.
func (f *function) sayEach(r *conditional.Row, n int, sums []string) {
	f.body.comment(fmt.Sprintf("line %d: %s", r.Term.Factor.At.Line, r.Term.Factor.Text))
	t := saidOf(r)
	at := func(k, j int) string {
		a, b := r.Slopes[k].Part, r.Slopes[j].Part
		a, b = max(a, b), min(a, b)
		return sums[n+a*(a+1)/2+b]
	}
	if r.Given != nil {
		f.passes(t, func() {
			x := f.input(r.Given.Input, r.Given.Args, f.at0())
			f.body.line("%s += %s.H - %s.P*%s\n%s += %s.P", sums[r.Slopes[0].Part], x, x, group(f.at0().real(r.Term.X)), at(0, 0), x)
		})
		return
	}
	var mine []string
	for _, s := range r.Slopes {
		mine = append(mine, sums[s.Part])
	}
	for k := range r.Slopes {
		for j := range k + 1 {
			mine = append(mine, at(k, j))
		}
	}
	f.addUp(r, t, mine)
}
