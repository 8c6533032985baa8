package model

import "fmt"

// homes finds, of each variable that gates define, the branches that it lives in:
// those around all of its definitions, as far as nothing outside reads it. What is
// read outside must be defined in every branch.
func (c *checker) homes() {
	if len(c.model.Gates) == 0 || c.HasErrors() {
		return
	}
	defined := map[*Variable][]*Relation{}
	read := map[*Variable][]*Relation{}
	for _, r := range c.model.Relations {
		if r.Target != nil && r.Target.Op == OpVariable && (r.Kind == Draw || r.Kind == Assign) {
			defined[r.Target.Variable] = append(defined[r.Target.Variable], r)
		}
		r.Reads(func(v *Variable) { read[v] = append(read[v], r) })
	}
	inferred := map[string]bool{}
	for _, n := range c.file.Infer {
		inferred[n.Name] = true
	}
	for _, v := range c.model.Variables {
		defs := defined[v]
		if len(defs) == 0 {
			continue
		}
		home := defs[0].Branches
		for _, r := range defs[1:] {
			home = common(home, r.Branches)
		}
		whole := home
		for _, r := range read[v] {
			home = common(home, r.Branches)
		}
		if inferred[v.Name] {
			for k, b := range home {
				if b.Gate.Switch {
					home = home[:k]
					break
				}
			}
		}
		v.Home = home
		if !v.Random {
			if len(home) < len(whole) && !whole[len(home)].Gate.Switch {
				c.halfDefined(v, defs, len(home), read[v], nil)
			}
		} else if len(home) < len(whole) || !equalPaths(defs, len(home)) {
			c.covered(v, defs, len(home), read[v])
		}
		c.enlarge(v)
	}
}

// equalPaths tells whether all relations stand in as many branches.
func equalPaths(list []*Relation, depth int) bool {
	for _, r := range list {
		if len(r.Branches) != depth {
			return false
		}
	}
	return true
}

// common returns the branches that two statements share.
func common(a, b []*Branch) []*Branch {
	for k := range a {
		if k >= len(b) || !a[k].same(b[k]) {
			return a[:k]
		}
	}
	return a
}

// covered checks that the definitions of v, all inside the same depth branches,
// leave no branch of the gates below without one. It reports the first.
func (c *checker) covered(v *Variable, defs []*Relation, depth int, readers []*Relation) bool {
	byGate := map[*Gate][]*Relation{}
	var gates []*Gate
	if c.definedTwice(v, defs, depth, false) {
		return false
	}
	for _, r := range defs {
		if len(r.Branches) == depth {
			continue // elements of their own
		}
		g := r.Branches[depth].Gate
		if byGate[g] == nil {
			gates = append(gates, g)
		}
		byGate[g] = append(byGate[g], r)
	}
	for _, g := range gates {
		if g.Switch {
			if !c.covered(v, byGate[g], depth+1, readers) {
				return false
			}
			continue
		}
		var sides [2][]*Relation
		for _, r := range byGate[g] {
			k := int(r.Branches[depth].Value.Value)
			sides[k] = append(sides[k], r)
		}
		for k, side := range sides {
			if len(side) == 0 {
				c.halfDefined(v, sides[1-k], depth, readers, gates)
				return false
			}
			if !c.covered(v, side, depth+1, readers) {
				return false
			}
		}
	}
	return !c.definedTwice(v, defs, depth, true)
}

// definedTwice reports a variable that is no array, and is defined in a branch of a gate
// and outside of it, or in the branches of two gates.
func (c *checker) definedTwice(v *Variable, defs []*Relation, depth int, gates bool) bool {
	var first *Relation
	for _, r := range defs {
		switch {
		case len(v.Dims) > 0 || len(r.Guards) > 0:
			continue
		case first == nil:
			first = r
			continue
		case len(r.Branches) == depth && len(first.Branches) == depth:
			continue
		case len(r.Branches) > depth && len(first.Branches) > depth && (!gates || r.Branches[depth].Gate == first.Branches[depth].Gate):
			continue
		}
		where := "in a branch, and outside of it"
		if gates {
			where = "in the branches of one gate, and of another"
		}
		c.Errorf(r.At, CodeDouble, "%s is defined twice: %s", v.Name, where).
			WithHint("every element has one definition; a further statement about it is written observe %s ~ ...", v.Name).
			WithRelated(first.At, "first defined here")
		return true
	}
	return false
}

// halfDefined reports a variable that one branch of a gate leaves undefined; gates are
// those in which it is defined.
func (c *checker) halfDefined(v *Variable, defs []*Relation, depth int, readers []*Relation, gates []*Gate) {
	def := defs[0]
	b := def.Branches[depth]
	where, other := "is true", "else { "
	if b.Value.Value == 0 {
		where, other = "is false", "in the other branch: { "
	}
	where = fmt.Sprintf("%s %s", b.Gate.Selector, where)
	hint := fmt.Sprintf("define it in both: %s%s ~ ... }", other, v.Name)
	for _, g := range gates {
		if g != b.Gate && g.Selector.Equal(b.Gate.Selector) {
			hint = fmt.Sprintf("write one if for both: if (%s) { ... } else { ... }", g.Selector)
		}
	}
	for _, outer := range def.Branches[:depth] {
		if outer.Gate.Switch {
			continue
		}
		where += fmt.Sprintf(", inside the branch where %s is %v", outer.Gate.Selector, outer.Value)
	}
	for _, r := range readers {
		if len(common(r.Branches, def.Branches)) <= depth {
			c.Errorf(r.At, CodeUndefined, "%s is defined only where %s, and read outside of that branch", v.Name, where).
				WithHint("read it inside the branch, or %s", hint).
				WithRelated(def.At, "defined here")
			return
		}
	}
	c.Errorf(def.At, CodeUndefined, "%s is defined only where %s: the other branch leaves it undefined", v.Name, where).
		WithHint("%s", hint)
}

// enlarge gives a variable that lives in branches of a switch an element for each
// of them.
func (c *checker) enlarge(v *Variable) {
	depth := len(v.Home)
	for k, b := range v.Home {
		if !b.Gate.Switch {
			continue
		}
		at := k
		for _, r := range c.model.Relations {
			r.mapExprs(func(x *Expr) *Expr {
				if x.Op != OpVariable || x.Variable != v || len(r.Branches) < depth {
					return x
				}
				y := *x
				y.Args = append(x.Args[:len(x.Args):len(x.Args)], r.Branches[at].Value)
				return &y
			})
		}
		size := b.Gate.Size
		def := c.definition(v)
		for d, x := range def.Target.Args {
			if i, off, ok := x.Affine(); ok && off == 0 {
				size = size.Subst(i, &Expr{Op: OpDim, Type: Type{Kind: Int}, Dim: d})
			}
		}
		v.Dims = append(v.Dims[:len(v.Dims):len(v.Dims)], size)
		v.Ranges = append(v.Ranges[:len(v.Ranges):len(v.Ranges)], rangeOf(size))
	}
}

// definition is the first relation that defines v.
func (c *checker) definition(v *Variable) *Relation {
	for _, r := range c.model.Relations {
		if r.Target != nil && r.Target.Op == OpVariable && r.Target.Variable == v && (r.Kind == Draw || r.Kind == Assign) {
			return r
		}
	}
	return nil
}

// Reads calls f for each variable that a relation reads; not for what it defines.
func (r *Relation) Reads(f func(*Variable)) {
	r.Exprs(func(e *Expr) {
		if e == r.Target {
			for _, a := range e.Args {
				a.Walk(func(x *Expr) { readsOf(x, f) })
			}
			return
		}
		e.Walk(func(x *Expr) { readsOf(x, f) })
	})
}

func readsOf(x *Expr, f func(*Variable)) {
	if x.Op == OpVariable {
		f(x.Variable)
	}
}

// mapExprs replaces the expressions of a relation.
func (r *Relation) mapExprs(f func(*Expr) *Expr) {
	m := func(e *Expr) *Expr { return e.Map(f) }
	for k, l := range r.Loops {
		cp := *l
		cp.Lo, cp.Hi, cp.Full = m(l.Lo), m(l.Hi), m(l.Full)
		r.Loops[k] = &cp
	}
	guards := make([]*Expr, len(r.Guards))
	for k, g := range r.Guards {
		guards[k] = m(g)
	}
	r.Guards = guards
	r.Target, r.Value, r.Other = m(r.Target), m(r.Value), m(r.Other)
	r.Dist = r.Dist.mapArgs(m)
}
