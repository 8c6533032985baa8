package codegen

import (
	"slices"

	"mpc/codegen/lower"
	"mpc/lang"
	"mpc/message"
)

// A statement is one of the model, of which a line may hold several.
type statement struct {
	line int
	text string
}

// origins prints the statements of the model, and the table that says which each
// update comes from.
func (g *generator) origins(p *printer) {
	var table printer
	var list []statement
	names, lines := map[statement]string{}, map[int]int{}
	add := func(id int, at lang.Pos, text, comment string) {
		s := statement{at.Line, text}
		name := names[s]
		if name == "" {
			name = linePrefix.name(at.Line)
			if lines[at.Line]++; lines[at.Line] > 1 {
				name = linePrefix.name(at.Line, lines[at.Line])
			}
			names[s] = name
			list = append(list, s)
		}
		table.line("%d: {Line: %d, Column: %d, Statement: %s},%s", id, at.Line, at.Col, name, comment)
	}
	for _, u := range g.program.Message.Updates {
		switch u.Kind {
		case message.Possible, message.Send, message.Buffer, message.Branches:
			add(u.ID, u.At, u.Factor.Text, "")
		case message.Integrate:
			prior := u.Gaussian.Parts()[0].Prior[0].Factor
			add(u.ID, prior.At, prior.Text, "")
		case message.Check:
			add(u.ID, u.At, u.Check.Text, "")
		case message.Assign:
			add(u.ID, u.At, u.Assign.Text, "")
		}
	}
	for _, f := range g.program.Message.Graph.Factors {
		if id := lower.FirstUpdate(g.program, f); id < 0 && (len(f.Branches) > 0 || g.program.Message.NetworkOf(f) != nil) {
			add(id, f.At, f.Text, " // has no update")
		}
	}
	if len(list) > 0 {
		p.line("// Statements, by their lines.\nconst (")
		slices.SortStableFunc(list, func(a, b statement) int { return a.line - b.line })
		for _, s := range list {
			p.line("%s = %q", names[s], s.text)
		}
		p.line(")\n")
	}
	p.line("// origins are the statements that updates come from.")
	p.line("var origins = map[int]engine.Origin{")
	p.Write(table.Bytes())
	p.line("}\n")
}
