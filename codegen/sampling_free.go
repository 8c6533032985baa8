package codegen

import (
	"slices"

	"mpc/model"
)

// A chain notes of which elements several values were possible in some draw after the
// burn-in, all else given: where there was never but one, it may stand still.

// tried lists the variables of which it is noted whether several values were possible.
func (g *generator) tried() []*model.Variable {
	return slices.DeleteFunc(g.recorded(), func(v *model.Variable) bool { return !g.program.Message.Sampling.Tried(v) })
}

// declareFree prints the fields of a chain that note it.
func (g *generator) declareFree(p *printer) {
	if len(g.tried()) == 0 {
		return
	}
	p.line("free struct { // several values were possible in some draw")
	for _, v := range g.tried() {
		p.line("%s []bool", local(v.Name))
	}
	p.line("}")
}
