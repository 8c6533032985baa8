package loops

import (
	"slices"

	"mpc/message"
	"mpc/model"
)

// The log evidence of the branches of a gate is a buffer, see there: a few numbers,
// computed where the gate's message reads them, from the messages to all that stands
// in the branches.

// A Weight is a power of a message: the probability that a selector, of which Product
// is known, has the value.
type Weight struct {
	Selector message.Arg
	Product  Product
	Point    *Place // of a selector that has a point estimate, in place of Product
	Value    *model.Expr
}

// weights says what the powers of a message are.
func (p *Program) weights(u *message.Update) []Weight {
	var out []Weight
	for _, w := range u.Weights {
		v := p.values([]message.Arg{w.Selector})[0]
		out = append(out, Weight{w.Selector, v.Product, v.Point, w.Value})
	}
	return out
}

// Branched lists the terms of an update of the log evidence of branches, and those of
// the gates inside that they read.
func Branched(u *message.Update) []*message.Term {
	var list []*message.Term
	for _, t := range u.Terms {
		list = append(list, t)
		for _, a := range t.Args {
			if a.Buffer != nil && a.Buffer.Kind == message.Branches {
				list = append(list, Branched(a.Buffer)...)
			}
		}
	}
	return list
}

// branchTables lists the tables that the log evidence of branches is computed from.
func (p *Program) branchTables(u *message.Update) []*Table {
	var list []*Table
	note := func(t *Table) {
		if t != nil {
			list = append(list, t)
		}
	}
	for _, t := range Branched(u) {
		for _, v := range p.values(t.Args) {
			for _, x := range v.Product {
				note(x.Table)
			}
			if v.Point != nil {
				note(v.Point.Table)
			}
		}
		if t.Edge == nil {
			continue
		}
		s := p.Store[t.Edge.Variable.ID]
		note(s.Definition)
		note(s.Total)
		note(s.Posterior)
		note(s.Moments)
		note(p.Points[t.Edge.Variable.ID])
		for _, x := range s.Uses {
			note(x)
		}
		for _, x := range s.Replicated {
			note(x)
		}
	}
	return list
}

// openable tells whether the branches of a gate can be computed for several instances
// at a time: their number is known, and nothing that they read needs memory of the
// Inference.
func openable(u *message.Update) bool {
	if u.Factor.Gate.Model.Size.Op != model.OpNumber {
		return false
	}
	for _, t := range Branched(u) {
		for _, s := range t.Factor.Slots {
			if s.Over != nil || s.Edge != nil && s.Edge.Variable.Family.Row().Vector() {
				return false
			}
		}
	}
	return true
}

// SameInAll tells whether a product is the same in all passes of a loop: it reads
// nothing that the loop is at or that its body writes.
func SameInAll(list Product, l *For) bool {
	for _, t := range list {
		if slices.ContainsFunc(t.Index, func(e *model.Expr) bool { return e.Uses(l.Index) }) || t.Except != nil || t.Copies != nil {
			return false
		}
		for s := range All(l.Body) {
			switch s := s.(type) {
			case *For:
				if slices.ContainsFunc(t.Index, func(e *model.Expr) bool { return e.Uses(s.Index) }) {
					return false
				}
			case *Clear:
				if s.Table == t.Table {
					return false
				}
			case *Guess:
				if s.To.Table == t.Table || s.Moments != nil && s.Moments.Table == t.Table {
					return false
				}
			case *Apply:
				if s.To != nil && s.To.Table == t.Table || s.Moments != nil && s.Moments.Table == t.Table || s.Total != nil && s.Total.Table == t.Table {
					return false
				}
			}
		}
	}
	return true
}
