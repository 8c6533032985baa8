package factor

import (
	"slices"

	"mpc/model"
	"mpc/operators"
)

// A copied is what a variable is inside a gate: an element for each branch. A variable
// that is defined in the branches is, outside, a mixture of its copies (exit); one
// that is defined outside enters each branch (enter).
type copied struct {
	outer, inner *Variable
	// of are the elements of the outer variable that it is a copy of, one for each
	// instance of the gate, where the gate reads others too that have copies of their
	// own, as x[t] and x[t-1]; nil of the only copy in the gate.
	of []*model.Expr
	// fixed has, for each dimension of the outer variable, the index that all of the
	// gate reads there, an expression of the gate's loops; nil where the gate reads
	// several: there the copy has all elements.
	fixed []*model.Expr
	// one tells that fixed reads the value of the selector: mu[z], of which each
	// branch has an element of its own. selects is the index that stands for that
	// value: of mu[z, w] each gate has one, and its branches are those of one alone.
	one     bool
	selects *model.Index
	exit    bool
	// from is, for each dimension, the first element that the branches define, where
	// they do: those before are defined elsewhere.
	from []float64
	// reach are the conditions under which the branches use it at all.
	reach []*model.Expr
}

// A use is an element of a variable that stands in a relation.
type use struct {
	relation *model.Relation
	index    []*model.Expr
	defines  bool
}

// copies finds the copies of each variable in each gate that reads or defines it.
func (b *builder) copies() {
	b.copiesIn = map[*model.Gate][]*copied{}
	uses := map[*model.Variable][]use{}
	for _, r := range b.graph.Model.Relations {
		r.Exprs(func(e *model.Expr) {
			e.Walk(func(x *model.Expr) {
				if x.Op == model.OpVariable && b.variables[x.Variable] != nil {
					uses[x.Variable] = append(uses[x.Variable], use{r, x.Args, e == r.Target && x == e})
				}
			})
		})
	}
	for _, m := range b.graph.Model.Variables {
		if v := b.variables[m]; v != nil {
			b.copy(v, len(m.Home), uses[m])
		}
	}
}

// copy makes the copies of v, which lives inside depth gates.
func (b *builder) copy(v *Variable, depth int, uses []use) {
	v.Depth = depth
	v.Derived = v.Derived || exits(depth, uses)
	if v.Algorithm == operators.VMP && drawn(depth, uses) && (v.Derived || computed(depth, uses)) {
		v.Derived, v.HalfDrawn = true, true
	}
	var gates []*model.Gate
	inside := map[*model.Gate][]use{}
	for _, u := range uses {
		if len(u.relation.Branches) <= depth {
			continue
		}
		g := u.relation.Branches[depth].Gate
		if inside[g] == nil {
			gates = append(gates, g)
		}
		inside[g] = append(inside[g], u)
	}
	for _, g := range gates {
		list := inside[g]
		for _, part := range distinct(g, depth, list) {
			exit := slices.ContainsFunc(part, func(u use) bool { return u.defines })
			if v.Algorithm == operators.VMP && !exit {
				continue // factors of VMP count as often as their branch is there
			}
			c := b.copyIn(g, v, depth, part, exit)
			if len(part) < len(list) {
				c.of = part[0].index
			}
			var inner []use
			for _, u := range part {
				u.index = c.index(u.relation.Branches[depth], u.index)
				inner = append(inner, u)
			}
			b.copy(c.inner, depth+1, inner)
		}
	}
}

// distinct parts the uses of a variable in a gate by the element that they read,
// where those are seen to be different ones; else it returns them all as one part.
func distinct(g *model.Gate, depth int, uses []use) [][]use {
	var parts [][]use
	for _, u := range uses {
		k := slices.IndexFunc(parts, func(p []use) bool { return same(p[0].index, u.index) })
		if k < 0 {
			k = len(parts)
			parts = append(parts, nil)
		}
		parts[k] = append(parts[k], u)
	}
	for i, p := range parts {
		// An element that the selector picks in one branch, another may pick as well.
		picked := slices.ContainsFunc(p[0].index, func(x *model.Expr) bool {
			return selected(p[0].relation.Branches[depth]) != nil && x.Uses(selected(p[0].relation.Branches[depth]))
		})
		if picked && len(parts) > 1 {
			return [][]use{uses}
		}
		for d := range p[0].index {
			if common(g, depth, p, d) == nil {
				return [][]use{uses}
			}
		}
		for _, q := range parts[:i] {
			if !Apart(p[0].index, q[0].index) {
				return [][]use{uses}
			}
		}
	}
	return parts
}

func same(a, b []*model.Expr) bool {
	return slices.EqualFunc(a, b, func(x, y *model.Expr) bool { return x.Equal(y) })
}

// Apart tells whether two elements are seen to be different: in some dimension the
// indices are constants, or one loop index with constants added, that differ.
func Apart(a, b []*model.Expr) bool {
	for d := range a {
		x, y := a[d], b[d]
		if x.Op == model.OpNumber && y.Op == model.OpNumber && x.Value != y.Value {
			return true
		}
		i, c, ok := x.Affine()
		j, e, ok2 := y.Affine()
		if ok && ok2 && i == j && c != e {
			return true
		}
	}
	return false
}

// copyIn makes the copy of v in a gate that stands inside depth others.
func (b *builder) copyIn(g *model.Gate, v *Variable, depth int, uses []use, exit bool) *copied {
	c := &copied{outer: v, exit: exit, fixed: make([]*model.Expr, len(v.Dims)), from: make([]float64, len(v.Dims))}
	for d := range v.Dims {
		if exit {
			c.from[d] = b.firstDefined(v, uses, d)
		}
		c.fixed[d] = common(g, depth, uses, d)
		if x := c.fixed[d]; x != nil && g.Switch && x.Uses(selected(uses[0].relation.Branches[depth])) {
			c.one, c.selects = true, selected(uses[0].relation.Branches[depth])
		}
	}
	if c.one && exit {
		b.unsupported(g.At, "a definition of the element that a random index picks", "leave the index out, where only the branch reads what is defined; or define all elements in a loop over the range")
	}
	whole := model.Type{Kind: model.Int}
	at := func(k int) *model.Expr { return &model.Expr{Op: model.OpDim, Type: whole, Dim: k} }
	plate := func(e *model.Expr) *model.Expr {
		for k, l := range g.Plate {
			e = e.Subst(l.Index, at(k))
		}
		if g.Switch {
			if i := selected(uses[0].relation.Branches[depth]); i != nil {
				e = e.Subst(i, at(len(g.Plate)))
			}
		}
		return e
	}
	dims := append(model.PlateDims(g.Plate), plate(g.Size))
	stands := make([]*model.Expr, len(v.Dims)) // for each dimension of v, in a size
	resize := func(e *model.Expr) *model.Expr {
		return e.Map(func(x *model.Expr) *model.Expr {
			if x.Op == model.OpDim && x.Dim < len(stands) && stands[x.Dim] != nil {
				return stands[x.Dim]
			}
			return x
		})
	}
	for d, size := range v.Dims {
		if x := c.fixed[d]; x != nil {
			stands[d] = plate(x)
			continue
		}
		stands[d] = at(len(dims))
		dims = append(dims, resize(size))
	}
	c.inner = b.variable(v.Name, dims, nil, !drawn(depth+1, uses), v.At)
	c.inner.Algorithm, c.inner.Repeats = v.Algorithm, g.Relation.Repeats
	for _, s := range v.Sizes {
		c.inner.Sizes = append(c.inner.Sizes, resize(s))
	}
	c.inner.CopyOf, c.inner.whole = v, v.whole
	for _, x := range v.Origins() {
		c.inner.origin = append(c.inner.origin, resize(x))
	}
	if exit {
		uses = slices.DeleteFunc(slices.Clone(uses), func(u use) bool { return !u.defines })
	}
	c.reach = reach(g, uses)
	b.copiesIn[g] = append(b.copiesIn[g], c)
	return c
}

// selected is the loop index that stands for the selector of a switch, nil where
// a condition fixes it.
func selected(br *model.Branch) *model.Index {
	if br.Value.Op == model.OpIndex {
		return br.Value.Index
	}
	return nil
}

// common is the index in dimension d that all uses have, if it reads nothing but
// loops of the gate and the selector; else nil.
func common(g *model.Gate, depth int, uses []use, d int) *model.Expr {
	first := uses[0].index[d]
	for _, u := range uses {
		x := u.index[d]
		if !x.Equal(first) {
			return nil
		}
		br := u.relation.Branches[depth]
		ok := true
		x.Walk(func(e *model.Expr) {
			if e.Op != model.OpIndex {
				return
			}
			known := e.Index == selected(br)
			for p, l := range g.Plate {
				known = known || l.Index == e.Index && br.Index[p].Op == model.OpIndex && br.Index[p].Index == e.Index
			}
			ok = ok && known
		})
		if !ok {
			return nil
		}
	}
	return first
}

// index is that of the copy for an element of the variable, in a branch.
func (c *copied) index(br *model.Branch, outer []*model.Expr) []*model.Expr {
	value := br.Value
	if value.Op == model.OpBool {
		value = model.Number(value.Value)
	}
	index := append(br.Index[:len(br.Index):len(br.Index)], value)
	for d, x := range outer {
		if c.fixed[d] == nil {
			index = append(index, x)
		}
	}
	return index
}

// enter follows an element of a variable into the branches of a statement: to its
// copy in the innermost.
func (b *builder) enter(branches []*model.Branch, v *Variable, index []*model.Expr) (*Variable, []*model.Expr) {
	for depth := v.Depth; depth < len(branches); depth++ {
		br := branches[depth]
		k := slices.IndexFunc(b.copiesIn[br.Gate], func(c *copied) bool { return c.outer == v && (c.of == nil || same(c.of, index)) })
		if k < 0 {
			break
		}
		c := b.copiesIn[br.Gate][k]
		v, index = c.inner, c.index(br, index)
	}
	return v, index
}
