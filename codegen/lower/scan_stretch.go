package lower

import (
	"slices"

	"mpc/codegen/code"
	"mpc/model"
)

// A vector that is computed from what is drawn, as the probabilities of a mixture are from the pieces of a stick, is computed
// where it is first read, and then not again for as long as nothing changes that it reads: once for all instances of a term,
// for all values of an element, or for all elements of a draw.

// A stretch is a part of a draw in which vectors keep their values.
type stretch struct {
	around []*model.Loop // whose indices do not change in it
	draws  bool          // the values that are drawn do
	known  []*code.Table // that tell which vectors have been computed
}

// stretch makes a part of a draw, and before it says that no vector is known yet.
func (f *chain) stretch(draws bool, body func()) {
	if d := f.drawing.of; d == nil || d.Scale != nil {
		body() // a move changes other values too
		return
	}
	s := &stretch{around: slices.Clone(f.drawing.around), draws: draws}
	block, at := f.block, len(f.block.Stmts)
	f.drawing.stretches = append(f.drawing.stretches, s)
	body()
	f.drawing.stretches = f.drawing.stretches[:len(f.drawing.stretches)-1]
	if len(s.known) == 0 {
		return
	}
	begin := &code.Block{}
	f.block = begin
	for _, t := range s.known {
		f.store(&code.Place{Table: t}, truth(false))
	}
	f.block = block
	block.Stmts = slices.Insert(block.Stmts, at, begin.Stmts...)
}

// lasting computes a vector in the longest stretch in which it stays the same; the result is in memory that compute gives.
func (f *chain) lasting(e *model.Expr, compute func() *code.Place) code.Operand {
	for _, s := range f.drawing.stretches {
		if s.draws && changesIn(f.drawing.of, e) || !settledIn(e, s.around) {
			continue
		}
		t := f.declare(&code.Table{Name: "known", Type: code.Truth, Keep: code.Local}, Source{InFunction: InFunction{Cell: f.row, Type: code.Truth}})
		s.known = append(s.known, t)
		known := &code.Place{Table: t}
		var to *code.Place
		f.choose(f.load("is", known), nil, func() {
			to = compute()
			f.store(known, truth(true))
		})
		return f.load("list", to)
	}
	return f.load("list", compute())
}

// sharedVector tells whether a vector whose elements are computed by one expression is computed once for several values.
func (f *chain) sharedVector(e *model.Expr) bool {
	each := e.Op == model.OpReduce && e.Fun == model.Elements && e.Args[0].Op != model.OpList && !(e.Args[0].Op == model.OpReduce && e.Args[0].Fun == model.Elements)
	return each && slices.ContainsFunc(f.drawing.stretches, func(s *stretch) bool {
		return !(s.draws && changesIn(f.drawing.of, e)) && settledIn(e, s.around)
	})
}

// settledIn tells whether an expression reads no indices but those of its own reductions and of some loops.
func settledIn(e *model.Expr, around []*model.Loop) bool {
	bound := map[*model.Index]bool{}
	for _, l := range around {
		bound[l.Index] = true
	}
	e.Walk(func(x *model.Expr) {
		if x.Op == model.OpReduce {
			bound[x.Loop.Index] = true
		}
	})
	ok := true
	e.Walk(func(x *model.Expr) { ok = ok && (x.Op != model.OpIndex || bound[x.Index]) })
	return ok
}
