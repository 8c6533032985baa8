package loops

import (
	"slices"

	"mpc/factor"
	"mpc/message"
)

// unread finds the posteriors of which nothing but their moments is read: of
// probabilities that only sums are made of, such as those of the component of a point
// in a mixture, these alone are stored.
func (b *builder) unread() {
	p := b.program
	read := b.ofEvidence()
	for _, u := range p.Message.Updates {
		for _, t := range u.Terms {
			for _, v := range p.values(t.Args) {
				for _, x := range v.Product {
					read[x.Table] = true
				}
			}
			if t.Edge != nil {
				read[p.Store[t.Edge.Variable.ID].Posterior] = true
			}
		}
	}
	for _, s := range p.Steps {
		for a := range Applied(s.Init, s.Body, s.Final) {
			for _, x := range a.terms() {
				read[x.Table] = true
			}
		}
	}
	for _, u := range p.Message.Updates {
		if u.Kind != message.Posterior {
			continue
		}
		v := u.Variable
		s := p.Store[v.ID]
		if s.Moments == nil || read[s.Posterior] || !v.Family.Row().Vector() || v.Init != nil || v.Depth > 0 || u.Damping != 0 || b.paces[u.ID] != Whole {
			continue
		}
		s.Posterior.Unread = b.unwatched(v)
	}
}

// unwatched tells whether nobody asks for a variable, and others tell whether an
// iteration that computes it has converged.
func (b *builder) unwatched(v *factor.Variable) bool {
	asked := map[*factor.Variable]bool{}
	for _, m := range b.program.Marginals {
		asked[m.Variable] = m.Variable != nil
	}
	if asked[v] {
		return false
	}
	for _, s := range b.program.Steps {
		var moved []*factor.Variable
		for a := range Applied(s.Body) {
			if a.Update.Kind == message.Posterior {
				moved = append(moved, a.Update.Variable)
			}
		}
		if slices.Contains(moved, v) && (s.Checks || !slices.ContainsFunc(moved, func(w *factor.Variable) bool { return asked[w] })) {
			return false
		}
	}
	return true
}
