package codegen

import (
	"fmt"

	"mpc/codegen/fields"
	"mpc/codegen/lower"
)

// scaled tells whether messages of batches carry their part of the evidence.
func (g *generator) scaled() bool { return g.code.program.Evidence() != nil }

// shared prints what serves data in batches: the type Shared of their messages,
// Shared, and Batches, which keeps a message for each.
func (g *generator) shared() string {
	list := g.code.program.Commons()
	if len(list) == 0 {
		return ""
	}
	var p printer
	p.record(g.types.Shared())
	names := ""
	for _, s := range list {
		names += fmt.Sprintf(", %q", s.Of.Name)
	}
	if g.scaled() {
		names += `, "log_scale"`
	}
	p.line("// UnmarshalJSON reads a saved message. It refuses that of a model with other shared\n// variables, with an *InputError.")
	p.line("func (s *Shared) UnmarshalJSON(text []byte) error {\ntype plain Shared\nreturn passing.ReadShared(text, (*plain)(s)%s)\n}\n", names)
	g.sharedTimes(&p, list)
	p.line("// Shared returns what the data say about the shared variables, without what is\n// known from elsewhere.")
	p.line("func (inf *Inference) Shared() Shared {\nreturn Shared{")
	for _, s := range list {
		p.line("%s: %s,", exported(s.Of.Name), g.rows(s.Dims, g.own(s.Batch)+"()"))
	}
	if g.scaled() {
		p.line("%s: inf.progress.OwnEvidence(inf.addShared),", g.code.program.ScaleField())
	}
	p.line("}\n}\n")
	g.batches(&p, list)
	return p.String()
}

// sharedTimes prints the product of two messages.
func (g *generator) sharedTimes(p *printer, list []lower.Common) {
	p.line("// Times returns the product of what two sets of batches say. The error is an\n// *InputError where their variables have different sizes.")
	p.line("func (s Shared) Times(t Shared) (Shared, error) {")
	scale := ""
	if g.scaled() {
		scale = fmt.Sprintf("Scale: s.%s + t.%s", g.code.program.ScaleField(), g.code.program.ScaleField())
	}
	p.line("p := passing.Product{%s}\nout := Shared{", scale)
	for _, s := range list {
		name := exported(s.Of.Name)
		p.line("%s: %s(&p, %q, s.%s, t.%s),", name, each(s, "Times", timesOf(s)), s.Of.Name, name, name)
	}
	p.line("}\nif p.Err != nil {\nreturn Shared{}, p.Err\n}")
	if g.scaled() {
		p.line("out.%s = p.Scale", g.code.program.ScaleField())
	}
	p.line("return out, nil\n}\n")
}

// timesOf is the function of package passing that multiplies messages to a shared variable. Where there is an evidence it
// has a term for the product.
func timesOf(s lower.Common) string {
	name := "Times"
	if s.Family.Vector() {
		name += "Vector"
	}
	if s.Scaled {
		name += "Scaled"
		if s.Family.Work {
			name += "In"
		}
	}
	return name
}

// each is a function of package passing on messages to a variable, which that on slices is made of where it is an array.
func each(s lower.Common, on, function string) string {
	call := "passing." + function + "[" + fields.MessageType(s.Family) + "]"
	for range s.Dims {
		call = "passing." + on + "Each(" + call + ")"
	}
	return call
}
