package loops

import (
	"slices"

	"mpc/factor"
	"mpc/message"
	"mpc/model"
)

// Watched lists the variables whose marginals tell whether an iteration has
// converged: those inferred, and of what is inferred but computed later those that it is
// computed from; or, if there are none, all that the program draws, and with them what lives
// in branches of gates.
func (p *Program) Watched(s *Step) []*factor.Variable {
	written := map[int]bool{}
	for a := range Applied(s.Body) {
		if u := a.Update; u.Kind == message.Send {
			written[u.Edge.Variable.ID] = true
		} else if u.Kind == message.Posterior || u.Kind == message.Estimate {
			written[u.Variable.ID] = true
		}
	}
	var list []*factor.Variable
	for _, u := range p.Marginals {
		if u.Variable != nil && written[u.Variable.ID] {
			list = append(list, u.Variable)
		}
	}
	if list != nil {
		for _, v := range p.Message.ReadLater(func(v *factor.Variable) bool { return written[v.ID] }) {
			if !p.isLocal(v) && !slices.Contains(list, v) {
				list = append(list, v)
			}
		}
	}
	if list == nil {
		for _, v := range p.Message.Graph.Variables {
			if v.Source != nil && !v.Derived && written[v.ID] && !p.isLocal(v) {
				list = append(list, v)
			}
		}
	}
	if list == nil {
		for _, v := range p.Message.Graph.Variables {
			if written[v.ID] && !p.isLocal(v) {
				list = append(list, v)
			}
		}
	}
	// What moves in branches of gates may reach the posteriors outside iterations later.
	for _, v := range p.Message.Graph.Variables {
		if v.Depth > 0 && written[v.ID] && !p.isLocal(v) && !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	return list
}

func (p *Program) isLocal(v *factor.Variable) bool {
	for _, t := range p.Marginal(v, nil) {
		if t.Table.Local {
			return true
		}
	}
	return false
}

// SeesMove tells whether the update of a watched posterior tells how much it changes.
func (p *Program) SeesMove(s *Step, v *factor.Variable) bool {
	t := p.Store[v.ID].Posterior
	if t == nil || t.Unread || t.Pass || v.Point || s.Checks || v.Source != nil && v.Source.Input != nil {
		return false
	}
	for _, other := range p.Steps {
		for a := range Applied(other.Init, other.Body, other.Final) {
			if a.To != nil && a.To.Table == t && (other != s || a.Update.Kind != message.Posterior) {
				return false
			}
		}
	}
	for a := range Applied(s.Final) {
		if a.To != nil && a.To.Table == t {
			return false
		}
	}
	writes := 0
	return movesOnce(s.Init, t, nil, new(int)) && movesOnce(s.Body, t, nil, &writes) && writes == 1
}

// movesOnce tells whether statements write each element of a table at most once, and not
// in parallel; it counts the updates that do.
func movesOnce(list []Stmt, t *Table, around []*For, writes *int) bool {
	for _, s := range list {
		switch s := s.(type) {
		case *For:
			if !movesOnce(s.Body, t, append(around[:len(around):len(around)], s), writes) {
				return false
			}
		case *If:
			if !movesOnce(s.Body, t, around, writes) {
				return false
			}
		case *Apply:
			if s.To == nil || s.To.Table != t {
				continue
			}
			*writes++
			for _, l := range around {
				if l.Parallel || !slices.ContainsFunc(s.To.Index, func(e *model.Expr) bool { return e.Op == model.OpIndex && e.Index == l.Index }) {
					return false
				}
			}
		}
	}
	return *writes <= 1
}

// Watches is the iteration that a posterior tells of how much it changes, nil for none.
func (p *Program) Watches(t *Table) *Step {
	for _, s := range p.Steps {
		if s.Iterate && slices.Contains(p.Watched(s), t.Variable) && p.SeesMove(s, t.Variable) {
			return s
		}
	}
	return nil
}
