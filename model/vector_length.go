package model

// Lengths are the sizes of a vector or a matrix, in terms of what its indices are;
// nil where they are not known.
func (e *Expr) Lengths() []*Expr {
	at := func(sizes []*Expr) []*Expr {
		out := make([]*Expr, len(sizes))
		for k, s := range sizes {
			out[k] = s.Map(func(x *Expr) *Expr {
				if x.Op == OpDim && x.Dim < len(e.Args) {
					return e.Args[x.Dim]
				}
				return x
			})
		}
		return out
	}
	switch {
	case e.Op == OpInput && e.Type.Kind == DistKind:
		return at(e.Input.Sizes)
	case e.Op == OpInput && len(e.Args) <= len(e.Input.Dims):
		return at(e.Input.Dims[len(e.Args):])
	case e.Op == OpVariable && e.Variable.Type.Dimensions > 0:
		return at(e.Variable.Sizes)
	case e.Op == OpVariable && len(e.Args) <= len(e.Variable.Dims):
		return at(e.Variable.Dims[len(e.Args):])
	case e.Op == OpList:
		sizes := []*Expr{Number(float64(len(e.Args)))}
		if len(e.Args) > 0 && e.Type.Dimensions > 1 {
			sizes = append(sizes, e.Args[0].Lengths()...)
		}
		return sizes
	case e.Op == OpReduce && e.IsTable():
		return e.Args[0].Lengths()
	case e.Op == OpReduce && e.Fun == Elements:
		return append([]*Expr{e.Loop.Hi}, e.Args[0].Lengths()...)
	case e.Op == OpReduce && e.Type.Dimensions > 0:
		if x := e.Args[0]; x.Op == OpCall && x.Fun == "component" {
			return x.Args[0].Lengths() // a softmax of a vector
		}
		return []*Expr{e.Loop.Hi}
	case e.Op == OpCall && e.Fun == "zeros":
		return e.Args
	case e.Op == OpCall && e.Fun == "component" && e.Args[0].Op == OpList && e.Type.Dimensions > 0:
		return e.Args[0].Lengths()[len(e.Args)-1:]
	case e.Op == OpCall && e.IsTable() && e.Type.Dimensions == 1:
		rows, parents := e.Table()
		if sizes := rows.Lengths(); len(sizes) > len(parents) {
			return sizes[len(parents):]
		}
		return nil
	case e.Op == OpCall && e.Fun == "*" && e.Type.Dimensions == 1 && e.Args[0].Type.Dimensions == 2:
		if sizes := e.Args[0].Lengths(); len(sizes) > 0 {
			return sizes[:1]
		}
	case e.Op == OpCall && e.Type.Dimensions > 0:
		for _, a := range e.Args {
			if a.Type.Dimensions != e.Type.Dimensions {
				continue
			}
			if sizes := a.Lengths(); len(sizes) > 0 { // not yet found, of a variable
				return sizes
			}
		}
	}
	return nil
}

// lengths finds the sizes of the variables that are vectors or matrices.
func (c *checker) lengths() {
	for again := true; again; {
		again = false
		for _, r := range c.model.Relations {
			if r.Target == nil || r.Target.Op != OpVariable || r.Target.Type.Dimensions == 0 || r.Target.Variable.Sizes != nil {
				continue
			}
			if sizes := r.drawn(); sizes != nil {
				r.Target.Variable.Sizes = c.ofElement(r, sizes)
				again = true
			}
		}
	}
	for _, r := range c.model.Relations {
		if r.Target == nil || r.Target.Type.Dimensions == 0 {
			continue
		}
		from := r.drawnFrom()
		have, want := r.Target.Lengths(), r.drawn()
		if len(have) == 0 && r.Target.Op == OpVariable {
			c.Errorf(r.Target.At, CodeType, "the size of %s cannot be found: it is defined by itself alone", r.Target.Variable.Name)
			return
		}
		for k := range min(len(have), len(want)) {
			if have[k].Equal(want[k]) {
				continue
			}
			same := SameSize(r.Target.String(), have[k], from, want[k], r.At)
			if same.Op == OpBool && same.Value == 0 {
				c.Errorf(r.Target.At, CodeType, "%s has %s elements, what defines it %s", r.Target, have[k], want[k])
			} else if same.Op != OpBool && r.Dist != nil {
				r.Dist.Require = append(r.Dist.Require, same)
			}
		}
	}
}

// drawn are the sizes of what a relation says of its target.
func (r *Relation) drawn() []*Expr {
	if r.Dist == nil {
		if r.Value == nil {
			return nil
		}
		return r.Value.Lengths()
	}
	_, a := r.Dist.Sizing()
	if a == nil {
		return nil
	}
	sizes := a.Lengths()
	if r.Target.Type.Dimensions == 1 {
		return sizes[:1] // a vector is as long as its matrix has rows
	}
	return sizes
}

// Sizing is the parameter of a distribution that has the size of what is drawn, with
// its name.
func (d *Dist) Sizing() (string, *Expr) {
	for _, name := range []string{"prior", "alpha", "p", "mean", "location", "scale", "inverse", "covariance", "precision"} {
		if a := d.Arg(name); a != nil && (a.Type.Dimensions > 0 || a.Type.Kind == DistKind) && len(a.Lengths()) > 0 {
			return name, a
		}
	}
	return "", nil
}

// drawnFrom names what gives the target of a relation its size.
func (r *Relation) drawnFrom() string {
	if r.Dist == nil {
		if r.Value == nil {
			return "its value"
		}
		return "its value " + r.Value.String()
	}
	name, a := r.Dist.Sizing()
	if a == nil {
		return r.Dist.Name
	}
	return named(name, a) + " of " + r.Dist.Name
}

// ofElement writes sizes in terms of the indices of the element that r defines.
func (c *checker) ofElement(r *Relation, sizes []*Expr) []*Expr {
	out := make([]*Expr, len(sizes))
	for n, e := range sizes {
		for k, a := range r.Target.Args {
			if i, off, ok := a.Affine(); ok && off == 0 {
				e = e.Subst(i, &Expr{Op: OpDim, Type: Type{Kind: Int}, Dim: k, At: e.At})
			}
		}
		if len(e.free()) > 0 {
			c.Errorf(r.Target.At, CodeType, "the size of %s, %s, does not follow from its indices", r.Target, sizes[n])
			e = Number(0)
		}
		out[n] = e
	}
	return out
}
