package codegen

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mpc/factor"
	"mpc/loops"
	"mpc/message"
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

// dataErrors prints the error of a number that the data make infinite. A package that draws has it before any scan,
// others also in runs that go on.
func (g *generator) dataErrors(p *printer) {
	if overflows(g.program) {
		p.WriteString(overflowText)
	}
}

// whereOf prints the place of an instance of an update of what the data alone decide.
func (g *generator) whereOf(u *message.Update, element []string) string {
	if g.chain {
		return fmt.Sprintf("Where{Line: %d, Column: %d, Statement: %q%s}", u.At.Line, u.At.Col, u.Check.Text, field("Element", element))
	}
	at := "nil"
	if len(element) > 0 {
		at = "[]int{" + strings.Join(element, ", ") + "}"
	}
	return fmt.Sprintf("inf.progress.Where(%d, %s)", u.ID, at)
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

// overflowText is the error of a number that the data make infinite.
const overflowText = `
// An OverflowError says that what the model computes from the data is not finite: that
// the data are too large, or divide by zero, or are outside of a function's domain. It
// is a NotFiniteError too.
type OverflowError struct {
	Where
	Expression string // that is not finite
}

func (e *OverflowError) Error() string { return e.Expression + " is not finite: " + e.String() }

// Unwrap returns the error without the expression.
func (e *OverflowError) Unwrap() error { return &NotFiniteError{Where: e.Where} }
`
