package passes

import (
	"slices"

	"mpc/codegen/code"
)

// Settle reads what all passes of an inner loop read alike once, before the loop, in functions that draw: elements of tables
// to which the loop writes nothing, by indices of loops around it.
func Settle(p *code.Program) {
	effects := code.FindEffects(p)
	for _, r := range p.Rows {
		if r.Body != nil && r.Draws() {
			s := &settling{program: p, effects: effects}
			s.block(r.Body, nil)
		}
	}
}

type settling struct {
	program *code.Program
	effects map[*code.Row]*code.Effects
}

// block settles the inner loops of a block, where the indices of the loops around it are known.
func (s *settling) block(b *code.Block, indices []*code.Value) {
	var stmts []*code.Stmt
	for _, x := range b.Stmts {
		loop, ok := x.Do.(*code.For)
		if ok && len(loop.Strands) == 1 && innermost(loop) && len(indices) > 0 {
			stmts = append(stmts, s.loop(x, loop.Strands[0], indices)...)
		}
		stmts = append(stmts, x)
		for _, inner := range code.Blocks(x.Do) {
			around := indices
			if ok && len(loop.Strands) == 1 && loop.Strands[0].List == nil {
				around = append(slices.Clip(indices), loop.Strands[0].Index)
			}
			s.block(inner, around)
		}
	}
	b.Stmts = stmts
}

// innermost tells whether there is no loop in a loop.
func innermost(loop *code.For) bool {
	return loop.Strands[0].Body.Walk(func(x *code.Stmt) bool {
		switch x.Do.(type) {
		case *code.For, *code.While:
			return false
		}
		return true
	})
}

// loop takes the loads out of a loop that all its passes make alike.
func (s *settling) loop(x *code.Stmt, strand *code.Strand, indices []*code.Value) (first []*code.Stmt) {
	written := code.EffectsOf(x, s.effects).Writes
	at := map[string]*code.Value{}
	known := map[*code.Value]code.Operand{}
	var take func(b *code.Block)
	take = func(b *code.Block) {
		var rest []*code.Stmt
		for _, y := range b.Stmts {
			for _, inner := range code.Blocks(y.Do) {
				take(inner)
			}
			load, ok := y.Do.(*code.Load)
			if !ok || load.From.Known || len(load.From.Index) == 0 || written[load.From.Table] || !of(load.From.Index, indices) {
				rest = append(rest, y)
				continue
			}
			key := load.From.String()
			if at[key] == nil {
				at[key] = y.Results[0]
				first = append(first, y)
			} else {
				known[y.Results[0]] = at[key]
			}
		}
		b.Stmts = rest
	}
	take(strand.Body)
	code.Replace(strand.Body, known)
	return first
}

// of tells whether operands are constants or some values.
func of(list []code.Operand, values []*code.Value) bool {
	return !slices.ContainsFunc(list, func(o code.Operand) bool {
		v, ok := o.(*code.Value)
		return ok && !slices.Contains(values, v)
	})
}
