// Package depanalysis finds which message update reads which, and how: the
// dependency graph that a schedule is made from.
//
// A node is an update over its whole plate, an edge says that the node To reads
// what the node From writes. The kinds of an edge come from the annotations of
// the operator's arguments, its offsets from the indices: with x[t-1] an update
// at element t reads what another wrote at element t-1. Nothing here or later
// knows which algorithm the messages belong to.
package depanalysis

// A Kind is a set of demands that an edge makes on a schedule, besides that
// From is read by To.
type Kind uint8

const (
	// Required: From must have run at least once before To first runs.
	Required Kind = 1 << iota
	// SkipIfUniform: Required, and if From's result is uniform, To's is too.
	SkipIfUniform
	// Trigger: when From runs, To becomes invalid, and nobody may read an
	// invalid node until it has run again.
	Trigger
	// Fresh: before To runs, From must be up to date with all that it reads,
	// transitively through Fresh edges.
	Fresh
	// NoInit: starting from From's uniform value costs nothing worth an
	// initialization. Required wins over NoInit.
	NoInit
	// Declaration: From makes the storage that To uses.
	Declaration
)

// An Offset says which element of an axis To reads: at element t it reads what
// From wrote at t + Steps. Any: some other elements, not known which (a gather
// x[idx[i]], or all the others of a product over a plate).
type Offset struct {
	Axis  int
	Steps int
	Any   bool
}

// An Edge says that To reads what From writes.
type Edge struct {
	From, To int
	Kind     Kind
	// Group, if not 0, numbers (per To) a set of alternatives: of the edges with
	// this Group whose Kind has Required or SkipIfUniform, one is enough.
	Group int
	// Offsets has one entry for each axis that both nodes run over, in the order
	// of To's Axes. An axis of From alone is read whole; an axis of To alone
	// makes every element read the same.
	Offsets []Offset
	// Others: of the elements that the offsets name, not To's own: a cavity is without the message that its own
	// factor sends.
	Others bool
}

// A Node is an update over its plate, or another step that must be ordered with
// the updates.
type Node struct {
	Name       string // as the message program prints it, with #2 and so on where it repeats
	Line       int    // of the model
	Axes       []int  // that it runs over, outermost first
	Output     bool   // the user asks for what it writes
	Init       bool   // what it writes has an initial value
	Guess      bool   // that value is drawn: the user did not give it, and nothing is lost where it is computed anew
	Uniform    bool   // its result is always uniform
	Overshoots bool   // its new value may go too far, so that a run must be able to shorten the step
	Bound      bool   // what is checked after each iteration that changes what it reads
}

// Given tells whether the user gave the initial value of what the node writes.
func (n Node) Given() bool { return n.Init && !n.Guess }

// A Graph is a dependency graph. Node IDs are indices, in the order of the
// message program; Edges are sorted by To, then From.
type Graph struct {
	Nodes []Node
	Edges []Edge
	// Axes has the name of each axis, a loop of the model, with #2 and so on where
	// it repeats.
	Axes []string
	// Sequential lists the ranges whose elements the user wants updated one after
	// the other, in the order of the model's key.
	Sequential []Sequential
}

// A Sequential is a range the elements of which are to be updated one after the
// other, with the axes that run over it: none if no update does, several if some
// plate runs over it twice.
type Sequential struct {
	Name string
	Axes []int
}
