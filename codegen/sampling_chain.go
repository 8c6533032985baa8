package codegen

import "mpc/codegen/fields"

// makeChain prints how a chain without values is made.
func (g *generator) makeChain(p *printer) {
	p.line("NewChain: func(inf *Inference, number int, seed uint64) *chain {")
	p.line("c := &chain{Inference: inf, course: sampling.NewCourse(number, seed)}")
	for _, t := range g.code.program.Drawn() {
		p.line("c.value.%s = sampling.Saved[%s](&c.course, %s)", g.code.program.TableName(t), fields.ElementType(t), g.types.Count(t.Dims))
	}
	for _, v := range g.code.program.Sliced() {
		p.line("c.width.%s = sampling.Saved[mcmc.SliceWidth](&c.course, %s)", fields.Widths(v), g.types.Count(v.Dims))
	}
	if g.code.memory.Chain.Shifts {
		p.line("c.shiftWidths = sampling.Saved[mcmc.SliceWidth](&c.course, %d)", g.program.Message.Sampling.Shifts)
	}
	if g.code.memory.Chain.Directions {
		p.line("c.directions = sampling.Saved[mcmc.Directions](&c.course, %d)", len(g.program.Message.Sampling.Alongs))
	}
	for _, v := range g.code.program.Tried() {
		p.line("c.free.%s = sampling.Saved[bool](&c.course, %s)", local(v.Name), g.types.Count(v.Dims))
	}
	for _, t := range g.code.memory.Chain.Added {
		s := g.code.program.Tables[t]
		dims := s.Added.Dims // an element for each of the variable, or for each component of one
		if s.One {
			dims = dims[len(dims)-1:]
		}
		p.line("c.%s = make([]float64, %s)", g.types.Sums(t), g.types.Count(dims))
	}
	p.line("return c\n},")
}
