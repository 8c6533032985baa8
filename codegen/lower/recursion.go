package lower

import (
	"mpc/codegen/code"
	"mpc/codegen/loops"
	"mpc/model"
)

// recursion computes the states of a recursion, pass by pass. The first pass sets them, so that nothing before the loop depends on where
// it ends: of the states at each index of a loop around, which are asked for in turn, each goes on from the ones before.
func (f *function) recursion(e *model.Expr) code.Operand {
	l := e.Loop
	index := f.value(l.Index.Name, code.Whole)
	f.Indices[index] = l.Index
	lo := f.whole(l.Lo)
	s := &code.Strand{Index: index, Lo: lo, Hi: f.whole(l.Hi), Body: &code.Block{}}
	var results []*code.Value
	for _, state := range e.States {
		s.Carry = append(s.Carry, &code.Carry{Value: f.value(state.Name, code.Real), First: real(0)})
		results = append(results, f.value(state.Name, code.Real))
	}
	f.emit(&code.For{Strands: []*code.Strand{s}}, results...)
	f.loops = append(f.loops, &loops.For{Index: l.Index, Lo: l.Lo, Hi: l.Hi})
	defer func() { f.loops = f.loops[:len(f.loops)-1] }()
	f.within(s.Body, func() {
		f.scope.indices[l.Index] = index
		for i, state := range e.States {
			f.scope.indices[state] = s.Carry[i].Value
		}
		a := &code.If{Cond: f.apply("==", index, lo), Then: &code.Block{}, Else: &code.Block{}}
		var after []*code.Value
		var gives []code.Operand
		for _, state := range e.States {
			after = append(after, f.value(state.Name, code.Real))
			gives = append(gives, after[len(after)-1])
		}
		f.emit(a, after...)
		f.within(a.Then, func() { f.gives(f.each(e.Args[1].Args, f.real)...) })
		f.within(a.Else, func() { f.gives(f.each(e.Args[0].Args, f.real)...) })
		f.gives(gives...)
	})
	return results[int(e.Value)]
}
