package codegen

import (
	"slices"

	"mpc/codegen/loops"
)

// sounded lists the tables of products whose rounding soundTotals looks at.
func (g *generator) sounded(tables []*loops.Table) []*loops.Table {
	if !g.code.program.Run.Iterates() {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(tables), func(t *loops.Table) bool { return t.Role != loops.Total })
}
