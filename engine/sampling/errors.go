package sampling

import (
	"mpc/dist"
	"mpc/engine"
	"mpc/mcmc"
)

// An ImproperError says that there is no distribution to draw from: what a variable is
// drawn from given all others is not integrable, or a parameter is none of its
// distribution.
type ImproperError struct{ engine.Where }

func (e *ImproperError) Error() string {
	return "the conditional is improper: " + e.String() + "; give a narrower prior"
}

// A NotFiniteError says that a draw, or what it is computed from, overflowed or is no
// number.
type NotFiniteError struct{ engine.Where }

func (e *NotFiniteError) Error() string { return "a value is not finite: " + e.String() }

// An OverflowError says that what the model computes from the data is not finite: that
// the data are too large, or divide by zero, or are outside of a function's domain. It
// is a NotFiniteError too.
type OverflowError struct {
	engine.Where
	Expression string // that is not finite
}

func (e *OverflowError) Error() string { return e.Expression + " is not finite: " + e.String() }

// Unwrap returns the error without the expression.
func (e *OverflowError) Unwrap() error { return &NotFiniteError{Where: e.Where} }

// Statements has the statement of the model that each update comes from.
type Statements map[int]engine.Origin

// Where is where an update stands, for an element, after so many scans.
func (list Statements) Where(update int, element []int, scans int) engine.Where {
	at := list[update]
	return engine.Where{Line: at.Line, Column: at.Column, Statement: at.Statement, Element: element, Iteration: scans}
}

// Fault is the error of an update that has nothing to draw from, after so many scans.
func (list Statements) Fault(update int, fault dist.Fault, element []int, scans int) error {
	where := list.Where(update, element, scans)
	switch fault {
	case dist.Contradiction:
		return &engine.ContradictionError{Where: where}
	case dist.NotFinite:
		return &NotFiniteError{Where: where}
	}
	return &ImproperError{where}
}

// SliceFault is the error of a slice that has no next value: of a start without density
// about what leaves it none, which excluded finds.
func (list Statements) SliceFault(update int, fault mcmc.SliceFault, element []int, scans int, excluded func() error) error {
	if fault == mcmc.SliceStart {
		if err := excluded(); err != nil {
			return err
		}
		return list.Fault(update, dist.Contradiction, element, scans)
	}
	return list.Fault(update, dist.NotFinite, element, scans)
}
