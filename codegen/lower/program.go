package lower

import (
	"fmt"

	"mpc/codegen/code"
	"mpc/codegen/loops"
	"mpc/factor"
	"mpc/message"
	"mpc/model"
)

// A Program is the code of an inference, and what its parts stand for.
type Program struct {
	*code.Program
	Loops *loops.Program
	// Functions are the parts of steps that are lowered, by their names.
	Functions map[string]*code.Row
	// Declarations are these functions, and those of scans and of latent Gaussian models, as the package has them.
	Declarations []*Declaration
	// Unlowered says why a function is not, by its name.
	Unlowered map[string]error
	Tables    map[*code.Table]Source
	Callees   map[*code.Row]Callee
	// Indices are the loop indices of the model that values stand for, Locals the tables of which
	// a value holds the one message that is there.
	Indices map[*code.Value]*model.Index
	Locals  map[*code.Value]*loops.Table
	// Maybe are handles of values that may be missing, with the types of these.
	Maybe map[code.Type]code.Type
	// Packages are those of records and handles, by their names.
	Packages map[string]string
	// EvidenceParts are the statements and variables that have a part in the log evidence.
	EvidenceParts []EvidencePart
	// Readers are functions that read ahead for others.
	Readers map[*code.Row]*code.Row
	// Scan is nil where nothing is sampled, or some draw is not lowered: Unscanned says why.
	Scan      *Scan
	Unscanned error
	// Gaussian is nil where the model is no latent Gaussian model whose posterior is computed as a whole.
	Gaussian *Gaussian
	// Filter is nil where the model is no chain over time that can be filtered; NoFilter says why not, where there
	// is a chain.
	Filter   *Filter
	NoFilter string
	// Run is what a run of a model that passes messages calls.
	Run *Run
	// Shares is set where workers share what a run does.
	Shares   bool
	shapes   map[string]*Shape
	declared map[*code.Row]*Declaration
}

// A Source is what a table holds: exactly one of the fields is set but Dim.
type Source struct {
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
	// List are the passes of a loop that read each element.
	List *InstanceList
	// Quantiles is the table of posteriors whose quantiles it has.
	Quantiles *loops.Table
	// LogEvidence is the log evidence that is computed with the posteriors.
	LogEvidence bool
	// Given is set of the copy of an input while it is made.
	Given bool
	// Shape is how arrays lie in memory: What says whether it is the size of dimension Dim, where its rows start, or the total.
	Shape *Shape
	// State is what a chain keeps of its scans, Filter what a filter keeps of its steps, by its name.
	State, Filter string
}

// A Callee is what a row without a body stands for.
type Callee struct {
	Kind Kind
	Name string // of a Function with its package, as math.Exp
	// Elements are how many of the last arguments of an error are loop indices, where others are
	// values for its words.
	Elements int
	// Variable is that of an Improper.
	Variable *factor.Variable
	// Check is that of an Unmet.
	Check *factor.Check
	// Complaint is what an error about data says.
	Complaint Complaint
	// Input is that which a row reads.
	Input *model.Input
	// Of is the table of an OfNext.
	Of *code.Table
	// Spread is set of a Made whose last argument is a list of arguments.
	Spread bool
	// Family is that of a Possible, Table that of a Stream.
	Family factor.Family
	Table  *loops.Table
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
	// Stream gives the random numbers of the variable of a table.
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
	// Integral computes the posterior of a latent Gaussian model, or gives an error.
	Integral
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
	// FilterFault gives the error of an update at the present time, Unmet that of a check.
	FilterFault
	// Named is a constant of package mcmc.
	Named
	// Text gives an error of a text, TooLarge that of a network.
	Text
	TooLarge
	Unmet
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
	// IsNil tells whether none of the entries of an input are given. Of its copy, MakeGiven makes memory, EmptyGiven takes
	// out what is there, AppendGiven adds an entry, DefaultGiven makes all the default, and UniformGiven messages that say
	// nothing.
	IsNil
	MakeGiven
	EmptyGiven
	AppendGiven
	DefaultGiven
	UniformGiven
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
	// DoNext calls a function of another inference, the next one, and OfNext is what a table is there. TakeNext has it take
	// over a field, FollowNext what steps have done, and BecomeNext makes the inference what it is.
	DoNext
	OfNext
	TakeNext
	FollowNext
	BecomeNext
)

// An unlowered panic says what a function needs that is not lowered.
type unlowered string

func (u unlowered) Error() string { return string(u) }

func notYet(format string, args ...any) { panic(unlowered(fmt.Sprintf(format, args...))) }

// Lower makes the code of the steps of an inference.
func Lower(p *loops.Program) *Program {
	l := &lowering{
		Program: &Program{Program: &code.Program{Name: p.Message.Graph.Model.Name}, Loops: p,
			Functions: map[string]*code.Row{}, Unlowered: map[string]error{}, Tables: map[*code.Table]Source{},
			Callees: map[*code.Row]Callee{}, Indices: map[*code.Value]*model.Index{}, Locals: map[*code.Value]*loops.Table{}, Readers: map[*code.Row]*code.Row{}, Maybe: map[code.Type]code.Type{}, Packages: map[string]string{}, shapes: map[string]*Shape{}, declared: map[*code.Row]*Declaration{}},
		messages: map[*loops.Table]*code.Table{}, inputs: map[*model.Input]*code.Table{}, named: map[string]*code.Table{},
		records: map[string]code.Type{}, free: map[code.Type][]*code.Table{},
		state: map[string]*code.Table{}, tried: map[*loops.Table]*code.Table{}, lists: map[string]*code.Table{}, widths: map[*loops.Table]*code.Table{},
	}
	for _, s := range p.Steps {
		if !s.Iterate {
			l.part(s, Steps.has(fmt.Sprintf("once%d", s.ID), fmt.Sprintf("is step %d, which runs once.", s.ID)), s.Body, false)
			continue
		}
		l.initial(s)
		l.part(s, Steps.has(fmt.Sprintf("iterate%d", s.ID), fmt.Sprintf("is one iteration of step %d.", s.ID)), s.Body, true)
		l.part(s, Steps.has(fmt.Sprintf("final%d", s.ID), fmt.Sprintf("computes what is needed once after iteration %d.", s.ID)), s.Final, false)
		l.changes(s)
	}
	if p.Message.Sampling == nil {
		l.gaussian()
		l.evidence()
		l.posteriors()
		l.shared()
		l.totals()
		l.momentsAgain()
		l.kept()
		l.checkMarginals()
		l.ignored()
		l.filter()
	} else {
		l.scan()
		l.makeLists()
	}
	l.checkIndices()
	l.reads()
	l.readAll()
	l.starts()
	l.sizes()
	l.allocate()
	if p.Message.Sampling == nil {
		l.reset()
		l.saved()
	}
	l.arrays()
	l.Shares = l.shares()
	l.prepare()
	l.replace()
	if p.Message.Sampling == nil {
		l.run()
	}
	l.tellApart()
	return l.Program
}

// tellApart renames tables that are called as a row or a record is, and values that are called as a
// table is: some were declared after them.
func (l *lowering) tellApart() {
	taken := map[string]bool{}
	for _, r := range l.Rows {
		taken[r.Name] = true
	}
	for _, r := range l.Records {
		taken[r.Name] = true
	}
	for _, h := range l.Handles {
		taken[h.Name] = true
	}
	for _, t := range l.Program.Program.Tables {
		base := t.Name
		for n := 1; taken[t.Name]; n++ {
			t.Name = fmt.Sprintf("%s_%d", base, n)
		}
		taken[t.Name] = true
	}
	for _, r := range l.Rows {
		if r.Body == nil {
			continue
		}
		names := map[string]bool{}
		values := r.Values()
		for _, v := range values {
			names[v.Name] = true
		}
		for _, v := range values {
			if l.Program.Table(v.Name) == nil {
				continue
			}
			base := v.Name
			for n := 1; names[v.Name] || l.Program.Table(v.Name) != nil; n++ {
				v.Name = fmt.Sprintf("%s_%d", base, n)
			}
			names[v.Name] = true
		}
	}
}

// A lowering is a program that is made.
type lowering struct {
	*Program
	messages map[*loops.Table]*code.Table
	inputs   map[*model.Input]*code.Table
	named    map[string]*code.Table // starts and sizes, by their dimensions
	records  map[string]code.Type
	// dimension are indices of loops over all elements of a variable.
	dimension []*model.Index
	readers   int // how many functions read ahead
	// complaints is how many errors about data there are.
	complaints int
	free       map[code.Type][]*code.Table // messages to work in that no block uses
	// state, tried, weights and lists are tables of chains.
	state   map[string]*code.Table
	tried   map[*loops.Table]*code.Table
	weights *code.Table
	lists   map[string]*code.Table
	widths  map[*loops.Table]*code.Table
}

// part lowers a part of a step; damped is set for the body of an iteration.
func (l *lowering) part(s *loops.Step, m *Declaration, body []loops.Stmt, damped bool) {
	if len(body) == 0 {
		return
	}
	l.make(m, types(code.Fault), func(f *function) {
		f.damped = damped
		f.forgetFound(body)
		f.stmts(body)
	})
}

// make makes a function.
func (l *lowering) make(m *Declaration, results []code.Type, body func(f *function)) {
	name := m.row
	rows, tables, numbers := len(l.Rows), len(l.Program.Program.Tables), l.Statements
	f := l.function(name)
	f.row.Results = results
	defer func() {
		switch r := recover().(type) {
		case nil:
		case unlowered:
			l.Unlowered[name] = r
			l.forget(rows, tables, numbers)
		default:
			panic(r)
		}
	}()
	body(f)
	if f.row.Fails() {
		f.gives(code.None)
	}
	f.release()
	if called := l.Program.Row(name); called != nil { // a function before calls it
		*called = *f.row
		delete(l.Callees, called)
		l.Functions[name] = l.adds(m, called)
		return
	}
	l.Rows = append(l.Rows, f.row)
	l.Functions[name] = l.adds(m, f.row)
}

// forget takes away what has been declared for a function that is not lowered after all.
func (l *lowering) forget(rows, tables, numbers int) {
	for _, r := range l.Rows[rows:] {
		delete(l.Callees, r)
		delete(l.Readers, r)
	}
	clear(l.free)
	for _, t := range l.Program.Program.Tables[tables:] {
		s := l.Tables[t]
		delete(l.Tables, t)
		delete(l.messages, s.Messages)
		delete(l.inputs, s.Input)
		for key, x := range l.named {
			if x == t {
				delete(l.named, key)
			}
		}
	}
	l.Rows, l.Program.Program.Tables, l.Statements = l.Rows[:rows], l.Program.Program.Tables[:tables], numbers
	l.forgetDeclarations()
}
