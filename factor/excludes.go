package factor

import "mpc/model"

// Excludes tells whether it can be seen that no element has messages over both edges: the
// conditions on data that their factors stand under never hold both.
func (e *Edge) Excludes(other *Edge) bool {
	return model.Exclusive(e.conditions(), other.conditions())
}

// conditions are the conditions that the factor stands under in terms of the element that the
// edge leads to, as far as they follow from it.
func (e *Edge) conditions() []*model.Expr {
	if !e.Injective() {
		return nil
	}
	var out []*model.Expr
	for _, g := range e.Factor.Guards {
		for k, x := range e.Index {
			if i, c, ok := x.Affine(); ok && c == 0 {
				g = g.Subst(i, &model.Expr{Op: model.OpDim, Type: model.Type{Kind: model.Int}, Dim: k})
			}
		}
		free := false
		g.Walk(func(x *model.Expr) { free = free || x.Op == model.OpIndex })
		if !free {
			out = append(out, g)
		}
	}
	return out
}
