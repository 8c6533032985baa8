package factor

import (
	"mpc/model"
	"mpc/operators"
)

// A Shared is a variable common to several batches of data, each of which is run
// alone. What the other batches say about it is one more message to it, from a
// factor of its own: they are given as a prior is.
type Shared struct {
	Variable *Variable
	// Others is the input with those messages, of the sizes of the variable. It is
	// none of the model's inputs: it is uniform until a caller sets it.
	Others *model.Input
	// Scaled tells whether the evidence has a term for the product of the messages to
	// the variable: a bound has none.
	Scaled bool
}

// A Part says where the data of a factor are.
type Part uint8

const (
	// Batch: each batch of data has this factor, with data of its own. Without the
	// key shared all factors are of this part.
	Batch Part = iota
	// Global: the factor is one and the same for all batches, as the prior of a
	// shared variable is. It counts once.
	Global
	// Others: the factor says what the other batches say.
	Others
)

// shared adds the messages of the other batches, and finds what is the same for
// all batches: the definitions of shared variables, with the functions that they
// read, and what joins shared variables without reading any data.
func (b *builder) shared() {
	for _, m := range b.graph.Model.Shared {
		v := b.variables[m]
		if v == nil || v.Family == Unknown {
			continue // reported
		}
		b.graph.Shared = append(b.graph.Shared, &Shared{Variable: v, Scaled: v.Algorithm == operators.EP, Others: &model.Input{
			Name: b.free("others_" + v.Name), Dims: v.Dims, Sizes: v.Sizes, At: v.At,
			Type: model.Type{Kind: model.DistKind, Family: v.Family.String()},
			Doc:  "what the other batches say about " + v.Name,
		}})
	}
	if b.graph.Shared == nil || b.HasErrors() {
		return
	}
	b.parts()
	for _, s := range b.graph.Shared {
		for _, e := range s.Variable.Edges {
			if !e.Defines {
				continue
			}
			c := context{loops: e.Factor.Loops, guards: e.Factor.Guards, text: "shared " + s.Variable.Name, at: e.Factor.At}
			prior := &model.Expr{Op: model.OpInput, Type: s.Others.Type, Input: s.Others, Args: e.Index, At: e.Factor.At}
			b.factor(c, "given", &Slot{Edge: &Edge{Variable: s.Variable, Index: e.Index}}, data(prior))
			b.graph.Factors[len(b.graph.Factors)-1].Part = Others
		}
	}
}

// free returns a name that no input and no variable has.
func (b *builder) free(name string) string {
	for taken := true; taken; {
		taken = false
		for _, in := range b.graph.Model.Inputs {
			taken = taken || in.Name == name
		}
		for _, v := range b.graph.Model.Variables {
			taken = taken || v.Name == name
		}
		if taken {
			name += "x"
		}
	}
	return name
}

// parts finds the part of each factor. Factors that a variable joins which is not
// shared are of one part: it is a part of the batch, unless it is a function that
// only such factors read as are the same for all batches.
func (b *builder) parts() {
	shared := map[*Variable]bool{}
	for _, s := range b.graph.Shared {
		shared[s.Variable] = true
	}
	group := make([]int, len(b.graph.Factors))
	for i := range group {
		group[i] = i
	}
	var find func(i int) int
	find = func(i int) int {
		if group[i] != i {
			group[i] = find(group[i])
		}
		return group[i]
	}
	for _, v := range b.graph.Variables {
		for _, e := range v.Edges {
			if !shared[v] {
				group[find(e.Factor.ID)] = find(v.Edges[0].Factor.ID)
			}
		}
	}
	members := make([][]*Factor, len(group))
	for _, f := range b.graph.Factors {
		members[find(f.ID)] = append(members[find(f.ID)], f)
	}
	for _, list := range members {
		if len(list) > 0 && b.global(list, shared) {
			for _, f := range list {
				f.Part = Global
			}
		}
	}
	for _, v := range b.graph.Variables {
		v.Part = Global
		for _, e := range v.Edges {
			if !shared[v] {
				v.Part = e.Factor.Part
			}
		}
	}
}

// global tells whether factors joined by variables that are not shared are the
// same for all batches.
func (b *builder) global(list []*Factor, shared map[*Variable]bool) bool {
	var defines, other *Factor // of a shared variable; what reads data besides
	var local *Variable        // drawn, and not shared
	known := true
	for _, f := range list {
		if f.Slots[0].Edge != nil && f.Slots[0].Edge.Defines && shared[f.Slots[0].Edge.Variable] {
			defines = f
		} else if b.readsData(f) {
			known = false
			if !f.Kind.Deterministic || f.Slots[0].Edge == nil {
				other = f
			}
		}
		for _, s := range f.Slots {
			if s.Edge != nil && !shared[s.Edge.Variable] && !s.Edge.Variable.Derived {
				local = s.Edge.Variable
			}
		}
	}
	switch {
	case defines == nil:
		return known && local == nil
	case local != nil:
		b.Errorf(defines.At, model.CodeShared, "%s is shared, but what defines it depends on %s, which is not", defines.Slots[0].Edge.Variable.Name, local.Name).
			WithHint("share %s too", local.Name)
	case other != nil:
		b.Errorf(defines.At, model.CodeShared, "%s defines a shared variable by a value that also the data of a batch are about, in %s", defines.Text, other.Text).
			WithHint("write the value twice: once for the definition, once for the data")
	}
	return true
}

// readsData tells whether a factor reads an input, other than the sizes of the
// shared variables.
func (b *builder) readsData(f *Factor) bool {
	sizes := map[*model.Input]bool{}
	for _, s := range b.graph.Shared {
		for _, d := range s.Variable.Dims {
			d.Walk(func(e *model.Expr) {
				if e.Op == model.OpInput {
					sizes[e.Input] = true
				}
			})
		}
	}
	found := false
	look := func(e *model.Expr) {
		if e == nil {
			return
		}
		e.Walk(func(x *model.Expr) {
			found = found || x.Op == model.OpInput && !sizes[x.Input] || x.Op == model.OpVariable && !x.Random
		})
	}
	f.exprs(look)
	return found
}

// exprs calls look for the bounds, conditions, data and indices of a factor; a slot
// without data has nil.
func (f *Factor) exprs(look func(*model.Expr)) {
	for _, l := range f.Loops {
		look(l.Lo)
		look(l.Hi)
	}
	for _, g := range f.Guards {
		look(g)
	}
	for _, s := range f.Slots {
		look(s.Data)
		if s.Over != nil {
			look(s.Over.Lo)
			look(s.Over.Hi)
		}
		if s.Edge != nil {
			for _, x := range s.Edge.Index {
				look(x)
			}
		}
	}
}

// SameInputs lists the inputs that must be the same in all batches, in the order of
// the model: those that the definitions of shared variables read. Sizes of shared
// variables are none of them.
func (g *Graph) SameInputs() []*model.Input {
	if len(g.Shared) == 0 {
		return nil
	}
	read := map[*model.Input]bool{}
	seen := map[*model.Variable]bool{}
	var look func(e *model.Expr)
	look = func(e *model.Expr) {
		if e == nil {
			return
		}
		e.Walk(func(x *model.Expr) {
			switch {
			case x.Op == model.OpInput:
				read[x.Input] = true
			case x.Op == model.OpVariable && !x.Random && !seen[x.Variable]:
				seen[x.Variable] = true
				for _, a := range g.Data {
					if a.Variable != x.Variable {
						continue
					}
					for _, e := range append(append(a.Index[:len(a.Index):len(a.Index)], a.Guards...), a.Value) {
						look(e)
					}
					for _, l := range a.Loops {
						look(l.Lo)
						look(l.Hi)
					}
				}
			}
		})
	}
	for _, f := range g.Factors {
		if f.Part != Global {
			continue
		}
		f.exprs(look)
		for _, n := range f.Repeats {
			look(n)
		}
	}
	for _, s := range g.Shared {
		delete(read, s.Others)
		for _, d := range append(s.Variable.Dims[:len(s.Variable.Dims):len(s.Variable.Dims)], s.Variable.Sizes...) {
			d.Walk(func(e *model.Expr) {
				if e.Op == model.OpInput {
					delete(read, e.Input) // sizes are compared as such
				}
			})
		}
	}
	var list []*model.Input
	for _, in := range g.Model.Inputs {
		if read[in] {
			list = append(list, in)
		}
	}
	return list
}
