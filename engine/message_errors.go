package engine

import (
	"fmt"

	"mpc/dist"
)

// The errors of packages that send messages.

// A NotFiniteError says that a message overflowed.
type NotFiniteError struct{ Where }

func (e *NotFiniteError) Error() string { return "a message is not finite: " + e.String() }

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

// An ImproperError says that a posterior is not integrable, or that all messages of a
// statement were left out, since each would make one so: it is ignored then.
type ImproperError struct {
	Where
	LeftOut bool
	help    string // of messages that are left out
}

func (e *ImproperError) Error() string {
	if e.LeftOut {
		return "no message could be computed, each would make a marginal improper: " + e.String() + "; " + e.help
	}
	return "the posterior is improper: " + e.String() + "; give a narrower prior, or damping"
}

// A TwiceError says that a statement reads one element of a variable twice: messages
// over both edges would count what it says twice.
type TwiceError struct {
	Where
	Variable string
	At       []int  // indices of the element, outermost first; nil where they are not known
	Help     string // what to write instead
}

func (e *TwiceError) Error() string {
	element := e.Variable
	for _, i := range e.At {
		element += fmt.Sprintf("[%d]", i)
	}
	return fmt.Sprintf("%s reads %s twice in one factor, which has no messages for that; %s", e.Where, element, e.Help)
}

// A NetworkError says that so many truths and whole numbers depend on each other that their exact
// marginals need too large a table.
type NetworkError struct {
	Where
	Message string
}

func (e *NetworkError) Error() string { return e.Message + ": " + e.String() }

// A DivergenceError says that the iteration runs away: its last change is above
// one standard deviation and no smaller than half way before.
type DivergenceError struct {
	Iterations int
	Change     float64
}

func (e *DivergenceError) Error() string {
	return fmt.Sprintf("the iteration diverges: after %d iterations posteriors still change by %.3g standard deviations; add damping, or give narrower priors", e.Iterations, e.Change)
}

// A BoundError says that an iteration lowers the bound on the log evidence however
// short its step is.
type BoundError struct {
	Iterations    int
	Bound, Fallen float64
}

func (e *BoundError) Error() string {
	return fmt.Sprintf("after %d iterations the bound on the log evidence falls from %.10g to %.10g however short the step is", e.Iterations, e.Bound, e.Fallen)
}

// Improper is the error of a posterior that is no distribution, element being -1 where it is
// not one of the variable. One that is not finite is the product of messages that contradict
// each other, but of variables that noise is between: their messages overflow.
func (p *Progress) Improper(name string, line, element int, finite, noisy bool) error {
	where := Where{Line: line, Statement: name, Iteration: p.Sweeps()}
	if element >= 0 {
		where.Element = []int{element}
	}
	switch {
	case finite:
		return &ImproperError{Where: where}
	case noisy:
		return &NotFiniteError{Where: where}
	}
	return &ContradictionError{Where: where}
}

// FilterFault is the error of an update of a filter that has no message, at the step that has
// that number.
func FilterFault(origins map[int]Origin, update int, fault dist.Fault, step int) error {
	at := origins[update]
	where := Where{Line: at.Line, Column: at.Column, Statement: at.Statement, Element: []int{step}}
	switch fault {
	case dist.Contradiction:
		return &ContradictionError{Where: where}
	case dist.NotFinite:
		return &NotFiniteError{Where: where}
	}
	return &ImproperError{Where: where}
}

// An IntegralError says that a posterior which is computed as a whole, with hyperparameters
// integrated numerically, was not found.
type IntegralError struct {
	Where
	Err error
}

func (e *IntegralError) Error() string {
	return "the posterior was not found: " + e.Err.Error() + ": " + e.String()
}

// Unwrap returns what went wrong.
func (e *IntegralError) Unwrap() error { return e.Err }
