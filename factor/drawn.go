package factor

import (
	"math"
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

// firstDefined is the smallest index in a dimension that uses in a gate define, as far
// as it is seen, else 0. Those that they read before it are an error: a copy is defined
// in the branches, or it enters them.
func (b *builder) firstDefined(v *Variable, uses []use, d int) float64 {
	first := math.Inf(1)
	for _, u := range uses {
		if u.defines {
			first = math.Min(first, u.smallest(d))
		}
	}
	if math.IsInf(first, 1) {
		return 0
	}
	for _, u := range uses {
		if first > 0 && !u.defines && u.smallest(d) < first {
			b.unsupported(u.relation.At, "an element of "+v.Name+" that a gate reads, where it defines later ones in a loop", "put the if into the loop: for (t in 1..<n) { if (...) { %[1]s[t] ~ ... } else { %[1]s[t] ~ ... } }", v.Name)
			return 0
		}
	}
	return first
}

// smallest is the smallest index in a dimension, as far as it is seen, else 0.
func (u use) smallest(d int) float64 {
	x := u.index[d]
	if x.Op == model.OpNumber {
		return x.Value
	}
	i, c, ok := x.Affine()
	for _, l := range u.relation.Loops {
		if ok && l.Index == i && l.Lo.Op == model.OpNumber {
			return math.Max(0, l.Lo.Value+float64(c))
		}
	}
	return 0
}

// drawnApart makes the variable of which x, what a statement draws of a half drawn
// variable, is a copy: VMP has a posterior of what is drawn, and none of what is
// computed. It returns the slot that the draw then defines.
func (b *builder) drawnApart(c context, x *Slot) *Slot {
	of := x.Edge.Variable
	v := b.variable(of.Name, model.PlateDims(c.loops), nil, false, c.at)
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
	for _, n := range of.Origins() {
		v.origin = append(v.origin, here(n))
	}
	if !b.factor(c, "copy", x, &Slot{Edge: &Edge{Variable: v, Index: v.index(c)}}) {
		return nil
	}
	return &Slot{Edge: &Edge{Variable: v, Index: v.index(c), Defines: true}}
}
