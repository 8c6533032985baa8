package codegen

import (
	"fmt"

	"mpc/loops"
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
}

// saveQuantiles prints what appends these to a state.
func (g *generator) saveQuantiles(p *printer) {
	for _, t := range g.code.program.Quantiled() {
		p.line("b = binary.LittleEndian.AppendUint64(b, uint64(len(inf.%s)))", g.quantileField(t))
		p.line("if b, err = binary.Append(b, binary.LittleEndian, inf.%s); err != nil {\nreturn nil, err\n}", g.quantileField(t))
	}
	if g.integratesEvidence() {
		p.line("b = binary.LittleEndian.AppendUint64(b, 1)")
		p.line("if b, err = binary.Append(b, binary.LittleEndian, inf.logEvidence); err != nil {\nreturn nil, err\n}")
	}
}

// restoreQuantiles prints what reads them from a state, and gives what sets them once all is read.
func (g *generator) restoreQuantiles(p *printer) (set []string) {
	if list := g.code.program.Quantiled(); len(list) > 0 {
		p.line("quantiles := inf.quantiles")
		for _, t := range list {
			p.line("if %s, b, err = engine.Restore(b, inf.%s); err != nil {\nreturn err\n}", g.quantileField(t), g.quantileField(t))
		}
		set = append(set, "inf.quantiles = quantiles")
	}
	if g.integratesEvidence() {
		p.line("logEvidence, b, err := engine.Restore(b, []float64{0})\nif err != nil {\nreturn err\n}")
		set = append(set, "inf.logEvidence = logEvidence[0]")
	}
	return set
}

// quantileAccessor prints the method that returns quantiles of a variable.
func (g *generator) quantileAccessor(p *printer, t *loops.Table) {
	v := t.Variable.Source
	name := quantileAccessor(v.Name)
	p.comment(fmt.Sprintf("%s returns quantiles of the posterior of %s%s, which is no %s in general: %s has its moments.", name, v.Name, shapeText(v.Dims), familyType(t.Family), accessor(v.Name)))
	p.line("func (inf *Inference) %s() %s {", name, nested(len(v.Dims), "Quantiles"))
	g.unflatten(p, v.Dims, "Quantiles", "inf."+g.quantileField(t)+"[i]")
	p.line("}\n")
}
