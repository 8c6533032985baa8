package data

import (
	"fmt"
	"math"

	"mpc/lang"
	"mpc/model"
)

// checkTables reports, at their cells, entries of tables that no run accepts: a
// parameter that a distribution cannot have, as a probability above 1, and an observed
// value that a distribution never has, as a negative count. A run finds them too, and
// what has no cell of its own, but names the line of the model alone.
func (a *assembly) checkTables() {
	for _, r := range a.model.Relations {
		if len(r.Branches) > 0 {
			continue // the branch may be impossible, and not the model
		}
		if r.Dist == nil {
			continue
		}
		for _, e := range r.Dist.Require {
			if len(r.Dist.Over) == 0 && len(e.Args) == 2 && e.Args[1].Op == model.OpNumber {
				a.checkEntries(r, e.Args[0], bound{e.Fun, e.Args[1].Value}, "a parameter of "+r.Dist.Name)
			}
		}
		for _, b := range supports[r.Dist.Name] {
			if r.Kind == model.Draw {
				a.checkEntries(r, r.Target, b, "observed")
			}
		}
	}
}

// A bound is a condition on a number: an operator and a limit.
type bound struct {
	operator string
	limit    float64
}

// supports holds what the values of distributions meet.
var supports = map[string][]bound{
	"poisson":      {{">=", 0}},
	"binomial":     {{">=", 0}},
	"gamma":        {{">=", 0}},
	"inversegamma": {{">=", 0}},
	"exponential":  {{">=", 0}},
	"beta":         {{">=", 0}, {"<=", 1}},
}

// meets tells whether a number meets the condition; so does one that it is not about.
func (b bound) meets(v float64) bool {
	switch b.operator {
	case ">=":
		return v >= b.limit
	case ">":
		return v > b.limit
	case "<=":
		return v <= b.limit
	}
	return true
}

func (b bound) String() string {
	return map[string]string{">=": "at least ", ">": "above ", "<=": "at most "}[b.operator] + fmt.Sprint(b.limit)
}

// checkEntries checks the entries of an array of a table that a statement reads or
// observes.
func (a *assembly) checkEntries(r *model.Relation, e *model.Expr, b bound, why string) {
	if e == nil || e.Op != model.OpInput || e.Input == nil {
		return
	}
	s, c := a.shapes[e.Input], a.set.columns[e.Input]
	if s == nil || c == nil || c.values == nil || !s.source.table || a.bad[e.Input] || len(e.Args) != len(c.starts) {
		return
	}
	wrong := false
	for i := range c.values.len() {
		wrong = wrong || !b.meets(c.values.value(i)) && (c.absent == nil || !c.absent[i])
	}
	if !wrong {
		return
	}
	reported := map[int]bool{}
	a.instances(r, 0, &Env{Set: a.set, Index: map[*model.Index]int{}}, func(env *Env) {
		index, err := Index(e.Args, env)
		if err != nil {
			return
		}
		i, err := c.position(index)
		if err != nil || reported[i] || b.meets(c.values.value(i)) || c.absent != nil && c.absent[i] {
			return
		}
		reported[i] = true
		d := s.source.repeated(e.Input.Name+b.String(), s.place(i), CodeRange, "%s is %v; here it must be %s", s.name(len(c.starts), i), c.values.value(i), b)
		if len(reported) == 1 {
			d.Related = append(d.Related, lang.Related{File: a.model.File.Name, Pos: e.At, Message: why + " in " + r.Text})
		}
	})
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
