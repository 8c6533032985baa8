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
	p.WriteString(samplingStateText)
	p.line("// append appends the state of a chain to b.\nfunc (c *chain) append(b []byte) ([]byte, error) {")
	p.line("stream, err := c.stream.MarshalBinary()\nif err != nil {\nreturn nil, err\n}")
	p.line("b = engine.AppendWords(b, uint64(len(stream)))\nb = append(b, stream...)")
	p.line("b = engine.AppendWords(b, uint64(c.scans), uint64(c.kept), uint64(c.burning), uint64(c.since), engine.TruthWord(c.begun))")
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
	p.line("return b, nil\n}\n")
	p.line("// read takes the state of a chain.\nfunc (c *chain) read(s *engine.SavedState) error {")
	p.line("if err := c.stream.UnmarshalBinary(s.Bytes(s.Word())); err != nil {\nreturn engine.ErrState\n}")
	p.line("for _, x := range []*int{&c.scans, &c.kept, &c.burning, &c.since} {\n*x = int(s.Word())\n}\nc.begun = s.Word() != 0")
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
	p.line("return nil\n}\n")
	p.line("// append appends the state of all recorders to b.\nfunc (r *record) append(b []byte) []byte {")
	for _, v := range g.recorded() {
		p.line("b = engine.AppendRecords(b, r.%s)", local(v.Name))
	}
	p.line("return b\n}\n")
	p.line("// read takes the state of all recorders.\nfunc (r *record) read(b []byte) (rest []byte, err error) {")
	for _, v := range g.recorded() {
		p.line("if b, err = engine.ReadRecords(b, r.%s); err != nil {\nreturn nil, err\n}", local(v.Name))
	}
	p.line("return b, nil\n}\n")
	return p.String()
}

const samplingStateText = `// MarshalBinary returns the chains and what is recorded of their draws, so that a run can
// go on to the bit: by New with the same data, then UnmarshalBinary.
func (inf *Inference) MarshalBinary() ([]byte, error) {
	b := engine.AppendWords(nil, stateVersion, inf.dataSum(), inf.seed, uint64(inf.thin), uint64(len(inf.chains)))
	var err error
	for _, c := range inf.chains {
		if b, err = c.append(b); err != nil {
			return nil, err
		}
	}
	b = inf.record.append(b)
	return engine.AppendWords(b, engine.Checksum(b)), nil
}

// UnmarshalBinary restores what MarshalBinary returned. It refuses the state of another
// model or of other data, and leaves the Inference as it was then.
func (inf *Inference) UnmarshalBinary(b []byte) error {
	if n := len(b) - 8; n < 0 || engine.Checksum(b[:n]) != binary.LittleEndian.Uint64(b[n:]) {
		return engine.ErrState
	}
	s := engine.NewSavedState(b[:len(b)-8])
	if s.Word() != stateVersion || s.Word() != inf.dataSum() {
		return engine.ErrState
	}
	seed, thin, n := s.Word(), int(s.Word()), s.Word()
	if n > uint64(len(b)) || n > 0 && thin < 1 {
		return engine.ErrState
	}
	var chains []*chain
	for i := range int(n) {
		c := inf.newChain(i, seed)
		if err := c.read(s); err != nil {
			return err
		}
		if s.Short() {
			return engine.ErrState
		}
		chains = append(chains, c)
	}
	var read record
	if n > 0 {
		read = inf.newRecord(samples.Size{Chains: int(n), Draws: 1})
	}
	rest, err := read.read(s.Rest())
	if s.Short() || err != nil || len(rest) > 0 {
		return engine.ErrState
	}
	inf.seed, inf.thin, inf.chains, inf.record, inf.reported = seed, thin, chains, read, nil
	return nil
}

// dataSum is the FNV-1a hash of the data.
func (inf *Inference) dataSum() uint64 {
	h := fnv.New64a()
	fmt.Fprint(h, inf.in)
	return h.Sum64()
}

`
