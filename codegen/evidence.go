package codegen

// evidence prints the sum of the terms of the log evidence.
func (g *generator) evidence() string {
	u := g.program.Evidence
	if u == nil {
		return ""
	}
	var p printer
	if of := g.program.Message.Gaussian; of != nil {
		p.comment("LogEvidence returns the log evidence of the model, log p(data): exact where all is normal given the hyperparameters, by EP otherwise.")
		p.line("func (inf *Inference) LogEvidence() float64 { return inf.logEvidence }\n")
		p.line("// EvidenceTerms returns the parts that LogEvidence is the sum of.")
		p.line("func (inf *Inference) EvidenceTerms() []EvidenceTerm {\nreturn []EvidenceTerm{{Line: %d, Statement: %q, Value: inf.logEvidence}}\n}\n", of.Normals.Pos().Line, of.Name())
		return p.String()
	}
	p.comment(g.evidenceDoc())
	p.line("func (inf *Inference) LogEvidence() float64 {")
	p.line("return inf.progress.LogEvidence(inf.addEvidence)\n}\n")
	p.line("// EvidenceTerms returns the parts that LogEvidence is the sum of.")
	p.line("func (inf *Inference) EvidenceTerms() []EvidenceTerm {\nreturn engine.PartsOfEvidence(evidenceTerms, inf.addEvidence)\n}\n")
	p.line("// evidenceTerms lists the statements and variables that have a part in the log evidence.")
	p.line("var evidenceTerms = []EvidenceTerm{")
	for _, x := range g.code.program.EvidenceParts {
		p.line("{Line: %d, Statement: %q},", x.Line, x.Statement)
	}
	p.line("}\n")
	return p.String()
}

// evidenceDoc says what the log evidence is worth.
func (g *generator) evidenceDoc() string {
	doc := "exact where the model is a tree of exact messages, an estimate elsewhere"
	if g.program.Evidence.IsBound() {
		doc = "a lower bound of it, as variational message passing has it"
	}
	return "LogEvidence returns the log evidence of the model, log p(data): " + doc + ". It is -Inf where it has no value, for which Run returns an error."
}
