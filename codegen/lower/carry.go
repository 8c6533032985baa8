package lower

import (
	"mpc/codegen/code"
	"mpc/codegen/loops"
)

// A carried message is what a pass of a loop leaves to the next.
type carried struct {
	place *loops.Place
	value code.Operand // of the pass, before its update and after it
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

// sendCarried lowers the update of a message that the next pass reads from a value.
func (f *function) sendCarried(a *loops.Apply, faults []code.Operand) {
	to := f.placeOf(a.To)
	m := f.where(faults, []string{"next"}, types(to.Type()), func() []code.Operand {
		var got []code.Operand
		if a.Row != nil {
			got = f.byRow(a)
		} else {
			got = f.operate(a, "m")
		}
		return []code.Operand{f.left(a, to, got)}
	}, func() []code.Operand {
		if none := f.unsound(a, faults); none != nil {
			none()
		}
		return []code.Operand{f.load("old", to)}
	})[0]
	for i, c := range f.carried {
		if c.place == a.Carry.Read {
			f.carried[i].value = m
		}
	}
}

// left is what an update whose operator gives got leaves to the next pass: where there is a fault, what the
// place has.
func (f *function) left(a *loops.Apply, to *code.Place, got []code.Operand) code.Operand {
	m := got[0]
	if !a.Update.Op.Faulty() {
		f.store(to, m)
		return m
	}
	next := f.value("next", m.Type())
	x := &code.If{Cond: f.apply("!=", got[1], code.None), Then: &code.Block{}, Else: &code.Block{}}
	f.emit(x, next)
	f.within(x.Then, func() {
		if gated(a.Update) {
			f.heed(a, got[1], nil, nil)
		} else {
			f.leftOut(a, got[1])
			if a.Update.Forgets() {
				f.sayNothing(a)
			}
		}
		f.gives(f.load("old", to))
	})
	f.within(x.Else, func() {
		f.policy(a, to, m)
		f.gives(m)
	})
	return next
}

// chooseCarrying lowers statements under a condition, in which updates leave messages to the next pass.
func (f *function) chooseCarrying(cond code.Operand, list []loops.Stmt) {
	var changed []int
	for a := range loops.Applied(list) {
		for i, c := range f.carried {
			if a.Carry != nil && c.place == a.Carry.Read {
				changed = append(changed, i)
			}
		}
	}
	if len(changed) == 0 {
		f.choose(cond, func() { f.stmts(list) }, nil)
		return
	}
	x := &code.If{Cond: cond, Then: &code.Block{}, Else: &code.Block{}}
	var values []*code.Value
	for _, i := range changed {
		values = append(values, f.value("next", f.carried[i].value.Type()))
	}
	f.emit(x, values...)
	f.within(x.Else, func() {
		for _, i := range changed {
			f.gives(f.carried[i].value)
		}
	})
	f.within(x.Then, func() {
		f.stmts(list)
		for _, i := range changed {
			f.gives(f.carried[i].value)
		}
	})
	for k, i := range changed {
		f.carried[i].value = values[k]
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
			f.carried = append(f.carried[:len(f.carried):len(f.carried)], carried{c.Read, last})
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
