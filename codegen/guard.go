package codegen

import "mpc/codegen/loops"

// keptTables lists the tables that iterations keep.
func (g *generator) keptTables() []*loops.Table {
	in := map[*loops.Table]bool{}
	for _, s := range g.program.Steps {
		for _, t := range g.program.KeptBefore(s) {
			in[t] = true
		}
	}
	var list []*loops.Table
	for _, t := range g.program.Tables {
		if in[t] {
			list = append(list, t)
		}
	}
	return list
}
