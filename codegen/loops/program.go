package loops

import (
	"mpc/factor"
	"mpc/message"
	"mpc/model"
)

// A Program is a model's inference as loops.
type Program struct {
	Message *message.Program
	Tables  []*Table
	Steps   []*Step
	// Store says where the messages of each variable are, by variable ID.
	Store []*Store
	// Points has the table of point estimates of a variable, or nil.
	Points []*Table
	// Constants has the table of each constant computed from inputs.
	Constants map[*model.Variable]*Table
	// Scan lists the draws of one iteration of a model that is sampled, in order; Kept
	// what is computed of each draw that is kept.
	Scan, Kept []*message.Update
	// Marginals lists what is inferred, in the order asked for.
	Marginals []*message.Update
	Evidence  *message.Update // or nil
}

// A Pace says how far a posterior goes towards what its messages say.
type Pace uint8

const (
	// Whole is a full step.
	Whole Pace = iota
	// Checked is a step that is shortened where the bound of the iteration falls.
	Checked
	// Halved is a step that is always shortened, to schedule.FixedStep.
	Halved
)

// A Role says what a table holds.
type Role uint8

const (
	// Definition holds the messages of a variable's defining factors, one for
	// each element.
	Definition Role = iota
	// Use holds the messages of one factor to a variable, one for each element.
	Use
	// Replicated holds the messages of one factor to a variable whose elements
	// meet several instances of it, one for each instance.
	Replicated
	// Sum holds for each element of a variable the product of the messages of one
	// factor to it, where nothing reads them one by one: it is cleared before they
	// run, and each is multiplied in.
	Sum
	// Total holds for each element of a variable the product of its Replicated
	// messages and that of its definition, from which each can be taken out
	// again: one access reads them all.
	Total
	// Posterior holds what messages of VMP read of a variable.
	Posterior
	// Moments holds the moments of posteriors, beside these: they are computed where
	// a posterior is.
	Moments
	// Point holds point estimates.
	Point
	// Constant holds values computed from inputs.
	Constant
	// Drawn holds the values of a variable that is sampled.
	Drawn
)

// A Table is an array of messages or values.
type Table struct {
	ID     int
	Role   Role
	Family factor.Family // of messages; Unknown for Constant
	Type   model.Type    // of Constant
	Dims   []*model.Expr // sizes; an inner one may hold OpDim of an outer one
	// Variable is whose messages they are; Edge over which they come (Use, Replicated, Sum).
	Variable *factor.Variable
	Edge     *factor.Edge
	// Seen, if not nil, is the datum that the H of each element's message is
	// proportional to: the table holds one message for all, that of the datum 1.
	Seen      *model.Expr
	seenIndex *model.Index
	// Sparse is set if the table has elements only while entries of the data are
	// missing: the messages that it lacks are uniform.
	Sparse bool
	// Same, if not nil, tells of each dimension of the variable whether the messages are
	// the same along it: the table has no such dimension.
	Same []bool
	// Pass is set if the one element is that of the pass of the loops around: it is read
	// where it has been written.
	Pass bool
	// Guessed is set if a Guess is where initial marginals come from.
	Guessed bool
	// Unread is set for posteriors of which nothing but the moments is read: they are
	// not stored.
	Unread bool
	// Packed is set if messages about vectors lie side by side without a slice for each.
	Packed bool
	// Values, if not nil, is the datum on whose value alone the messages depend: the table has
	// one that says nothing, then one for each value.
	Values *model.Expr
	// Local is set if a value is read only in the loop body that writes it: no
	// array is needed.
	Local bool
}

// A Store says where the messages to a variable are: the product of one of
// each is the marginal.
type Store struct {
	Definition *Table
	Uses       []*Table // by edge, of role Use or Sum
	Total      *Table   // nil if no edge is replicated
	Replicated []*Table
	Posterior  *Table // nil if messages do not read one
	Moments    *Table // nil if they are computed where they are read
	byEdge     map[int]*Table
}

// A Step is a top-level part of a run: statements that run once, or an
// iteration.
type Step struct {
	ID      int
	Iterate bool
	Init    []Stmt // before an iteration
	Body    []Stmt
	Final   []Stmt // after an iteration
	// Bound, or nil, is computed after each iteration. Checks is set where a step is
	// shortened if it falls.
	Bound  *message.Update
	Checks bool
	// Inputs are the inputs that the step depends on, directly or through the
	// steps before it.
	Inputs []*model.Input
}

// Posteriors tells whether the step is an iteration that computes posteriors of VMP:
// before its first there are none.
func (s *Step) Posteriors() bool {
	if s.Iterate {
		for a := range Applied(s.Body) {
			if a.Update.Kind == message.Posterior {
				return true
			}
		}
	}
	return false
}

// A Stmt is *For, *If, *Clear, *Guess, *Apply or *Tally.
type Stmt interface{ isStmt() }

// For runs its body for lo <= index < hi.
type For struct {
	Index   *model.Index
	Lo, Hi  *model.Expr
	Reverse bool
	// Once is set if all passes would do the same: the first alone runs.
	Once bool
	Body []Stmt
	// Parallel is set if the elements do not depend on each other.
	Parallel bool
	// Carries are the messages that one pass leaves to the next.
	Carries []*Carry
	// Beside is set if each pass runs together with one of the next loop.
	Beside bool
	// Ahead are the totals of each pass that may be far away in memory: read some
	// passes ahead, many at once, they are there when they are wanted.
	Ahead []*Place
}

// If runs its body where all conditions hold.
type If struct {
	Conds []*model.Expr
	Body  []Stmt
}

// Clear makes a table uniform: the element at Index, or all of it.
type Clear struct {
	Table *Table
	Index []*model.Expr // nil for all
}

// Apply runs one update for the current indices.
type Apply struct {
	Update *message.Update
	Args   []Value
	To     *Place // of Send, Assign, Posterior, Estimate
	// Value is what an Assign stores and what must hold of a Check.
	Value *model.Expr
	// Moments is where those of the Posterior in To are kept, or nil.
	Moments *Place
	// Own is the cavity of the target, where the update's policy needs it; of a
	// Posterior the product of all messages.
	Own Product
	// Total is the element of the Total table that To is part of, or nil.
	Total *Place
	// Pace is that of a Posterior.
	Pace Pace
	// Carry is what To is in the next pass of the loop around, or nil.
	Carry *Carry
	// Row, if not nil, is the running sum that is read instead of arrays.
	Row *Row
	// Power is how often the message counts, nil for once.
	Power *model.Expr
	// Weights are powers of the message too.
	Weights []Weight
	// Reads, of the log evidence of branches, are the tables that it is computed from.
	Reads []*Table
	// Element holds the loop indices of the update, outermost first.
	Element []*model.Expr
}

func (*For) isStmt()   {}
func (*If) isStmt()    {}
func (*Clear) isStmt() {}
func (*Apply) isStmt() {}

// A Place is an element of a table.
type Place struct {
	Table *Table
	Index []*model.Expr
}

// A Product is a product of messages.
type Product []Term

// A Term is one message of a product: the one at Place, or, for a Total, the
// product there without the message at Except.
type Term struct {
	Place
	Except *Place
	// Copies, if not nil, is the number n of copies of a factor, of whose messages
	// together Place holds the product: the term is that of n-1 of them.
	Copies *model.Expr
}

// A Value is an argument of an operator: exactly one of the fields is set.
type Value struct {
	Arg     message.Arg
	Data    *model.Expr // read as a point mass if Arg.Point says so
	Product Product
	Point   *Place
	Buffer  *message.Update
}

var roleNames = [...]string{"definition", "use", "replicated", "sum", "total", "posterior", "moments", "point", "constant", "drawn"}

func (r Role) String() string { return roleNames[r] }
