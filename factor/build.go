package factor

import (
	"fmt"
	"slices"

	"mpc/lang"
	"mpc/model"
	"mpc/operators"
)

// Codes of the diagnostics that Build gives.
const (
	CodeNoOperator  = lang.CodeNoOperator
	CodeUnsupported = lang.CodeUnsupported
)

// Build makes the factor graph of a model. With an error it lacks what is wrong.
func Build(m *model.Model) (*Graph, lang.Diagnostics) {
	b := newBuilder(m)
	for _, in := range m.Inputs {
		if in.DefaultDist != nil {
			for _, e := range in.DefaultDist.Require {
				b.literal(in.DefaultDist, e)
			}
		}
	}
	for _, v := range m.Variables {
		if !v.Random {
			continue
		}
		if !m.Samples() {
			b.count(v)
		}
		if b.counts[v] == nil {
			b.variables[v] = b.variable(v.Name, v.Dims, v, v.Derived, v.At)
		}
	}
	for _, v := range m.Point {
		if w := b.variables[v]; w != nil {
			w.Point = true
		}
	}
	for i := range m.Init {
		if w := b.variables[m.Init[i].Variable]; w != nil {
			w.Init = m.Init[i].Dist
		}
	}
	b.required()
	if m.Samples() {
		for _, r := range m.Relations {
			b.sampled(r)
		}
		b.exact()
		return b.graph, b.List()
	}
	b.copies()
	for _, r := range m.Relations {
		b.relation(r)
	}
	b.ofFunctions()
	b.finite()
	b.exact()
	b.families()
	b.inits()
	b.shared()
	return b.graph, b.List()
}

func newBuilder(m *model.Model) *builder {
	b := &builder{
		Collector: lang.Collector{File: m.File.Name, Origin: m.File.Origin},
		graph:     &Graph{Model: m},
		variables: map[*model.Variable]*Variable{},
		counts:    map[*model.Variable]*model.Relation{},
		kinds:     map[string]*operators.Kind{},
	}
	for _, k := range operators.Kinds() {
		b.kinds[k.Name] = k
	}
	return b
}

// required adds the checks of what the model demands of its data.
func (b *builder) required() {
	for _, r := range b.graph.Model.Required {
		b.graph.Checks = append(b.graph.Checks, &Check{Value: r.Value, Parameter: true, Loops: r.Loops, Guards: r.Guards, Text: r.Text, At: r.At})
	}
}

type builder struct {
	lang.Collector
	graph     *Graph
	variables map[*model.Variable]*Variable
	// counts holds whole-number variables that only name a count whose value
	// is observed: n = count(x[i] : i in R), observe n == k. The messages of a count
	// of known value cost less than those of a random one.
	counts map[*model.Variable]*model.Relation
	kinds  map[string]*operators.Kind
	// copiesIn holds the copies of variables in each gate.
	copiesIn map[*model.Gate][]*copied
	edges    int
	temps    int
	wholes   int // loops over the elements of arrays that stand for vectors
}

// count notes a whole-number variable that only names a count whose value is
// observed.
func (b *builder) count(v *model.Variable) {
	if v.Type.Kind != model.Int || len(v.Dims) > 0 || slices.Contains(b.graph.Model.Infer, v) {
		return
	}
	var def *model.Relation
	for _, r := range b.graph.Model.Relations {
		if r.Target != nil && r.Target.Op == model.OpVariable && r.Target.Variable == v {
			if def != nil || r.Kind != model.Assign || !r.Value.CountsTruths() || len(r.Loops) > 0 || len(r.Repeats) > 0 {
				return
			}
			def = r
			continue
		}
		used := false
		r.Exprs(func(e *model.Expr) {
			e.Walk(func(x *model.Expr) { used = used || x.Op == model.OpVariable && x.Variable == v })
		})
		if used && !observes(r, v) {
			return
		}
	}
	b.counts[v] = def
}

// observes tells whether a relation says no more than that v has a known value.
func observes(r *model.Relation, v *model.Variable) bool {
	x, y := r.Value, r.Other
	if e := r.Value; r.Kind == model.ObserveTrue && e.Op == model.OpCall && e.Fun == "==" {
		x, y = e.Args[0], e.Args[1]
	}
	if x == nil || y == nil || len(r.Repeats) > 0 {
		return false
	}
	return x.Op == model.OpVariable && x.Variable == v && !y.Random || y.Op == model.OpVariable && y.Variable == v && !x.Random
}

func (b *builder) unsupported(at lang.Pos, what, hint string, args ...any) {
	b.Errorf(at, CodeUnsupported, "%s is not supported by this version", what).WithHint(hint, args...)
}

func (b *builder) variable(name string, dims []*model.Expr, source *model.Variable, derived bool, at lang.Pos) *Variable {
	v := &Variable{ID: len(b.graph.Variables), Name: name, Dims: dims, Source: source, Derived: derived, At: at}
	if source != nil {
		v.Repeats = source.Repeats
		v.Sizes = source.Sizes
		v.whole = source.Random && source.Type.Dimensions == 0 && (source.Type.Kind == model.Int || source.Type.Kind == model.IndexKind)
	}
	v.Algorithm = algorithmNamed(b.graph.Model.AlgorithmOf(source))
	b.graph.Variables = append(b.graph.Variables, v)
	return v
}

func algorithmNamed(name string) operators.Algorithm {
	for _, a := range []operators.Algorithm{operators.VMP, operators.Gibbs} {
		if a.String() == name {
			return a
		}
	}
	return operators.EP
}

// A context is what a factor is built in.
type context struct {
	loops   []*model.Loop
	guards  []*model.Expr
	repeats []*model.Expr
	// branches are those of gates around, outermost first.
	branches []*model.Branch
	text     string
	at       lang.Pos
}

// relation adds the factors of one relation.
func (b *builder) relation(r *model.Relation) {
	c := context{loops: r.Loops, guards: r.Guards, repeats: r.Repeats, branches: r.Branches, text: r.Text, at: r.At}
	switch r.Kind {
	case model.Draw:
		x := b.target(c, r.Target)
		if x != nil && x.Edge != nil && x.Edge.Variable.HalfDrawn {
			if x = b.drawnApart(c, x); x == nil {
				return
			}
		}
		b.draw(c, x, r.Dist)
	case model.Assign:
		v := r.Target.Variable
		if b.counts[v] != nil {
			return
		}
		if !v.Random {
			b.graph.Data = append(b.graph.Data, &Assignment{Variable: v, Index: r.Target.Args, Value: r.Value,
				Loops: r.Loops, Guards: r.Guards, Text: r.Text, At: r.At})
			return
		}
		b.compute(c, r.Value, b.target(c, r.Target))
	case model.ObserveTrue:
		b.observeTrue(c, r.Value)
	case model.ObserveDraw:
		b.draw(c, b.slot(c, r.Value), r.Dist)
	case model.ObserveEqual:
		b.observeEqual(c, r.Value, r.Other)
	case model.Select:
		b.gate(c, r)
	}
}

// target is the slot of what a relation defines.
func (b *builder) target(c context, e *model.Expr) *Slot {
	if e.Op == model.OpInput {
		return &Slot{Data: e}
	}
	v := b.variables[e.Variable]
	if v == nil {
		return nil // reported where it is defined
	}
	v, index := b.enter(c.branches, v, e.Args)
	return &Slot{Edge: &Edge{Variable: v, Index: index, Defines: true}}
}

// slot is the slot of a value that a factor reads: data, an element of a
// variable, or an intermediate variable that is computed.
func (b *builder) slot(c context, e *model.Expr) *Slot {
	switch {
	case !e.Random:
		return &Slot{Data: e}
	case e.Op == model.OpVariable:
		v := b.variables[e.Variable]
		if v == nil {
			return nil
		}
		v, index := b.enter(c.branches, v, e.Args)
		return &Slot{Edge: &Edge{Variable: v, Index: index}}
	}
	v := b.temporary(c, e)
	index := v.index(c)
	if !b.compute(c, e, &Slot{Edge: &Edge{Variable: v, Index: index, Defines: true}}) {
		return nil
	}
	return &Slot{Edge: &Edge{Variable: v, Index: index}}
}

// temporary makes the variable of an intermediate value, one for each element
// of the plate.
func (b *builder) temporary(c context, e *model.Expr) *Variable {
	b.temps++
	v := b.variable(fmt.Sprintf("t%d", b.temps), model.PlateDims(c.loops), nil, true, e.At)
	v.Value, v.Repeats, v.Depth = e, c.repeats, len(c.branches)
	if b.ofEP(e) {
		v.Algorithm = operators.EP
	}
	sizes := e.Lengths()
	if v.whole = isWhole(e); v.whole {
		if sizes = []*model.Expr{e.Cardinality()}; sizes[0] == nil {
			b.Errorf(e.At, model.CodeCardinality, "how many values %s has cannot be found: it may be negative, or it is computed in a way that does not tell", e).
				WithHint("a random whole number is one of 0..K-1; give it a name, or compare its parts: a > b + 1 in place of a - b > 1")
			sizes = nil
		}
	}
	for _, n := range sizes {
		for j, l := range c.loops {
			n = n.Subst(l.Index, &model.Expr{Op: model.OpDim, Type: model.Type{Kind: model.Int}, Dim: j})
		}
		v.Sizes = append(v.Sizes, n)
	}
	return v
}

// ofEP tells whether e is a truth or a whole number that is computed of variables of EP
// alone: it is then inferred as these are, whatever the algorithm of the others is.
func (b *builder) ofEP(e *model.Expr) bool {
	if b.graph.Model.Samples() || e.Type.Kind != model.Bool && !isWhole(e) {
		return false
	}
	found, all := false, true
	e.Walk(func(x *model.Expr) {
		if x.Op == model.OpVariable && x.Random {
			found = true
			all = all && b.graph.Model.AlgorithmOf(x.Variable) == operators.EP.String()
		}
	})
	return found && all
}

func (v *Variable) index(c context) []*model.Expr {
	var index []*model.Expr
	for _, l := range c.loops {
		index = append(index, model.IndexExpr(l.Index))
	}
	return index
}

// factor adds a factor; a nil slot means that an error was reported.
func (b *builder) factor(c context, kind string, slots ...*Slot) bool {
	k := b.kinds[kind]
	f := &Factor{ID: len(b.graph.Factors), Kind: k, Loops: c.loops, Guards: c.guards, Repeats: c.repeats, Branches: c.branches, Text: c.text, At: c.at}
	for i, s := range slots {
		if s == nil {
			return false
		}
		cp := *s
		cp.Name = k.Slots[i]
		if s.Edge != nil {
			e := *s.Edge
			e.ID, e.Factor, e.Slot = b.edges, f, &cp
			b.edges++
			cp.Edge = &e
		}
		f.Slots = append(f.Slots, &cp)
	}
	for _, s := range f.Slots {
		if s.Edge != nil {
			s.Edge.Variable.Edges = append(s.Edge.Variable.Edges, s.Edge)
		}
	}
	b.graph.Factors = append(b.graph.Factors, f)
	return true
}

func data(e *model.Expr) *Slot { return &Slot{Data: e} }

func truth(v bool) *Slot {
	e := &model.Expr{Op: model.OpBool, Type: model.Type{Kind: model.Bool}}
	if v {
		e.Value = 1
	}
	return data(e)
}
