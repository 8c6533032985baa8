// Package message lowers a factor graph to updates: one for each message, with
// its operator chosen, and one for each other thing that must be computed
// (constants, buffers, point estimates, marginals, the evidence). It says
// nothing about order. After it nothing knows which algorithm runs: what an
// argument reads, and how a schedule must treat it, is written in the update.
package message

import (
	"fmt"
	"slices"
	"strings"

	"mpc/factor"
	"mpc/lang"
	"mpc/message/conditional"
	"mpc/model"
	"mpc/operators"
)

// A Program is a set of updates. Update IDs are indices, in the order of the
// factors.
type Program struct {
	Graph   *factor.Graph
	Updates []*Update
	// To has the update that sends a message over an edge, by edge ID.
	To []*Update
	// Bounds are updates of kind Bound that the program does not run, see Watched.
	Bounds []*Update
	// Sampling holds the conditionals of a model that is sampled, or is nil.
	Sampling *conditional.Program
	// Gaussian is what a model is whose posterior is computed as a whole, or nil.
	Gaussian *conditional.Gaussian
	// Known says what is known of an element of a variable, by variable ID: Stored,
	// Forward or Product.
	Known []Source
	// Networks are the truths and whole numbers that are computed exactly.
	Networks  []*Network
	inNetwork map[*factor.Factor]*Network
}

// A Kind is what an update computes.
type Kind uint8

const (
	// Assign computes a constant from inputs.
	Assign Kind = iota
	// Check verifies an observation of data.
	Check
	// Possible verifies that the instances of Factor in which nothing is random
	// are possible: log Z by Op is above -Inf. No message would find it out.
	Possible
	// Send sends a factor's message over Edge.
	Send
	// Buffer computes what several messages of a factor share.
	Buffer
	// Branches computes what several messages of a gate share: the log evidence of
	// each of its branches, the sum of the branch's Terms.
	Branches
	// Posterior computes the posterior of an element of Variable, that messages of
	// VMP read: the product of all messages to it.
	Posterior
	// Solve computes what Network says of all its elements.
	Solve
	// Estimate computes the point estimate of Variable.
	Estimate
	// Marginal marks the posterior of Variable as wanted.
	Marginal
	// Evidence adds up the log evidence.
	Evidence
	// Bound adds up, after each iteration, the terms of the log evidence that are
	// about variables which depend on each other.
	Bound
	// Conditional is what a value of Sampled is drawn from, given all other values.
	Conditional
	// Draw draws new values of Sampled, element after element.
	Draw
	// Function computes the values of Computed from values that were drawn.
	Function
	// Integrate computes the posteriors of all variables of Gaussian: of its normals
	// together, with its hyperparameters integrated numerically.
	Integrate
)

// An Update computes one thing, for every element of its plate.
type Update struct {
	ID     int
	Kind   Kind
	Loops  []*model.Loop
	Guards []*model.Expr

	Assign *factor.Assignment
	Check  *factor.Check

	Factor *factor.Factor // of Send, Buffer and Possible
	Edge   *factor.Edge   // of Send
	Op     *operators.Op  // of Send, Buffer and Possible
	Args   []Arg          // one for each parameter of Op
	// Overshoots, of a Posterior, says that it may go too far, so that a run shortens the
	// step where the bound would fall.
	Overshoots bool

	Network *Network // of Solve, and of a Send of what it says

	Sampled  *conditional.Draw  // of Conditional and Draw
	Computed *conditional.Value // of Function

	Gaussian *conditional.Gaussian // of Integrate

	Variable *factor.Variable // of Posterior, Estimate and Marginal
	Constant *model.Variable  // of Marginal, for a constant
	Terms    []*Term          // of Evidence, Bound and Branches

	At lang.Pos
	Sending
}

// Sending says of a Send how its message counts, and when.
type Sending struct {
	// Power, of a Send, is how often the factor counts for an element of the variable:
	// what is stored is the message to that power. Nil for once.
	Power *model.Expr
	// Weights, of a Send of VMP, are powers of the message too.
	Weights []Weight
	// Proper makes the message proper, keeping the marginal's mean; Damping, if
	// not 0, is the exponent of the old message in a geometric mean of both.
	Proper  bool
	Damping float64
	// Pooled marks messages that only their product is kept of, for each element of
	// the variable: of an operator that Adds, from data alone.
	Pooled bool
	// Immediate marks messages that are part at once of what is known of the variable,
	// as in EP, so that they must go together with the others to it. Others wait for a
	// posterior to take them up.
	Immediate bool
}

// A Source is what an argument reads.
type Source uint8

const (
	// Data reads the expression in the slot.
	Data Source = iota
	// Cavity reads the product of all messages to the slot's variable but the
	// factor's own.
	Cavity
	// Product reads the product of all messages to the slot's variable.
	Product
	// Stored reads the posterior of the slot's variable, that a Posterior computed.
	Stored
	// Forward reads the message from the definition of the slot's variable, a
	// derived one, alone.
	Forward
	// Sent reads the message that the factor itself last sent over Edge of Slot, which
	// is not that of the argument's name: what entered the branches of a gate.
	Sent
	// Value reads the point estimate of the slot's variable, as a point mass.
	Value
	// Empty reads no messages: Possible is about instances whose arrays are empty.
	Empty
	// FromBuffer reads the buffer that Buffer computes.
	FromBuffer
	// Into is the slice that an operator writes an array of messages to.
	Into
	// Scratch is memory that an operator needs: (n+1)^2 numbers for an array of n
	// in Slot.
	Scratch
	// Work is memory that operators on vectors and matrices calculate in.
	Work
	// Position is the place of the target among the elements of its array slot.
	Position
	// Power is how often the message of an operator that Adds counts.
	Power
)

// An Arg is an argument of an operator.
type Arg struct {
	Name   string
	Flag   operators.Flag
	Source Source
	Slot   *factor.Slot
	Buffer *Update
	// Power, of a Cavity, is how often the factor counts for the element: the cavity
	// of one copy holds the messages of the others. Nil for once.
	Power *model.Expr
	// Point is the family whose point mass a datum is read as, or Unknown.
	Point factor.Family
	// Moments is set where the operator takes the moments of what is read, see
	// families.Family.Moments.
	Moments bool
}

// Checked tells whether a new message is stored only where the product of all
// messages stays proper. Of those that are not Immediate the product alone is checked.
func (u *Update) Checked() bool { return !u.Op.Safe && !u.Pooled && u.Immediate }

// Summed tells whether of messages to an element over the same edge only the product
// is kept, unless something reads them one by one: what is read of those that are not
// Immediate is the product, where they come back to functions of variables too.
func (u *Update) Summed() bool {
	return u.Pooled || !u.Immediate && !u.Edge.Defines && !u.Edge.Injective()
}

// IsBound tells whether the terms of the evidence are those of a lower bound, in
// which the variables have their entropies.
func (u *Update) IsBound() bool {
	return slices.ContainsFunc(u.Terms, func(t *Term) bool {
		return t.Kind == EntropyTerm || t.Kind == FactorTerm && t.Op.To == operators.Divergence
	})
}

// LeftOutHelp says what may help where all messages of a statement are left out.
func (p *Program) LeftOutHelp() string {
	var keys []string
	proper, log := false, false
	for _, u := range p.Updates {
		if u.Binds() {
			return "what is observed may tie random values to each other, which VMP has no posteriors for: choose algorithm: ep"
		}
		if u.Kind != Send || !u.Checked() {
			continue
		}
		proper = proper || !u.Proper && !u.Edge.Variable.Family.Row().Vector()
		log = log || u.Op.Variant == "variance"
	}
	if log {
		keys = append(keys, "{projection: log}")
	}
	if proper {
		keys = append(keys, "{messages: proper}")
	}
	if keys == nil {
		return "a first marginal (init), damping, narrower priors or another algorithm may help: mpc run tries some on the data"
	}
	return "a first marginal (init), damping, narrower priors, another algorithm, or iterate: " + strings.Join(keys, " or ") + ", may help: mpc run tries some on the data"
}

// Forgets tells whether a message that is left out, as one of an operator with a
// fault, says nothing from then on. Of those that are Immediate the one before stays,
// nothing that it was computed from being lost, unless it is a posterior.
func (u *Update) Forgets() bool { return !u.Immediate || u.Predicts() }

// Name names an update in dumps: the message's target, the variable, the buffer.
func (u *Update) Name() string {
	switch u.Kind {
	case Assign:
		return "let " + u.Assign.Variable.Name
	case Check:
		return "check " + u.Check.Value.String()
	case Possible:
		return "possible " + u.Factor.Kind.Name
	case Send:
		return fmt.Sprintf("%s.%s>%s", u.Factor.Kind.Name, u.Edge.Slot.Name, u.Edge.Variable.Name)
	case Buffer:
		return fmt.Sprintf("%s.%s", u.Factor.Kind.Name, u.Op.To)
	case Branches:
		return "branches"
	case Posterior:
		return "posterior " + u.Variable.Name
	case Solve:
		return "network " + u.Network.Name()
	case Estimate:
		return "point " + u.Variable.Name
	case Marginal:
		if u.Constant != nil {
			return "value " + u.Constant.Name
		}
		return "marginal " + u.Variable.Name
	case Bound:
		return "bound"
	case Conditional:
		return "conditional " + u.Sampled.Name()
	case Draw:
		return "draw " + u.Sampled.Name()
	case Function:
		return "function " + u.Computed.Variable.Name
	case Integrate:
		return "posterior " + u.Gaussian.Name()
	}
	return "evidence"
}

// String prints the program, one line per update.
func (p *Program) String() string {
	return p.text(func(at lang.Pos) string { return fmt.Sprintf("  # %s", at) })
}

// Structure is what a program does, without the places in the model's file: a comment makes it no other one.
func (p *Program) Structure() string { return p.text(func(lang.Pos) string { return "" }) }

func (p *Program) text(place func(lang.Pos) string) string {
	var b strings.Builder
	for _, u := range p.Updates {
		fmt.Fprintf(&b, "u%d: %s%s\n", u.ID, u.text(), place(u.At))
		for _, t := range u.Terms {
			fmt.Fprintf(&b, "  %s%s\n", t, place(t.At))
		}
		if u.Kind == Conditional {
			for _, t := range u.Sampled.Terms {
				fmt.Fprintf(&b, "  %s%s\n", t, place(t.Factor.At))
			}
		}
		if u.Kind == Integrate {
			for _, line := range u.Gaussian.Text(place) {
				fmt.Fprintf(&b, "  %s\n", line)
			}
		}
	}
	return b.String()
}

func (u *Update) String() string { return fmt.Sprintf("%s  # %s", u.text(), u.At) }

func (u *Update) text() string {
	var b strings.Builder
	switch u.Kind {
	case Assign:
		fmt.Fprintf(&b, "let %s = %s", u.Assign.Variable.Name, u.Assign.Value)
	case Check:
		fmt.Fprintf(&b, "check %s", u.Check.Value)
	case Possible:
		fmt.Fprintf(&b, "possible f%d: %s", u.Factor.ID, u.call())
	case Send:
		fmt.Fprintf(&b, "f%d > %s = %s", u.Factor.ID, u.Edge.Element(), u.call())
		if u.Power != nil {
			fmt.Fprintf(&b, " repeat %s", u.Power)
		}
		for _, w := range u.Weights {
			fmt.Fprintf(&b, " weighted %s", w)
		}
		if u.Proper {
			b.WriteString(" proper")
		}
		if u.Pooled {
			b.WriteString(" pooled")
		}
		if u.Damping != 0 {
			fmt.Fprintf(&b, " damped %g", u.Damping)
		}
	case Buffer:
		fmt.Fprintf(&b, "f%d.%s = %s", u.Factor.ID, u.Op.To, u.call())
	case Draw:
		fmt.Fprintf(&b, "%s by %s: %s", u.Name(), u.Sampled.Method, u.Sampled.Reason)
	case Function:
		fmt.Fprintf(&b, "%s = %s", u.Name(), u.Computed.Expr)
	case Posterior:
		b.WriteString(u.Name())
		if u.Overshoots {
			b.WriteString(" overshoots")
		}
		if u.Damping != 0 {
			fmt.Fprintf(&b, " damped %g", u.Damping)
		}
	default:
		b.WriteString(u.Name())
	}
	for _, l := range u.Loops {
		fmt.Fprintf(&b, " for %s in %s..<%s", l.Index.Name, l.Lo, l.Hi)
	}
	for _, g := range u.Guards {
		fmt.Fprintf(&b, " if %s", g)
	}
	return b.String()
}

func (u *Update) call() string { return call(u.Op, u.Args) }

func call(op *operators.Op, args []Arg) string {
	var parts []string
	for _, a := range args {
		parts = append(parts, a.String())
	}
	return op.Name() + "(" + strings.Join(parts, ", ") + ")"
}

func (a Arg) String() string {
	var s string
	switch a.Source {
	case Data:
		s = a.Slot.Data.String()
	case Cavity:
		s = fmt.Sprintf("%s without f%d", a.Slot.Edge.Element(), a.Slot.Edge.Factor.ID)
		if a.Power != nil {
			s = fmt.Sprintf("%s without one copy of f%d", a.Slot.Edge.Element(), a.Slot.Edge.Factor.ID)
		}
	case Product:
		s = a.Slot.Edge.Element()
	case Stored:
		s = "posterior " + a.Slot.Edge.Element()
	case Forward:
		s = "forward " + a.Slot.Edge.Element()
	case Sent:
		s = fmt.Sprintf("message to %s", a.Slot.Edge.Element())
	case Value:
		s = "point of " + a.Slot.Edge.Element()
	case FromBuffer:
		s = a.Name
	case Empty:
		return "no " + a.Name
	case Into, Scratch, Work, Position, Power:
		return a.Name
	}
	if a.Slot != nil && a.Slot.Over != nil {
		s = fmt.Sprintf("%s : %s", s, a.Slot.Over.Index.Name)
	}
	if f := a.Flag.String(); f != "" {
		s += " " + f
	}
	return s
}

func (w Weight) String() string { return fmt.Sprintf("%s == %s", w.Selector, w.Value) }
