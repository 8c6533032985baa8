package codegen

import (
	"slices"

	"mpc/codegen/names"

	"mpc/message/conditional"
)

// chainType prints the type of a chain.
func (g *generator) chainType() string {
	var p printer
	p.comment("A chain is one sequence of draws: the present value of each variable, and the random numbers that the next ones are drawn with. It reads the data of its Inference.")
	p.line("type chain struct {\n_ [64]byte // chains share no cache line\n*Inference\ncourse sampling.Course")
	p.line("value struct {")
	for _, t := range g.code.program.Drawn() {
		p.line("%s []%s", g.code.program.TableName(t), g.elementType(t))
	}
	p.line("}")
	g.declareFree(&p)
	sliced := g.code.program.Sliced()
	if len(sliced) > 0 {
		p.line("width struct { // of slices, adapted in burn-in")
		for _, v := range sliced {
			p.line("%s []mcmc.SliceWidth", widths(v))
		}
		p.line("}")
	}
	memory := g.code.memory.Chain
	if memory.State["slice"] {
		p.line("slice mcmc.Slice")
	}
	if memory.Shifts {
		p.line("shiftWidths []mcmc.SliceWidth // of moves of numbers with elements, adapted in burn-in")
	}
	if memory.Directions {
		p.line("directions []mcmc.Directions // along which numbers are moved together, learned in burn-in")
	}
	if memory.State["wholeSlice"] {
		p.line("wholeSlice mcmc.WholeSlice")
	}
	if g.draws(conditional.AdaptiveRejection) {
		p.line("adaptive mcmc.AdaptiveRejection")
	}
	if g.draws(conditional.Elliptical) {
		p.line("elliptical mcmc.Elliptical")
	}
	if g.draws(conditional.Simplex) {
		p.line("simplex mcmc.Simplex")
	}
	if memory.State["vector"] {
		p.line("vector mcmc.VectorWork")
	}
	g.declareSums(&p)
	for k, u := range g.code.program.JointDraws() {
		p.line("%s mcmc.%s", names.Block.Name(k+1), blockKind(u)+"Block")
		if u.Sampled.Block.Integral != nil {
			p.line("%s mcmc.NormalIntegral", names.Integral.Name(k+1))
		}
	}
	if memory.OfValues {
		p.line("weights []float64 // of the values of a whole number")
	}
	g.code.scratch(&p, memory, "to work in")
	if memory.State["skipped"] {
		p.line("beginning, skipped bool // in the first scan; some variable had no possible value\ntry int // to make it")
	}
	p.line("_ [64]byte\n}\n")
	return p.String()
}

// makeChain prints how a chain without values is made.
func (g *generator) makeChain(p *printer) {
	p.line("NewChain: func(inf *Inference, number int, seed uint64) *chain {")
	p.line("c := &chain{Inference: inf, course: sampling.NewCourse(number, seed)}")
	for _, t := range g.code.program.Drawn() {
		p.line("c.value.%s = sampling.Saved[%s](&c.course, %s)", g.code.program.TableName(t), g.elementType(t), g.count(t.Dims))
	}
	for _, v := range g.code.program.Sliced() {
		p.line("c.width.%s = sampling.Saved[mcmc.SliceWidth](&c.course, %s)", widths(v), g.count(v.Dims))
	}
	if g.code.memory.Chain.Shifts {
		p.line("c.shiftWidths = sampling.Saved[mcmc.SliceWidth](&c.course, %d)", g.program.Message.Sampling.Shifts)
	}
	if g.code.memory.Chain.Directions {
		p.line("c.directions = sampling.Saved[mcmc.Directions](&c.course, %d)", len(g.program.Message.Sampling.Alongs))
	}
	for _, v := range g.code.program.Tried() {
		p.line("c.free.%s = sampling.Saved[bool](&c.course, %s)", local(v.Name), g.count(v.Dims))
	}
	g.makeSums(p)
	p.line("return c\n},")
}

// draws tells whether some draw is by a method.
func (g *generator) draws(m conditional.Method) bool {
	return slices.ContainsFunc(g.program.Message.Sampling.Draws, func(d *conditional.Draw) bool { return d.Method == m })
}
