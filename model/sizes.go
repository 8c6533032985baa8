package model

import "slices"

// sizes finds the dimensions of each variable: how far its definitions reach.
func (c *checker) sizes() {
	for _, r := range c.model.Relations {
		if r.Target == nil || r.Target.Op != OpVariable {
			continue
		}
		v := r.Target.Variable
		dims, ranges, ok := c.extents(r)
		if !ok {
			continue
		}
		if v.Dims == nil && v.Ranges == nil {
			v.Dims, v.Ranges = dims, ranges
			if v.Dims == nil {
				v.Dims = []*Expr{}
			}
			continue
		}
		if len(v.Dims) != len(dims) {
			c.Errorf(r.Target.At, CodeIndex, "%s is defined with %s here and with %d elsewhere", v.Name, plural(len(dims), "index"), len(v.Dims)).
				WithRelated(v.At, "first defined here")
			continue
		}
		for k := range dims {
			v.Dims[k] = larger(v.Dims[k], dims[k])
			if v.Ranges[k] != ranges[k] {
				v.Ranges[k] = nil
			}
		}
	}
	for _, in := range c.model.Inputs {
		// The program may define less or more of it, which is an error of its own.
		v, dims := c.variables[in.Name], in.Plates()
		if in.Selects && v != nil && len(v.Dims) == len(dims) && len(dims) > 0 {
			v.Dims, v.Ranges = dims, make([]*Input, len(dims))
		}
		if in.Selects && in.Inner > 0 && v != nil {
			v.Sizes = in.Dims[len(dims):]
		}
	}
	for _, v := range c.model.Variables {
		c.evenRows(v)
	}
	for _, v := range c.model.Variables {
		for k, r := range v.Ranges {
			if r == nil {
				v.Ranges[k] = rangeOf(v.Dims[k])
			}
		}
	}
}

// evenRows makes rows alike whose lengths are computed, as those of x[i, j] for j in 0..<i or 0..<n[i] - 1: as
// long as the longest. Elements that nothing defines and nothing reads may be missing. Lengths that are
// elements of an input, n[i], stay as they are.
func (c *checker) evenRows(v *Variable) {
	for k, e := range v.Dims {
		if !e.readsDims() || e.Op == OpInput {
			continue
		}
		for d := k - 1; d >= 0; d-- {
			c.indices++
			i := &Index{ID: c.indices, Name: "row", At: e.At}
			with := e.Map(func(x *Expr) *Expr {
				if x.Op == OpDim && x.Dim == d {
					return &Expr{Op: OpIndex, Type: x.Type, Index: i, At: x.At}
				}
				return x
			})
			if slices.Contains(with.free(), i) {
				e = with.peak(i, v.Dims[d])
			}
		}
		v.Dims[k], v.Ranges[k] = e, nil
	}
}

// readsDims tells whether a size depends on the indices of outer dimensions.
func (e *Expr) readsDims() (found bool) {
	e.Walk(func(x *Expr) { found = found || x.Op == OpDim })
	return found
}

// rangeOf returns the range that a size is of, also where a single element that
// is defined by itself makes it max(1, size): x[0] before x[t] for t in 1..<T.
func rangeOf(size *Expr) *Input {
	switch {
	case size.Op == OpInput && size.Type.Kind == RangeKind && len(size.Args) == 0:
		return size.Input
	case size.Op == OpCall && size.Extreme() > 0 && size.Args[0].Op == OpNumber:
		return rangeOf(size.Args[1])
	case size.Op == OpCall && size.Extreme() > 0 && size.Args[1].Op == OpNumber:
		return rangeOf(size.Args[0])
	}
	return nil
}

// extents returns how far the target of r reaches in each dimension: one more
// than its largest index. Outer loop indices in an inner extent become OpDim.
func (c *checker) extents(r *Relation) (dims []*Expr, ranges []*Input, ok bool) {
	whole := Type{Kind: Int}
	position := map[*Index]int{}
	for k, a := range r.Target.Args {
		i, off, affine := a.Affine()
		var e *Expr
		var rng *Input
		switch {
		case affine:
			l := r.loop(i)
			if l == nil {
				return nil, nil, false
			}
			e = l.Full
			if off != 0 {
				e = Call("+", whole, e, Number(float64(off)))
			} else {
				rng = i.Range
			}
		case a.Type.Kind == IndexKind && a.Type.Range != nil:
			rng = a.Type.Range
			e = &Expr{Op: OpInput, Type: rng.Type, Input: rng, At: a.At}
		default:
			e = Call("+", whole, a, Number(1))
		}
		outer := func() {
			for j, p := range position {
				e = e.Subst(j, &Expr{Op: OpDim, Type: whole, Dim: p, At: e.At})
			}
		}
		outer()
		if len(e.free()) > 0 {
			// An index that depends on others than the outer dimensions: as far as
			// the loops reach at most.
			for again := true; again; {
				again = false
				for _, l := range r.Loops {
					switch {
					case e.readsAt(l.Index):
						e, again = e.peak(l.Index, l.Full), true
						outer() // the number of branches may depend on them
					case slices.Contains(e.free(), l.Index):
						e, again = e.Subst(l.Index, Call("-", whole, l.Full, Number(1))), true
					}
				}
			}
		}
		if affine && off == 0 {
			position[i] = k
		}
		dims, ranges = append(dims, e), append(ranges, rng)
	}
	return dims, ranges, true
}

// free lists the indices that e reads of loops that are not in it.
func (e *Expr) free() []*Index {
	var bound, free []*Index
	e.Walk(func(x *Expr) {
		if x.Loop != nil {
			bound = append(bound, x.Loop.Index)
		}
	})
	e.Walk(func(x *Expr) {
		if x.Op == OpIndex && !slices.Contains(bound, x.Index) {
			free = append(free, x.Index)
		}
	})
	return free
}

// readsAt tells whether e reads an element of an array at an index that is free in e.
func (e *Expr) readsAt(i *Index) bool {
	found := false
	e.Walk(func(x *Expr) {
		found = found || (x.Op == OpInput || x.Op == OpVariable) && slices.ContainsFunc(x.Args, func(a *Expr) bool { return a.Uses(i) })
	})
	return found && slices.Contains(e.free(), i)
}

// peak is the largest value of e for the values of an index below size, 0 where there
// are none.
func (e *Expr) peak(i *Index, size *Expr) *Expr {
	l := &Loop{Index: i, Lo: Number(0), Hi: size, Full: size}
	most := &Expr{Op: OpReduce, Fun: "max", Type: e.Type, Args: []*Expr{e}, Loop: l, At: e.At}
	some := Call(">", Type{Kind: Bool}, size, Number(0))
	if some.Op == OpBool && some.Value != 0 {
		return most
	}
	return &Expr{Op: OpCall, Fun: Choose, Type: e.Type, Args: []*Expr{some, most, Number(0)}, At: e.At}
}

func (r *Relation) loop(i *Index) *Loop { return find(r.Loops, i) }

// base splits a whole-number expression into what is not constant and a constant.
func (e *Expr) base() (string, float64) {
	if e.Op == OpNumber {
		return "", e.Value
	}
	if e.Op == OpCall && (e.Fun == "+" || e.Fun == "-") && len(e.Args) == 2 && e.Args[1].Op == OpNumber {
		c := e.Args[1].Value
		if e.Fun == "-" {
			c = -c
		}
		return e.Args[0].Key(), c
	}
	return e.Key(), 0
}

// larger returns max(a, b), without the call where one is seen to be larger.
func larger(a, b *Expr) *Expr {
	ka, ca := a.base()
	kb, cb := b.base()
	if ka == kb {
		if ca >= cb {
			return a
		}
		return b
	}
	for _, m := range []struct{ of, with *Expr }{{a, b}, {b, a}} { // max(max(x, y - 1), y) is max(x, y)
		if m.of.Op != OpCall || m.of.Extreme() <= 0 {
			continue
		}
		for k, x := range m.of.Args {
			kx, _ := x.base()
			if kw, _ := m.with.base(); kx == kw {
				return larger(m.of.Args[1-k], larger(x, m.with))
			}
		}
	}
	return Call("max", Type{Kind: Int}, a, b)
}

// smaller returns min(a, b), without the call where one is seen to be smaller.
func smaller(a, b *Expr) *Expr {
	ka, ca := a.base()
	kb, cb := b.base()
	if ka == kb {
		if ca <= cb {
			return a
		}
		return b
	}
	return Call("min", Type{Kind: Int}, a, b)
}
