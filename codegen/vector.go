package codegen

import (
	"mpc/codegen/loops"
	"mpc/factor"
	"mpc/model"
)

// Messages about vectors and matrices are structs with slices: arrays of them share
// one block of memory, operators and products write into what is there, and loops
// allocate nothing once the scratch messages have grown to their size.

// isVector tells whether a table holds messages about vectors or matrices.
func isVector(t *loops.Table) bool { return t.Role != loops.Constant && t.Family.Row().Vector() }

// varies tells whether the sizes of a variable's elements differ.
func varies(v *factor.Variable) bool {
	found := false
	v.Sizes[0].Walk(func(e *model.Expr) { found = found || e.Op == model.OpDim })
	return found
}

// sizes prints a function from the position of an element of a variable to its
// size, for an array with an element for each.
func (g *generator) sizes(v *factor.Variable) string {
	if !varies(v) {
		return "engine.OneSize(inf." + g.types.Shape(v.Sizes).Size(0) + ")"
	}
	return "engine.SizesOf(inf." + g.types.Shape(append(v.Dims[:len(v.Dims):len(v.Dims)], v.Sizes[0])).Start(len(v.Dims)) + ")"
}
