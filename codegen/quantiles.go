package codegen

import (
	"fmt"

	"mpc/codegen/loops"
	"mpc/codegen/lower"
)

// Quantiles of posteriors that are computed as a whole, which no family tells: they stand in arrays
// of their own, beside the log evidence, and are part of a saved state.

// quantileField has the quantiles of the posteriors in a table.
func (g *generator) quantileField(t *loops.Table) string {
	return "quantiles." + g.code.program.TableName(t)
}

// quantileFields prints the fields of what is integrated beside the posteriors.
func (g *generator) quantileFields(p *printer) {
	if list := g.code.program.Quantiled(); len(list) > 0 {
		p.line("quantiles struct {")
		for _, t := range list {
			p.line("%s []engine.Quantiles", g.code.program.TableName(t))
		}
		p.line("}")
	}
	if g.integratesEvidence() {
		p.line("logEvidence float64")
	}
	if g.code.program.Doubts() {
		p.line("doubts []engine.Doubt")
	}
}

// quantileAccessor prints the method that returns quantiles of a variable.
func (g *generator) quantileAccessor(p *printer, t *loops.Table) {
	v := t.Variable.Source
	name := quantileAccessor(v.Name)
	p.comment(fmt.Sprintf("%s returns quantiles of the posterior of %s%s, which is no %s in general: %s has its moments.", name, v.Name, lower.ShapeText(v.Dims), familyType(t.Family), accessor(v.Name)))
	elements := "inf." + g.quantileField(t)
	if v.Input == nil {
		elements = g.copied(v.Dims, elements)
	} else if known := lower.KnownOf(t.Variable); g.code.has(known) {
		elements = g.rows(lower.DimsOf(t.Variable), fmt.Sprintf("engine.EntriesQuantiles(inf.%s(), %s)", g.code.name(known), elements))
	} else {
		elements = fmt.Sprintf("engine.EntryQuantiles(inf.%s(), %s[0])", g.code.name(lower.PosteriorOf(t.Variable)), elements)
	}
	p.line("func (inf *Inference) %s() %s {\nreturn %s\n}\n", name, nested(len(lower.DimsOf(t.Variable)), "Quantiles"), elements)
}
