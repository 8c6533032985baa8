package codegen

import (
	"fmt"

	"mpc/codegen/fields"
	"mpc/codegen/lower"
	"mpc/factor"
	"mpc/model"
)

// others lists the inputs that other batches of data give: no part of Data.
func (g *generator) others() []*model.Input {
	var list []*model.Input
	for _, s := range g.program.Message.Graph.Shared {
		list = append(list, s.Others)
	}
	return list
}

// sharedBy is the variable that an input is about which other batches give.
func (g *generator) sharedBy(in *model.Input) *factor.Variable {
	for _, s := range g.program.Message.Graph.Shared {
		if s.Others == in {
			return s.Variable
		}
	}
	return nil
}

// scaled tells whether messages of batches carry their part of the evidence.
func (g *generator) scaled() bool { return g.program.Evidence != nil }

// shared prints what serves data in batches: the type Shared of their messages,
// Shared, and Batches, which keeps a message for each.
func (g *generator) shared() string {
	list := g.program.Message.Graph.Shared
	if len(list) == 0 {
		return ""
	}
	var p printer
	p.record(g.types.Shared())
	names := ""
	for _, s := range list {
		names += fmt.Sprintf(", %q", s.Variable.Name)
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
		v := s.Variable
		p.line("%s: %s,", exported(v.Name), g.rows(v.Dims, "inf."+g.code.name(lower.BatchOf(v))+"()"))
	}
	if g.scaled() {
		p.line("%s: inf.progress.OwnEvidence(inf.addShared),", g.code.program.ScaleField())
	}
	p.line("}\n}\n")
	g.batches(&p, list)
	return p.String()
}

// sharedTimes prints the product of two messages.
func (g *generator) sharedTimes(p *printer, list []*factor.Shared) {
	p.line("// Times returns the product of what two sets of batches say. The error is an\n// *InputError where their variables have different sizes.")
	p.line("func (s Shared) Times(t Shared) (Shared, error) {")
	scale := ""
	if g.scaled() {
		scale = fmt.Sprintf("Scale: s.%s + t.%s", g.code.program.ScaleField(), g.code.program.ScaleField())
	}
	p.line("p := passing.Product{%s}\nout := Shared{", scale)
	for _, s := range list {
		name := exported(s.Variable.Name)
		p.line("%s: %s(&p, %q, s.%s, t.%s),", name, each(s.Variable, "Times", g.timesOf(s)), s.Variable.Name, name, name)
	}
	p.line("}\nif p.Err != nil {\nreturn Shared{}, p.Err\n}")
	if g.scaled() {
		p.line("out.%s = p.Scale", g.code.program.ScaleField())
	}
	p.line("return out, nil\n}\n")
}

// timesOf is the function of package passing that multiplies messages to a shared variable. Where there is an evidence it
// has a term for the product.
func (g *generator) timesOf(s *factor.Shared) string {
	name, fam := "Times", s.Variable.Family.Row()
	if fam.Vector() {
		name += "Vector"
	}
	if g.scaled() && s.Scaled {
		name += "Scaled"
		if fam.Work {
			name += "In"
		}
	}
	return name
}

// each is a function of package passing on messages to a variable, which that on slices is made of where it is an array.
func each(v *factor.Variable, on, function string) string {
	call := "passing." + function + "[" + fields.FamilyType(v.Family) + "]"
	for range v.Dims {
		call = "passing." + on + "Each(" + call + ")"
	}
	return call
}
