package factor

import (
	"slices"

	"mpc/model"
	"mpc/operators"
)

// The graph of a model that is sampled has a factor for each statement: expressions are
// not flattened, as a conditional reads values and not messages. A slot holds the
// expression, and the edges beside it lead to the variables that stand in it.

// sampled adds the factor of one relation.
func (b *builder) sampled(r *model.Relation) {
	if r.Kind == model.Assign && !r.Target.Variable.Random {
		b.graph.Data = append(b.graph.Data, &Assignment{Variable: r.Target.Variable, Index: r.Target.Args, Value: r.Value,
			Loops: r.Loops, Guards: r.Guards, Text: r.Text, At: r.At})
		return
	}
	if r.Kind == model.Select {
		b.chosen(r, r.Value)
		return
	}
	f := &Factor{ID: len(b.graph.Factors), Loops: r.Loops, Guards: r.Guards, Repeats: r.Repeats, Branches: r.Branches, Text: r.Text, At: r.At}
	kind := &operators.Kind{Doc: "a statement of the model"}
	random := false
	put := func(name string, e *model.Expr, defines bool) {
		random = random || e.Random
		if e.Op == model.OpVariable && b.variables[e.Variable] != nil && len(e.Args) == len(e.Variable.Dims) {
			b.edge(f, &Slot{Name: name}, e, defines)
			for _, a := range e.Args {
				b.chosen(r, a)
			}
			return
		}
		f.Slots = append(f.Slots, &Slot{Name: name, Data: e})
		var seen []string
		b.reads(e, nil, func(x *model.Expr, around []*model.Loop) {
			if b.variables[x.Variable] == nil || slices.Contains(seen, x.Key()) {
				return
			}
			seen = append(seen, x.Key())
			s := &Slot{Name: name + " reads " + x.Variable.Name}
			if n := len(around); n > 0 {
				s.Over, s.Around = around[n-1], around[:n-1]
			}
			b.edge(f, s, x, false)
		})
	}
	switch r.Kind {
	case model.Draw:
		kind.Name = r.Dist.Name
		put("x", r.Target, r.Target.Op == model.OpVariable && r.Target.Variable.Random)
		b.sampledSupport(r, r.Target)
	case model.ObserveDraw:
		kind.Name = r.Dist.Name
		put("x", r.Value, false)
		b.sampledSupport(r, r.Value)
	case model.Assign:
		kind.Name, kind.Deterministic = "function", true
		put("out", r.Target, true)
		put("value", r.Value, false)
		b.someLargest(context{loops: r.Loops, guards: r.Guards, text: r.Text, at: r.At}, r.Value)
	case model.ObserveTrue:
		kind.Name = "condition"
		put("holds", r.Value, false)
		if b.checked(r, r.Value, random) {
			return
		}
	case model.ObserveEqual:
		kind.Name = "equation"
		put("value", r.Value, false)
		put("equals", r.Other, false)
		if b.checked(r, model.Call("==", model.Type{Kind: model.Bool}, r.Value, r.Other), random) {
			return
		}
	}
	if r.Dist != nil {
		for i, n := range r.Dist.Names {
			put(n, r.Dist.Args[i], false)
		}
	}
	b.add(f, kind)
}

// add adds a factor with its edges to the graph.
func (b *builder) add(f *Factor, kind *operators.Kind) {
	for _, s := range f.Slots {
		kind.Slots = append(kind.Slots, s.Name)
		if s.Edge == nil {
			continue
		}
		s.Edge.ID = b.edges
		b.edges++
		s.Edge.Variable.Edges = append(s.Edge.Variable.Edges, s.Edge)
	}
	f.Kind = kind
	b.graph.Factors = append(b.graph.Factors, f)
}

// checked tells whether a condition is one of data alone, which is checked before the run. What does not hold in a branch is a branch
// that is not taken.
func (b *builder) checked(r *model.Relation, holds *model.Expr, random bool) bool {
	if !random && len(r.Branches) == 0 {
		b.graph.Checks = append(b.graph.Checks, &Check{Value: holds, Loops: r.Loops, Guards: r.Guards, Text: r.Text, At: r.At})
		return true
	}
	b.possible(context{loops: r.Loops, guards: r.Guards, branches: r.Branches, text: r.Text, at: r.At}, holds)
	return false
}

// chosen notes the elements that stand in a selector or in an index.
func (b *builder) chosen(r *model.Relation, e *model.Expr) {
	b.reads(e, nil, func(x *model.Expr, around []*model.Loop) {
		v := b.variables[x.Variable]
		if v == nil || len(x.Args) != len(x.Variable.Dims) || slices.ContainsFunc(x.Args, func(a *model.Expr) bool { return a.Random }) {
			return
		}
		b.graph.Chosen = append(b.graph.Chosen, &Chosen{Variable: v, Element: x, Loops: slices.Concat(r.Loops, around), Guards: r.Guards, Text: r.Text, At: r.At})
	})
}

// edge joins a slot to the element that x is.
func (b *builder) edge(f *Factor, s *Slot, x *model.Expr, defines bool) {
	args := x.Args[:min(len(x.Args), len(x.Variable.Dims))]
	s.Edge = &Edge{Factor: f, Slot: s, Variable: b.variables[x.Variable], Index: args, Defines: defines}
	f.Slots = append(f.Slots, s)
}

// reads calls f for each element of a variable that an expression reads, with the
// reductions that run over it, outermost first. An array that stands for a vector or a
// matrix is read element by element.
func (b *builder) reads(e *model.Expr, around []*model.Loop, f func(*model.Expr, []*model.Loop)) {
	if e.Op == model.OpVariable {
		if e.Random && e.PartOfArray() {
			loops, at := e.Rest(func() int { b.wholes++; return -b.wholes })
			x := *e
			x.Args, x.Type.Dimensions = slices.Concat(e.Args, at), 0
			f(&x, slices.Concat(around, loops))
		} else {
			f(e, around)
		}
	}
	if e.Loop != nil {
		around = append(around[:len(around):len(around)], e.Loop)
	}
	for _, a := range e.Args {
		b.reads(a, around, f)
	}
}
