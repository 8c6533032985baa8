package codegen

import (
	"slices"

	"mpc/loops"
)

// sounded lists the tables of products whose rounding soundTotals looks at.
func (g *generator) sounded(tables []*loops.Table) []*loops.Table {
	if !g.iterates() {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(tables), func(t *loops.Table) bool { return t.Role != loops.Total })
}

// withTotals is a part of the text of every package as it is where products of
// messages are kept.
func (g *generator) withTotals(text string) string {
	if len(g.program.Totals()) == 0 {
		return text
	}
	return g.edited(text, totalEdits)
}

var totalEdits = []change{
	{"	if !inf.done[step] {\n		if err := first()", "	sound := inf.done[step] && !l.open // the products that are kept\n	if !inf.done[step] {\n		if err := first()"},
	{"		l.change = change()\n", `		if n := l.iterations; n&(n-1) == 0 && n%3 == 2 {
			inf.sumTotals() // after 2, 8, 32, ... iterations: the first messages may be enormous
		}
		l.change = change()
`},
	{"		moving := still || !(l.change <= o.tolerance)\n", `		moving := still || !(l.change <= o.tolerance)
		if moving {
			sound = false
		} else if !sound {
			moving, sound = !inf.soundTotals(), true
		}
`},
	{"		if math.IsNaN(l.change) {\n", "		if math.IsNaN(l.change) {\n			inf.sumTotals()\n"},
	{"	if err := last(); err != nil {\n", "	if l.open && !o.exact {\n		inf.sumTotals()\n	}\n	if err := last(); err != nil {\n"},
}
