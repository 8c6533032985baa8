package loops

import (
	"slices"

	"mpc/model"
)

// Written lists the tables that a step writes and that are arrays.
func (p *Program) Written(s *Step) []*Table {
	seen := map[*Table]bool{}
	for a := range Applied(s.Init, s.Body, s.Final) {
		if a.To != nil {
			seen[a.To.Table] = true
		}
		if a.Total != nil {
			seen[a.Total.Table] = true
		}
	}
	var list []*Table
	for _, t := range p.Tables {
		if seen[t] && !t.Local && !t.Unread {
			list = append(list, t)
		}
	}
	return list
}

// KeptBefore lists the tables that an iteration changes and that must be as before when it runs again with a shorter step:
// none where it never does.
func (p *Program) KeptBefore(s *Step) []*Table {
	if !s.Checks {
		return nil
	}
	var list []*Table
	for _, t := range p.Written(&Step{Body: s.Body}) {
		if t.Role != Constant {
			list = append(list, t)
		}
	}
	return list
}

// Searched tells whether the point estimates in a table are found with secants: those of numbers.
func (t *Table) Searched() bool { return t.Role == Point && !t.Family.Row().Vector() }

// StartsLate tells whether a table of an iteration starts at what the steps before
// compute: constants of the program.
func (s *Step) StartsLate(t *Table) bool {
	if !s.Iterate || t.Variable == nil || t.Variable.Init == nil {
		return false
	}
	computed := false
	for _, e := range t.Variable.Init.Args {
		e.Walk(func(x *model.Expr) { computed = computed || x.Op == model.OpVariable })
	}
	return computed
}

// AtInitial tells whether messages of a table start at the initial marginal of their variable.
func (p *Program) AtInitial(t *Table) bool {
	switch {
	case t.Role == Constant || t.Variable == nil || t.Variable.Init == nil || t.Variable.Point || t.Guessed:
		return false
	case p.Store[t.Variable.ID].Posterior != nil:
		return t.Role == Posterior
	}
	return t.Role == Definition
}

// Saved tells whether a table is part of a saved state: totals, constants and moments
// are computed from what is, but moments whose posteriors are not stored.
func (p *Program) Saved(t *Table) bool {
	switch t.Role {
	case Total, Constant:
		return false
	case Moments:
		return p.Store[t.Variable.ID].Posterior.Unread
	}
	return true
}

// SetsMoments tells whether there are moments that are kept beside the posteriors that they are of.
func (p *Program) SetsMoments() bool {
	return slices.ContainsFunc(p.Tables, func(t *Table) bool { return t.Role == Moments && !p.Saved(t) })
}

// Totals lists the tables of products of messages that are kept.
func (p *Program) Totals() []*Table {
	return slices.DeleteFunc(slices.Clone(p.Tables), func(t *Table) bool { return t.Role != Total || t.Local })
}

// Iterates tells whether there is an iteration.
func (p *Program) Iterates() bool {
	return slices.ContainsFunc(p.Steps, func(s *Step) bool { return s.Iterate })
}
