package message

import (
	"slices"

	"mpc/factor"
)

// ReadLater lists the variables that an iteration writes and that inferred ones, which it does
// not write, are computed from after it, through others that it does not write either. Whether
// the iteration has converged shows in them.
func (p *Program) ReadLater(written func(*factor.Variable) bool) []*factor.Variable {
	var list []*factor.Variable
	seen := map[*factor.Variable]bool{}
	var visit func(v *factor.Variable)
	visit = func(v *factor.Variable) {
		for _, u := range p.Updates {
			if u.Kind != Send || u.Edge.Variable != v {
				continue
			}
			for _, s := range u.Factor.Slots {
				if s.Edge == nil || s.Edge == u.Edge || seen[s.Edge.Variable] {
					continue
				}
				x := s.Edge.Variable
				seen[x] = true
				if written(x) {
					list = append(list, x)
				} else {
					visit(x)
				}
			}
		}
	}
	for _, u := range p.Updates {
		if u.Kind == Marginal && u.Variable != nil && !written(u.Variable) {
			visit(u.Variable)
		}
	}
	slices.SortFunc(list, func(a, b *factor.Variable) int { return a.ID - b.ID })
	return list
}
