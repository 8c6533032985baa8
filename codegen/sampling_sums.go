package codegen

import (
	"mpc/codegen/code"
	"mpc/codegen/lower"
)

// Where instances of a factor say themselves which element they are about, as
// y[i] ~ normal(mu[g[i]], ...) does, one pass over them adds each message to the sums of
// its element: a scan is linear in their number, whatever the number of elements. The
// sums are arrays of the chain.

// declareSums prints the arrays of sums of a chain.
func (g *generator) declareSums(p *printer) {
	for _, one := range []bool{false, true} {
		open := false
		for _, t := range g.code.memory.Chain.Added {
			s := g.code.program.Tables[t]
			if s.One != one {
				continue
			}
			if !open {
				p.line("%s struct { // of the messages to %s", sumsField(s), map[bool]string{false: "each element", true: "one element"}[one])
				open = true
			}
			p.line("%s []float64", g.code.sumsName(t))
		}
		if open {
			p.line("}")
		}
	}
}

// sumsField is the field of a chain that an array of sums stands in.
func sumsField(s lower.Source) string {
	if s.One {
		return "count"
	}
	return "sum"
}

// sumsName is the name of such an array.
func (l *lowered) sumsName(t *code.Table) string {
	name, _, _, _ := l.chainTable(t)
	return name
}

// makeSums prints how they are made: with an element for each of the variable, or for each component of one.
func (g *generator) makeSums(p *printer) {
	for _, t := range g.code.memory.Chain.Added {
		s := g.code.program.Tables[t]
		dims := s.Added.Dims
		if s.One {
			dims = dims[len(dims)-1:]
		}
		p.line("c.%s.%s = make([]float64, %s)", sumsField(s), g.code.sumsName(t), g.count(dims))
	}
}
