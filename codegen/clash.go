package codegen

import (
	"slices"
	"strings"

	"mpc/factor"
	"mpc/model"
)

// noise is the condition on the data on which the messages to a variable may overflow where their
// product is not finite: noise is between them, so that they do not contradict each other.
func (g *generator) noise(name string) string {
	for _, v := range g.program.Message.Graph.Variables {
		switch cond, ok := g.noisy(v); {
		case v.Name != name || !ok:
		case cond == "":
			return "true"
		default:
			return cond
		}
	}
	return "false"
}

// noisy tells whether at most one message to an element of a variable is a point mass
// that is meant, and the condition on the data for it: then two that clash are no
// contradiction.
func (g *generator) noisy(v *factor.Variable) (cond string, ok bool) {
	var conds []string
	points := 0
	for _, e := range v.Edges {
		s, noise := e.Factor.Noise()
		switch {
		case s == nil:
			points++
			if len(e.Factor.Loops) > 0 && !e.Defines {
				points++
			}
		case s.Data == nil:
			ok = true
		case s.Data.Op == model.OpNumber:
			if !noise(s.Data.Value) {
				return "", false
			}
			ok = true
		default:
			ok = true
			if noise(0) {
				continue // a precision, which data do not make infinite
			}
			s.Data.Walk(func(x *model.Expr) {
				if x.Op != model.OpInput || x.Input.Type.Kind == model.IndexKind || x.Input.Type.Kind == model.Bool {
					return
				}
				c := "inf.in." + local(x.Input.Name) + " != 0"
				if len(x.Input.Dims) > 0 {
					c = "!slices.Contains(inf.in." + local(x.Input.Name) + ", 0)"
				}
				if !slices.Contains(conds, c) {
					conds = append(conds, c)
				}
			})
		}
	}
	return strings.Join(conds, " && "), ok && points < 2
}
