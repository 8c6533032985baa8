package message

import (
	"slices"

	"mpc/factor"
	"mpc/model"
)

// extent makes loops over the elements of a variable that exist, and the conditions
// under which they do: where one factor defines them, those that it does, else all.
func extent(v *factor.Variable) ([]*model.Loop, []*model.Expr) {
	if e := definition(v); e != nil && !covers(e) && (v.Source == nil || v.Source.Input == nil) {
		if loops := loopsOf(e); loops != nil {
			return loops, e.Factor.Guards
		}
	}
	loops := elements(v)
	return loops, absent(v, loops)
}

// definition is the edge to all elements of a variable that exist: of its only
// definition or, of what the branches of a gate define, of what leaves them. It is nil
// where there is none.
func definition(v *factor.Variable) *factor.Edge {
	var only *factor.Edge
	several := false
	for _, e := range v.Edges {
		if e.Factor.Kind.Name == "exit" && e.Slot.Name == "inner" {
			return e
		}
		if e.Defines {
			several = only != nil
			only = e
		}
	}
	if several {
		return nil
	}
	return only
}

// around are the loops that an edge stands in.
func around(e *factor.Edge) []*model.Loop {
	list := e.Factor.Loops
	if e.Slot.Over != nil {
		list = append(list[:len(list):len(list)], e.Slot.Over)
	}
	return list
}

// loopsOf are the loops that an edge stands in, in the order of the indices that they
// are; nil where the indices are others.
func loopsOf(e *factor.Edge) []*model.Loop {
	list := around(e)
	if len(list) != len(e.Index) {
		return nil
	}
	var loops []*model.Loop
	for _, x := range e.Index {
		k := slices.IndexFunc(list, func(l *model.Loop) bool { return x.Op == model.OpIndex && x.Index == l.Index })
		if k < 0 {
			return nil
		}
		loops = append(loops, list[k])
	}
	return loops
}

// covers tells whether an edge is seen to lead to all elements.
func covers(e *factor.Edge) bool {
	loops := loopsOf(e)
	return len(e.Factor.Guards) == 0 && len(loops) == len(e.Index) && !slices.ContainsFunc(loops, func(l *model.Loop) bool { return !full(l, 0) })
}

// full tells whether a loop goes from lo, or from before it, to the end.
func full(l *model.Loop, lo float64) bool {
	return l.Lo.Op == model.OpNumber && l.Lo.Value <= lo && l.Hi.Equal(l.Full)
}

// whole tells whether the definitions of a variable are seen to reach all elements: one
// does, or one does from the n-th on, in one dimension, and others one each before.
func whole(v *factor.Variable) bool {
	if e := definition(v); e != nil {
		return covers(e)
	}
	var single []int
	from, at := -1, -1
	for _, e := range v.Edges {
		if !e.Defines {
			continue
		}
		if len(e.Factor.Guards) > 0 {
			return false
		}
		for d, x := range e.Index {
			i, c, ok := x.Affine()
			k := slices.IndexFunc(around(e), func(l *model.Loop) bool { return ok && c == 0 && l.Index == i })
			switch {
			case k >= 0 && full(around(e)[k], 0):
				continue
			case at >= 0 && at != d:
				return false
			case x.Op == model.OpNumber:
				single = append(single, int(x.Value))
			case k < 0 || from >= 0 || around(e)[k].Lo.Op != model.OpNumber || !full(around(e)[k], around(e)[k].Lo.Value):
				return false
			default:
				from = int(around(e)[k].Lo.Value)
			}
			at = d
		}
	}
	for n := range from {
		if !slices.Contains(single, n) {
			return false
		}
	}
	return from >= 0
}
