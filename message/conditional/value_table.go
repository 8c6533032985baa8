package conditional

import (
	"slices"
	"strconv"

	"mpc/model"
)

// A ValueTable is what a factor says of the few elements that an instance of it reads, in a
// block of whole numbers and truths: a log density for each combination of their values.
type ValueTable struct {
	// Term is the factor with the indices of Values in place of the elements.
	Term     *Term
	Elements []*Element
	// Values has a loop over the values of each element.
	Values []*model.Loop
	// Outer is how many of the loops of Term, the first ones, decide which elements are
	// read: what the others say is about the same elements.
	Outer int
	// Shared is set where all instances say the same of the elements that they read.
	Shared bool
	// Also are other factors, of which an instance reads the same elements as one of Term
	// with the same indices: the branches of an if say one table.
	Also []*Term
}

// An Element is one of a part of a block.
type Element struct {
	Part int
	At   []*model.Expr
}

// table makes the table of a factor; nil where it reads nothing of a block.
func (b *builder) table(p parts, f *Factor) (*ValueTable, *refusal) {
	t := &ValueTable{}
	of := func(e *model.Expr) *model.Expr { return e }
	for _, k := range p.readBy(f) {
		v := p.draws[k].Variable()
		var seen []*occurrence
		for _, o := range f.occurrences(v) {
			if slices.ContainsFunc(seen, o.same) {
				continue
			}
			seen = append(seen, o)
			switch {
			case len(o.inside) > 0:
				return nil, refuse(f, "%s reads as many elements of %s as its loops have passes", f.Text, v.Name)
			case slices.ContainsFunc(o.args(), readsDrawn):
				return nil, refuse(f, "%s reads an element of %s that is drawn", f.Text, v.Name)
			case len(t.Elements) == maxElements:
				return nil, refuse(f, "%s reads more than %d elements", f.Text, maxElements)
			}
			l := b.valuesOf(o.element, len(seen))
			t.Elements = append(t.Elements, &Element{Part: k, At: o.args()})
			t.Values = append(t.Values, l)
			before, by := of, valued(o.element, l.Index)
			of = func(e *model.Expr) *model.Expr { return replaced(before(e), o.element.Key(), by) }
		}
	}
	if len(t.Elements) == 0 {
		return nil, nil
	}
	t.Term = (&Term{Factor: f, Loops: f.Loops, Guards: f.Guards, X: f.X, Holds: f.Holds, Log: f.Log, Times: f.Times, Dist: f.Dist}).mapped(of)
	t.shape()
	return t, nil
}

// valuesOf is a loop over the values of an element, the n-th of its variable.
func (b *builder) valuesOf(x *model.Expr, n int) *model.Loop {
	b.indices++
	size := model.Number(2)
	if x.Type.Kind != model.Bool {
		size = x.Cardinality()
	}
	index := &model.Index{ID: -b.indices, Name: x.Variable.Name + "Value", At: x.At}
	if n > 1 {
		index.Name += strconv.Itoa(n)
	}
	return &model.Loop{Index: index, Lo: model.Number(0), Hi: size, Full: size}
}

// valued is the value of an element that an index stands for.
func valued(x *model.Expr, i *model.Index) *model.Expr {
	e := &model.Expr{Op: model.OpIndex, Type: x.Type, Index: i, At: x.At}
	if x.Type.Kind == model.Bool {
		e.Type = wholeType
		return model.Call("==", boolean, e, model.Number(1))
	}
	return e
}

// shape finds how many loops decide what is read, and whether all instances say the same.
func (t *ValueTable) shape() {
	loops := t.Term.Loops
	t.Outer = decisive(loops, func(i *model.Index) bool {
		return slices.ContainsFunc(t.Elements, func(e *Element) bool {
			return slices.ContainsFunc(e.At, func(a *model.Expr) bool { return a.Uses(i) })
		})
	})
	t.Shared = t.Outer > 0
	said := t.said()
	for _, l := range loops[:t.Outer] {
		uses := func(e *model.Expr) { t.Shared = t.Shared && !e.Uses(l.Index) }
		said.exprs(uses)
		for _, v := range t.Values {
			uses(v.Hi)
		}
	}
}

// decisive is how many loops, the first ones, decide what is read, of which some indices
// are asked for.
func decisive(loops []*model.Loop, asked func(*model.Index) bool) (outer int) {
	for k, l := range loops {
		if asked(l.Index) {
			outer = k + 1
		}
	}
	for changed := true; changed; { // what bounds a loop decides too
		changed = false
		for k, l := range loops[:outer] {
			for j := outer; j < len(loops); j++ {
				if k != j && (l.Lo.Uses(loops[j].Index) || l.Hi.Uses(loops[j].Index)) {
					outer, changed = j+1, true
				}
			}
		}
	}
	return outer
}

// Planned tells whether a condition is known with the data, for all that a table says of
// the same elements.
func (t *ValueTable) Planned(e *model.Expr) bool {
	return known(e, t.Term.Loops[t.Outer:]) && known(e, t.Values)
}

// Instances is the part of a table that decides which elements are read.
func (t *ValueTable) Instances() *Term {
	instances, _ := t.Term.split(t.Outer, t.Planned)
	return instances
}

// Said is the rest of it: what all its factors say of the same elements.
func (t *ValueTable) Said() []*Term { return append([]*Term{t.said()}, t.Also...) }

func (t *ValueTable) said() *Term {
	_, rest := t.Term.split(t.Outer, t.Planned)
	out := *t.Term
	out.Loops, out.Guards = rest.Loops, rest.Guards
	return &out
}

// merge takes over what another table says of several elements, where it reads the same
// ones.
func (t *ValueTable) merge(o *ValueTable) bool {
	if len(t.Elements) < 2 || len(t.Elements) != len(o.Elements) || t.Outer != o.Outer || t.Shared != o.Shared {
		return false
	}
	to := map[*model.Index]*model.Index{}
	same := func(e *model.Expr) *model.Expr {
		return e.Map(func(x *model.Expr) *model.Expr {
			if x.Op == model.OpIndex && to[x.Index] != nil {
				cp := *x
				cp.Index = to[x.Index]
				return &cp
			}
			return x
		})
	}
	equal := func(a, b *model.Expr) bool { return a.Equal(same(b)) }
	for k, l := range o.Term.Loops[:o.Outer] {
		m := t.Term.Loops[k]
		if !equal(m.Lo, l.Lo) || !equal(m.Hi, l.Hi) {
			return false
		}
		to[l.Index] = m.Index
	}
	if !slices.EqualFunc(t.Instances().Guards, o.Instances().Guards, equal) {
		return false
	}
	for k, e := range o.Elements {
		j := slices.IndexFunc(t.Elements, func(m *Element) bool { return m.Part == e.Part && slices.EqualFunc(m.At, e.At, equal) })
		if j < 0 {
			return false
		}
		to[o.Values[k].Index] = t.Values[j].Index
	}
	t.Also = append(t.Also, o.said().mapped(same))
	return true
}
