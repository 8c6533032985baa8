package codegen

import (
	"fmt"
	"hash/fnv"

	"mpc/codegen/names"
)

// recorders are the types that record what summaries say.
var recorders = map[string]string{"Real": "*samples.Recorder", "Truth": "*samples.Truths", "Index": "*samples.Indices",
	"Vector": "*samples.Vectors", "Matrix": "*samples.Vectors"}

// samplingState prints MarshalBinary and UnmarshalBinary of a package that samples.
func (g *generator) samplingState() string {
	h := fnv.New64a()
	h.Write([]byte("draws 2\n" + structure(g.program.Message)))
	for _, t := range g.values() {
		fmt.Fprintf(h, "%s %s %v\n", names.Plain(g.tableName(t)), g.elementType(t), t.Dims)
	}
	for _, v := range g.slicedVariables() {
		fmt.Fprintf(h, "slice %s\n", v.Name)
	}
	for _, v := range g.recorded() {
		fmt.Fprintf(h, "record %s %s\n", v.Name, recorders[g.summaryOf(v)])
	}
	var p printer
	p.line("// stateVersion tells states of this model from those of others.\nconst stateVersion = 0x%016x\n", h.Sum64())
	p.comment("MarshalBinary returns the chains and what is recorded of their draws, so that a run can go on to the bit: by New with the same data, then UnmarshalBinary.")
	p.line("func (inf *Inference) MarshalBinary() ([]byte, error) {\nreturn inf.sampler.Marshal(&hooks, stateVersion, engine.DataSum(inf.in))\n}\n")
	p.comment("UnmarshalBinary restores what MarshalBinary returned. It refuses the state of another model or of other data, and leaves the Inference as it was then.")
	p.line("func (inf *Inference) UnmarshalBinary(b []byte) error {\nreturn inf.sampler.Unmarshal(inf, &hooks, stateVersion, engine.DataSum(inf.in), b)\n}\n")
	return p.String()
}
