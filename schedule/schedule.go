// Package schedule orders message updates: it decides what runs once, what
// iterates, in which order, and which plates run as sequential loops, and checks
// the result with a program that knows nothing of how it was made.
package schedule

// A Schedule is a sequence of steps.
type Schedule struct {
	Steps []Step
	// Dropped lists what pruning removed, and why.
	Dropped []Dropped
	// Warnings are for the user: an initialization that is recomputed before use.
	Warnings []Warning
	// Apart lists what of the ranges that the user wants sequential is not.
	Apart []Apart
	// Shortened lists the updates of iterations that may go too far, by node.
	Shortened []Shortened
}

// A Step is *Update, *Loop or *Iterate.
type Step interface {
	isStep()
}

// An Update runs one node: over all elements of its axes, but those of the
// Loops around it, of which it takes the current element.
type Update struct {
	Node   int
	Reason Reason
}

// A Loop runs its body for one element of an axis after the other, ascending or
// (Reverse) descending. All updates in the body run over that axis, but those that
// an element makes invalid by a trigger: they run again, whole, for each element.
type Loop struct {
	Axis    int
	Reverse bool
	Body    []Step
	Reason  Reason
}

// An Iterate runs Init once, then Body until convergence, then Final once.
// Iterates do not nest.
type Iterate struct {
	Init, Body, Final []Step
	Reason            Reason
}

func (*Update) isStep()  {}
func (*Loop) isStep()    {}
func (*Iterate) isStep() {}

// A Reason says why a step stands where it stands, for mpc schedule.
type Reason struct {
	Text  string  // one line
	Score float64 // of the greedy choice, where there was one
}

// A Dropped is an update that does not run, with the reason.
type Dropped struct {
	Node int
	Why  string
}

// A Warning concerns the node whose initialization has no effect.
type Warning struct {
	Node    int
	Message string
}

// A Shortened is a node the new values of which may go too far. Bound is the node
// that is checked after each iteration: if it has fallen, the iteration is run
// again with a shorter step. If it is -1 there is none, and the step is always
// shortened.
type Shortened struct {
	Node, Bound int
	Why         string
}

// FixedStep is the step of a Shortened without a bound: the exponent of the new
// value in a geometric mean with the old one.
const FixedStep = 0.5

// An Apart is an update that iterates over a range of Graph.Sequential and stands
// outside the loop along it; or, where Node is -1, a range over which nothing
// iterates.
type Apart struct {
	Node, Range int
	Why         string
}
