package codegen

import (
	"slices"
	"strings"

	"mpc/conditional"
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

// noteSeveral prints how it is noted in the draw of an element, from the log probabilities of
// its values.
func (f *function) noteSeveral(d *conditional.Draw, weights string) {
	if v := d.Variable(); slices.Contains(f.g.tried(), v) {
		_, at, _ := strings.Cut(f.drawn(d, 0), "[")
		free := "c.free." + local(v.Name) + "[" + at
		f.body.line("if !%s && c.course.Burning == 0 {\n%s = mcmc.Several(%s)\n}", free, free, weights)
	}
}

// noteAllSeveral prints how it is noted in the draw of a block, whose elements have several
// values where they have so together.
func (f *function) noteAllSeveral(d *conditional.Draw) {
	for _, v := range d.Variables {
		if slices.Contains(f.g.tried(), v) {
			i, free := f.fresh("i"), "c.free."+local(v.Name)
			f.body.line("for %s := range %s {\n%s[%s] = %s[%s] || block.Several && c.course.Burning == 0\n}", i, free, free, i, free, i)
			delete(f.used, i)
		}
	}
}
