package codegen

import (
	"fmt"
	"slices"

	"mpc/factor"
	"mpc/loops"
	"mpc/message"
	"mpc/model"
)

// How much a posterior changes is seen where it is replaced, if that is once in an
// iteration; else it is compared with a copy of what it was, see change.

// seesMove tells whether the update of a watched posterior tells how much it changes.
func (g *generator) seesMove(s *loops.Step, v *factor.Variable) bool {
	t := g.program.Store[v.ID].Posterior
	if t == nil || t.Unread || t.Pass || v.Point || s.Checks || v.Source != nil && v.Source.Input != nil {
		return false
	}
	for _, other := range g.program.Steps {
		for a := range loops.Applied(other.Init, other.Body, other.Final) {
			if a.To != nil && a.To.Table == t && (other != s || a.Update.Kind != message.Posterior) {
				return false
			}
		}
	}
	for a := range loops.Applied(s.Final) {
		if a.To != nil && a.To.Table == t {
			return false
		}
	}
	writes := 0
	return movesOnce(s.Init, t, nil, new(int)) && movesOnce(s.Body, t, nil, &writes) && writes == 1
}

// movesOnce tells whether statements write each element of a table at most once, and not
// in parallel; it counts the updates that do.
func movesOnce(list []loops.Stmt, t *loops.Table, around []*loops.For, writes *int) bool {
	for _, s := range list {
		switch s := s.(type) {
		case *loops.For:
			if !movesOnce(s.Body, t, append(around[:len(around):len(around)], s), writes) {
				return false
			}
		case *loops.If:
			if !movesOnce(s.Body, t, around, writes) {
				return false
			}
		case *loops.Apply:
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

// watches is the iteration that a posterior tells of how much it changes, nil for none.
func (g *generator) watches(t *loops.Table) *loops.Step {
	for _, s := range g.program.Steps {
		if s.Iterate && slices.Contains(g.watched(s), t.Variable) && g.seesMove(s, t.Variable) {
			return s
		}
	}
	return nil
}

// moved prints that the change of a posterior, which becomes m, is noted.
func (f *function) moved(a *loops.Apply, m, old string) {
	s := f.g.watches(a.To.Table)
	if s == nil {
		return
	}
	to := "inf." + movedField(s)
	f.body.line("%s = %s", to, f.larger(a.Update.Variable, m, old, to))
}

// movedField is the field for the largest change in an iteration of a step so far.
func movedField(s *loops.Step) string { return fmt.Sprintf("moved%d", s.ID) }

// larger prints the larger of a change and that of a marginal.
func (f *function) larger(v *factor.Variable, m, old, change string) string {
	fam := v.Family.Row()
	if fam.LargerChange() {
		return fmt.Sprintf("%s.LargerChange(%s, %s)", m, old, change)
	}
	return fmt.Sprintf("math.Max(%s, %s)", change, f.method(fam, m, "Change", old))
}
