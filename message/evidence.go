package message

import (
	"fmt"

	"mpc/factor"
	"mpc/lang"
	"mpc/model"
	"mpc/operators"
)

// A TermKind is what a term of the evidence adds.
type TermKind uint8

const (
	// FactorTerm is what Op says of Factor: in EP log Z, the log of its integral
	// with the messages that it receives.
	FactorTerm TermKind = iota
	// OutputTerm is log Z of a factor whose message to its output, over Edge, is
	// exact: the log integral of that message and its cavity.
	OutputTerm
	// EdgeTerm is the log integral of the message over Edge and its cavity. A
	// message that says nothing is 1 everywhere.
	EdgeTerm
	// VariableTerm is the log integral of the product of all messages to an
	// element of Variable: the first of them counts 0, each other its log integral
	// with the product of those before it.
	VariableTerm
)

// A Term is one part of the log evidence, which adds it up over the term's
// plate: Loops and Guards, or, of a VariableTerm, the elements of Variable.
// Messages count normalized where they are proper.
type Term struct {
	Kind TermKind
	Sign float64 // 1, or -1 for a term that is taken away

	Factor *factor.Factor // of all but VariableTerm
	Op     *operators.Op  // of FactorTerm
	Args   []Arg          // one for each parameter of Op

	Edge     *factor.Edge     // of OutputTerm and EdgeTerm
	Variable *factor.Variable // of VariableTerm

	Loops  []*model.Loop
	Guards []*model.Expr
	At     lang.Pos
}

// edgeTerm makes a term over the elements that an edge leads to.
func edgeTerm(kind TermKind, sign float64, e *factor.Edge) *Term {
	f := e.Factor
	t := &Term{Kind: kind, Sign: sign, Factor: f, Edge: e, Loops: f.Loops, Guards: f.Guards, At: f.At}
	if e.Slot.Over != nil {
		t.Loops = append(f.Loops[:len(f.Loops):len(f.Loops)], e.Slot.Over)
	}
	return t
}

// String prints the term with its sign.
func (t *Term) String() string {
	sign := "+"
	if t.Sign < 0 {
		sign = "-"
	}
	switch t.Kind {
	case FactorTerm:
		return fmt.Sprintf("%s f%d: %s", sign, t.Factor.ID, call(t.Op, t.Args))
	case VariableTerm:
		return fmt.Sprintf("%s all messages to %s", sign, t.Variable.Name)
	}
	return fmt.Sprintf("%s f%d: message to %s and its cavity", sign, t.Factor.ID, t.Edge.Element())
}
