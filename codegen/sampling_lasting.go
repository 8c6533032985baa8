package codegen

import (
	"slices"

	"mpc/model"
)

// A vector that is computed from what is drawn, as the probabilities of a mixture are from the
// pieces of a stick, is computed where it is first read, and then not again for as long as
// nothing changes that it reads: once for all instances of a term, for all values of an
// element, or for all elements of a draw.

// A stretch is a part of a draw in which vectors keep their values.
type stretch struct {
	around []*model.Loop // whose indices do not change in it
	draws  bool          // the values that are drawn do
	known  []string      // the variables that tell which vectors have been computed
}

// stretch prints a part of a draw, and before it that no vector is known yet.
func (f *function) stretch(s stretch, body func()) {
	if f.drawing == nil || f.drawing.Scale != nil {
		body() // a move changes other values too
		return
	}
	before, start := f.stretches, f.body.Len()
	f.stretches = append(before[:len(before):len(before)], &s)
	body()
	f.stretches = before
	if len(s.known) == 0 {
		return
	}
	rest := slices.Clone(f.body.Bytes()[start:])
	f.body.Truncate(start)
	for _, name := range s.known {
		f.body.line("%s := false", name)
	}
	f.body.Write(rest)
}

// lasting prints a vector, in the longest stretch in which it stays the same.
func (f *function) lasting(e *model.Expr, print func() string) string {
	for _, s := range f.stretches {
		if s.draws && changesIn(f.drawing, e) || !settledIn(e, s.around) {
			continue
		}
		known := f.fresh("known")
		s.known = append(s.known, known)
		f.open("if !%s {", known)
		name := print()
		f.body.line("%s = true", known)
		f.close()
		return name
	}
	return print()
}

// settledIn tells whether an expression reads no indices but those of its own reductions and of
// some loops.
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
