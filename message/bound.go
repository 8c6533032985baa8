package message

import (
	"fmt"

	"mpc/factor"
	"mpc/lang"
	"mpc/operators"
)

// bounds makes an update Bound for each set of variables that factors connect: the
// terms of the log evidence that are about them. A set that has no such sum, where
// variables of EP and of VMP meet or an operator is missing, has none. They become
// updates of the program where some posterior may overshoot, or where an iteration
// stops by the evidence.
func (l *lowering) bounds() {
	g := l.program.Graph
	parts := factor.NewParts(g)
	for _, f := range g.Factors {
		if l.barren[f] {
			continue
		}
		first := parts.Connect(f, nil)
		for _, br := range f.Branches {
			if gate := g.GateOf(br.Gate); first != nil && gate != nil {
				parts.Join(first, gate.Factor.Slots[0].Edge.Variable)
			}
		}
	}
	it := g.Model.Iterate
	var list []*Update
	at := map[int]*Update{}
	bad := map[int]bool{}
	for _, v := range g.Variables {
		if i := parts.Of(v); !v.Derived && l.defined(v) && at[i] == nil && (v.Algorithm == operators.VMP || it.OfEvidence) {
			at[i] = &Update{Kind: Bound, At: lang.Pos{}}
			list = append(list, at[i])
		}
	}
	for _, f := range g.Factors {
		v := variableOf(f)
		if l.barren[f] || v == nil || at[parts.Of(v)] == nil || len(f.Branches) > 0 {
			continue
		}
		u := at[parts.Of(v)]
		terms, ok := l.terms(f)
		ok = ok && f.Part != factor.Others // the scale of what other batches say is not known
		if !ok && !bad[parts.Of(v)] {
			bad[parts.Of(v)] = true
			if it.OfEvidence {
				l.Errorf(it.OfEvidenceAt, CodeNoOperator, "of: evidence needs a term of the evidence for each factor, and %s has none", f.Text).
					WithHint("of: posteriors, the default, stops by the change of the posteriors")
			}
		}
		u.Terms = append(u.Terms, terms...)
	}
	for _, v := range g.Variables {
		if u := at[parts.Of(v)]; u != nil && v.Depth == 0 {
			u.Terms = append(u.Terms, l.elementTerms(v)...)
		}
	}
	for _, u := range list {
		if len(u.Terms) > 0 && !bad[parts.Of(u.Terms[0].about())] {
			l.program.Bounds = append(l.program.Bounds, u)
		}
	}
	wanted := it.OfEvidence
	for _, u := range l.program.Updates {
		wanted = wanted || u.Kind == Posterior && u.Overshoots
	}
	if wanted {
		l.program = l.program.Watched()
	}
}

// Watched returns the program with its bounds among the updates.
func (p *Program) Watched() *Program {
	out := *p
	out.Updates = append([]*Update(nil), p.Updates...)
	for _, u := range p.Bounds {
		c := *u
		c.ID = len(out.Updates)
		out.Updates = append(out.Updates, &c)
	}
	out.Bounds = nil
	return &out
}

// variableOf is some variable of a factor, nil if it has none.
func variableOf(f *factor.Factor) *factor.Variable {
	for _, s := range f.Slots {
		if s.Edge != nil {
			return s.Edge.Variable
		}
	}
	return nil
}

// about is some variable that a term is about.
func (t *Term) about() *factor.Variable {
	if t.Variable != nil {
		return t.Variable
	}
	return variableOf(t.Factor)
}

// Statement says what a term is about: a statement of the model, or a variable.
func (t *Term) Statement() string {
	if t.Variable != nil && t.Variable.Source == nil {
		return t.Variable.Edges[0].Factor.Text // an intermediate value of the statement
	}
	switch t.Kind {
	case EntropyTerm:
		return fmt.Sprintf("entropy of %s", t.Variable.Name)
	case VariableTerm:
		return fmt.Sprintf("all messages to %s", t.Variable.Name)
	}
	return t.Factor.Text
}
