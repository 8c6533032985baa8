package codegen

import (
	"slices"

	"mpc/loops"
)

// totals tells whether there are products of messages that are kept.
func (g *generator) totals(tables []*loops.Table) bool {
	for _, t := range tables {
		if t.Role == loops.Total {
			return true
		}
	}
	return false
}

// sumTotals prints the function that computes the kept products from the
// messages.
func (g *generator) sumTotals(p *printer, tables []*loops.Table) {
	if !g.totals(tables) {
		return
	}
	f := g.function()
	for _, t := range tables {
		if t.Role != loops.Total {
			continue
		}
		if isVector(t) {
			f.body.line("for i := range %s {\n%s[i].Reset()\n}", f.table(t), f.table(t))
		} else {
			f.body.line("clear(%s)", f.table(t))
		}
		for _, e := range g.program.Store[t.Variable.ID].Totalled(t.Variable) {
			list := e.Factor.Loops
			if e.Slot.Over != nil {
				list = append(list[:len(list):len(list)], e.Slot.Over)
			}
			place := g.program.MessagePlace(e)
			f.plate(list, e.Factor.Guards, func() {
				f.body.line("%s.Add(%s)", f.load(t, e.Index, f.env()), f.load(place.Table, place.Index, f.env()))
			})
		}
	}
	p.line("// sumTotals computes the products of messages that are kept beside them.")
	p.line("func (inf *Inference) sumTotals() {")
	f.header(p)
	p.Write(f.body.Bytes())
	p.line("}\n")
}

// sounded lists the tables of products whose rounding soundTotals looks at.
func (g *generator) sounded(tables []*loops.Table) []*loops.Table {
	if !g.iterates() {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(tables), func(t *loops.Table) bool { return t.Role != loops.Total })
}

// finite prints the condition that one of two products is finite, where the messages in
// an impossible branch may contradict each other.
func finite(t *loops.Table, now, old string) string {
	if t.Variable.Depth == 0 {
		return ""
	}
	return "(" + now + ".IsFinite() || " + old + ".IsFinite()) && "
}

// soundTotals prints the function that computes the kept products from the messages
// and compares. What is left of a message when it is taken out of a total is, at
// most, its 2^-105th part: nothing, unless it was larger than the others by more. Then
// it stays, whatever becomes of the messages. No single replacement tells: messages
// that grow smaller little by little leave as much. So the check is made when all have
// come to rest.
func (g *generator) soundTotals(p *printer, tables []*loops.Table) {
	if len(g.sounded(tables)) == 0 {
		return
	}
	f, then := g.function(), g.function()
	for _, t := range g.sounded(tables) {
		fam, name := t.Family.Row(), g.tableName(t)
		if isVector(t) {
			f.body.line("for i := range %s {\n%s[i].Value(&inf.before.%s[i])\n}", f.table(t), f.table(t), name)
			now := then.scratchVector(t.Family)
			then.body.line("for i, old := range inf.before.%s {\n%s[i].Value(%s)", name, then.table(t), now)
			then.body.line("if %s!(%s <= totalNoise) {\nreturn false\n}\n}", finite(t, now, "old"), then.method(fam, now, "Change", "old"))
			continue
		}
		f.body.line("for i := range %s {\ninf.before.%s[i] = %s[i].Value()\n}", f.table(t), name, f.table(t))
		value := then.table(t) + "[i].Value()"
		then.body.line("for i, old := range inf.before.%s {\nif %s!(%s.Change(old) <= totalNoise) {\nreturn false\n}\n}", name, finite(t, value, "old"), value)
	}
	p.line("// totalNoise is how far a product that is kept may be off by rounding.\nconst totalNoise = 1e-9\n")
	p.line("// soundTotals computes the products that are kept anew, and tells whether they were\n// right: of a message that was enormous something may have stayed when it was replaced.")
	p.line("func (inf *Inference) soundTotals() bool {")
	f.header(p)
	p.Write(f.body.Bytes())
	p.line("inf.sumTotals()")
	for name := range f.hoisted {
		delete(then.hoisted, name)
	}
	then.header(p)
	p.Write(then.body.Bytes())
	p.line("return true\n}\n")
}

// withTotals is a part of the text of every package as it is where products of
// messages are kept.
func (g *generator) withTotals(text string) string {
	if !g.totals(g.stored()) {
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
