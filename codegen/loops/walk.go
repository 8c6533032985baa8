package loops

import (
	"iter"
	"slices"

	"mpc/message"
	"mpc/model"
)

// All visits the statements of lists in order, each before those inside it.
func All(lists ...[]Stmt) iter.Seq[Stmt] {
	return func(yield func(Stmt) bool) {
		for _, list := range lists {
			if !visit(list, yield) {
				return
			}
		}
	}
}

func visit(list []Stmt, yield func(Stmt) bool) bool {
	for _, s := range list {
		if !yield(s) {
			return false
		}
		switch s := s.(type) {
		case *For:
			if !visit(s.Body, yield) {
				return false
			}
		case *If:
			if !visit(s.Body, yield) {
				return false
			}
		}
	}
	return true
}

// Applied visits the updates in lists of statements, in order.
func Applied(lists ...[]Stmt) iter.Seq[*Apply] {
	return func(yield func(*Apply) bool) {
		for s := range All(lists...) {
			if a, ok := s.(*Apply); ok && !yield(a) {
				return
			}
		}
	}
}

// terms lists the messages that an update reads.
func (a *Apply) terms() []Term {
	list := slices.Clone(a.Own)
	for _, v := range a.Args {
		list = append(list, v.Product...)
	}
	for _, w := range a.Weights {
		list = append(list, w.Product...)
	}
	return list
}

// Spans tells whether a loop runs over all of a dimension, the outer indices of which are
// given.
func (l *For) Spans(dim *model.Expr, outer []*model.Expr) bool {
	return l.Lo.IsNumber(0) && l.Hi.Equal(atDims(dim, outer))
}

// ReadsTable tells whether an update reads a table.
func (a *Apply) ReadsTable(t *Table) bool {
	return slices.ContainsFunc(a.terms(), func(x Term) bool { return x.Table == t || x.Except != nil && x.Except.Table == t })
}

// ReadsBuffer tells whether an update reads a buffer.
func (a *Apply) ReadsBuffer(u *message.Update) bool {
	return slices.ContainsFunc(a.Args, func(v Value) bool { return v.Buffer == u })
}
