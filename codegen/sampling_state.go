package codegen

import (
	"fmt"
	"hash/fnv"

	"mpc/codegen/names"
)

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
		fmt.Fprintf(h, "record %s %s\n", v.Name, g.summaryOf(v).record)
	}
	var p printer
	p.line("// stateVersion tells states of this model from those of others.\nconst stateVersion = 0x%016x\n", h.Sum64())
	p.comment("MarshalBinary returns the chains and what is recorded of their draws, so that a run can go on to the bit: by New with the same data, then UnmarshalBinary.")
	p.line("func (inf *Inference) MarshalBinary() ([]byte, error) {\nreturn inf.sampler.Marshal(inf.hooks(), inf.stateHooks())\n}\n")
	p.comment("UnmarshalBinary restores what MarshalBinary returned. It refuses the state of another model or of other data, and leaves the Inference as it was then.")
	p.line("func (inf *Inference) UnmarshalBinary(b []byte) error {\nreturn inf.sampler.Unmarshal(inf.hooks(), inf.stateHooks(), b)\n}\n")
	p.comment("stateHooks are what this model has in saved states.")
	p.line("func (inf *Inference) stateHooks() *sampling.StateHooks[*chain, record] {\nreturn &sampling.StateHooks[*chain, record]{")
	p.line("Version: stateVersion, Data: sampling.DataSum(inf.in),\nAppendChain: (*chain).append, ReadChain: (*chain).read,\nAppendRecord: (*record).append, ReadRecord: (*record).read,\n}\n}\n")
	p.line("// append appends the values of a chain to b.\nfunc (c *chain) append(b []byte) []byte {")
	for _, t := range g.values() {
		p.line("for _, x := range c.value.%s {", g.tableName(t))
		switch g.elementType(t) {
		case "float64":
			p.line("b = engine.AppendWords(b, math.Float64bits(x))")
		case "bool":
			p.line("b = engine.AppendWords(b, engine.TruthWord(x))")
		default:
			p.line("b = engine.AppendWords(b, uint64(x))")
		}
		p.line("}")
	}
	for _, v := range g.slicedVariables() {
		p.line("for _, w := range c.width.%s {\nb = engine.AppendWords(b, math.Float64bits(w.Width), math.Float64bits(w.Move), uint64(w.Count))\n}", g.widths(v))
	}
	for _, v := range g.tried() {
		p.line("for _, x := range c.free.%s {\nb = engine.AppendWords(b, engine.TruthWord(x))\n}", local(v.Name))
	}
	p.line("return b\n}\n")
	p.line("// read takes the values of a chain.\nfunc (c *chain) read(s *engine.SavedState) {")
	for _, t := range g.values() {
		name := g.tableName(t)
		switch g.elementType(t) {
		case "float64":
			p.line("for i := range c.value.%s {\nc.value.%s[i] = math.Float64frombits(s.Word())\n}", name, name)
		case "bool":
			p.line("for i := range c.value.%s {\nc.value.%s[i] = s.Word() != 0\n}", name, name)
		default:
			p.line("for i := range c.value.%s {\nc.value.%s[i] = %s(s.Word())\n}", name, name, g.elementType(t))
		}
	}
	for _, v := range g.slicedVariables() {
		p.line("for i := range c.width.%s {\nw := &c.width.%s[i]\nw.Width, w.Move, w.Count = math.Float64frombits(s.Word()), math.Float64frombits(s.Word()), int(s.Word())\n}", g.widths(v), g.widths(v))
	}
	for _, v := range g.tried() {
		p.line("for i := range c.free.%s {\nc.free.%s[i] = s.Word() != 0\n}", local(v.Name), local(v.Name))
	}
	p.line("}\n")
	p.line("// append appends the state of all recorders to b.\nfunc (r *record) append(b []byte) []byte {")
	for _, v := range g.recorded() {
		p.line("b = sampling.AppendRecords(b, r.%s)", local(v.Name))
	}
	p.line("return b\n}\n")
	p.line("// read takes the state of all recorders.\nfunc (r *record) read(b []byte) (rest []byte, err error) {")
	for _, v := range g.recorded() {
		p.line("if b, err = sampling.ReadRecords(b, r.%s); err != nil {\nreturn nil, err\n}", local(v.Name))
	}
	p.line("return b, nil\n}\n")
	return p.String()
}
