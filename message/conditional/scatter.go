package conditional

import (
	"slices"

	"mpc/mcmc"
	"mpc/model"
)

// A Scatter is a term that looks for its instances, turned around: it goes over all
// instances once, and each says which element it is about.
type Scatter struct {
	// Elements are loops over the dimensions that the term does not look through, around
	// those of Term.
	Elements []*model.Loop
	// At is the element that an instance is about.
	At   []*model.Expr
	Term *Term
}

// A Search is a condition of a term that looks for the instances that read an element:
// By is the index, in the dimension Dim, of the element that an instance reads.
type Search struct {
	Guard int // of the term
	Dim   int
	By    *model.Expr
}

// Searches lists the conditions of a term that look for its instances.
func (d *Draw) Searches(t *Term) (list []Search) {
	if !t.Search {
		return nil
	}
	for n, g := range t.Guards {
		if g.Op != model.OpCall || g.Fun != "==" || len(g.Args) != 2 || g.Args[1].Op != model.OpIndex {
			continue
		}
		k := slices.IndexFunc(d.At, func(a *model.Expr) bool { return a.Index == g.Args[1].Index })
		by := g.Args[0]
		if k >= 0 && !slices.ContainsFunc(list, func(s Search) bool { return s.Dim == k }) && slices.ContainsFunc(t.Loops, func(l *model.Loop) bool { return by.Uses(l.Index) }) {
			list = append(list, Search{n, k, by})
		}
	}
	return list
}

// Scatters turns the terms that look for their instances around, by their position among
// the terms: where elements do not depend on each other and each term is a message of
// numbers. It is empty where that does not pay or cannot be. The messages to each element
// come in the same order as before.
func (d *Draw) Scatters() map[int]*Scatter {
	if d.Method != Conjugate || d.Coupled || len(d.Guards) > 0 || len(d.Variables) != 1 {
		return nil
	}
	if d.Variable().Type.Dimensions > 0 && !ofShares(d.Family) {
		return nil
	}
	out := map[int]*Scatter{}
	for n, t := range d.Terms {
		if t.Message == nil || t.Bounds != nil {
			return nil
		}
		if s := d.scatter(t); s != nil {
			out[n] = s
		}
	}
	return out
}

// ofShares tells whether a family is of probabilities of the sum 1, whose messages are counts.
func ofShares(family string) bool {
	row := mcmc.Row(family)
	return row != nil && row.Simplex
}

// scatter turns one term around; nil where it cannot.
func (d *Draw) scatter(t *Term) *Scatter {
	found := d.Searches(t)
	if len(found) == 0 {
		return nil
	}
	s := &Scatter{At: slices.Clone(d.At)}
	searched := func(e *model.Expr) bool {
		return slices.ContainsFunc(found, func(x Search) bool { return e.Uses(d.At[x.Dim].Index) })
	}
	apply := func(e *model.Expr) *model.Expr {
		if e == nil {
			return nil
		}
		for _, x := range found {
			e = e.Subst(d.At[x.Dim].Index, x.By)
		}
		return e
	}
	for _, x := range found {
		if searched(x.By) {
			return nil
		}
		s.At[x.Dim] = x.By
	}
	for k, l := range d.Elements {
		if slices.ContainsFunc(found, func(x Search) bool { return x.Dim == k }) {
			continue
		}
		if searched(l.Hi) {
			return nil
		}
		s.Elements = append(s.Elements, l)
	}
	for _, l := range t.Loops {
		if searched(l.Lo) || searched(l.Hi) {
			return nil
		}
	}
	u := *t
	u.Search, u.Guards = false, nil
	for n, g := range t.Guards {
		if !slices.ContainsFunc(found, func(x Search) bool { return x.Guard == n }) {
			u.Guards = append(u.Guards, apply(g))
		}
	}
	message := *t.Message
	message.Args = nil
	for _, a := range t.Message.Args {
		if mentions(a, d.Variable()) {
			return nil
		}
		message.Args = append(message.Args, apply(a))
	}
	u.Message = &message
	if u.Times = apply(t.Times); u.Times != nil && mentions(u.Times, d.Variable()) {
		return nil
	}
	u.X, u.Holds, u.Log, u.Dist = nil, nil, nil, nil
	s.Term = &u
	return s
}
