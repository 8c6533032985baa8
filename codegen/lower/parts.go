package lower

import (
	"mpc/codegen/code"
	"mpc/codegen/loops"
	"mpc/model"
)

// assignParts lowers the constant that says which part of a graph each of its elements is in: all of it at once, where the turn of
// its first element comes.
func (f *function) assignParts(a *loops.Apply) {
	t, e := a.To.Table, a.Value
	list := code.Array{Elem: code.Whole}
	function := func(name string, params ...*code.Param) *code.Row {
		return f.lowering.row(lowerFirst(name), Callee{Kind: Function, Name: "mcmc." + name}, types(list), params...)
	}
	of := function("PartsOf", param("n", code.Whole))
	join := function("JoinParts", param("parts", list), param("a", code.Whole), param("b", code.Whole))
	first := function("FirstOfParts", param("parts", list))
	n := f.whole(t.Dims[0])
	f.choose(f.apply("==", f.whole(a.To.Index[0]), whole(0)), func() {
		index, joined, all := f.value(e.Loop.Index.Name, code.Whole), f.value("parts", list), f.value("parts", list)
		f.Indices[index] = e.Loop.Index
		s := &code.Strand{Index: index, Lo: f.whole(e.Loop.Lo), Hi: f.whole(e.Loop.Hi), Body: &code.Block{}, Carry: []*code.Carry{{Value: joined, First: f.call("parts", of, n)}}}
		f.emit(&code.For{Strands: []*code.Strand{s}}, all)
		f.within(s.Body, func() {
			f.scope.indices[e.Loop.Index] = index
			f.gives(f.call("parts", join, joined, f.whole(e.Args[0]), f.whole(e.Args[1])))
		})
		labels := f.call("parts", first, all)
		i := &model.Index{ID: -1, Name: "i"}
		f.loop(i, whole(0), n, false, false, func() {
			part := f.value("part", code.Whole)
			f.emit(&code.Element{Of: labels, Index: f.index(i)}, part)
			f.store(f.place(f.table(t), t.Dims, []*model.Expr{model.IndexExpr(i)}), part)
		})
	}, nil)
}
