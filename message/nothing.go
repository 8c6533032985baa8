package message

import (
	"mpc/factor"
	"mpc/mcmc"
	"mpc/model"
)

// multipliers adds the checks that what positive values are multiplied by is not negative, and
// above 0 where a multiple of 0 is no parameter: of the rate of an exponential, not of a
// poisson, whose counts then are 0.
func (l *lowering) multipliers() {
	for _, f := range l.program.Graph.Factors {
		k := multiplier(f)
		if k == nil || len(f.Branches) > 0 || l.barren[f] {
			continue
		}
		out, operator := f.Slots[0].Edge, ">"
		if out == nil || out.Variable.Family != factor.Gamma {
			continue
		}
		if mayBeZero(out.Variable, nil) {
			operator = ">="
		}
		value := model.Call(operator, model.Type{Kind: model.Bool}, k, model.Number(0))
		if value.Op != model.OpCall {
			continue // a constant
		}
		c := &factor.Check{Value: value, Parameter: true, Loops: f.Loops, Guards: f.Guards, Text: f.Text, At: f.At}
		l.add(&Update{Kind: Check, Check: c, Loops: c.Loops, Guards: c.Guards, At: c.At})
	}
}

// multiplier is what is known of k a, or of k/b; nil for other factors.
func multiplier(f *factor.Factor) *model.Expr {
	switch f.Kind.Name {
	case "scale":
		return f.Slot("k").Data
	case "ratio":
		return f.Slot("a").Data
	}
	return nil
}

// takesZero tells whether a factor reads, over an edge, the parameter that is 0 where all that it draws is.
func takesZero(e *factor.Edge) bool {
	row := mcmc.Row(e.Factor.Kind.Draws)
	return row != nil && row.Zero != "" && row.Zero == e.Slot.Name
}

// mayBeZero tells whether all that reads a variable, itself or through functions of it, takes a
// 0 of it.
func mayBeZero(v *factor.Variable, path []*factor.Variable) bool {
	for _, p := range path {
		if p == v {
			return true
		}
	}
	path = append(path[:len(path):len(path)], v)
	for _, e := range v.Edges {
		f := e.Factor
		switch {
		case e.Defines:
		case takesZero(e):
		case f.Kind.Deterministic && f.Slots[0].Edge == nil:
		case f.Kind.Deterministic && f.Slots[0].Edge.Variable.Family == factor.Gamma:
			if !mayBeZero(f.Slots[0].Edge.Variable, path) {
				return false
			}
		default:
			return false
		}
	}
	return true
}
