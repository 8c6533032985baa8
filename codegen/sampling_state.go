package codegen

// samplingState prints MarshalBinary and UnmarshalBinary of a package that samples.
func (g *generator) samplingState() string {
	var p printer
	p.line("// stateVersion tells states of this model from those of others.\nconst stateVersion = 0x%016x\n", g.code.program.StateVersion())
	p.comment("MarshalBinary returns the chains and what is recorded of their draws, so that a run can go on to the bit: by New with the same data, then UnmarshalBinary.")
	p.line("func (inf *Inference) MarshalBinary() ([]byte, error) {\nreturn inf.sampler.Marshal(&hooks, stateVersion, engine.DataSum(inf.in))\n}\n")
	p.comment("UnmarshalBinary restores what MarshalBinary returned. It refuses the state of another model or of other data, and leaves the Inference as it was then.")
	p.line("func (inf *Inference) UnmarshalBinary(b []byte) error {\nreturn inf.sampler.Unmarshal(inf, &hooks, stateVersion, engine.DataSum(inf.in), b)\n}\n")
	return p.String()
}
