package model

import (
	"slices"

	"mpc/lang"
	"mpc/mcmc"
)

// CodeSymmetry marks a model that every iteration leaves symmetric.
const CodeSymmetry = lang.CodeSymmetry

// A Symmetry is a random selector whose values nothing in the model and in the data
// tells apart, with a variable of which each value selects an element, or each truth
// another variable: where all elements start alike, messages that treat them alike
// keep them so.
type Symmetry struct {
	Selector *Variable
	// Parts are what the selector chooses among: one array, or two variables.
	Parts []*Variable
	// indices are those of the loops over the values of the selector.
	indices []*Index
	// moved are the variables whose elements or values change places with those of the
	// selector, and dim is the dimension of Parts[0] that it indexes.
	moved []*Variable
	dim   int
}

// Over tells whether a loop of the model runs over the values of the selector: what
// runs element by element along it does not treat them alike.
func (s *Symmetry) Over(l *Loop) bool { return slices.Contains(s.indices, l.Index) }

// Symmetries finds the symmetries of a model. It knows only what it is sure of: what
// an input says about the values of a selector may differ, and so may all that it has
// no rule for. The initial marginals of the variables in wasted have no effect.
func (m *Model) Symmetries(wasted ...*Variable) []*Symmetry {
	s := &symmetries{model: m, parent: map[axis]axis{}, broken: map[axis]bool{}, alike: m.alikeDraws()}
	for _, r := range m.Relations {
		s.relation(r)
	}
	for _, in := range m.Init {
		if !slices.Contains(wasted, in.Variable) {
			s.start(in)
		}
	}
	for _, v := range m.Variables {
		if v.Input != nil || v.Data != nil { // entries that are not missing are known
			s.breakAll(v)
		}
	}
	return append(s.found(), m.swaps()...)
}

// An axis is what an index runs over: a loop, a dimension of a variable or of its
// value, the values of a whole number. Axes that one index joins are one.
type axis struct {
	kind axisKind
	id   int // of the variable, or the number of the for statement
	dim  int
}

type axisKind uint8

const (
	loopAxis axisKind = iota
	dimAxis
	valueAxis
)

func dimOf(v *Variable, k int) axis   { return axis{dimAxis, v.ID, k} }
func valuesOf(v *Variable) axis       { return axis{valueAxis, v.ID, 0} }
func loopOf(i *Index) axis            { return axis{loopAxis, i.For, 0} }
func componentsOf(v *Variable) axis   { return dimOf(v, len(v.Dims)) }
func (e *Expr) isValues() bool        { return e.Op == OpVariable && e.Type.whole() }
func (v *Variable) isSelector() bool  { return v.Random && v.Type.whole() }
func (v *Variable) isComponent() bool { return v.Random && !v.Derived && !v.Type.whole() }

type symmetries struct {
	model     *Model
	parent    map[axis]axis // of the sets of joined axes
	broken    map[axis]bool // by root: the elements differ
	selectors []*Variable
	loops     []*Loop // around what is looked at
	alike     map[*Expr]bool
}

func (s *symmetries) root(a axis) axis {
	for {
		p, ok := s.parent[a]
		if !ok || p == a {
			return a
		}
		a = p
	}
}

func (s *symmetries) join(a, b axis) {
	a, b = s.root(a), s.root(b)
	if a != b {
		s.parent[b] = a
		s.broken[a] = s.broken[a] || s.broken[b]
	}
}

func (s *symmetries) split(a axis) { s.broken[s.root(a)] = true }

// breakAll notes that the elements and the values of a variable differ.
func (s *symmetries) breakAll(v *Variable) {
	s.split(valuesOf(v))
	for k := range len(v.Dims) + len(v.Sizes) {
		s.split(dimOf(v, k))
	}
}

// start looks at an initial marginal: one that is written is the same for all
// elements, but need not treat the values alike.
func (s *symmetries) start(in Init) {
	v, d := in.Variable, in.Dist
	if d.Name == Random || d.ByElement() {
		s.breakAll(v)
		return
	}
	s.split(valuesOf(v))
	for k := range v.Sizes {
		s.split(dimOf(v, len(v.Dims)+k))
	}
}

func (s *symmetries) relation(r *Relation) {
	s.loops = r.Loops
	for _, l := range r.Loops {
		s.value(l.Lo)
		s.value(l.Hi)
	}
	for _, list := range [][]*Expr{r.Guards, r.Repeats} {
		for _, e := range list {
			s.value(e)
		}
	}
	for _, b := range r.Branches {
		if on := b.Gate.Selector; b.Gate.Switch && on.Op == OpVariable && b.Value.Op == OpIndex {
			s.join(valuesOf(on.Variable), loopOf(b.Value.Index))
		}
	}
	switch r.Kind {
	case Select:
		if r.Gate.Switch && r.Value.Op == OpVariable {
			s.selectors = append(s.selectors, r.Value.Variable)
			s.index(r.Value)
			return
		}
		s.value(r.Value)
	case Draw:
		s.draw(r.Target, r.Dist)
	case ObserveDraw:
		s.value(r.Value)
		s.dist(r.Dist, axis{}, false)
	default:
		for _, e := range []*Expr{r.Target, r.Value, r.Other} {
			s.value(e)
		}
	}
}

// draw looks at target ~ d.
func (s *symmetries) draw(target *Expr, d *Dist) {
	if target.Op != OpVariable {
		s.value(target)
		s.dist(d, axis{}, false)
		return
	}
	v := target.Variable
	s.index(target)
	switch {
	case v.Type.whole():
		s.dist(d, valuesOf(v), true)
	case len(v.Sizes) == 1:
		s.dist(d, componentsOf(v), true)
	default:
		for k := range v.Sizes {
			s.split(dimOf(v, len(v.Dims)+k))
		}
		s.dist(d, axis{}, false)
	}
}

// dist looks at the parameters of a distribution. Of a whole number or a vector, of is
// the axis of its values or components.
func (s *symmetries) dist(d *Dist, of axis, has bool) {
	alike := d.sig().alike
	if row := mcmc.Row(d.Name); row != nil && row.Below {
		has = false // nothing that tells its values apart
	}
	for k, e := range d.Args {
		switch {
		case alike != "" && d.Names[k] == alike:
			from, joined, same := s.vector(e)
			switch {
			case joined && has:
				s.join(of, from)
			case joined:
				s.split(from)
			case !same && has:
				s.split(of)
			}
		default:
			s.value(e)
		}
	}
	if has && alike == "" {
		s.split(of)
	}
}

// vector looks at a vector each of whose components belongs to one value: it returns
// the axis of the components of a variable, or whether all components are the same.
func (s *symmetries) vector(e *Expr) (of axis, joined, same bool) {
	switch e.Op {
	case OpVariable:
		s.index(e)
		if n := len(e.Args); n == len(e.Variable.Dims)+len(e.Variable.Sizes)-1 {
			return dimOf(e.Variable, n), true, true
		}
	case OpReduce:
		if !e.IsTable() {
			break
		}
		row, parents := e.Table()
		s.loops = append(slices.Clone(s.loops), e.Loop)
		for _, a := range parents {
			s.join(valuesOf(a.Variable), loopOf(e.Loop.Index))
			s.selectors = append(s.selectors, a.Variable)
			s.index(a)
		}
		return s.vector(row)
	case OpList:
		same = true
		for _, a := range e.Args {
			s.value(a)
			same = same && !a.Random && a.Equal(e.Args[0])
		}
		return axis{}, false, same
	}
	s.value(e)
	return axis{}, false, false
}

// index looks at the indices of a variable: a loop over all of a dimension joins the
// two, and so does a selector.
func (s *symmetries) index(e *Expr) {
	v := e.Variable
	dims := append(slices.Clone(v.Dims), v.Sizes...)
	for k, a := range e.Args {
		to := dimOf(v, k)
		switch {
		case a.Op == OpIndex && k < len(dims) && s.runsOver(a.Index, sized(dims[k], e.Args)):
			s.join(to, loopOf(a.Index))
		case s.alike[a]:
		case a.isValues():
			s.index(a)
			s.join(to, valuesOf(a.Variable))
		default:
			s.split(to)
			s.value(a)
		}
	}
}

// sized is a size with the indices of the outer dimensions in their places.
func sized(size *Expr, at []*Expr) *Expr {
	return size.Map(func(x *Expr) *Expr {
		if x.Op == OpDim && x.Dim < len(at) {
			return at[x.Dim]
		}
		return x
	})
}

// runsOver tells whether the loop of an index runs from 0 up to size, or to a known number,
// which is at most that: what is alike is then the elements that it runs over.
func (s *symmetries) runsOver(i *Index, size *Expr) bool {
	for _, l := range s.loops {
		if l.Index == i {
			less := l.Hi.Op == OpNumber && 2 <= l.Hi.Value && (size.Op != OpNumber || l.Hi.Value <= size.Value)
			// The number of values of what several statements draw, each of which has an element.
			largest := l.Hi.Op == OpCall && l.Hi.Extreme() > 0 && slices.ContainsFunc(l.Hi.Args, size.Equal)
			return l.Lo.IsNumber(0) && (less || largest || l.Hi.Equal(size))
		}
	}
	return false
}

// value looks at an expression of which nothing but its value counts: an index that
// it reads tells its elements apart, and so does an array that it reads whole.
func (s *symmetries) value(e *Expr) {
	if e == nil {
		return
	}
	switch e.Op {
	case OpIndex:
		s.split(loopOf(e.Index))
		return
	case OpVariable:
		s.index(e)
		for k := len(e.Args); k < len(e.Variable.Dims)+len(e.Variable.Sizes); k++ {
			s.split(dimOf(e.Variable, k))
		}
		if e.isValues() {
			s.split(valuesOf(e.Variable))
		}
		return
	}
	if e.Loop != nil {
		s.value(e.Loop.Lo)
		s.value(e.Loop.Hi)
		s.loops = append(slices.Clone(s.loops), e.Loop)
		if e.Places() {
			s.split(loopOf(e.Loop.Index))
		}
	}
	for _, a := range e.Args {
		s.value(a)
	}
}

// found lists the selectors whose axis is whole, each with the first array over it.
func (s *symmetries) found() []*Symmetry {
	var list []*Symmetry
	seen := map[axis]bool{}
	for _, z := range s.selectors {
		of := s.root(valuesOf(z))
		if !z.isSelector() || s.broken[of] || seen[of] {
			continue
		}
		for _, v := range s.model.Variables {
			over := func(k int) bool { return s.root(dimOf(v, k)) == of }
			if !v.isComponent() || !slices.ContainsFunc(upTo(len(v.Dims)), over) {
				continue
			}
			x := &Symmetry{Selector: z, Parts: []*Variable{v}}
			for _, r := range s.model.Relations {
				for _, l := range r.Loops {
					if s.root(loopOf(l.Index)) == of {
						x.indices = append(x.indices, l.Index)
					}
				}
			}
			x.dim = slices.IndexFunc(upTo(len(v.Dims)), over)
			for _, w := range s.model.Variables {
				of := func(k int) bool { return s.root(dimOf(w, k)) == s.root(valuesOf(z)) }
				if w.Random && (s.root(valuesOf(w)) == s.root(valuesOf(z)) || slices.ContainsFunc(upTo(len(w.Dims)+len(w.Sizes)), of)) {
					x.moved = append(x.moved, w)
				}
			}
			list = append(list, x)
			seen[of] = true
			break
		}
	}
	return list
}

func upTo(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}
