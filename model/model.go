// Package model checks what a parsed file means: names are resolved,
// expressions typed, roles found (random, observed, constant), and statements
// taken out of their blocks into relations that carry their own loops and
// conditions.
package model

import "mpc/lang"

// A Model is a checked model.
type Model struct {
	File      *lang.File
	Name, Doc string
	Algorithm string // ep, vmp or gibbs, of all variables that Algorithms does not name
	// Lacking: statements that are not supported are not in it.
	Lacking bool
	// Algorithms holds the algorithm of the variables that have one of their own.
	Algorithms map[*Variable]string
	Inputs     []*Input
	Variables  []*Variable
	Relations  []*Relation
	Gates      []*Gate
	Required   []*Requirement
	Infer      []*Variable // in the order asked for
	// Joints are the posteriors of several values together that are asked for.
	Joints   []*JointAnswer
	Evidence bool
	Init     []Init
	Point    []*Variable
	// Shared holds the variables common to several batches of data.
	Shared  []*Variable
	Iterate Iterate
	Choices
}

// Choices are what a model says of how posteriors are computed, where it leaves that not to the algorithm.
type Choices struct {
	// Methods says how variables are drawn, where the model does.
	Methods map[*Variable]lang.Name
	// Blocks are the variables that are to be drawn together; NoBlocks is set where the
	// model says that none are: blocks: [].
	Blocks   []Block
	NoBlocks bool
	// Loopy is set where truths and whole numbers that are tied in loops are left to messages.
	Loopy bool
	// Integrate are the hyperparameters that the model wants integrated numerically;
	// NoIntegrals is set where it says that none are: integrate: [].
	Integrate   []Integrated
	NoIntegrals bool
	// Power is the share of a site's density that an update of EP takes, nil where the model says none: all of it.
	Power *lang.Setting
	// Operators says which of several operators a factor uses.
	Operators []lang.Choice
}

// An Iterate holds the settings of the key iterate, defaults filled in.
type Iterate struct {
	Max        int
	Tolerance  float64
	Damping    float64
	Proper     bool   // messages: proper
	Projection string // variance or log
	Sequential []*Input
	// OfEvidence: the tolerance is of the evidence, not of the posteriors.
	OfEvidence   bool
	OfEvidenceAt lang.Pos
	// Restarts is how many runs there are, each from other random initial marginals,
	// of which that of the largest evidence counts.
	Restarts   int
	RestartsAt lang.Pos
	// Seed is that of the random initial marginals, of the first run where there are
	// several; of Gibbs sampling that of all draws.
	Seed     uint64
	Sampling Sampling
}

// An Init is an initial marginal: a distribution with constant or input
// parameters, an input of distribution type, or one that is drawn (Random).
type Init struct {
	Variable *Variable
	Dist     *Dist
	Chain    int // of Gibbs sampling, counted from 1, or 0 of all chains
	At       lang.Pos
}

// An Input is what the caller gives.
type Input struct {
	ID   int
	Name string
	Type Type
	Dims []*Expr // sizes; an inner one may hold OpDim of an outer one
	// Inner says how many of Dims, the last ones, are those of a vector or a matrix
	// and not of an array of them.
	Inner int
	// Sizes are those of a value of a distribution over vectors or matrices.
	Sizes []*Expr
	// Demand names what the program wants each vector or matrix of the input to be,
	// see Demand; or "". Demanded is how many of the last dimensions are theirs.
	Demand   string
	Demanded int
	Default  *Expr
	// DefaultDist is the default of an input of distribution type: of each element.
	DefaultDist *Dist
	Missing     bool // single entries may be absent
	// Labelled: the input is the number of the element of Type.Range that has the Label:
	// the program has it in an index, x["a"]. It is no input that the data give.
	Labelled bool
	Label    string
	// Labels is, of a range of which the program names elements by their labels, what the
	// list of all labels is called in a generated package; elsewhere "".
	Labels string
	// Selects: the program reads a variable in its place, see Variable.Data.
	Selects bool
	// Prior: a variable that is sampled is drawn from it.
	Prior bool
	Doc   string
	At    lang.Pos
	// Derived is set for a range whose size may be left out of the data: the
	// inputs that are arrays over it fix it then.
	Size []ArrayDim
}

// An ArrayDim is a dimension of an input.
type ArrayDim struct {
	Input *Input
	Dim   int
}

// A Variable is defined by the program.
type Variable struct {
	ID     int
	Name   string
	Random bool // depends on a ~ of a variable that is not observed
	// Derived: all of it is defined by = . A derived variable that is not random is a
	// constant computed from inputs.
	Derived bool
	Type    Type
	Dims    []*Expr  // sizes; an inner one may hold OpDim of an outer one
	Sizes   []*Expr  // those of a value that is a vector or a matrix
	Ranges  []*Input // per dimension the range that it runs over, or nil
	At      lang.Pos // of its first definition
	// Repeats is that of its definitions: it stands for so many independent copies.
	Repeats []*Expr
	// Asked is the expression under infer that it stands for, as it is written; else "".
	Asked string
	// Input is set if these are the entries of that input which the data may lack:
	// elements that are there belong to no factor.
	Input *Input
	// Data is the input whose entries the elements are observed to be, where it has
	// them: of an input that selects.
	Data *Input
	// Part is set of a term of relations some of whose entries may be missing: it has
	// elements where the data lack one.
	Part bool
	used bool
	// most is what it exceeds with no probability to speak of, in terms of the indices of its
	// element (OpDim), where that is known: of a rate.
	most *Expr
	// never is set where no statement that can hold defines it.
	never bool
	// Home holds the branches of gates that it lives in: nothing outside of them
	// reads it.
	Home []*Branch
	// Members are the numbers and arrays whose elements are those of a vector that stands for a block; none of another variable.
	Members []*Variable
}

// A Loop binds an index to lo <= index < hi.
type Loop struct {
	Index  *Index
	Lo, Hi *Expr
	// Full is the end of the loop as written, before conditions on the index
	// narrowed it: the size of what is stored per element.
	Full *Expr
}

// An Index is a loop index. Two loops made of one for statement have the same
// For; after splitting they have different indices.
type Index struct {
	ID    int
	Name  string
	For   int    // numbers the for statements
	Range *Input // the range it runs over, or nil
	// Selects marks the index that stands for the selector in the branches of a
	// switch; no statement names it.
	Selects bool
	At      lang.Pos
}

// A RelationKind says what a relation states.
type RelationKind uint8

const (
	// Draw: Target ~ Dist.
	Draw RelationKind = iota
	// Assign: Target = Value.
	Assign
	// ObserveTrue: the boolean Value is true.
	ObserveTrue
	// ObserveDraw: Value was seen as Dist says, a soft constraint.
	ObserveDraw
	// ObserveEqual: the real Value equals the real Other.
	ObserveEqual
	// Select: there is a gate, whose selector is Value.
	Select
)

// A Relation is one statement with the loops and conditions around it.
type Relation struct {
	Kind   RelationKind
	Loops  []*Loop
	Guards []*Expr // conditions on inputs, constants and loop indices
	// Repeats holds how many times the statement counts, a factor for each power
	// plate around it, outermost first.
	Repeats []*Expr
	// Branches are the branches of gates that it stands in, outermost first.
	Branches []*Branch
	Gate     *Gate // of Select
	// Instance, of Select, is the gate's instance in its plate.
	Instance []*Expr
	Target   *Expr // a variable or an input, indexed
	Dist     *Dist
	Value    *Expr
	Other    *Expr
	Sets     bool // of ObserveEqual: y = e, where Other is the input y
	At       lang.Pos
	Text     string // the statement as written
}

// A Requirement is a condition on what the data give, besides those on the
// parameters of distributions.
type Requirement struct {
	Value  *Expr
	Loops  []*Loop
	Guards []*Expr
	Text   string
	At     lang.Pos
}

// A Dist is a distribution with its parameters under their canonical names.
type Dist struct {
	Name  string // normal, gamma, ...; "given" for an input of distribution type; Random
	Names []string
	Args  []*Expr
	// Require holds conditions on parameters that the data give, such as sd >= 0.
	Require []*Expr
	// Within holds those on parameters that what is drawn decides too, which some data
	// exclude whatever is drawn.
	Within []*Expr
	// Some, of a discreteuniform in branches that say of how many numbers, is how many:
	// where there are none its branch is impossible, and the parameter n is 1.
	Some *Expr
	// Over holds the loops over the rows of a table, which Require reads.
	Over []*Loop
	At   lang.Pos
}

// Arg returns the parameter of that name, or nil.
func (d *Dist) Arg(name string) *Expr {
	for i, n := range d.Names {
		if n == name {
			return d.Args[i]
		}
	}
	return nil
}
