package codegen

import (
	"mpc/codegen/lower"
	"mpc/codegen/names"
	"mpc/factor"
)

// Fields of what functions keep and work in.

// scratch prints the fields of arrays to work in.
func (l *lowered) scratch(p *printer, m *lower.Memory, what string) {
	for k, t := range m.Scratch {
		p.line("%s []%s // %s", names.Scratch.Name(k), l.Type(l.program.Tables[t].Scratch), what)
	}
}

// messages prints the fields of messages to work in.
func (l *lowered) messages(p *printer, m *lower.Memory) {
	for k, t := range m.Messages {
		p.line("%s %s // to work with", names.Vector.Name(k), l.Type(l.program.Tables[t].Message))
	}
}

// previousField is the array that keeps the marginals of a variable of the iteration before.
func (g *generator) previousField(v *factor.Variable) string {
	return "previous" + exported(g.code.program.VariableName(v))
}
