package codegen

import (
	"fmt"
	"strings"

	"mpc/codegen/loops"
	"mpc/codegen/lower"
)

// Quantiles of posteriors that are computed as a whole, which no family tells: they stand in arrays
// of their own, beside the log evidence, and are part of a saved state.

// quantileField has the quantiles of the posteriors in a table.
func (g *generator) quantileField(t *loops.Table) string { return "quantiles." + g.tableName(t) }

// quantileFields prints the fields of what is integrated beside the posteriors.
func (g *generator) quantileFields(p *printer) {
	if list := g.code.program.Quantiled(); len(list) > 0 {
		p.line("quantiles struct {")
		for _, t := range list {
			p.line("%s []engine.Quantiles", g.tableName(t))
		}
		p.line("}")
	}
	if g.integratesEvidence() {
		p.line("logEvidence float64")
	}
	if g.doubts() {
		p.line("doubts []engine.Doubt")
	}
}

// quantileAccessor prints the method that returns quantiles of a variable.
func (g *generator) quantileAccessor(p *printer, t *loops.Table) {
	v := t.Variable.Source
	name := quantileAccessor(v.Name)
	p.comment(fmt.Sprintf("%s returns quantiles of the posterior of %s%s, which is no %s in general: %s has its moments.", name, v.Name, shapeText(v.Dims), familyType(t.Family), accessor(v.Name)))
	if v.Input != nil {
		g.entryQuantiles(p, t, name)
		return
	}
	p.line("func (inf *Inference) %s() %s {", name, nested(len(v.Dims), "Quantiles"))
	g.unflatten(p, v.Dims, "Quantiles", "inf."+g.quantileField(t)+"[i]")
	p.line("}\n")
}

// entryQuantiles prints that method of entries of the data: those that are not missing are their quantiles themselves.
func (g *generator) entryQuantiles(p *printer, t *loops.Table, name string) {
	dims, call, field := lower.DimsOf(t.Variable), "inf."+codeName(lower.PosteriorOf(t.Variable)), "inf."+g.quantileField(t)
	p.line("func (inf *Inference) %s() %s {", name, nested(len(dims), "Quantiles"))
	if len(dims) == 0 {
		p.line("return engine.EntryQuantiles(%s(), %s, 0)\n}\n", call, field)
		return
	}
	g.nest(p, dims, "Quantiles", true, func(to string, index []string) string {
		return fmt.Sprintf("%s = engine.EntryQuantiles(%s(%s), %s, i)", to, call, strings.Join(index, ", "), field)
	})
	p.line("}\n")
}
