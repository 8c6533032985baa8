package codegen

import (
	"fmt"
	"strings"

	"mpc/factor"
	"mpc/loops"
)

// chances prints, before a loop over the branches of a switch, the probabilities of
// its values, where messages in the loop are to the power of these.
func (f *function) chances(s *loops.For) {
	for a := range loops.Applied(s.Body) {
		for _, w := range a.Weights {
			if !w.Selector.Slot.Edge.Variable.Family.Row().Vector() || w.Point != nil || f.chance(w) != "" || !loops.SameInAll(w.Product, s) {
				continue
			}
			v := w.Selector.Slot.Edge.Variable
			if p := w.Product[0]; p.Table.Role == loops.Moments {
				name := f.next(sharesPrefix)
				f.body.line("%s := %s.P", name, f.load(p.Table, p.Index, f.env()))
				f.scope().gathered[chanceKey(w)] = name
				continue
			}
			q := f.vectorProduct(w.Product, v, w.Selector.Slot.Edge.Index)
			name := f.g.scratchField("float64")
			f.body.comment("probabilities of " + w.Selector.Slot.Edge.Element())
			f.field(name, name)
			f.body.line("%s = %s.P(%s)", name, operand(q), name)
			f.keep(name)
			f.scope().gathered[chanceKey(w)] = name
		}
	}
}

// chance is the slice with the probabilities of a selector that a block around has
// computed, "" for none.
func (f *function) chance(w loops.Weight) string {
	key := chanceKey(w)
	for i := len(f.scopes) - 1; i >= 0; i-- {
		if name := f.scopes[i].gathered[key]; name != "" {
			return name
		}
	}
	return ""
}

// chanceKey names the probabilities of a selector among what a block has collected,
// with the tables that they are read from.
func chanceKey(w loops.Weight) string {
	var b strings.Builder
	b.WriteString("chances")
	for _, t := range w.Product {
		b.WriteString(tableKey(t.Table))
		for _, e := range t.Index {
			b.WriteString(e.Key() + ";")
		}
	}
	return b.String()
}

// powerOf prints how often a message counts, "" for once.
func (f *function) powerOf(a *loops.Apply) string {
	var parts []string
	if a.Power != nil {
		parts = append(parts, group(f.env().real(a.Power)))
	}
	if len(a.Weights) > 0 {
		parts = append(parts, f.weight(a.Weights))
	}
	return strings.Join(parts, " * ")
}

// weight prints the power of a message that comes from branches: the probability of
// these.
func (f *function) weight(list []loops.Weight) string {
	var parts []string
	for _, w := range list {
		v := w.Selector.Slot.Edge.Variable
		if len(w.Product) == 1 && w.Product[0].Table.Role == loops.Moments {
			parts = append(parts, f.kept(w, v))
			continue
		}
		if v.Family.Row().Vector() {
			if name := f.chance(w); name != "" {
				parts = append(parts, name+"["+f.wholeOrTruth(w.Value)+"]")
				continue
			}
			q := f.selected(w)
			parts = append(parts, fmt.Sprintf("math.Exp(%s.LogProb(%s))", operand(q), f.wholeOrTruth(w.Value)))
			continue
		}
		q := f.selected(w)
		switch f.wholeOrTruth(w.Value) {
		case "0":
			parts = append(parts, q+".Q()")
		case "1":
			parts = append(parts, q+".P()")
		default:
			f.g.internal("branch %s of a truth value", w.Value)
		}
	}
	return strings.Join(parts, " * ")
}

// selected prints what is known of a selector.
func (f *function) selected(w loops.Weight) string {
	e := w.Selector.Slot.Edge
	switch {
	case w.Point != nil:
		return f.load(w.Point.Table, w.Point.Index, f.env())
	case e.Variable.Family.Row().Vector():
		return f.vectorProduct(w.Product, e.Variable, e.Index)
	}
	return f.product(w.Product, e.Variable.Family)
}

// kept prints the probability of a branch, of which the moments of the selector are
// kept.
func (f *function) kept(w loops.Weight, v *factor.Variable) string {
	value := f.wholeOrTruth(w.Value)
	if name := f.chance(w); name != "" {
		return name + "[" + value + "]"
	}
	m := f.load(w.Product[0].Table, w.Product[0].Index, f.env())
	switch {
	case v.Family.Row().Vector():
		return m + ".P[" + value + "]"
	case value == "0":
		return m + ".False"
	case value == "1":
		return m + ".True"
	}
	return f.g.internal("branch %s of a truth value", w.Value)
}
