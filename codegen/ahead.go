package codegen

import (
	"fmt"

	"mpc/loops"
)

// aheadPasses is how many passes of a loop have their totals read at once: enough
// that the wait for memory is shared by many, and few beside a cache.
const aheadPasses = 16

// ahead prints, in a loop over an input's indices, the call of a method that
// reads the totals of later passes, and that method. A processor waits for them
// together; one after another, each in the middle of the work on it, it would
// wait for each.
func (f *function) ahead(s *loops.For) {
	if len(s.Ahead) == 0 || f.ranges == nil {
		return
	}
	g := f.g
	g.aheads++
	name := fmt.Sprintf("ahead%d", g.aheads)
	inner := g.function()
	index := inner.index(s.Index)
	inner.used["lo"], inner.used["hi"], inner.used["sum"] = true, true, true
	inner.open("for %s := lo; %s < hi; %s++ {", index, index, index)
	for _, p := range s.Ahead {
		inner.body.line("sum += %s.Touch()", inner.load(p.Table, p.Index, inner.env()))
	}
	inner.close()
	p := f.ranges
	p.comment(fmt.Sprintf("%s reads what lo <= %s < hi will, so that it comes from memory all at once. Inlined, it would be left out.", name, index))
	p.line("//\n//go:noinline")
	p.line("func (inf *Inference) %s(lo, hi int) (sum float64) {", name)
	inner.header(p)
	p.Write(inner.body.Bytes())
	p.line("return sum\n}\n")
	hi := f.env().whole(s.Hi)
	index = f.index(s.Index)
	f.body.line("if %s%%%d == 0 {", index, aheadPasses)
	f.body.line("inf.%s(min(%s+%d, %s), min(%s+%d, %s))\n}", name, index, aheadPasses, hi, index, 2*aheadPasses, hi)
}
