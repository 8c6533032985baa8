package codegen

import (
	"fmt"
	"strings"
)

// plan prints what is the same in all runs.
func (g *generator) plan(p *printer) {
	var ids []string
	for _, id := range g.code.program.Predicting() {
		ids = append(ids, fmt.Sprintf("%d: true", id))
	}
	p.line("// schedule says where updates come from, and what becomes of statements whose messages are left out.")
	p.line("var schedule = engine.Plan{\nVersion: stateVersion, Steps: steps, Updates: updates,\nOrigins: origins,\nFactors: factors,")
	if ids != nil {
		p.line("Predicts: map[int]bool{%s}, // of what nothing else is known", strings.Join(ids, ", "))
	}
	if g.code.program.Run.Iterates() {
		p.line("Reach: reach[:],")
	}
	if g.code.program.Run.Restarts {
		p.line("Seeds: 2,")
	} else if g.code.program.Run.Starts {
		p.line("Seeds: 1,")
	}
	p.line("Help: %q,\n}\n", g.code.program.Help())
}
