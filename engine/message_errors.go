package engine

import "fmt"

// The errors of packages that send messages.

// A NotFiniteError says that a message overflowed.
type NotFiniteError struct{ Where }

func (e *NotFiniteError) Error() string { return "a message is not finite: " + e.String() }

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
