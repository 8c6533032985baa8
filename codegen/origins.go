package codegen

import (
	"cmp"
	"fmt"
	"mpc/codegen/names"
	"slices"
	"strings"

	"mpc/codegen/lower"
)

// origins prints the statements of the model, and the table that says which each
// update comes from.
func (g *generator) origins(p *printer) {
	type statement struct {
		line int
		text string
	}
	var table printer
	var list []statement
	constants, lines := map[statement]string{}, map[int]int{}
	for _, o := range g.code.program.Origins() {
		s := statement{o.At.Line, o.Text}
		if constants[s] == "" {
			constants[s] = names.Line.Name(s.line)
			if lines[s.line]++; lines[s.line] > 1 {
				constants[s] = names.Line.Name(s.line, lines[s.line])
			}
			list = append(list, s)
		}
		table.line("%d: {Line: %d, Column: %d, Statement: %s},%s", o.ID, o.At.Line, o.At.Col, constants[s], map[bool]string{true: " // has no update"}[o.None])
	}
	if len(list) > 0 {
		p.line("// Statements, by their lines.\nconst (")
		slices.SortStableFunc(list, func(a, b statement) int { return cmp.Compare(a.line, b.line) })
		for _, s := range list {
			p.line("%s = %q", constants[s], s.text)
		}
		p.line(")\n")
	}
	p.line("// origins are the statements that updates come from.")
	p.line("var origins = map[int]engine.Origin{")
	p.Write(table.Bytes())
	p.line("}\n")
}

// drawOrigins prints the table that says which statement each update of a model that is sampled comes from.
func (g *generator) drawOrigins(p *printer) {
	p.line("// origins has the statement of the model that each update comes from.\nvar origins = sampling.Statements{")
	for _, o := range g.code.program.Origins() {
		p.line("%d: {Line: %d, Column: %d, Statement: %q},", o.ID, o.At.Line, o.At.Col, o.Text)
	}
	p.line("}\n")
}

// factors prints the updates of each factor that can fail, for the check that not
// all of them do.
func (g *generator) factors(p *printer) {
	p.line("// factors lists the messages of each factor that may have none.")
	p.line("var factors = [][]engine.Sender{")
	for _, s := range g.code.program.Senders() {
		p.line("{%s},%s", senders(s.List), map[bool]string{true: " // the bound is none without it"}[s.Bound])
	}
	p.line("}\n")
}

func senders(list []lower.Sender) string {
	var parts []string
	for _, s := range list {
		parts = append(parts, fmt.Sprintf("{Update: %d, Buffer: %d}", s.Update, s.Buffer))
	}
	return strings.Join(parts, ", ")
}
