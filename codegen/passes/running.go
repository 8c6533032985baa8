package passes

import (
	"slices"

	"mpc/codegen/code"
)

// Running goes on with a sum, or with another reduction, where the pass before has left it, in functions that draw: of
// sum(x[j] : j in 0..<k) for each k in turn a pass adds what is new, so that all passes take as long as the longest sum. The order of
// additions stays as it was. A pass that leaves the sum out, in a branch, leaves what it would have added to the next one.
func Running(p *code.Program) {
	effects := code.FindEffects(p)
	for _, r := range p.Rows {
		if r.Body == nil || !r.Draws() {
			continue
		}
		v := &running{invariants{program: p, effects: effects, names: map[string]bool{}}}
		for _, x := range r.Values() {
			v.names[x.Name] = true
		}
		v.block(r.Body)
	}
}

type running struct{ invariants }

// block looks into the loops of a block, the inner ones first.
func (v *running) block(b *code.Block) {
	for _, s := range b.Stmts {
		for _, inner := range code.Blocks(s.Do) {
			v.block(inner)
		}
		loop, ok := s.Do.(*code.For)
		if !ok || len(loop.Strands) != 1 || loop.Parallel || loop.Strands[0].List != nil || loop.Strands[0].Down {
			continue
		}
		for _, x := range v.sums(s, loop.Strands[0]) {
			v.goOn(s, loop.Strands[0], x)
		}
	}
}

// sums are the reductions in the passes of a loop, and in branches there, of which one pass computes a longer part than the pass before.
func (v *running) sums(s *code.Stmt, strand *code.Strand) (list []*code.Stmt) {
	p := &passing{written: code.EffectsOf(s, v.effects).Writes, inside: map[*code.Value]bool{strand.Index: true}}
	for _, c := range strand.Carry {
		p.inside[c.Value] = true
	}
	strand.Body.Walk(func(x *code.Stmt) bool {
		for _, r := range x.Results {
			p.inside[r] = true
		}
		return true
	})
	rising := map[*code.Value]bool{strand.Index: true}
	var find func(b *code.Block)
	find = func(b *code.Block) {
		for _, x := range b.Stmts {
			switch a := x.Do.(type) {
			case *code.Apply:
				if rises(a, rising) {
					rising[x.Results[0]] = true
				}
			case *code.If:
				find(a.Then)
				find(a.Else)
			case *code.For:
				if v.longer(x, a, p, rising) {
					list = append(list, x)
				}
			}
		}
	}
	find(strand.Body)
	return list
}

// rises tells whether an operation gives a larger number in each pass: an index, or what is so far from it.
func rises(a *code.Apply, rising map[*code.Value]bool) bool {
	if a.Operation != code.FindOperation("+", code.Whole, code.Whole) && a.Operation != code.FindOperation("-", code.Whole, code.Whole) {
		return false
	}
	x, ok := a.Args[0].(*code.Value)
	_, by := a.Args[1].(code.Constant)
	return ok && by && rising[x]
}

// longer tells whether a loop reduces numbers up to one that rises, from the same on, of which nothing else depends on the pass.
func (v *running) longer(x *code.Stmt, loop *code.For, p *passing, rising map[*code.Value]bool) bool {
	if len(loop.Strands) != 1 || len(x.Results) == 0 || !all(x.Results, number) {
		return false
	}
	s := loop.Strands[0]
	hi, ok := s.Hi.(*code.Value)
	if !ok || !rising[hi] || s.List != nil || s.Down {
		return false
	}
	own := &passing{written: p.written, inside: map[*code.Value]bool{}}
	mine := map[*code.Value]bool{}
	s.Body.Walk(func(y *code.Stmt) bool {
		for _, r := range y.Results {
			mine[r] = true
		}
		return true
	})
	for r := range p.inside {
		own.inside[r] = !mine[r]
	}
	ends := *s
	ends.Hi = code.Constant{Of: code.Whole}
	all := &code.Stmt{Results: x.Results, Do: &code.For{Strands: []*code.Strand{&ends}}}
	for _, r := range x.Results {
		own.inside[r] = false
	}
	return own.same(all, code.EffectsOf(x, v.effects))
}

// goOn lets a reduction begin where the pass before has ended.
func (v *running) goOn(s *code.Stmt, strand *code.Strand, x *code.Stmt) {
	inner := x.Do.(*code.For).Strands[0]
	next := &code.Value{Name: v.name("next"), Of: code.Whole}
	state := []*code.Carry{{Value: next, First: inner.Lo}}
	for _, c := range inner.Carry {
		state = append(state, &code.Carry{Value: &code.Value{Name: v.name("before"), Of: c.Of}, First: c.First})
	}
	var now []code.Operand
	for _, c := range state {
		now = append(now, c.Value)
	}
	after := v.thread(strand.Body, x, now)
	inner.Lo = next
	for i, c := range inner.Carry {
		c.First = state[i+1].Value
	}
	strand.Carry = append(strand.Carry, state...)
	strand.Body.Gives = append(strand.Body.Gives, after...)
	for _, c := range state {
		s.Results = append(s.Results, &code.Value{Name: v.name(c.Name), Of: c.Of})
	}
}

// thread takes what a reduction begins with through a block to where it stands, and gives what it leaves; nil where it is not in
// the block.
func (v *running) thread(b *code.Block, x *code.Stmt, state []code.Operand) []code.Operand {
	for i, s := range b.Stmts {
		if s == x {
			hi := x.Do.(*code.For).Strands[0].Hi
			less := &code.Value{Name: v.name("less"), Of: code.Truth}
			next := &code.Value{Name: v.name("next"), Of: code.Whole}
			test := &code.Stmt{Number: v.number(), Origin: x.Origin, Results: []*code.Value{less},
				Do: &code.Apply{Operation: code.FindOperation("<", code.Whole, code.Whole), Args: []code.Operand{state[0], hi}}}
			choice := &code.Stmt{Number: v.number(), Origin: x.Origin, Results: []*code.Value{next},
				Do: &code.If{Cond: less, Then: &code.Block{Gives: []code.Operand{hi}}, Else: &code.Block{Gives: []code.Operand{state[0]}}}}
			b.Stmts = slices.Insert(b.Stmts, i+1, test, choice)
			after := []code.Operand{next}
			for _, r := range x.Results {
				after = append(after, r)
			}
			return after
		}
		a, ok := s.Do.(*code.If)
		if !ok {
			continue
		}
		then, otherwise := v.thread(a.Then, x, state), state
		if then == nil {
			then, otherwise = state, v.thread(a.Else, x, state)
		}
		if otherwise == nil {
			continue
		}
		a.Then.Gives, a.Else.Gives = append(a.Then.Gives, then...), append(a.Else.Gives, otherwise...)
		var after []code.Operand
		for _, o := range state {
			r := &code.Value{Name: v.name("left"), Of: o.Type()}
			s.Results, after = append(s.Results, r), append(after, r)
		}
		return after
	}
	return nil
}
