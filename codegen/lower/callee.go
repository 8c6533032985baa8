package lower

import (
	"mpc/codegen/code"
	"mpc/factor"
	"mpc/model"
)

// A Callee is what a row without a body stands for.
type Callee struct {
	Kind Kind
	Name string // of a Function with its package, as math.Exp
	// Elements are how many of the last arguments of an error are loop indices, where others are
	// values for its words.
	Elements int
	// Variable is that of an Improper.
	Variable *factor.Variable
	// Complaint is what an error about data says.
	Complaint Complaint
	// Input is that which a row reads.
	Input *model.Input
	// Of is the table of an OfNext.
	Of *code.Table
	// Spread is set of a Made whose last argument is a list of arguments.
	Spread bool
	// Family is that of a Possible, Random what tells the numbers of a Stream from others.
	Family factor.Family
	Random uint64
}

// A Kind says how a row is called.
type Kind uint8

const (
	// Function is a function of a package, or one that is built in.
	Function Kind = iota
	// Method is called on its first argument.
	Method
	// Skip counts a message that is left out, or gives the error that ends the run.
	Skip
	// Contradiction and Parameter give the error of a condition that is false.
	Contradiction
	Parameter
	// Overflow gives the error of a number that is not finite.
	Overflow
	// Improper gives the error of a posterior that is no distribution.
	Improper
	// Stretch gives elements of a table that stand side by side.
	Stretch
	// Resize makes memory for an array as long as is wanted, Put sets an element of one.
	Resize
	Put
	// ReplaceRow is Replace of totals that stand side by side, ExceptRow puts cavities in an array.
	ReplaceRow
	ExceptRow
	// Zero gives the zero value of a type.
	Zero
	// At is the message of a datum, of one that is proportional to it; MaybeAt is uniform where the datum is missing.
	At
	MaybeAt
	// Nil is no array, All are the elements of a table.
	Nil
	All
	// Contains tells whether a table has an element that is a number.
	Contains
	// CopyAll copies all elements of a table, SetAll those about vectors.
	CopyAll
	SetAll
	// Between are the elements of a table from one to before another.
	Between
	// Maybe is a message of a table that has none while no entry is missing: uniform then.
	Maybe
	// Own is a function of the package.
	Own
	// Field is a field of the inference.
	Field
	// PartOf says which part terms are of, AddTerm adds one.
	PartOf
	AddTerm
	// LeftOut tells whether an update was left out at last, Ignored is the fault of a factor that is ignored.
	LeftOut
	Ignored
	// Stream gives the random numbers of a variable.
	Stream
	// Share gives a message the memory of another one.
	Share
	// IntoRow is an operator that multiplies messages into as many that stand side by side as its last argument says.
	IntoRow
	// Part gives elements of a vector of data, List makes one, RowOfList gives some of its elements,
	// Reals copies whole numbers.
	Part
	List
	RowOfList
	Reals
	// Possible is a message, uniform where it contradicts itself.
	Possible
	// Shares gives the probabilities that moments hold, Probabilities writes those of a message.
	Shares
	Probabilities
	// Branches gives the log evidence of all branches, AddTo adds to that of one, Valued is a fault where
	// one has none.
	Branches
	AddTo
	Valued
	// Overlap is the log integral of two messages, Scale that of two among more.
	Overlap
	Scale
	// Slot gives the memory of a message among those that lie side by side.
	Slot
	// Plate is a function of a part of a range, which workers share.
	Plate
	// Truncate is a conversion to a whole number.
	Truncate
	// Distribution is what values are drawn from.
	Distribution
	// Vector is a function that writes as many numbers side by side as its argument after their place says.
	Vector
	// OnAll is called on its first argument, with all elements of the array that the second one stands in.
	OnAll
	// FieldOf is a field, FaultIs a comparison of the fault, SliceFault the error of a sampler of slices.
	FieldOf
	FaultIs
	SliceFault
	// Solve computes the posterior of a latent Gaussian model, or gives an error; Answers makes elements of a table what it says
	// of functions, by the function of their moments.
	Solve
	Answers
	// Vectors makes elements of a table of vectors or matrices what a posterior says of them, or gives an error.
	Vectors
	// ChainFault gives the error of a statement, about an element.
	ChainFault
	// IntoPart is a function that writes to elements of an array: to as many from the place of its first argument on as the
	// second one says. OnPart is a method on its first argument, of elements that the next two say so.
	IntoPart
	OnPart
	// Empty makes an array in memory empty, Append adds an element to it, IntoMemory fills it by a function, Grown keeps what it has grown to.
	Empty
	Append
	IntoMemory
	Grown
	// FilterFault gives the error of an update at the present time.
	FilterFault
	// Named is a constant of package mcmc.
	Named
	// Text gives an error of a text, TooLarge that of a network.
	Text
	TooLarge
	// IndexError, MissingError, DefinitionError and TwiceError give the errors of data that do not fit a statement. Their
	// arguments are an index and a size; the indices of an entry; the place of an element; the indices of an element and
	// those of the instance.
	IndexError
	MissingError
	DefinitionError
	TwiceError
	// InputError gives the error of a value of an input: its arguments are what its message speaks of and the indices of
	// the entry.
	InputError
	// Becomes makes an array what a function of it gives.
	Becomes
	// Made gives a distribution of parameters, and of some an error.
	Made
	// GivenOf is what the caller gives of an input, GivenLabels how many labels of it, and FindLabels finds the numbers of
	// elements that have them.
	GivenOf
	GivenLabels
	FindLabels
	// IsNil tells whether none of the entries of an input are given, IsZero whether a distribution is the zero value. Of its copy, MakeGiven makes memory, EmptyGiven takes
	// out what is there, AppendGiven adds an entry, DefaultGiven makes all the default, and UniformGiven messages that say
	// nothing.
	IsNil
	IsZero
	MakeGiven
	EmptyGiven
	AppendGiven
	DefaultGiven
	UniformGiven
	// CheckGiven calls a function that checks what is given, with the name of the input behind its first two arguments, CheckRow one
	// that checks a row, with what its size is too, CheckIndices one that checks all indices of a range.
	CheckGiven
	CheckRow
	CheckIndices
	// Forget begins the list of which entries are missing, Mark adds the entry that comes next.
	Forget
	Mark
	// MakeTable makes memory for as many elements, of the type Name of Go where that is given, MakeTableBy by a function.
	MakeTable
	MakeTableBy
	// SaveTable adds a table, or the one thing that it has, to a saved state.
	SaveTable
	// StepDone tells whether a step is done, StepAgain has it done again.
	StepDone
	StepAgain
	// Copied is a copy of the inference. DoNext calls a function of another inference, the next one, PutNext sets a field of its
	// data, and OfNext is what a table is there. TakeNext has it take over a field, FollowNext what steps have done, and
	// BecomeNext makes the inference what it is.
	Copied
	DoNext
	PutNext
	OfNext
	TakeNext
	FollowNext
	BecomeNext
)
