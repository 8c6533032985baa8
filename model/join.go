package model

import (
	"slices"

	"mpc/lang"
)

// Where messages are passed, the key blocks names normals whose posterior is one joint normal: a
// product of a posterior for each of them has standard deviations that are too small wherever
// several data say something of a sum of them. They become the elements of one random vector,
// block, of which all statements read linear combinations, dot(block, row): the messages about
// these have rank one, and add up to the precision of all. The names of the program stay, as
// functions: beta[i] = block[2 + i].

// mostJoined is how many normals one vector may have: its precision is dense.
const mostJoined = 500

// A join makes one random vector of the normals of a block.
type join struct {
	*checker
	members map[*Variable]*member
	// vector has the elements, size is how many there are.
	vector *Variable
	size   *Expr
	// all are the relations as they were.
	all []*Relation
	// means and precision are those of the prior, as far as it is known.
	means, precision *Variable
	functions        map[*Variable]*Relation
	reading          map[*Variable]bool
	named            []*Variable // that blocks of the model have
	at               lang.Pos    // of the block in the key, or of its first member
}

// A member is a variable of a block: its elements begin at first in the vector.
type member struct {
	variable *Variable
	first    *Expr
	draws    []*Relation
}

// join makes vectors of the blocks of a model whose algorithm passes messages.
func (c *checker) join() {
	if c.model.Samples() || c.HasErrors() {
		return
	}
	blocks := c.model.Blocks
	for _, b := range append(blocks[:len(blocks):len(blocks)], c.tied()...) {
		j := &join{checker: c, members: map[*Variable]*member{}, functions: map[*Variable]*Relation{}, reading: map[*Variable]bool{}, at: b.At[0]}
		if j.collect(b) {
			j.find()
			j.rewrite()
		}
	}
}

// collect finds the members of the vector, and tells what cannot be one.
func (j *join) collect(b Block) bool {
	j.size = Number(0)
	name := "block"
	for i, v := range b.Variables {
		m := &member{variable: v, first: j.size}
		for _, r := range j.model.Relations {
			if r.Target != nil && r.Target.Op == OpVariable && r.Target.Variable == v {
				m.draws = append(m.draws, r)
			}
		}
		if why, hint := j.lacks(m); why != "" {
			j.Errorf(b.At[i], CodeBlock, "%s", why).WithHint("%s", hint)
			continue
		}
		j.members[v] = m
		n := Number(1)
		for _, d := range v.Dims {
			n = Call("*", Type{Kind: Int}, n, d)
		}
		j.size = Call("+", Type{Kind: Int}, j.size, n)
		name += "_" + v.Name
	}
	if len(j.members) < len(b.Variables) {
		return false
	}
	j.vector = j.variable(name, Type{Kind: Real, Dimensions: 1})
	j.vector.Random, j.vector.Sizes, j.vector.Members = true, []*Expr{j.size}, b.Variables
	return true
}

// lacks says why a variable cannot be in a block, and what to do.
func (j *join) lacks(m *member) (why, hint string) {
	v := m.variable
	apart := "delete it from the block"
	if a, ok := j.model.Algorithms[v]; ok && a != j.model.Algorithm {
		return v.Name + " has another algorithm than the model", apart
	}
	for _, d := range v.Dims {
		ragged := false
		d.Walk(func(x *Expr) { ragged = ragged || x.Op == OpDim })
		if ragged {
			return "the rows of " + v.Name + " have different lengths", apart
		}
	}
	for _, in := range j.model.Init {
		if in.Variable == v {
			return v.Name + " has a start, which the messages about a block do not read", "delete it from the block, or from init"
		}
	}
	switch {
	case v.Type.Kind != Real || v.Type.Dimensions > 0:
		return v.Name + " is " + v.Type.String() + ", and a block is of numbers that are drawn from normals", apart
	case len(v.Repeats) > 0:
		return v.Name + " is repeated", apart
	case len(v.Home) > 0:
		return v.Name + " is drawn in a branch", apart
	case v.Input != nil || v.Data != nil:
		return "data may lack entries of " + v.Name, apart
	case slices.Contains(j.model.Shared, v), slices.Contains(j.model.Point, v):
		return v.Name + " is listed under shared or point", apart
	}
	for _, r := range m.draws {
		switch {
		case r.Kind != Draw || !r.Dist.IsNormal():
			return v.Name + " is not drawn from a normal: " + r.Text, apart
		case len(r.Branches) > 0 || len(r.Repeats) > 0:
			return v.Name + " is drawn in a branch or a repeat", apart
		}
	}
	return "", ""
}

// variable adds a variable of a name that no other has.
func (j *join) variable(name string, t Type) *Variable {
	for j.variables[name] != nil || j.inputs[name] != nil {
		name += "_"
	}
	v := &Variable{ID: len(j.model.Variables), Name: name, Type: t, Dims: []*Expr{}, Ranges: []*Input{}, At: j.at, used: true}
	j.variables[name] = v
	j.model.Variables = append(j.model.Variables, v)
	return v
}

// loop is a new loop below a size.
func (j *join) loop(name string, size *Expr) *Loop {
	l := &Loop{Index: &Index{ID: j.indices, Name: name, For: j.fors, Range: rangeOf(size), At: j.at}, Lo: Number(0), Hi: size, Full: size}
	j.indices++
	j.fors++
	return l
}

// find lists the functions of one statement that are affine in elements of the block: those are
// written out where they are read, so that what is read of the vector is one combination.
func (j *join) find() {
	count := map[*Variable]int{}
	for _, r := range j.model.Relations {
		if r.Kind != Assign || !r.Target.Variable.Random {
			continue
		}
		v := r.Target.Variable
		count[v]++
		if plain(r) && v.Type.Kind == Real && v.Type.Dimensions == 0 && r.Value.Random {
			j.functions[v] = r
		}
	}
	for v, n := range count {
		if n > 1 {
			delete(j.functions, v)
		}
	}
	for again := true; again; {
		again = false
		for v, r := range j.functions {
			if !j.reading[v] && j.reads(r.Value) && j.affine(r.Value) {
				j.reading[v], again = true, true
			}
		}
	}
}

// plain tells whether a relation defines all elements alike, each by its own indices.
func plain(r *Relation) bool {
	seen := map[*Index]bool{}
	for _, a := range r.Target.Args {
		if a.Op != OpIndex || seen[a.Index] {
			return false
		}
		seen[a.Index] = true
	}
	return len(seen) == len(r.Loops) && len(r.Guards) == 0 && len(r.Branches) == 0 && len(r.Repeats) == 0
}

// reads tells whether an expression reads the block, itself or through functions.
func (j *join) reads(e *Expr) bool {
	found := false
	e.Walk(func(x *Expr) {
		found = found || x.Op == OpVariable && (j.members[x.Variable] != nil || j.reading[x.Variable])
	})
	return found
}

// rewrite writes the relations of the model anew: those that draw members first.
func (j *join) rewrite() {
	j.all = j.model.Relations
	j.model.Relations = nil
	begun := false
	for _, r := range j.all {
		if r.Kind == Draw && r.Target.Op == OpVariable && j.members[r.Target.Variable] != nil {
			if !begun {
				j.prior()
				begun = true
			}
			j.drawn(r)
			continue
		}
		r = j.relation(r)
		j.model.Relations = append(j.model.Relations, r)
	}
	for v := range j.members {
		v.Derived = true
	}
}

// add adds a relation that stands where another does.
func (j *join) add(r Relation, of *Relation) *Relation {
	r.At, r.Text = of.At, of.Text
	if r.Loops == nil {
		r.Loops = of.Loops
	}
	if r.Guards == nil {
		r.Guards = of.Guards
	}
	j.model.Relations = append(j.model.Relations, &r)
	return &r
}

// relation is a relation that reads the block by dot products.
func (j *join) relation(r *Relation) *Relation {
	out := *r
	inside := func(e *Expr) *Expr { return j.read(e, place{of: r}) }
	out.Value, out.Other = inside(r.Value), inside(r.Other)
	if r.Dist != nil {
		d := *r.Dist
		d.Args, d.Within = nil, nil
		for _, a := range r.Dist.Args {
			d.Args = append(d.Args, inside(a))
		}
		for _, w := range r.Dist.Within {
			d.Within = append(d.Within, inside(w))
		}
		out.Dist = &d
	}
	return &out
}
