package codegen

// evidence prints the sum of the terms of the log evidence.
func (g *generator) evidence() string {
	e := g.code.program.Evidence()
	if e == nil {
		return ""
	}
	var p printer
	doc := "LogEvidence returns the log evidence of the model, log p(data): " + e.Worth + "."
	if e.Integrated {
		p.comment(doc)
		p.line("func (inf *Inference) LogEvidence() float64 { return inf.logEvidence }\n")
		p.line("// EvidenceTerms returns the parts that LogEvidence is the sum of.")
		p.line("func (inf *Inference) EvidenceTerms() []EvidenceTerm {\nreturn []EvidenceTerm{{Line: %d, Statement: %q, Value: inf.logEvidence}}\n}\n", e.Parts[0].Line, e.Parts[0].Statement)
		return p.String()
	}
	p.comment(doc + " It is -Inf where it has no value, for which Run returns an error.")
	p.line("func (inf *Inference) LogEvidence() float64 {")
	p.line("return inf.progress.LogEvidence(inf.addEvidence)\n}\n")
	p.line("// EvidenceTerms returns the parts that LogEvidence is the sum of.")
	p.line("func (inf *Inference) EvidenceTerms() []EvidenceTerm {\nreturn engine.PartsOfEvidence(evidenceTerms, inf.addEvidence)\n}\n")
	p.line("// evidenceTerms lists the statements and variables that have a part in the log evidence.")
	p.line("var evidenceTerms = []EvidenceTerm{")
	for _, x := range e.Parts {
		p.line("{Line: %d, Statement: %q},", x.Line, x.Statement)
	}
	p.line("}\n")
	return p.String()
}
