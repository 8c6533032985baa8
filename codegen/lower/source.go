package lower

import (
	"mpc/codegen/code"
	"mpc/codegen/loops"
	"mpc/factor"
	"mpc/message"
	"mpc/model"
)

// A Source is what a table holds: exactly one of the fields is set but Name and Dim.
type Source struct {
	Name     string // what the table is called where no other has its name
	Messages *loops.Table
	Input    *model.Input
	// Start and Size are dimensions of the array of Shape: where its rows start, and how many
	// elements it has.
	Start, Size []*model.Expr
	Dim         int // of Start and Size
	// Scratch is memory for an array of this type.
	Scratch code.Type
	// Step is how far posteriors go, Moved how much they have changed in an iteration of a step.
	Step  bool
	Moved *loops.Step
	// Missing and Some say which entries of Input are missing, and whether one is.
	Missing, Some bool
	// Message is a message about a vector, or its moments, to work with; Work memory that operators
	// calculate in.
	Message, Work code.Type
	// Branches are those whose log evidence it is.
	Branches *message.Update
	// Cell is the function of which it is a variable, of a type.
	Cell *code.Row
	Type code.Type
	// Search is a table of points: what is kept of the search for them.
	Search *loops.Table
	// Array is the variable for each of whose elements a local array has one, Entries the input for each of whose entries
	// it has one.
	Array   *factor.Variable
	Entries *model.Input
	// Beside is the table for each of whose elements a local array has one.
	Beside *loops.Table
	// Before is a table of products: what they were. Previous is the variable of which is kept what
	// was known of it.
	Before   *loops.Table
	Previous *factor.Variable
	// Network is a network, whose memory it is.
	Network *message.Network
	// Kept and KeptSearch are what a table of messages, and the search for its points, were before an iteration.
	Kept, KeptSearch *loops.Table
	// Which says which message of a table with one for each value an element has, Found which of
	// these have been computed.
	Which, Found *loops.Table
	// Elements is the variable whose elements stand as those of the table do.
	Elements *factor.Variable
	// Sum is a running sum: an array of them, or, where it has no dimensions, a variable.
	Sum *loops.Running
	// Added are sums of what is said of each element of a drawn table, or, of One, of each component of the
	// element that is drawn; What says of which sums.
	Added *loops.Table
	What  string
	One   bool
	// Free says of the elements of a variable whether several values were possible.
	Free *model.Variable
	// Weights are memory for the weights of values.
	Weights bool
	// Block is the update of a joint draw: What says of what it is drawn with.
	Block *message.Update
	// Width are the widths of slices of a variable.
	Width *model.Variable
	// Shifts is the size of the array of the widths of the slices of moves by a distance.
	Shifts []*model.Expr
	// Directions is the size of the array of what a chain knows of the directions of moves.
	Directions []*model.Expr
	// List are the passes of a loop that read each element.
	List *InstanceList
	// Quantiles is the table of posteriors whose quantiles it has.
	Quantiles *loops.Table
	// LogEvidence is the log evidence that is computed with the posteriors.
	LogEvidence bool
	// Doubts are what makes these doubtful.
	Doubts bool
	// Given is set of the copy of an input while it is made.
	Given bool
	// Shape is how arrays lie in memory: What says whether it is the size of dimension Dim, where its rows start, or the total.
	Shape *Shape
	// State is what a chain keeps of its scans, Filter what a filter keeps of its steps, by its name.
	State, Filter string
}
