package message

import (
	"slices"

	"mpc/factor"
	"mpc/model"
	"mpc/operators"
)

// Gates (Minka and Winn, "Gates", NIPS 2008). What the branches of a gate say about
// its selector is the log evidence of each: a sum of terms, as that of the whole
// model is, over what stands in the branch. Update Branches computes it, and the
// factor gate sends it on.
//
// In EP variables enter a branch as copies, whose messages are as those of any
// variable; the factors enter and exit join them with what is outside. In VMP
// factors count as often as their branch is there: the messages to what is outside
// of the branch are to the power of its probability.

// A Weight is a power of a message: the probability that Selector has the value.
type Weight struct {
	Selector Arg
	Value    *model.Expr
}

// evidenceOf is the name of the buffer with the log evidence of each branch.
const evidenceOf = "evidence"

// gate adds the updates of a gate, its terms still to come.
func (l *lowering) gate(f *factor.Factor) *Update {
	u := l.branches[f.Gate.Model]
	if u == nil {
		u = l.add(&Update{Kind: Branches, Factor: f, Loops: f.Loops, Guards: f.Guards, At: f.At})
		l.branches[f.Gate.Model] = u
	}
	return u
}

// weights are the powers of a message from f to v: the probabilities of the branches
// that f stands in and v does not live in.
func (l *lowering) weights(f *factor.Factor, v *factor.Variable) []Weight {
	if v.Algorithm != operators.VMP {
		return nil
	}
	var list []Weight
	for _, br := range f.Branches[min(v.Depth, len(f.Branches)):] {
		list = append(list, Weight{l.selector(f, br), br.Value})
	}
	return list
}

// selector is what is read of a selector, as seen from a factor in a branch.
func (l *lowering) selector(f *factor.Factor, br *model.Branch) Arg {
	g := l.program.Graph.GateOf(br.Gate)
	s := *g.Factor.Slots[0]
	e := *s.Edge
	e.Factor, e.Slot, e.Index = f, &s, nil
	for _, x := range s.Edge.Index {
		for p, i := range br.Gate.Relation.Instance {
			if i.Op == model.OpIndex {
				x = x.Subst(i.Index, br.Index[p])
			}
		}
		e.Index = append(e.Index, x)
	}
	s.Edge = &e
	a := Arg{Name: s.Name, Slot: &s, Flag: operators.Required | operators.Trigger, Source: Product}
	if e.Variable.Algorithm == operators.VMP {
		a.Source = vmpState(e.Variable)
	}
	a.Moments = e.Variable.Family.Row().Moments != nil // the probabilities
	if e.Variable.Point {
		a.Source, a.Moments = Value, false
	}
	return a
}

// inBranches adds to each gate the terms of its branches.
func (l *lowering) inBranches() {
	for _, f := range l.program.Graph.Factors {
		if l.barren[f] || l.failed[f] || len(f.Branches) == 0 {
			continue
		}
		terms, ok := l.terms(f)
		if !ok && l.mixed(f) {
			terms = l.epTerms(f)
			ok = terms != nil
		}
		if algorithm, one := l.algorithmOf(f); ok && one && algorithm == operators.VMP && len(terms) == 0 && f.Kind.Deterministic && f.Slots[0].Edge == nil && !discrete(f) {
			l.Errorf(f.At, CodeNoOperator, "VMP has no average of the log of %s, which is certain or impossible: what it says of the branch that it stands in is not known", f.Kind.Doc).
				WithHint("choose algorithm: ep")
		}
		if !ok {
			l.Errorf(f.At, CodeNoOperator, "the evidence of %s, on which the branch that it stands in depends, has no operator here", f.Kind.Doc).
				WithHint("give all variables of the gate one algorithm")
		}
		br := f.Branches[len(f.Branches)-1]
		for _, t := range terms {
			if t.Kind != PooledTerm { // it is one of the variable's, below
				l.inBranch(t, br)
			}
		}
	}
	for _, v := range l.program.Graph.Variables {
		if v.Depth == 0 {
			continue
		}
		for _, e := range v.Edges {
			if !e.Defines || l.barren[e.Factor] {
				continue
			}
			br := e.Factor.Branch()
			terms := l.variableTerms(v)
			if v.Algorithm == operators.VMP && slices.ContainsFunc(v.Edges, l.pooled) {
				terms = append(terms, &Term{Kind: PooledTerm, Sign: 1, Variable: v, At: v.At})
			}
			for _, t := range terms {
				if t.Kind == EntropyTerm && l.divergence(e.Factor) != nil {
					continue // the factor's term has it
				}
				t.define(e)
				l.inBranch(t, br)
			}
		}
		// What the users of a variable outside of its branches say about it.
		for _, e := range v.Edges {
			if v.Algorithm == operators.VMP && e.Factor.Kind.Name == "exit" && e.Slot.Name == "inner" && l.program.To[e.ID] != nil {
				t := edgeTerm(MeanTerm, 1, e)
				t.Op = l.meanLog(v)
				l.inBranch(t, e.Branch())
			}
		}
	}
}

// mixed tells whether a factor in a branch joins variables of EP and of VMP, under a
// selector of EP: what it says of its branch is then its log Z, in which, as in its
// messages of EP, the variables of VMP stand with their posteriors.
func (l *lowering) mixed(f *factor.Factor) bool {
	if _, one := l.algorithmOf(f); one || len(f.Branches) == 0 {
		return false
	}
	g := l.program.Graph.GateOf(f.Branches[len(f.Branches)-1].Gate)
	return g.Factor.Slots[0].Edge.Variable.Algorithm == operators.EP
}

// meanLog is the operator of the mean of the log of what comes back about a variable
// that a gate defines.
func (l *lowering) meanLog(v *factor.Variable) *operators.Op {
	for _, op := range l.table["exit"] {
		if op.To == operators.BranchEvidence && FamilyOf(op.In()[0]) == v.Family {
			return op
		}
	}
	return nil
}

// pooled tells whether the messages over an edge are.
func (l *lowering) pooled(e *factor.Edge) bool {
	u := l.program.To[e.ID]
	return u != nil && u.Pooled
}

// inBranch adds a term to a branch.
func (l *lowering) inBranch(t *Term, br *model.Branch) {
	u := l.branches[br.Gate]
	if u == nil {
		return // the gate is left out
	}
	t.Branch = br
	around := len(br.Gate.Relation.Repeats)
	repeats := t.Factor.Repeats
	switch t.Kind {
	case VariableTerm, EntropyTerm, PooledTerm:
		repeats = t.Variable.Repeats
	case PowerTerm:
		repeats = t.Edge.Variable.Repeats
	}
	t.Times = model.Product(repeats[min(around, len(repeats)):])
	u.Terms = append(u.Terms, t)
}

// joins tells whether a factor joins a variable with its copies in a gate.
func joins(f *factor.Factor) bool { return f.Gate != nil && f.Kind.Name != "gate" }

// entered is the slot over which what is outside enters the first branch of a gate,
// as it enters each. A message back is computed from what has entered, and not from
// what may enter next: the evidence of the branches, and with it the probabilities of
// the selector, are of the former.
func entered(f *factor.Factor) *factor.Slot {
	s := *f.Slot("inner")
	if s.Over == nil {
		return &s
	}
	e := *s.Edge
	e.Index = nil
	for _, x := range s.Edge.Index {
		e.Index = append(e.Index, x.Subst(s.Over.Index, model.Number(0)))
	}
	e.Slot, s.Edge, s.Over = &s, &e, nil
	return &s
}
