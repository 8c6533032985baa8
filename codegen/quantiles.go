package codegen

import (
	"fmt"

	"mpc/codegen/fields"
	"mpc/codegen/loops"
	"mpc/codegen/lower"
)

// quantileAccessor prints the method that returns quantiles of a variable.
func (g *generator) quantileAccessor(p *printer, t *loops.Table) {
	v := t.Variable.Source
	name := quantileAccessor(v.Name)
	p.comment(fmt.Sprintf("%s returns quantiles of the posterior of %s%s, which is no %s in general: %s has its moments.", name, v.Name, lower.ShapeText(v.Dims), fields.FamilyType(t.Family), accessor(v.Name)))
	elements := "inf." + g.types.Quantiles(t)
	if v.Input == nil {
		elements = g.copied(v.Dims, elements)
	} else if known := lower.KnownOf(t.Variable); g.code.has(known) {
		elements = g.rows(lower.DimsOf(t.Variable), fmt.Sprintf("engine.EntriesQuantiles(inf.%s(), %s)", g.code.name(known), elements))
	} else {
		elements = fmt.Sprintf("engine.EntryQuantiles(inf.%s(), %s[0])", g.code.name(lower.PosteriorOf(t.Variable)), elements)
	}
	p.line("func (inf *Inference) %s() %s {\nreturn %s\n}\n", name, fields.Nested(len(lower.DimsOf(t.Variable)), "Quantiles"), elements)
}
