package codegen

import (
	"mpc/codegen/loops"
	"mpc/factor"
)

// Messages of one size that nothing reads as a slice of messages lie side by side in one
// block of numbers: a slice for each would be a third of the memory of ten log weights.

// rowsType is the Go type of such an array.
func rowsType(fam factor.Family) string { return familyType(fam) + "Rows" }

// arrayType is the Go type of the array of a table.
func (g *generator) arrayType(t *loops.Table) string {
	if t.Packed {
		return rowsType(t.Family)
	}
	return "[]" + g.elementType(t)
}
