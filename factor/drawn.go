package factor

import (
	"slices"

	"mpc/model"
)

// drawn tells whether elements of a variable that lives inside depth gates are drawn
// there.
func drawn(depth int, uses []use) bool {
	return slices.ContainsFunc(uses, func(u use) bool {
		return u.defines && len(u.relation.Branches) <= depth && u.relation.Kind == model.Draw
	})
}

// computed tells whether elements of it are functions of random values there.
func computed(depth int, uses []use) bool {
	return slices.ContainsFunc(uses, func(u use) bool {
		return u.defines && len(u.relation.Branches) <= depth && u.relation.Kind == model.Assign && u.relation.Value.Random
	})
}

// exits tells whether elements of it are defined in the branches of gates, of whose
// copies they are then mixtures.
func exits(depth int, uses []use) bool {
	return slices.ContainsFunc(uses, func(u use) bool { return u.defines && len(u.relation.Branches) > depth })
}

// drawnApart makes the variable of which x, what a statement draws of a half drawn
// variable, is a copy: VMP has a posterior of what is drawn, and none of what is
// computed. It returns the slot that the draw then defines.
func (b *builder) drawnApart(c context, x *Slot) *Slot {
	of := x.Edge.Variable
	v := b.variable(of.Name, plateDims(c.loops), nil, false, c.at)
	v.Algorithm, v.Repeats, v.Depth, v.whole, v.apart = of.Algorithm, c.repeats, len(c.branches), of.whole, true
	here := func(n *model.Expr) *model.Expr {
		n = n.Map(func(e *model.Expr) *model.Expr {
			if e.Op == model.OpDim {
				return x.Edge.Index[e.Dim]
			}
			return e
		})
		for j, l := range c.loops {
			n = n.Subst(l.Index, &model.Expr{Op: model.OpDim, Type: model.Type{Kind: model.Int}, Dim: j})
		}
		return n
	}
	for _, n := range of.Sizes {
		v.Sizes = append(v.Sizes, here(n))
	}
	for _, n := range of.origins() {
		v.origin = append(v.origin, here(n))
	}
	if !b.factor(c, "copy", x, &Slot{Edge: &Edge{Variable: v, Index: v.index(c)}}) {
		return nil
	}
	return &Slot{Edge: &Edge{Variable: v, Index: v.index(c), Defines: true}}
}
