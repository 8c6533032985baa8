package data

import (
	"fmt"
	"math"

	"mpc/lang"
	"mpc/model"
)

// checkCells reports, at their cells, data of tables that no run accepts: a parameter that a
// distribution cannot have, as a probability above 1, an observed value that a
// distribution never has, as a negative count, and what no function has a value for. A
// run finds them too, and names the line of the model.
func (a *assembly) checkCells() {
	for _, r := range a.model.Relations {
		if len(r.Branches) > 0 {
			continue // the branch may be impossible, and not the model
		}
		for _, c := range conditions(r) {
			a.checkCondition(r, c)
		}
	}
}

// A condition is on what is computed from data: x operator limit, or that x is finite.
type condition struct {
	x, limit *model.Expr
	operator string // "finite", or that of a comparison
	why      string
}

// conditions lists what a statement asks of data.
func conditions(r *model.Relation) (list []condition) {
	if r.Dist == nil {
		return finite(r.Value, list)
	}
	for _, e := range r.Dist.Require {
		if len(r.Dist.Over) == 0 && e.Op == model.OpCall && len(e.Args) == 2 && operators[e.Fun] != "" {
			list = append(list, condition{e.Args[0], e.Args[1], e.Fun, "a parameter of " + r.Dist.Name})
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
	switch d.Name {
	case "poisson", "gamma", "inversegamma", "exponential":
		return []condition{from(">=", model.Number(0))}
	case "beta":
		return []condition{from(">=", model.Number(0)), from("<=", model.Number(1))}
	case "binomial":
		return []condition{from(">=", model.Number(0)), from("<=", d.Arg("n"))}
	case "uniform", "truncated":
		return []condition{from(">=", d.Arg("low")), from("<=", d.Arg("high"))}
	}
	return nil
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
			switch x.Fun {
			case "log", "sqrt", "/", "^", "logit", "probit":
				partial = true
			}
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
	v, _ := model.Apply(c.operator, []float64{x, limit})
	return v != 0
}

// in computes both sides of the condition, and tells whether both are known.
func (c condition) in(env *Env) (x, limit float64, ok bool) {
	x, err := Eval(c.x, env)
	if err == nil && c.limit != nil {
		limit, err = Eval(c.limit, env)
	}
	return x, limit, err == nil
}

// checkCondition checks a condition of a statement for all of its instances.
func (a *assembly) checkCondition(r *model.Relation, c condition) {
	if c.x == nil || c.operator != "finite" && c.limit == nil || a.culprit(c) == nil || a.allHold(c) {
		return
	}
	type place struct {
		in *model.Input
		i  int
	}
	reported := map[place]bool{}
	a.instances(r, 0, &Env{Set: a.set, Index: map[*model.Index]int{}}, func(env *Env) {
		x, limit, ok := c.in(env)
		if !ok || c.holds(x, limit) {
			return
		}
		e := a.culprit(c)
		index, err := Index(e.Args, env)
		if err != nil {
			return
		}
		i, err := a.set.columns[e.Input].position(index)
		if p := (place{e.Input, i}); err != nil || reported[p] {
			return
		} else {
			reported[p] = true
		}
		s := a.shapes[e.Input]
		d := s.source.repeated(fmt.Sprint(e.Input.Name, c.operator, c.limit, c.x), s.place(i), CodeRange, "%s is %v%s",
			s.name(len(e.Args), i), a.set.columns[e.Input].values.value(i), c.says(e, x, limit))
		if len(reported) == 1 {
			text := r.Text
			if c.why != "" {
				text = c.why + " in " + text
			}
			d.Related = append(d.Related, lang.Related{File: a.model.File.Name, Pos: c.x.At, Message: text})
		}
	})
}

// says is what the value of a datum, e, has to do with the condition.
func (c condition) says(e *model.Expr, x, limit float64) string {
	of := ""
	if e != c.x && e != c.limit {
		of = fmt.Sprintf(", so that %s is %v", c.x, x)
	}
	switch {
	case c.operator == "finite":
		return fmt.Sprintf(", and %s is not finite", c.x)
	case e == c.limit:
		return fmt.Sprintf("; here %v must be %s that", x, operators[c.operator])
	case c.limit.Op != model.OpNumber:
		return fmt.Sprintf("%s; here it must be %s %s, which is %v", of, operators[c.operator], c.limit, limit)
	}
	return fmt.Sprintf("%s; here it must be %s %v", of, operators[c.operator], limit)
}

// culprit is the datum that a condition is about: the first that has a place in the
// data.
func (a *assembly) culprit(c condition) (found *model.Expr) {
	for _, side := range []*model.Expr{c.x, c.limit} {
		side.Walk(func(e *model.Expr) {
			if found == nil && a.placed(e) {
				found = e
			}
		})
	}
	return found
}

// placed tells whether an expression is an element of an input whose places are known.
func (a *assembly) placed(e *model.Expr) bool {
	if e.Op != model.OpInput || e.Input == nil || e.Input.Type.Kind == model.IndexKind {
		return false
	}
	s, c := a.shapes[e.Input], a.set.columns[e.Input]
	return s != nil && c != nil && s.source.table && !a.bad[e.Input] && c.values != nil &&
		len(e.Args) == len(c.starts) && s.leaves.len() == c.values.len()
}

// allHold tells whether all elements of what an input is compared with are seen to meet
// the condition, as most do: each element alone takes longer.
func (a *assembly) allHold(c condition) bool {
	if !a.placed(c.x) || c.operator == "finite" {
		return false
	}
	values := a.set.columns[c.x.Input]
	limits, limit := a.set.columns[c.limit.Input], 0.0
	if !a.placed(c.limit) || c.limit.String() != c.limitOf(c.x) || limits.values.len() != values.values.len() {
		limits = nil
		var err error
		if limit, err = Eval(c.limit, &Env{Set: a.set}); err != nil {
			return false
		}
	}
	for i := range values.values.len() {
		if limits != nil {
			limit = limits.values.value(i)
		}
		v := values.values.value(i)
		if (values.absent == nil || !values.absent[i]) && !c.holds(v, limit) {
			return false
		}
	}
	return true
}

// limitOf is the limit with the indices of x.
func (c condition) limitOf(x *model.Expr) string {
	e := *c.limit
	e.Args = x.Args
	return e.String()
}

// instances calls f for each instance of a statement whose loops and conditions the
// inputs decide; it stops where they do not.
func (a *assembly) instances(r *model.Relation, depth int, env *Env, f func(*Env)) bool {
	if depth < len(r.Loops) {
		l := r.Loops[depth]
		lo, hi, err := Bounds(l, env)
		inner := env.With(l.Index, lo)
		for i := lo; err == nil && i < hi; i++ {
			inner.Index[l.Index] = i
			if !a.instances(r, depth+1, inner, f) {
				return false
			}
		}
		return err == nil
	}
	for _, g := range r.Guards {
		v, err := Eval(g, env)
		if err != nil {
			return false
		}
		if v == 0 || math.IsNaN(v) {
			return true
		}
	}
	for _, n := range r.Repeats {
		if v, err := Eval(n, env); err != nil || v == 0 {
			return err == nil
		}
	}
	f(env)
	return true
}
