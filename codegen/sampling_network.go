package codegen

import (
	"fmt"
	"strings"

	"mpc/conditional"
	"mpc/message"
	"mpc/model"
)

// Whole numbers and truths that are drawn together. In which order they are summed out is
// found once, with the data; a scan fills the tables of factors, sums out and draws.

// networkPattern prints how the pattern of such a block is made; nil is one that is not
// drawn together.
func (f *function) networkPattern(d *conditional.Draw, field string) {
	_, at := f.coordinates(d)
	pattern := f.fresh("p")
	f.body.line("%s := mcmc.NewFinitePattern()", pattern)
	for _, part := range d.Block.Parts {
		for _, l := range part.Elements {
			f.loop(l.Index, l.Lo, l.Hi, false)
		}
		f.body.line("%s.Element(%s)", pattern, f.at0().whole(part.Values()))
		for range part.Elements {
			f.close()
		}
	}
	shared := 0
	for _, t := range d.Block.Tables {
		f.instances(t.Instances(), func() {
			var list []string
			if t.Shared {
				list = append(list, fmt.Sprint(shared))
			}
			for _, e := range t.Elements {
				list = append(list, at(e.Part, e.At))
			}
			f.body.line("%s.%s(%s)", pattern, map[bool]string{false: "Say", true: "Share"}[t.Shared], strings.Join(list, ", "))
		})
		if t.Shared {
			shared++
		}
	}
	f.body.line("if %s.Order(%v) {\n%s = %s\n}", pattern, d.Block.Must, field, pattern)
}

// drawNetwork prints the methods that draw whole numbers and truths together.
func (g *generator) drawNetwork(p *printer, name string, u *message.Update) {
	d, n := u.Sampled, g.blockNumber(u)
	say, alone := "say"+strings.TrimPrefix(name, "draw"), name+"Alone"
	f := g.chainFunction()
	f.stream()
	block := f.field("block", "&"+blockPrefix.name(n))
	pattern := "c." + patternPrefix.name(n)
	f.used["block"] = true
	f.body.line("if %s == nil {", pattern)
	if d.Block.Must {
		f.body.line("return fmt.Errorf(%q)", fmt.Sprintf("line %d: so many elements of %s depend on each other that they cannot be drawn together", d.Pos().Line, d.Name()))
	} else {
		f.body.comment("So many depend on each other that one after the other is faster.")
		f.body.line("return c.%s()", alone)
	}
	f.body.line("}\n%s.Reset(%s)\nc.%s(%s)", block, pattern, say, block)
	from, _ := f.coordinates(d)
	f.g.settles = true
	f.body.line("if !%s.Draw(stream) {\nif !c.beginning {", block)
	for k := len(d.Variables) - 1; k >= 0; k-- {
		by := g.blame(u, d.Block.Parts[k].Prior[0].Factor)
		if k == 0 {
			f.body.line("return origins.Fault(%d, dist.Contradiction, %s, c.course.Scans)", by, f.indexAt(d.Variables[k], block+".Lost"))
			continue
		}
		lost := f.fresh("lost")
		f.body.line("if %s := %s.Lost - (%s); %s >= 0 {\nreturn origins.Fault(%d, dist.Contradiction, %s, c.course.Scans)\n}", lost, block, from[k], lost, by, f.indexAt(d.Variables[k], lost))
	}
	f.body.line("}\nc.skipped = true\nreturn nil\n}")
	f.noteAllSeveral(d)
	values := f.fresh("values")
	f.body.line("%s := %s.Values", values, block)
	for k, v := range d.Variables {
		table, value := f.table(g.program.Constants[v]), "%s"
		if v.Type.Kind == model.Bool {
			value = "%s == 1"
		}
		if len(v.Dims) == 0 {
			f.body.line("%s[0] = "+value, table, values+"[0]")
		} else {
			i := f.fresh("i")
			f.body.line("for %s := range %s {\n%s[%s] = "+value+"\n}", i, table, table, i, values+"["+i+"]")
		}
		if k+1 < len(d.Variables) {
			f.body.line("%s = %s[len(%s):]", values, values, table)
		}
	}
	p.comment(fmt.Sprintf("%s draws %s %s: %s.", name, d.Name(), d.Method.Phrase(), d.Reason))
	p.line("func (c *chain) %s() error {", name)
	f.header(p)
	p.Write(f.body.Bytes())
	p.line("return nil\n}\n")

	g.sayNetwork(p, say, d)
	if !d.Block.Must {
		g.drawAlone(p, alone, u)
	}
}

// drawAlone prints the method that draws the elements of a block one after the other.
func (g *generator) drawAlone(p *printer, name string, u *message.Update) {
	f := g.chainFunction()
	f.keepSteady(u.Sampled)
	for _, part := range u.Sampled.Block.Parts {
		one := *u
		one.Sampled = part
		f.drawing = part
		f.elements(part, func() { f.draw(&one) })
	}
	f.keepWeights()
	p.comment(fmt.Sprintf("%s draws them one after the other.", name))
	p.line("func (c *chain) %s() error {", name)
	f.header(p)
	p.Write(f.body.Bytes())
	p.line("return nil\n}\n")
}

// sayNetwork prints the method that fills the tables of factors.
func (g *generator) sayNetwork(p *printer, name string, d *conditional.Draw) {
	f := g.chainFunction()
	f.keepSteady(&conditional.Draw{})
	f.used["block"] = true
	shared := 0
	for _, t := range d.Block.Tables {
		if !t.Shared {
			f.instances(t.Instances(), func() {
				table := f.fresh("table")
				f.body.line("%s := block.Table()", table)
				f.fill(d, t, table)
				if t.Outer > 0 {
					delete(f.used, table)
				}
			})
			continue
		}
		f.body.comment(fmt.Sprintf("line %d: %s", t.Term.Factor.At.Line, t.Term.Factor.Text))
		table := f.fresh("table")
		f.open("if %s := block.Shared(%d); %s != nil {", table, shared, table)
		f.fill(d, t, table)
		f.close()
		delete(f.used, table)
		shared++
	}
	p.comment(fmt.Sprintf("%s adds up what is said of all values of %s, as log probabilities.", name, d.Name()))
	p.line("func (c *chain) %s(block *mcmc.FiniteBlock) {", name)
	f.header(p)
	p.Write(f.body.Bytes())
	p.line("}\n")
}

// fill prints what a factor says of all values of the elements that it reads.
func (f *function) fill(d *conditional.Draw, t *conditional.ValueTable, table string) {
	at := ""
	if len(t.Values) > 1 {
		at = f.fresh("at")
		f.body.line("%s := 0", at)
	}
	for _, l := range t.Values {
		f.loop(l.Index, l.Lo, l.Hi, false)
	}
	f.looping = append(f.looping, t.Values...)
	if at == "" {
		at = f.index(t.Values[0].Index)
	}
	to := table + "[" + at + "]"
	for _, said := range t.Said() {
		if said.Factor != t.Term.Factor {
			f.body.comment(fmt.Sprintf("line %d: %s", said.Factor.At.Line, said.Factor.Text))
		}
		f.passes(said, func() { f.addLog(d, said, to) })
	}
	if len(t.Values) > 1 {
		f.body.line("%s++", at)
	}
	f.looping = f.looping[:len(f.looping)-len(t.Values)]
	for range t.Values {
		f.close()
	}
}

// indexAt prints the index of the element at a position of an array, "nil" where its lists
// are not of one length.
func (f *function) indexAt(v *model.Variable, position string) string {
	s := f.g.shape(v.Dims)
	if len(v.Dims) == 0 {
		return "nil"
	}
	list := make([]string, len(v.Dims))
	for k := len(v.Dims) - 1; k > 0; k-- {
		if s.ragged[k] {
			return "nil"
		}
		n := f.size(s, k)
		list[k], position = group(position)+" % "+group(n), group(position)+" / "+group(n)
	}
	list[0] = position
	return "[]int{" + strings.Join(list, ", ") + "}"
}
