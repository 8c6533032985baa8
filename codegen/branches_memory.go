package codegen

import (
	"slices"

	"mpc/message"
	"mpc/model"
)

// onlyTerm tells whether each branch of a gate has exactly one term, and that once.
func onlyTerm(u *message.Update) bool {
	if len(u.Terms) != 1 {
		return false
	}
	t := u.Terms[0]
	if t.Kind != message.FactorTerm || t.Sign != 1 || t.Times != nil || len(t.Guards) > 0 || t.Branch.Value.Op != model.OpIndex {
		return false
	}
	loops := 0
	for _, l := range t.Loops {
		switch {
		case l.Index == t.Branch.Value.Index:
			if !l.Lo.IsNumber(0) || !l.Hi.Equal(u.Factor.Gate.Model.Size) {
				return false
			}
			loops++
		case slices.ContainsFunc(t.Branch.Index, func(x *model.Expr) bool { return x.Op == model.OpIndex && x.Index == l.Index }):
			loops++
		}
	}
	return loops == len(t.Loops) && loops == len(t.Branch.Index)+1
}

// indexed tells whether a size depends on loop indices.
func indexed(size *model.Expr) bool {
	found := false
	size.Walk(func(e *model.Expr) { found = found || e.Op == model.OpIndex || e.Op == model.OpDim })
	return found
}

// branchesOf is the field with memory for the log evidence of the branches of a gate.
func (g *generator) branchesOf(u *message.Update) string {
	name := branchesPrefix.name(u.ID)
	if !slices.Contains(g.gates, u) {
		g.gates = append(g.gates, u)
	}
	return name
}
