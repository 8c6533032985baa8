package codegen

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mpc/factor"
	"mpc/loops"
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

// dataErrors prints the errors of what the data alone decide. A package that draws has
// them before any scan, others also in runs that go on.
func (g *generator) dataErrors(p *printer) {
	where := "inf.progress.Where(update, element)"
	if g.chain {
		where = "Where{Line: origins[update].line, Column: origins[update].column, Statement: origins[update].statement, Element: element}"
	}
	if demands(g.program) {
		p.line(parameterText, where)
	}
	if overflows(g.program) {
		p.line(overflowText, where)
	}
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

// parameterText is the error of a parameter that the data make impossible, but for its place.
const parameterText = `
// A ParameterError says that the data give a distribution, or a function of a vector,
// a parameter that it cannot have.
type ParameterError struct {
	Where
	Message string
}

func (e *ParameterError) Error() string { return e.Message + ": " + e.String() }

func (inf *Inference) parameter(update int, element []int, message string) error {
	return &ParameterError{%s, message}
}
`

// overflowText is the error of a number that the data make infinite, but for its place.
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

func (inf *Inference) overflow(update int, element []int, expression string) error {
	return &OverflowError{%s, expression}
}
`
