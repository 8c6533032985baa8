package codegen

import (
	"fmt"

	"mpc/loops"
)

// guarded tells whether some iteration ends in a bound.
func (g *generator) guarded() bool {
	for _, s := range g.program.Steps {
		if s.Bound != nil {
			return true
		}
	}
	return false
}

// bounds prints the bounds that iterations end in.
func (g *generator) bounds() string {
	var p printer
	for _, s := range g.program.Steps {
		if s.Bound == nil {
			continue
		}
		p.line("// bound%d is the bound on the log evidence after an iteration of step %d, and the sum of\n// the sizes of its terms: NaN where it has no value.", s.ID, s.ID)
		p.line("func (inf *Inference) bound%d() (value, size float64) {", s.ID)
		p.line("var sum engine.TermSum")
		name := fmt.Sprintf("addBound%d", s.ID)
		if g.code.has(name) {
			p.line("inf.%s(&sum)", name)
		} else {
			p.line("inf.addEvidence(&sum)")
		}
		p.line("if !sum.IsFinite() {\nreturn math.NaN(), math.Inf(1)\n}")
		p.line("return sum.Sum, sum.Size\n}\n")
		g.code.function(&p, name, fmt.Sprintf("adds up the terms of bound%d.", s.ID))
	}
	return p.String()
}

// kept lists the tables that an iteration changes and that must be as before when
// it runs again with a shorter step.
func (g *generator) kept(s *loops.Step) []*loops.Table {
	if !s.Checks {
		return nil
	}
	var list []*loops.Table
	for _, t := range g.program.Written(&loops.Step{Body: s.Body}) {
		if t.Role != loops.Constant {
			list = append(list, t)
		}
	}
	return list
}

// keptTables lists those of all iterations.
func (g *generator) keptTables() []*loops.Table {
	in := map[*loops.Table]bool{}
	for _, s := range g.program.Steps {
		for _, t := range g.kept(s) {
			in[t] = true
		}
	}
	var list []*loops.Table
	for _, t := range g.program.Tables {
		if in[t] {
			list = append(list, t)
		}
	}
	return list
}

// guards prints what keeps and restores the messages of an iteration.
func (g *generator) guards(p *printer) {
	for _, s := range g.program.Steps {
		tables := g.kept(s)
		if len(tables) == 0 {
			continue
		}
		for _, m := range []struct{ name, doc, to, from string }{
			{"keep", "keeps the messages as they are before an iteration", "kept.", "msg."},
			{"restore", "makes the messages what they were before the iteration", "msg.", "kept."},
		} {
			p.line("// %s%d %s of step %d.", m.name, s.ID, m.doc, s.ID)
			p.line("func (inf *Inference) %s%d() {", m.name, s.ID)
			for _, t := range tables {
				g.copyTable(p, t, "inf."+m.to+g.tableName(t), "inf."+m.from+g.tableName(t))
				if searched(t) {
					name := g.searchField(t)
					to, from := "inf.kept."+name, "inf."+name
					if m.name == "restore" {
						to, from = from, to
					}
					p.line("copy(%s, %s)", to, from)
				}
			}
			if m.name == "restore" && g.program.SetsMoments() {
				p.line("inf.setMoments()")
			}
			p.line("}\n")
		}
	}
}

// copyTable prints the assignment of all messages of a table.
func (g *generator) copyTable(p *printer, t *loops.Table, to, from string) {
	if isVector(t) {
		p.line("for i := range %s {\n%s[i].Set(%s[i])\n}", from, to, from)
		return
	}
	p.line("copy(%s, %s)", to, from)
}

// guard prints what guards a step, "" for nothing.
func (g *generator) guard(s *loops.Step) string {
	if s.Bound == nil {
		return ""
	}
	hooks := fmt.Sprintf("Bound: inf.bound%d, Step: &inf.step", s.ID)
	if s.Checks {
		hooks += fmt.Sprintf(", Keep: inf.keep%d, Restore: inf.restore%d", s.ID, s.ID)
	}
	if g.model.Iterate.OfEvidence {
		hooks += ", OfEvidence: true"
	}
	return "Guard: engine.Guard{" + hooks + "}"
}
