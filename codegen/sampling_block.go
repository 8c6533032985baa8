package codegen

import (
	"mpc/codegen/names"
	"mpc/message"
)

// Normals that are drawn together. Which elements a factor ties is found once, with the
// data; a scan adds up what the factors say, factors the precision matrix and draws.

// blockNumber is that of a joint draw, from 1.
func (g *generator) blockNumber(u *message.Update) int {
	for k, o := range g.code.program.JointDraws() {
		if o == u {
			return k + 1
		}
	}
	return 0
}

// Which elements of what is drawn together are tied, found once with the data.

// blockKind begins the names of types of mcmc that a block is drawn with.
func blockKind(u *message.Update) string {
	if u.Sampled.Block.Tables != nil {
		return "Finite"
	}
	return "Normal"
}

// declarePatterns prints the fields of patterns.
func (g *generator) declarePatterns(p *printer) {
	for k, u := range g.code.program.JointDraws() {
		p.line("%s *mcmc.%s // of %s", names.Pattern.Name(k+1), blockKind(u)+"Pattern", u.Sampled.Name())
		if u.Sampled.Block.Sums != nil {
			p.line("%s *mcmc.NormalSums // of them", names.Known.Name(k+1))
		}
	}
}
