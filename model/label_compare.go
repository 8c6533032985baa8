package model

import (
	"mpc/lang"
	"mpc/lang/functions"
	"mpc/mcmc"
)

// labelOf is an expression that is a label, nil of all others.
func labelOf(e lang.Expr) *lang.Name {
	if n, ok := e.(*lang.Name); ok && lang.IsLabel(n.Name) {
		return n
	}
	return nil
}

// compared types a comparison of a member of a range with a label, result[g] == "white":
// with the number of the element that has the label.
func (c *checker) compared(e *lang.Binary, s scope) *Expr {
	label, other := labelOf(e.Y), e.X
	if label == nil {
		label, other = labelOf(e.X), e.Y
	}
	if labelOf(other) != nil {
		c.Errorf(e.At, CodeType, "%s compares two labels", e).WithHint("write the member of a range that has one of them: x[i] %s %s", e.Op, label)
		return invalid(e.At)
	}
	x := c.expr(other, s)
	if x.Type.Kind == Invalid {
		return invalid(e.At)
	}
	if e.Op != "==" && e.Op != "!=" {
		c.Errorf(e.At, CodeType, "%s does not take a label", e.Op).WithHint("labels are compared by == and !=")
		return invalid(e.At)
	}
	r := x.Type.Range
	if r == nil || x.Type.Kind != IndexKind {
		r = c.memberOf(other, s, map[string]bool{})
	}
	if r == nil || !x.Type.whole() {
		c.noMember(other, label, x)
		return invalid(e.At)
	}
	result := Call(e.Op, Type{Kind: Bool}, x, c.element(r, label))
	result.At = e.At
	return result
}

// noMember reports a comparison with a label of what is no member of a range.
func (c *checker) noMember(other lang.Expr, label *lang.Name, x *Expr) {
	if x.Type.whole() && x.Type.Kind != RangeKind && x.Op != OpInput {
		d := c.Errorf(label.At, CodeType, "%s is a whole number of no range that is seen, and has no labels", other)
		if x.Op == OpIndex && !x.Index.Selects {
			d.WithHint("loop over a range R of the inputs: for (%s in R)", other)
		} else {
			d.WithHint("draw it from a range R of the inputs, discreteuniform(R), or from categorical(p) where p is vector(R)")
		}
		return
	}
	d := c.Errorf(label.At, CodeType, "%s is %s, and only members of a range have labels", other, x.Type)
	switch {
	case x.Type.Kind == Bool:
		d.WithHint("write %s, or !%s: in tables yes, no, true, false, 1 and 0 are read as truths", other, other)
	case x.Op == OpInput && x.Type.Kind == RangeKind:
		d.WithHint("its members are the indices of a loop: for (i in %s) { if (i == %s) { ... } }", other, label)
	case x.Op == OpInput && x.Type.Dimensions == 0:
		of := ""
		if len(x.Args) > 0 {
			of = "[...]"
		}
		d.WithHint("declare a range R: range, and %s: index(R)%s; the labels of R are those that the data have", x.Input.Name, of)
	}
}

// memberOf is the range that the values of an expression are members of, as far as its
// definitions say; nil of all else.
func (c *checker) memberOf(e lang.Expr, s scope, seen map[string]bool) *Input {
	n := targetName(e)
	if n == nil {
		r, ok := e.(*lang.Reduce)
		if !ok {
			return nil
		}
		if f := functions.Reduces(r.Fun); f != nil && f.Result == functions.Place && r.Domain.Hi == nil {
			return c.namedRange(r.Domain.Lo)
		}
		return nil
	}
	if i := s.index(n.Name); i != nil {
		return i.Range
	}
	if in := c.inputs[n.Name]; in != nil {
		if in.Type.Kind == IndexKind {
			return in.Type.Range
		}
		return c.drawnOf(in)
	}
	if seen[n.Name] {
		return nil
	}
	seen[n.Name] = true
	for _, d := range c.defs[n.Name] {
		r := c.drawnFrom(d.dist)
		if d.dist == nil {
			r = c.memberOf(d.value, s, seen)
		} else if x := pointOf(d.dist); x != nil {
			r = c.memberOf(x, s, seen)
		}
		if r != nil {
			return r
		}
	}
	return nil
}

// drawnFrom is the range that a distribution draws members of.
func (c *checker) drawnFrom(dist lang.Expr) *Input {
	call, ok := dist.(*lang.Call)
	if !ok {
		if n := targetName(dist); n != nil {
			return c.drawnOf(c.inputs[n.Name])
		}
		return nil
	}
	sig := Distribution(call.Fun)
	if sig == nil || len(call.Args) == 0 {
		return nil
	}
	switch row := mcmc.Row(call.Fun); {
	case sig.Finite:
		return c.lengthOf(call.Args[0].Value, map[string]bool{})
	case row != nil && row.Below && row.Low == 0:
		return c.namedRange(call.Args[0].Value)
	}
	return nil
}

// drawnOf is the range of the values of an input of distribution type.
func (c *checker) drawnOf(in *Input) *Input {
	if in == nil || len(in.Sizes) == 0 {
		return nil
	}
	return rangeOf(in.Sizes[0])
}

// lengthOf is the range that the components of a vector run over.
func (c *checker) lengthOf(e lang.Expr, seen map[string]bool) *Input {
	if call, ok := e.(*lang.Call); ok && len(call.Args) > 0 {
		return c.lengthOf(call.Args[0].Value, seen) // softmax(u), dirichlet(alpha)
	}
	n := targetName(e)
	if n == nil || seen[n.Name] {
		return nil
	}
	seen[n.Name] = true
	if in := c.inputs[n.Name]; in != nil {
		if len(in.Sizes) > 0 {
			return rangeOf(in.Sizes[0])
		}
		if len(in.Dims) > 0 {
			return rangeOf(in.Dims[len(in.Dims)-1])
		}
		return nil
	}
	for _, d := range c.defs[n.Name] {
		of := d.dist
		if of == nil {
			of = d.value
		}
		if r := c.lengthOf(of, seen); r != nil {
			return r
		}
		if r := c.rangeOfIndex(n.Name, d.indices-1); r != nil && d.indices > 0 {
			return r // an array as a vector
		}
	}
	return nil
}

// namedRange is the range that an expression names, nil where it names none.
func (c *checker) namedRange(e lang.Expr) *Input {
	if n, ok := e.(*lang.Name); ok {
		return c.asRange(n.Name)
	}
	return nil
}
