package codegen

// makeChain prints how a chain without values is made.
func (g *generator) makeChain(p *printer) {
	p.line("NewChain: func(inf *Inference, number int, seed uint64) *chain {")
	p.line("c := &chain{Inference: inf, course: sampling.NewCourse(number, seed)}")
	for _, a := range g.types.ChainArrays() {
		if a.Saved {
			p.line("c.%s = sampling.Saved[%s](&c.course, %s)", a.Path, a.Elem, a.Count)
		} else {
			p.line("c.%s = make([]%s, %s)", a.Path, a.Elem, a.Count)
		}
	}
	p.line("return c\n},")
}
