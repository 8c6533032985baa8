package codegen

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mpc/codegen/loops"
	"mpc/factor"
	"mpc/model"
)

// demands tells whether the data decide that some parameter is possible.
func demands(p *loops.Program) bool {
	return slices.ContainsFunc(p.Message.Graph.Checks, func(c *factor.Check) bool { return c.Parameter })
}

// overflows tells whether the data decide that some number is finite.
func overflows(p *loops.Program) bool {
	return slices.ContainsFunc(p.Message.Graph.Checks, func(c *factor.Check) bool { return c.Value.IsFinite() })
}

// says prints what is wrong where a condition is false, with the values that it speaks of.
func says(e *model.Expr, values []string) string {
	if demand := model.Demand(e.Fun); demand != "" {
		return strconv.Quote("of " + e.Args[0].String() + " this must hold: " + demand)
	}
	if e.Says == "" {
		return strconv.Quote(e.String() + " is false")
	}
	return fmt.Sprintf("fmt.Sprintf(%s)", strings.Join(append([]string{strconv.Quote(e.Says)}, values...), ", "))
}
