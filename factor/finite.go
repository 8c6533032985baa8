package factor

import (
	"slices"

	"mpc/model"
)

// finite adds checks that the numbers which factors read from the data are finite,
// where they are computed in a way that does not show it: a message computed from
// an infinite number may be a point mass, or say nothing, without any sign of it.
func (b *builder) finite() {
	constants := map[*model.Variable]bool{}
	for again := true; again; {
		again = false
		for _, a := range b.graph.Data {
			if !constants[a.Variable] && !a.Value.SeenFinite(func(v *model.Variable) bool { return !constants[v] }) {
				constants[a.Variable], again = true, true
			}
		}
	}
	seen := func(v *model.Variable) bool { return !constants[v] }
	done := map[string][]*Check{}
	for _, f := range b.graph.Factors {
		for _, s := range f.Slots {
			if s.Data == nil || s.Data.Type.Kind != model.Real {
				continue
			}
			loops := f.Loops
			if s.Over != nil {
				loops = append(slices.Clone(loops), s.Over)
			}
			for _, e := range leaves(s.Data) {
				if e.SeenFinite(seen) {
					continue
				}
				c := &Check{Value: allFinite(e), Loops: needed(e, context{loops: loops, guards: f.Guards}), Guards: f.Guards, Text: f.Text, At: e.At}
				if !c.At.IsKnown() {
					c.At = f.At
				}
				same := func(o *Check) bool {
					return o.At == c.At && slices.Equal(o.Loops, c.Loops) && slices.Equal(o.Guards, c.Guards)
				}
				if key := e.Key(); !slices.ContainsFunc(done[key], same) {
					done[key] = append(done[key], c)
					b.graph.Checks = append(b.graph.Checks, c)
				}
			}
		}
	}
}

// leaves are the numbers that a list is made of.
func leaves(e *model.Expr) []*model.Expr {
	if e.Op == model.OpCall && e.Type.Dimensions > 0 {
		return nil // zeros
	}
	if e.Op != model.OpList {
		return []*model.Expr{e}
	}
	var list []*model.Expr
	for _, a := range e.Args {
		list = append(list, leaves(a)...)
	}
	return list
}

// allFinite is the condition that a number, or each element of a vector or a matrix
// that is a constant of the program, is finite.
func allFinite(e *model.Expr) *model.Expr {
	if e.Type.Dimensions == 0 {
		return model.Finite(e)
	}
	var loops []*model.Loop
	at := *e
	at.Args = slices.Clone(e.Args)
	for k, n := range e.Lengths() {
		i := &model.Index{Name: []string{"row", "column"}[k]}
		loops = append(loops, &model.Loop{Index: i, Lo: model.Number(0), Hi: n, Full: n})
		at.Args = append(at.Args, model.IndexExpr(i))
	}
	at.Type.Dimensions = 0
	cond := model.Finite(&at)
	for _, l := range slices.Backward(loops) {
		cond = &model.Expr{Op: model.OpReduce, Fun: "all", Type: cond.Type, Args: []*model.Expr{cond}, Loop: l, At: e.At}
	}
	return cond
}
