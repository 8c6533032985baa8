package lower

import (
	"mpc/codegen/code"
	"mpc/codegen/loops"
)

// reset lowers the function that forgets what the steps from one on have computed, but those that are done: the
// messages that they write say nothing again, or stand where they start.
func (l *lowering) reset() {
	l.make(Main.has("reset", "forgets the results of the steps from first on that are not done.").direct(), nil, func(f *function) {
		first := f.value("first", code.Whole)
		f.row.Params = []*code.Param{{Value: first}}
		f.doneTogether()
		for _, s := range l.Loops.Steps {
			forgets := f.both(func() code.Operand { return f.apply("<=", first, whole(s.ID)) }, func() code.Operand { return f.apply("!", f.done(s)) })
			f.choose(forgets, func() {
				for _, t := range l.Loops.Written(s) {
					f.resetTable(s, t)
				}
			}, nil)
		}
		if len(l.Loops.Totals()) > 0 {
			f.own("sumTotals")
		}
		if l.Loops.SetsMoments() {
			f.own("setMoments")
		}
		f.call("", f.lowering.row("restart", Callee{Kind: Own, Name: "progress.Restart"}, nil))
	})
}

// resetTable sets a table that a step writes to where it starts. Products are computed once all messages are there.
func (f *function) resetTable(s *loops.Step, t *loops.Table) {
	switch {
	case t.Role == loops.Constant:
		return
	case t.Values != nil:
		f.emit(&code.Fill{Table: f.which(t), Value: whole(0)})
		return
	case t.Role != loops.Total:
		f.clear(&loops.Clear{Table: t})
	}
	if t.Searched() {
		search := f.searches(t)
		f.emit(&code.Fill{Table: search, Value: f.zero(search.Type)})
	}
	if begin := f.BeginOf(t); begin != "" && !s.StartsLate(t) {
		f.own(begin)
	}
}

// doneTogether has steps that write elements of one array done again together: the array is cleared.
func (f *function) doneTogether() {
	by := map[*loops.Table][]*loops.Step{}
	said := map[[2]int]bool{}
	for _, s := range f.Loops.Steps {
		for _, t := range f.Loops.Written(s) {
			if t.Role == loops.Constant || t.Role == loops.Total {
				continue // not cleared
			}
			for _, other := range by[t] {
				if pair := [2]int{s.ID, other.ID}; !said[pair] {
					said[pair] = true
					f.choose(f.apply("!", f.done(s)), func() {
						f.call("", f.lowering.row("again", Callee{Kind: StepAgain}, nil, param("step", code.Whole)), whole(other.ID))
					}, nil)
				}
			}
			by[t] = append(by[t], s)
		}
	}
}

// done tells whether a step is done.
func (f *function) done(s *loops.Step) code.Operand {
	return f.call("done", f.lowering.row("done", Callee{Kind: StepDone}, types(code.Truth), param("step", code.Whole)), whole(s.ID))
}
