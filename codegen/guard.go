package codegen

import (
	"fmt"

	"mpc/codegen/loops"
)

// bounds prints what adds up the bounds that iterations end in, where that is not the evidence.
func (g *generator) bounds() string {
	var p printer
	for _, s := range g.program.Steps {
		g.code.function(&p, fmt.Sprintf("addBound%d", s.ID), fmt.Sprintf("adds up the terms of the bound on the log evidence after an iteration of step %d.", s.ID))
	}
	return p.String()
}

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

// guards prints what keeps and restores the messages of an iteration.
func (g *generator) guards(p *printer) {
	for _, s := range g.program.Steps {
		g.code.function(p, fmt.Sprintf("keep%d", s.ID), fmt.Sprintf("keeps the messages as they are before an iteration of step %d.", s.ID))
		g.code.function(p, fmt.Sprintf("restore%d", s.ID), fmt.Sprintf("makes the messages what they were before the iteration of step %d.", s.ID))
	}
}
