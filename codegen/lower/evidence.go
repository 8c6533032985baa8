package lower

import (
	"fmt"
	"slices"

	"mpc/codegen/code"
	"mpc/codegen/loops"
	"mpc/factor"
	"mpc/message"
	"mpc/model"
)

// An EvidencePart is a statement or a variable that has a part in the log evidence.
type EvidencePart struct {
	Line      int
	Statement string
}

// evidence lowers the functions that add up the terms of the log evidence and of the bounds of iterations.
func (l *lowering) evidence() {
	var terms []*message.Term
	if u := l.Loops.Evidence; u != nil && l.Loops.Message.Gaussian == nil {
		terms = u.Terms
		l.sum(Steps.has("addEvidence", "adds up the terms of the log evidence."), func(f *function, sum code.Operand) {
			f.parts = true
			f.terms(sum, terms)
			if list := l.Loops.Message.Graph.Shared; len(list) > 0 {
				v := list[0].Variable
				f.partOf(sum, EvidencePart{v.At.Line, "other batches"})
				scale := f.call("scale", f.lowering.row("othersScale", Callee{Kind: Field, Name: "in.othersScale"}, types(code.Real)))
				f.addNumber(sum, 1, scale, FirstUpdate(l.Loops, v.Edges[0].Factor))
			}
		})
	}
	for _, s := range l.Loops.Steps {
		if s.Bound != nil && !SameTerms(terms, s.Bound.Terms) {
			l.sum(Steps.has(fmt.Sprintf("addBound%d", s.ID), fmt.Sprintf("adds up the terms of the bound on the log evidence after an iteration of step %d.", s.ID)), func(f *function, sum code.Operand) { f.terms(sum, s.Bound.Terms) })
		}
	}
}

// SameTerms tells whether two sums have the same terms.
func SameTerms(a, b []*message.Term) bool {
	return slices.EqualFunc(a, b, func(a, b *message.Term) bool { return a.String() == b.String() })
}

// FirstUpdate is the ID of the first update of a factor, which says where it stands in the model. Of one that
// has none it is -2 less that of the factor.
func FirstUpdate(p *loops.Program, fac *factor.Factor) int {
	for _, u := range p.Message.Updates {
		if u.Factor == fac {
			return u.ID
		}
	}
	return -2 - fac.ID
}

// sum makes a function that adds numbers to a sum.
func (l *lowering) sum(m *Declaration, body func(f *function, sum code.Operand)) {
	l.make(m, nil, func(f *function) {
		sum := written("sum", l.handle("engine", "TermSum"), code.Update)
		f.row.Params = append(f.row.Params, sum)
		f.names["sum"]++
		f.sums = true
		body(f, sum.Value)
	})
}

// partOf says that the terms which follow are of a part.
func (f *function) partOf(sum code.Operand, p EvidencePart) {
	k := slices.Index(f.EvidenceParts, p) // a statement may be several factors
	if k < 0 {
		k = len(f.EvidenceParts)
		f.EvidenceParts = append(f.EvidenceParts, p)
	}
	f.call("", f.lowering.row("partOfSum", Callee{Kind: PartOf}, nil, written("sum", sum.Type(), code.Update), param("part", code.Whole)), sum, whole(k))
}

// terms adds up terms.
func (f *function) terms(sum code.Operand, list []*message.Term) {
	for len(list) > 0 {
		t := list[0]
		if f.parts {
			f.partOf(sum, EvidencePart{t.At.Line, t.Statement()})
		}
		n := 1
		if t.Kind == message.NetworkTerm {
			f.origin = code.Origin{Line: t.Factor.At.Line, Update: fmt.Sprintf("f%d", t.Factor.ID)}
			z := f.asks(f.networkOf(t.Network), "LogZ", nil, code.Real)[0]
			f.addNumber(sum, t.Sign, z, FirstUpdate(f.Loops, t.Factor))
		} else if t.Variable != nil {
			f.origin = code.Origin{Line: t.At.Line, Update: fmt.Sprintf("v%d", t.Variable.ID)}
			f.variableTerm(sum, t)
		} else {
			f.origin = code.Origin{Line: t.Factor.At.Line, Update: fmt.Sprintf("f%d", t.Factor.ID)}
			for n < len(list) && list[n].Factor == t.Factor && list[n].Variable == nil && list[n].Kind != message.NetworkTerm {
				n++
			}
			f.factorTerms(sum, list[:n])
		}
		list = list[n:]
	}
}

// variableTerm adds the term of each element of a variable.
func (f *function) variableTerm(sum code.Operand, t *message.Term) {
	switch {
	case t.Edge != nil && t.Kind != message.PooledTerm:
		f.plate(t.Loops, t.Guards, func() {
			add := func(z code.Operand) { f.addTerm(sum, t, z) }
			if t.Kind == message.EntropyTerm {
				add(f.entropyAt(t))
			} else {
				f.jointTerm(t, add)
			}
		})
	case t.Kind == message.EntropyTerm:
		f.entropy(sum, t)
	case t.Kind == message.PooledTerm:
		f.pooled(sum, t)
	default:
		f.together(sum, t)
	}
}

// factorTerms adds the terms of one factor in its plate.
func (f *function) factorTerms(sum code.Operand, list []*message.Term) {
	fac := list[0].Factor
	f.plate(fac.Loops, fac.Guards, func() {
		for _, t := range list {
			value := func() { f.termValue(t, func(z code.Operand) { f.addTerm(sum, t, z) }) }
			if t.Edge != nil && t.Edge.Slot.Over != nil && f.Loops.MessagePlace(t.Edge) != nil {
				f.plate([]*model.Loop{t.Edge.Slot.Over}, nil, value)
			} else {
				value()
			}
		}
	})
}

// addTerm adds a number to the sum, as often as the term counts. An error names the instance of its factor.
func (f *function) addTerm(sum code.Operand, t *message.Term, z code.Operand) {
	var element []code.Operand
	for _, l := range t.Factor.Loops {
		element = append(element, f.index(l.Index))
	}
	f.addTimes(sum, t, z, FirstUpdate(f.Loops, t.Factor), element...)
}

func (f *function) addTimes(sum code.Operand, t *message.Term, z code.Operand, update int, element ...code.Operand) {
	if t.Times == nil {
		f.addNumber(sum, t.Sign, z, update, element...)
		return
	}
	n := f.real(t.Times)
	f.choose(f.apply("!=", n, real(0)), func() { f.addNumber(sum, t.Sign, f.apply("*", n, z), update, element...) }, nil)
}

// addNumber adds a number to the sum, or subtracts it. An element is where it stands, or the indices of an instance.
func (f *function) addNumber(sum code.Operand, sign float64, z code.Operand, update int, element ...code.Operand) {
	name := "Add"
	if sign < 0 {
		name = "Subtract"
	}
	params := []*code.Param{written("sum", sum.Type(), code.Update), param("z", code.Real), param("update", code.Whole)}
	for i := range element {
		params = append(params, param(fmt.Sprintf("x%d", i), code.Whole))
	}
	r := f.lowering.row(fmt.Sprintf("%sToSum%d", lowerFirst(name), len(element)), Callee{Kind: AddTerm, Name: name}, nil, params...)
	f.call("", r, append([]code.Operand{sum, z, whole(update)}, element...)...)
}

// entropy adds the entropies of what is known of each element of a variable.
func (f *function) entropy(sum code.Operand, t *message.Term) {
	v := t.Variable
	f.elementwise(v, func(index []*model.Expr) {
		f.present(v, index, func() {
			z := f.ask(v.Family.Row(), f.inferred(v, index), "Entropy", code.Real)
			if t.Times != nil {
				z = f.apply("*", f.real(t.Times), z)
			}
			f.addNumber(sum, 1, z, FirstUpdate(f.Loops, v.Edges[0].Factor), f.place(f.elements(v), v.Dims, index))
		})
	})
}

// pooled adds the mean log of the pooled messages over an edge.
func (f *function) pooled(sum code.Operand, t *message.Term) {
	v := t.Variable
	place := f.Loops.MessagePlace(t.Edge)
	if len(f.Loops.Marginal(v, nil)) == 0 || place == nil {
		return
	}
	f.elementwise(v, func(index []*model.Expr) {
		q := f.sent(&f.Loops.Marginal(v, index)[0].Place)
		z := f.ask(nil, q, "MeanLogTilt", code.Real, f.sent(&loops.Place{Table: place.Table, Index: index}))
		if t.Times != nil {
			z = f.apply("*", f.real(t.Times), z)
		}
		f.addNumber(sum, 1, z, f.Loops.Message.To[t.Edge.ID].ID, f.place(f.elements(v), v.Dims, index))
	})
}

// An Evidence is what a package says of the log evidence.
type Evidence struct {
	// Worth says how good it is.
	Worth string
	// Integrated tells that it is computed with the posterior as a whole.
	Integrated bool
	// Parts are the statements and variables that have a part in it.
	Parts []EvidencePart
}

// Evidence is nil where the model asks for none.
func (p *Program) Evidence() *Evidence {
	of := p.Loops.Message.Gaussian
	switch {
	case p.Loops.Evidence == nil:
		return nil
	case of != nil:
		return &Evidence{"exact where all is normal given the hyperparameters, by EP otherwise", true, []EvidencePart{{of.Normals.Pos().Line, of.Name()}}}
	case p.Loops.Evidence.IsBound():
		return &Evidence{Worth: "a lower bound of it, as variational message passing has it", Parts: p.EvidenceParts}
	}
	return &Evidence{Worth: "exact where the model is a tree of exact messages, an estimate elsewhere", Parts: p.EvidenceParts}
}
