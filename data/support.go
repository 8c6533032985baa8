package data

import (
	"math"
	"slices"

	"mpc/lang/functions"
	"mpc/model"
)

// checkCells reports, at their cells, data of tables that no run accepts: a parameter that a
// distribution cannot have, as a probability above 1, an observed value that a
// distribution never has, as a negative count, and what no function has a value for. A
// run finds them too, and names the line of the model.
func (a *assembly) checkCells() {
	k := newCells(a)
	for _, r := range a.model.Relations {
		if len(r.Branches) > 0 {
			continue // the branch may be impossible, and not the model
		}
		for _, c := range conditions(r) {
			k.check(r, c)
		}
	}
}

// A condition is on what is computed from data: x operator limit, or that x is finite.
type condition struct {
	x, limit *model.Expr
	operator string // "finite", or that of a comparison
	why      string
	when     *condition // it applies where this one is met, whatever is drawn
}

// conditions lists what a statement asks of data.
func conditions(r *model.Relation) (list []condition) {
	if r.Dist == nil {
		return finite(r.Value, list)
	}
	for _, e := range slices.Concat(r.Dist.Require, r.Dist.Within) {
		if len(r.Dist.Over) == 0 && e.Op == model.OpCall && len(e.Args) == 2 && operators[e.Fun] != "" {
			list = append(list, condition{x: e.Args[0], limit: e.Args[1], operator: e.Fun, why: "a parameter of " + r.Dist.Name})
		}
	}
	if r.Kind == model.Draw && r.Target.Op == model.OpInput {
		for _, c := range support(r.Dist) {
			c.x, c.why = r.Target, "observed"
			list = append(list, c)
		}
	}
	for _, x := range r.Dist.Args {
		list = finite(x, list)
	}
	return list
}

// support lists what the values of a distribution meet.
func support(d *model.Dist) []condition {
	from := func(operator string, limit *model.Expr) condition {
		return condition{operator: operator, limit: limit}
	}
	low, high, below := d.Ends()
	var list []condition
	for _, e := range low {
		list = append(list, from(">=", e))
	}
	for _, e := range high {
		list = append(list, from(map[bool]string{false: "<=", true: "<"}[below], e))
	}
	if p := d.Zero(); p != nil { // counts are 0 then
		zero := condition{operator: "<=", limit: model.Number(0)}
		zero.when = &condition{x: p, operator: "<=", limit: model.Number(0)}
		list = append(list, zero)
	}
	return list
}

// finite adds the condition that what is known of an expression is finite, for what has
// functions that not all numbers have a value of.
func finite(e *model.Expr, list []condition) []condition {
	if e == nil || e.Type.Dimensions > 0 || e.Op == model.OpList || e.Op == model.OpReduce {
		return list
	}
	known, partial := true, false
	e.Walk(func(x *model.Expr) {
		known = known && !x.Random && x.Op != model.OpVariable && x.Op != model.OpReduce
		if x.Op == model.OpCall {
			f := functions.Named(x.Fun)
			partial = partial || f != nil && f.IsPartial()
		}
	})
	if known && partial && e.Type.Kind == model.Real {
		return append(list, condition{x: e, operator: "finite"})
	}
	if !known && partial && e.Op == model.OpCall {
		for _, x := range e.Args {
			list = finite(x, list)
		}
	}
	return list
}

// operators says what comparisons ask for.
var operators = map[string]string{">=": "at least", ">": "above", "<=": "at most", "<": "below"}

// holds tells whether the condition is met where all of it is known.
func (c condition) holds(x, limit float64) bool {
	if c.operator == "finite" {
		return !math.IsNaN(x) && !math.IsInf(x, 0)
	}
	switch c.operator {
	case ">=":
		return x >= limit
	case ">":
		return x > limit
	case "<=":
		return x <= limit
	}
	return x < limit
}

// in computes both sides of the condition, and tells whether both are known.
func (c condition) in(env *Env) (x, limit float64, ok bool) {
	x, err := Eval(c.x, env)
	if err == nil && c.limit != nil {
		limit, err = Eval(c.limit, env)
	}
	return x, limit, err == nil
}
