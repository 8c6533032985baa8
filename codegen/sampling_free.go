package codegen

import ()

// A chain notes of which elements several values were possible in some draw after the
// burn-in, all else given: where there was never but one, it may stand still.

// declareFree prints the fields of a chain that note it.
func (g *generator) declareFree(p *printer) {
	if len(g.code.program.Tried()) == 0 {
		return
	}
	p.line("free struct { // several values were possible in some draw")
	for _, v := range g.code.program.Tried() {
		p.line("%s []bool", local(v.Name))
	}
	p.line("}")
}
