package lower

import (
	"mpc/codegen/code"
	"mpc/codegen/loops"
	"mpc/factor"
	"mpc/message"
	"mpc/model"
)

// A Source is what a table holds: something of the data, of a table of messages, of a run, of a chain, or of one function. Of these
// exactly one field is set, but for those that say which.
type Source struct {
	Name string // what the table is called where no other has its name
	// What says of which sums, of what a joint draw is drawn with, and of Shape whether it is the size of dimension Dim, where its
	// rows start, or the total.
	What string
	Dim  int // of Size and Shape
	FromData
	ForTable
	InRun
	InChain
	InFunction
}

// FromData is what the data say, and how arrays lie in memory.
type FromData struct {
	Input *model.Input
	// Missing and Some say which entries of Input are missing, and whether one is.
	Missing, Some bool
	// Given is set of the copy of an input while it is made.
	Given bool
	// Size are the dimensions of an array: it is how many elements dimension Dim has.
	Size  []*model.Expr
	Shape *Shape
}

// ForTable is a table of messages, or stands beside one.
type ForTable struct {
	Messages *loops.Table
	// Search is a table of points: what is kept of the search for them.
	Search *loops.Table
	// Before is a table of products: what they were.
	Before *loops.Table
	// Kept and KeptSearch are what a table of messages, and the search for its points, were before an iteration.
	Kept, KeptSearch *loops.Table
	// Which says which message of a table with one for each value an element has, Found which of these have been computed.
	Which, Found *loops.Table
	// Quantiles is the table of posteriors whose quantiles it has.
	Quantiles *loops.Table
}

// InRun is what is kept from one step of a run, or of a filter, to the next.
type InRun struct {
	// Step is how far posteriors go, Moved how much they have changed in an iteration of a step.
	Step  bool
	Moved *loops.Step
	// Branches are those whose log evidence it is.
	Branches *message.Update
	// Previous is the variable of which is kept what was known of it.
	Previous *factor.Variable
	// Network is a network, whose memory it is.
	Network *message.Network
	// Elements is the variable whose elements stand as those of the table do.
	Elements *factor.Variable
	// Sum is a running sum: an array of them, or, where it has no dimensions, a variable.
	Sum *loops.Running
	// LogEvidence is the log evidence that is computed with the posteriors, Doubts are what makes these doubtful, Solution is what they
	// are all read from.
	LogEvidence, Doubts, Solution bool
	// Filter is what a filter keeps of its steps, by its name.
	Filter string
}

// InChain is what a chain keeps.
type InChain struct {
	// State is what it keeps of its scans, by its name.
	State string
	// Free says of the elements of a variable whether several values were possible.
	Free *model.Variable
	// Width are the widths of slices of a variable.
	Width *model.Variable
	// Shifts is the size of the array of the widths of the slices of moves by a distance.
	Shifts []*model.Expr
	// Directions is the size of the array of what a chain knows of the directions of moves.
	Directions []*model.Expr
	// Collapsed is the size of the array of what a chain knows of numbers that are proposed with others integrated out.
	Collapsed []*model.Expr
	// OneBlocks is the size of the array of what a chain knows of normals that are proposed as one block.
	OneBlocks []*model.Expr
	// Weights are memory for the weights of values.
	Weights bool
	// Block is the update of a joint draw.
	Block *message.Update
	// List are the passes of a loop that read each element.
	List *InstanceList
	// Order is the order of elements in which chains begin with them.
	Order *StartOrder
	// Added are sums of what is said of each element of a drawn table, or, of One, of each component of the element that is drawn.
	Added *loops.Table
	One   bool
}

// InFunction is a variable of a function, or memory that functions work in.
type InFunction struct {
	// Cell is the function of which it is a variable, of a type.
	Cell *code.Row
	Type code.Type
	// Array is the variable for each of whose elements a local array has one, Entries the input for each of whose entries it has
	// one, Beside the table for each of whose elements it has one.
	Array   *factor.Variable
	Entries *model.Input
	Beside  *loops.Table
	// Scratch is memory for an array of this type.
	Scratch code.Type
	// Message is a message about a vector, or its moments, to work with; Work memory that operators calculate in.
	Message, Work code.Type
}
