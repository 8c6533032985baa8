package model

import (
	"slices"

	"mpc/lang"
)

// tautology reports an equation whose terms cancel. It says nothing, or what is false.
func (c *checker) tautology(st *lang.Observe, a, b *Expr) bool {
	rest, cancels := a.difference(b)
	switch {
	case !cancels:
		return false
	case rest == 0:
		c.Warnf(st.At, CodeUnused, "%s says nothing: both sides are the same, whatever the variables are", textOf(st))
	default:
		c.Errorf(st.At, CodeContradict, "%s can never hold: what is random in it cancels, and the sides differ by %v", textOf(st), rest)
	}
	return true
}

// A tally adds up the terms of sums, by what is multiplied.
type tally struct {
	keys []string
	by   map[string]float64
	rest float64
}

// add adds a multiple of an expression.
func (t *tally) add(e *Expr, times float64) {
	if e.Op == OpNumber {
		t.rest += times * e.Value
		return
	}
	if e.Op == OpCall {
		switch {
		case e.Fun == "+":
			t.add(e.Args[0], times)
			t.add(e.Args[1], times)
			return
		case e.Fun == "-":
			t.add(e.Args[0], times)
			t.add(e.Args[1], -times)
			return
		case e.Fun == "neg":
			t.add(e.Args[0], -times)
			return
		case e.Fun == "*" && e.Args[0].Op == OpNumber:
			t.add(e.Args[1], times*e.Args[0].Value)
			return
		case e.Fun == "*" && e.Args[1].Op == OpNumber:
			t.add(e.Args[0], times*e.Args[1].Value)
			return
		}
	}
	key := e.Key()
	if !slices.Contains(t.keys, key) {
		t.keys = append(t.keys, key)
	}
	t.by[key] += times
}

// difference is what is left of a - b where all its terms cancel.
func (a *Expr) difference(b *Expr) (rest float64, cancels bool) {
	t := &tally{by: map[string]float64{}}
	t.add(a, 1)
	t.add(b, -1)
	return t.rest, !slices.ContainsFunc(t.keys, func(k string) bool { return t.by[k] != 0 })
}
