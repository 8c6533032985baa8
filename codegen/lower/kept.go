package lower

import (
	"fmt"
	"slices"

	"mpc/codegen/code"
	"mpc/codegen/loops"
)

// kept lowers, for each iteration that may run again with a shorter step, the functions that keep the messages as they
// are before it and that make them so again.
func (l *lowering) kept() {
	for _, s := range l.Loops.Steps {
		tables := l.Loops.KeptBefore(s)
		if len(tables) == 0 {
			continue
		}
		l.make(Main.has(fmt.Sprintf("keep%d", s.ID), fmt.Sprintf("keeps the messages as they are before an iteration of step %d.", s.ID)), nil, func(f *function) {
			for _, t := range tables {
				f.copies(t, func(kept, now *code.Table) { f.copyTable(kept, now, t.Family.Row().Vector()) })
			}
		})
		l.make(Main.has(fmt.Sprintf("restore%d", s.ID), fmt.Sprintf("makes the messages what they were before the iteration of step %d.", s.ID)), nil, func(f *function) {
			for _, t := range tables {
				f.copies(t, func(kept, now *code.Table) { f.copyTable(now, kept, t.Family.Row().Vector()) })
			}
			if l.Loops.SetsMoments() {
				f.own("setMoments")
			}
		})
	}
}

// copies calls body with the arrays of a table and those that keep them.
func (f *function) copies(t *loops.Table, body func(kept, now *code.Table)) {
	keeps := func(now *code.Table, s Source) *code.Table {
		key := "kept " + now.Name
		if f.named[key] == nil {
			x := &code.Table{Name: now.Name + "_kept", Type: now.Type, Keep: code.State}
			f.dims(x, t.Dims)
			f.named[key] = f.declare(x, s)
		}
		return f.named[key]
	}
	body(keeps(f.table(t), Source{ForTable: ForTable{Kept: t}}), f.table(t))
	if t.Searched() {
		body(keeps(f.searches(t), Source{ForTable: ForTable{KeptSearch: t}}), f.searches(t))
	}
}

// copyTable makes all elements of a table what those of another one are: those about vectors one by one.
func (f *function) copyTable(to, from *code.Table, vectors bool) {
	t, kind := to.Type, CopyAll
	if vectors {
		kind = SetAll
	}
	r := f.lowering.row("copyAll"+title(t), Callee{Kind: kind}, nil, written("to", t, code.Write), param("from", t))
	f.call("", r, firstOf(to), firstOf(from))
}

// KeptTables lists the tables that iterations keep.
func (p *Program) KeptTables() []*loops.Table {
	in := map[*loops.Table]bool{}
	for _, s := range p.Loops.Steps {
		for _, t := range p.Loops.KeptBefore(s) {
			in[t] = true
		}
	}
	var list []*loops.Table
	for _, t := range p.Loops.Tables {
		if in[t] {
			list = append(list, t)
		}
	}
	return list
}

// Sounded lists the tables of products whose rounding soundTotals looks at.
func (p *Program) Sounded() []*loops.Table {
	if !p.Run.Iterates() {
		return nil
	}
	return slices.DeleteFunc(p.Stored(), func(t *loops.Table) bool { return t.Role != loops.Total })
}
