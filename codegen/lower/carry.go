package lower

import (
	"mpc/code"
	"mpc/loops"
)

// A carried message is what a pass of a loop leaves to the next.
type carried struct {
	place *loops.Place
	value code.Operand // of the pass, before its update and after it
	body  *code.Block  // of the loop
}

// carriedAt is the carried message that stands for a place, nil for none.
func (f *function) carriedAt(p *loops.Place) code.Operand {
	for _, c := range f.carried {
		if c.place.Same(p) {
			return c.value
		}
	}
	return nil
}

// leave lowers an update whose message the next pass reads from a value.
func (f *function) leave(a *loops.Apply, to *code.Place, got []code.Operand) {
	m := got[0]
	if a.Update.Op.Faulty() {
		next := f.value("next", m.Type())
		cond := f.apply("!=", got[1], code.None)
		x := &code.If{Cond: cond, Then: &code.Block{}, Else: &code.Block{}}
		f.emit(x, next)
		if gated(a.Update) {
			notYet("a message of a branch that a pass leaves to the next")
		}
		f.within(x.Then, func() {
			f.leftOut(a, got[1])
			if a.Update.Forgets() {
				f.sayNothing(a)
			}
			f.gives(f.load("old", to))
		})
		f.within(x.Else, func() {
			f.policy(a, to, m)
			f.gives(m)
		})
		m = next
	} else {
		f.store(to, m)
	}
	for i := range f.carried {
		if f.carried[i].place == a.Carry.Read {
			if f.block != f.carried[i].body {
				notYet("a message left to the next pass under a condition")
			}
			f.carried[i].value = m
		}
	}
}

// strands lowers loops whose passes take turns, one pass of each, or one loop whose passes leave messages to
// each other.
func (f *function) strands(list ...*loops.For) {
	outer := f.carried
	x := &code.For{}
	var results []*code.Value
	var bodies []func()
	for _, s := range list {
		lo, hi := f.whole(s.Lo), f.whole(s.Hi)
		index := f.value(s.Index.Name, code.Whole)
		f.Indices[index] = s.Index
		strand := &code.Strand{Index: index, Lo: lo, Hi: hi, Down: s.Reverse, Body: &code.Block{}}
		x.Strands = append(x.Strands, strand)
		first := len(f.carried)
		for _, c := range s.Carries {
			m := f.family(c.Read.Table.Family.String())
			some := f.apply("<", lo, hi)
			v := f.lazy(some, m, func() code.Operand { return f.load("x", f.placeOf(c.First)) }, func() code.Operand { return f.uniformOf(c.Read.Table) })
			last := f.value("before", m)
			strand.Carry = append(strand.Carry, &code.Carry{Value: last, First: v})
			results = append(results, f.value("last", m))
			f.carried = append(f.carried[:len(f.carried):len(f.carried)], carried{c.Read, last, strand.Body})
		}
		bodies = append(bodies, func() {
			f.within(strand.Body, func() {
				f.scope.indices[s.Index] = index
				f.loops = append(f.loops, s)
				f.stmts(s.Body)
				f.loops = f.loops[:len(f.loops)-1]
				for _, c := range f.carried[first : first+len(s.Carries)] {
					f.gives(c.value)
				}
			})
		})
	}
	f.emit(x, results...)
	for _, body := range bodies {
		body()
	}
	f.carried = outer
}
