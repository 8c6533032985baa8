package loops

import (
	"slices"

	"mpc/factor"
)

// Demands tells whether the data decide that some parameter is possible.
func (p *Program) Demands() bool {
	return slices.ContainsFunc(p.Message.Graph.Checks, func(c *factor.Check) bool { return c.Parameter })
}

// Overflows tells whether the data decide that some number is finite.
func (p *Program) Overflows() bool {
	return slices.ContainsFunc(p.Message.Graph.Checks, func(c *factor.Check) bool { return c.Value.IsFinite() })
}
