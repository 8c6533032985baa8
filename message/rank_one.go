package message

import (
	"slices"

	"mpc/factor"
)

// RankOne tells whether what a factor says over an edge of its vector is a density of one number,
// a dot product with it: the evidence counts such a message with its dist.MvNormal.LogConstant.
// Those to variables that batches share are told as they are.
func (p *Program) RankOne(e *factor.Edge) bool {
	return e.Factor.Kind.RankOne != "" && e.Slot.Name == e.Factor.Kind.RankOne && e.Variable.Family == factor.MvNormal && e.Power() == nil &&
		!slices.ContainsFunc(p.Graph.Shared, func(s *factor.Shared) bool { return s.Variable == e.Variable }) &&
		!slices.ContainsFunc(e.Variable.Edges, func(x *factor.Edge) bool { return x.Factor.Part == factor.Others })
}
