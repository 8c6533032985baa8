package depanalysis

import (
	"mpc/factor"
	"mpc/model"
)

// apart tells whether the definition of a variable is in pieces, some of which are
// drawn or mixtures of what the branches of a gate define, or that data with missing
// entries choose between, element by element: then what reads the variable needs each
// piece, where of other pieces one may be enough to start from. A variable that is
// computed of itself, as a running sum, starts from one.
func (a *analysis) apart(v *factor.Variable) bool {
	asks := false
	for _, e := range v.Edges {
		if !e.Defines {
			continue
		}
		asks = asks || e.Factor.Kind.Name == "exit" || v.HalfDrawn
		for _, g := range e.Factor.Guards {
			g.Walk(func(x *model.Expr) { asks = asks || x.Op == model.OpCall && x.Fun == "absent" })
		}
	}
	return asks && !a.reaches(v, v, map[*factor.Variable]bool{})
}

// reaches tells whether to is computed of from, through functions of variables.
func (a *analysis) reaches(to, from *factor.Variable, seen map[*factor.Variable]bool) bool {
	seen[to] = true
	for _, e := range to.Edges {
		if !e.Defines {
			continue
		}
		for _, s := range e.Factor.Slots {
			if s.Edge == nil || s.Edge.Defines || !s.Edge.Variable.Derived {
				continue
			}
			if v := s.Edge.Variable; v == from || !seen[v] && a.reaches(v, from, seen) {
				return true
			}
		}
	}
	return false
}
