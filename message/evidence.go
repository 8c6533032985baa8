package message

import (
	"fmt"
	"slices"

	"mpc/factor"
	"mpc/lang"
	"mpc/model"
	"mpc/operators"
)

// A TermKind is what a term of the evidence adds.
type TermKind uint8

const (
	// FactorTerm is what Op says of Factor: in EP log Z, the log of its integral
	// with the messages that it receives; in VMP the expectation of its log.
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
	// PowerTerm is, of a message over Edge that counts n times, the log integral of
	// the message to the power n: by so much is what VariableTerm takes for it less
	// than n messages are.
	PowerTerm
	// PooledTerm is what the pooled messages over Edge, whose scale is that of the
	// factor, add to the bound of VMP: the mean of their log. In EP the VariableTerm
	// holds it, as the factor's log Z and what its edge takes away are the same.
	PooledTerm
	// MeanTerm is the mean, under the posterior of the element that the message over
	// Edge goes to, of the log of that message, which is not normalized: what Op says
	// of the two.
	MeanTerm
	// EntropyTerm is the entropy of the marginal of an element of Variable, 0 for
	// a point mass.
	EntropyTerm
	// NetworkTerm is the log of the sum of what Network says and hears, less that of the product of the two
	// for each element that it hears of: the FactorTerm and the EdgeTerms of a network.
	NetworkTerm
)

// A Term is one part of the log evidence, which adds it up over the term's
// plate: Loops and Guards, or, of a VariableTerm or an EntropyTerm, the elements
// of Variable.
// Messages count normalized where they are proper.
type Term struct {
	Kind TermKind
	Sign float64 // 1, or -1 for a term that is taken away

	Factor *factor.Factor // nil where there is a Variable
	Op     *operators.Op  // of FactorTerm and MeanTerm
	Args   []Arg          // one for each parameter of Op

	Network *Network // of NetworkTerm

	Edge *factor.Edge // of OutputTerm and EdgeTerm
	// Paired is the edge to the output of a factor of whose log Z and EdgeTerm it is the
	// same, so that neither counts where the cavity is faint; nil of other terms.
	Paired   *factor.Edge
	Variable *factor.Variable // of VariableTerm and EntropyTerm

	Loops  []*model.Loop
	Guards []*model.Expr
	// Times is how often the term counts: nil for once.
	Times *model.Expr
	// Branch, of a term of Branches, is the branch that it is of, in the loops of the
	// term. There, and where Edge is set, a VariableTerm or an EntropyTerm is about the
	// elements that Edge defines, over Loops and Guards; so is there a PooledTerm, which
	// is then about all pooled messages.
	Branch *model.Branch
	At     lang.Pos
}

// edgeTerm makes a term over the elements that an edge leads to.
func edgeTerm(kind TermKind, sign float64, e *factor.Edge) *Term {
	f := e.Factor
	t := &Term{Kind: kind, Sign: sign, Factor: f, Edge: e, Loops: f.Loops, Guards: f.Guards, Times: model.Product(f.Repeats), At: f.At}
	if kind == PowerTerm {
		t.Times = model.Product(e.Variable.Repeats)
	}
	if e.Slot.Over != nil {
		t.Loops = append(f.Loops[:len(f.Loops):len(f.Loops)], e.Slot.Over)
	}
	return t
}

// OfBatch tells whether a term is about the data of one batch alone.
func (t *Term) OfBatch() bool {
	if t.Factor != nil {
		return t.Factor.Part == factor.Batch
	}
	return t.Variable.Part == factor.Batch
}

// String prints the term with its sign.
func (t *Term) String() string {
	sign := "+"
	if t.Sign < 0 {
		sign = "-"
	}
	if t.Times != nil {
		sign += " " + t.Times.String() + " *"
	}
	if t.Branch != nil {
		sign = t.Branch.Value.String() + ": " + sign
	}
	switch t.Kind {
	case NetworkTerm:
		return fmt.Sprintf("%s network %s", sign, t.Network.Name())
	case MeanTerm:
		return fmt.Sprintf("%s f%d: mean log of the message to %s", sign, t.Factor.ID, t.Edge.Element())
	case FactorTerm:
		return fmt.Sprintf("%s f%d: %s", sign, t.Factor.ID, call(t.Op, t.Args))
	case EntropyTerm:
		return fmt.Sprintf("%s entropy of %s", sign, t.Variable.Name)
	case PooledTerm:
		return fmt.Sprintf("%s f%d: mean log of the messages to %s", sign, t.Factor.ID, t.Variable.Name)
	case VariableTerm:
		return fmt.Sprintf("%s all messages to %s", sign, t.Variable.Name)
	case PowerTerm:
		return fmt.Sprintf("%s f%d: message to %s to its power", sign, t.Factor.ID, t.Edge.Element())
	}
	return fmt.Sprintf("%s f%d: message to %s and its cavity", sign, t.Factor.ID, t.Edge.Element())
}

// factorTerm is the term of an operator of a factor.
func (l *lowering) factorTerm(f *factor.Factor, op *operators.Op) *Term {
	return &Term{Kind: FactorTerm, Sign: 1, Factor: f, Op: op, Args: l.args(f, op, nil, nil), Loops: f.Loops, Guards: f.Guards, Times: model.Product(f.Repeats), At: f.At}
}

// evidence adds the update that adds up the log evidence: of EP its estimate of
// it, of VMP the lower bound.
func (l *lowering) evidence() {
	u := &Update{Kind: Evidence, At: lang.Pos{}}
	hint := "leave evidence out of infer"
	if l.program.Graph.Model.Iterate.Restarts > 1 {
		hint = "leave out iterate.restarts, which compares the evidence of several runs"
	}
	for _, n := range l.program.Networks {
		u.Terms = append(u.Terms, &Term{Kind: NetworkTerm, Sign: 1, Network: n, Factor: n.Why, At: n.Why.At})
	}
	for _, f := range l.program.Graph.Factors {
		if l.program.NetworkOf(f) != nil || l.barren[f] || l.failed[f] || f.Part == factor.Others || len(f.Branches) > 0 && !l.mixed(f) {
			continue
		}
		terms, ok := l.terms(f)
		switch _, one := l.algorithmOf(f); {
		case !one && !l.averaged(f):
			l.Errorf(f.At, CodeNoOperator, "the evidence has no term for %s, which joins variables of EP and of VMP", f.Text).
				WithHint("%s, or give all its variables one algorithm", hint)
		case !ok:
			l.Errorf(f.At, CodeNoOperator, "the evidence of %s has no operator here", f.Kind.Doc).
				WithHint("%s", hint)
		}
		if len(f.Branches) == 0 { // else its gate has them
			u.Terms = append(u.Terms, terms...)
		}
	}
	for _, v := range l.program.Graph.Variables {
		if v.Depth > 0 || l.onlyNetwork(v) {
			continue
		}
		u.Terms = append(u.Terms, l.elementTerms(v)...)
	}
	l.add(u)
}

// terms are the terms of a factor; false where there is no operator for them.
func (l *lowering) terms(f *factor.Factor) ([]*Term, bool) {
	switch algorithm, ok := l.algorithmOf(f); {
	case l.averaged(f):
		terms := l.epTerms(f)
		return terms, terms != nil
	case !ok:
		return nil, false
	case algorithm == operators.VMP:
		return l.vmpTerms(f)
	}
	terms := l.epTerms(f)
	return terms, terms != nil
}

// averaged tells whether a factor joins variables of EP and of VMP by operators which are
// exact given the posteriors of the latter.
func (l *lowering) averaged(f *factor.Factor) bool {
	if _, one := l.algorithmOf(f); one {
		return false
	}
	op := l.choose(f, operators.Evidence, operators.EP)
	return op != nil && op.Averaged
}

// variableTerms are the terms of a variable.
func (l *lowering) variableTerms(v *factor.Variable) []*Term {
	switch {
	case v.Point:
	case v.Algorithm == operators.EP:
		return []*Term{{Kind: VariableTerm, Sign: 1, Variable: v, Times: model.Product(v.Repeats), At: v.At}}
	case !v.Derived && l.defined(v):
		return []*Term{{Kind: EntropyTerm, Sign: 1, Variable: v, Times: model.Product(v.Repeats), At: v.At}}
	}
	return nil
}

// elementTerms are the terms of a variable. Where its elements count differently often,
// and where VMP has posteriors of some elements alone, each is about the elements that
// one edge defines.
func (l *lowering) elementTerms(v *factor.Variable) []*Term {
	list := l.variableTerms(v)
	varies := func(e *factor.Edge) bool {
		n := model.Product(e.Factor.Repeats)
		return e.Defines && n != nil && slices.ContainsFunc(e.Factor.Loops, func(x *model.Loop) bool { return n.Uses(x.Index) })
	}
	diverges := slices.ContainsFunc(v.Edges, func(e *factor.Edge) bool { return e.Defines && l.divergence(e.Factor) != nil })
	if !diverges && (v.Algorithm != operators.VMP || whole(v)) && (len(v.Repeats) == 0 || !slices.ContainsFunc(v.Edges, varies)) {
		return list
	}
	var out []*Term
	for _, t := range list {
		for _, e := range v.Edges {
			if !e.Defines || l.barren[e.Factor] || t.Kind == EntropyTerm && l.divergence(e.Factor) != nil {
				continue
			}
			own := *t
			own.define(e)
			own.Times = model.Product(e.Factor.Repeats)
			out = append(out, &own)
		}
	}
	return out
}

// define makes a term about the elements of its variable that an edge defines.
func (t *Term) define(e *factor.Edge) {
	t.Edge, t.Factor = e, e.Factor
	t.Loops, t.Guards = e.Factor.Loops, e.Factor.Guards
	if e.Slot.Over != nil {
		t.Loops = append(t.Loops[:len(t.Loops):len(t.Loops)], e.Slot.Over)
	}
}

// algorithmOf is the algorithm of all variables of a factor; false if they have
// several.
func (l *lowering) algorithmOf(f *factor.Factor) (operators.Algorithm, bool) {
	var found operators.Algorithm
	for _, s := range f.Slots {
		if s.Edge == nil {
			continue
		}
		if a := s.Edge.Variable.Algorithm; found == 0 {
			found = a
		} else if a != found {
			return 0, false
		}
	}
	if found == 0 {
		return operators.EP, true // data alone: log Z is the log density
	}
	return found, true
}
