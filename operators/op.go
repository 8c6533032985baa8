// Package operators holds the message operators, one file per factor: each a
// top-level function with the literal that annotates it beside it. Table lists
// them all. The functions are also printed into generated packages, so they
// import the standard library, dist and special alone and keep no state.
package operators

import (
	"reflect"

	"mpc/dist"
)

// An Algorithm says which messages an operator computes.
type Algorithm uint8

const (
	// EP is expectation propagation: arguments are cavities. Where it is exact
	// it is sum-product.
	EP Algorithm = iota + 1
	// VMP is variational message passing: arguments are marginals.
	VMP
	// Gibbs is Gibbs sampling: arguments are current values.
	Gibbs
)

// A Flag says how a schedule must treat an argument of an operator. The zero
// Flag says: read the current value, whatever it is.
type Flag uint8

const (
	// Required: what is read must have been computed at least once before.
	Required Flag = 1 << iota
	// SkipIfUniform: Required, and the result is uniform where this argument is.
	SkipIfUniform
	// Trigger: when what is read changes, the result is invalid until computed anew.
	Trigger
	// Fresh: what is read must be up to date with all that it reads.
	Fresh
	// NoInit: reading the uniform message at the start costs little: the
	// argument only sharpens a projection.
	NoInit
)

// An Arg annotates one parameter of an operator. Name is the parameter's name
// in the source: a slot of the factor, a buffer of the factor, or that of a Role.
type Arg struct {
	Name string
	Flag Flag
}

// An Op is a message operator with its annotations.
//
// The type of each parameter of Func says what the operator wants in that slot:
// a distribution for a random variable's message, float64, bool or int for an
// observed or constant one. Func returns the message, or the message and a
// dist.Fault where there may be none. A message about a vector or a matrix it
// writes to the memory of its last parameter to, a pointer to the message, and
// returns nothing or a dist.Fault. A parameter work is memory to calculate in.
type Op struct {
	Func      any    // a top-level function of this package
	Factor    string // the factor, see Kinds
	To        string // the slot that the message goes to; a buffer; or Evidence
	Algorithm Algorithm
	Args      []Arg // one for each parameter, in order
	// Variant tells operators of one message apart where the model's keys
	// choose: "log" or "variance" for the projection; empty: always.
	Variant string
	// Exact marks a message to the factor's output that is not projected, so
	// that log Z of the factor is the integral of this message times the one
	// that comes back, and no Evidence operator is needed.
	Exact bool
	// Linear names an argument that, where it is a datum, the message's H is
	// proportional to, while its P and the fault do not depend on it: the
	// messages of a plate are then known from that of the datum 1.
	Linear string
	// Surrogate marks a VMP operator whose message is the gradient of its term at
	// the current marginal of the target, not a maximum: a full step can lower the
	// bound, so that the step is checked and shortened.
	Surrogate bool
	// Cavity marks a VMP operator that reads, as its one random slot, the product
	// of the other messages to the variable there, as in EP, and not its marginal:
	// the posterior of that variable is a truncated distribution, for which the
	// stored marginal of the same mean and variance stands. An Evidence operator so
	// marked reads the same, and its value holds the entropy of the posterior less
	// that of the stored marginal. The variable must be drawn, not derived, and
	// have one such message only.
	Cavity bool
	// Apart marks a VMP operator that is right only where the elements of its array
	// slot are independent in the posterior: functions of different variables, or of
	// different elements.
	Apart bool
	// Geometric marks an operator that reads the geometric means of a dirichlet, and not
	// only the means of the logs: they are computed where one does.
	Geometric bool
	// Running names the array slots of normals that a VMP operator reads through
	// their sum alone, so that the sum can be kept while one after the other changes.
	Running Running
	// Adds marks an operator that multiplies its message, to the power that its
	// parameter power says, into what is in to, whose
	// scale is that of the factor, and not one that sets to. Where it reads data
	// alone, the messages of a whole plate are kept as their product, one for each
	// element of the variable.
	Adds bool
	// Averaged marks an EP operator that takes the variables of VMP among its arguments as
	// VMP does, by the mean of the log of the factor: what it says is exact given their
	// posteriors, and log Z is a term of a bound.
	Averaged bool
	// Pair marks a VMP operator that reads variables of EP, as cavities, and not as their
	// marginals: it needs how they go together.
	Pair bool
	// Safe marks an operator whose message is proper or uniform, and that has no
	// fault, whenever its arguments are proper: nothing that it sends can make
	// a cavity improper.
	Safe bool
}

// A Running says that a message to the sum of an array of normals, or to one of them, is
// a function of the sum: see RunningSum.ToOut and RunningMean.ToTerm.
type Running struct {
	Terms string // the slot of the normals
	Times string // the slot of the numbers that they are multiplied by; "" for none
}

// Coefficient as Op.To marks the operator that computes what a factor of data and
// one variable has besides the message of an operator that Adds: its log, which no
// message depends on.
const Coefficient = "coefficient"

// Evidence as Op.To marks the operator that computes log Z of a factor: the log
// of the integral of the factor times all incoming messages, each normalized
// (an improper or uniform one counts as exp of its natural parameters times
// the statistics, without scale).
const Evidence = "evidence"

// BranchEvidence as Op.To marks the operator of a gate's factor that computes what
// it adds to the evidence of one branch, where an Evidence operator gives the mean
// over all. Its parameter in an array slot is the one element of that branch.
const BranchEvidence = "branch"

// Divergence as Op.To marks the operator of VMP that computes the mean log of a factor and
// the entropy of its output together, minus a Kullback-Leibler divergence: of extreme
// parameters the two alone are as large as the parameters, and their sum is not.
const Divergence = "divergence"

// A Kind is a factor's declaration: its slots in order. The first is the output
// of a factor that defines a variable.
type Kind struct {
	Name  string
	Slots []string
	// Arrays names the slots that take one message per element of an inner range.
	Arrays []string
	// Vectors names the slots in which data are vectors, or matrices row by row.
	Vectors []string
	// Silent names the slots that the factor sends no message to: the operators of
	// the others read what stands there.
	Silent []string
	// Deterministic marks a factor whose output is a function of the other slots.
	Deterministic bool
	// RankOne is the slot of a random vector of which the factor reads one number, a dot product.
	RankOne string
	// Draws is the distribution whose draws are this factor, where the other slots are its parameters.
	Draws string
	// Known are the parameters that must be known, ByVMP those that must be known or random by VMP alone.
	Known, ByVMP []string
	// Through is the function that gives the parameter Of, from what is in the last slot, which need be no parameter.
	Through, Of string
	// Adds are the slots whose sum the output is.
	Adds []string
	// Like is the slot whose family the output has, AsUsed is set where the output has the one that its uses want.
	Like   string
	AsUsed bool
	// Compares tells whether the output, a truth, is a comparison of numbers.
	Compares bool
	// Logic says how the output, a truth, is made of others.
	Logic Logic
	// Contains names a function that the factor computes on its way and of which
	// there are several operators: the model's key operators may name that.
	Contains string
	Doc      string
}

// A Logic is how a truth is made of others.
type Logic uint8

const (
	NoLogic   Logic = iota
	Unchanged       // it is the other one
	Not
	AllOf   // it holds where all of them do
	AnyOf   // it holds where one of them does
	HowMany // it is no truth, but how many hold
)

// In returns the types of the parameters of the operator.
func (op *Op) In() []reflect.Type {
	t := reflect.TypeOf(op.Func)
	in := make([]reflect.Type, t.NumIn())
	for i := range in {
		in[i] = t.In(i)
	}
	return in
}

// Faulty tells whether the operator returns a fault: besides its message, or,
// of an operator that writes messages to a slice, alone.
func (op *Op) Faulty() bool {
	t := reflect.TypeOf(op.Func)
	return t.NumOut() > 0 && t.Out(t.NumOut()-1) == reflect.TypeFor[dist.Fault]()
}
