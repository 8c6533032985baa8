package model

import (
	"fmt"
	"slices"

	"mpc/lang"
)

// reference resolves a name with its indices.
func (c *checker) reference(n *lang.Name, args []lang.Expr, s scope) *Expr {
	return c.referenceTo(n, args, 0, s)
}

// referenceTo resolves a name with its indices, of which as many may lack as the
// value wanted has dimensions.
func (c *checker) referenceTo(n *lang.Name, args []lang.Expr, dimensions int, s scope) *Expr {
	if lang.IsLabel(n.Name) {
		c.Errorf(n.At, CodeType, "a label stands in an index, or alone beside == or !=").
			WithHint("write x == %s for a member x of a range, or y[%s] for an element over it", n, n)
		return invalid(n.At)
	}
	e := &Expr{At: n.At}
	good := c.referenceIndices(e, n, args, s)
	if i := s.index(n.Name); i != nil {
		c.usedIndex[i] = true
		if len(args) > 0 {
			c.Errorf(n.At, CodeIndex, "%s is a loop index and has no elements", n.Name)
			return invalid(n.At)
		}
		x := IndexExpr(i)
		x.At = n.At
		return x
	}
	if c.file.Unread[n.Name] {
		return invalid(n.At)
	}
	switch in, v := c.inputs[n.Name], c.variables[n.Name]; {
	case in != nil:
		if !c.inputReference(e, n, in, dimensions) {
			return invalid(n.At)
		}
	case v != nil:
		if x := c.variableReference(e, n, args, v, dimensions, good, s); x != nil {
			return x
		}
	default:
		c.unknownName(n, s)
		return invalid(n.At)
	}
	if !good {
		return invalid(n.At)
	}
	return e
}

// referenceIndices resolves the indices of a reference; it is false where one is wrong.
func (c *checker) referenceIndices(e *Expr, n *lang.Name, args []lang.Expr, s scope) bool {
	good := true
	for k, a := range args {
		if label, ok := a.(*lang.Name); ok && lang.IsLabel(label.Name) {
			x := c.label(n, k, label)
			good = good && x.Type.Kind != Invalid
			e.Args = append(e.Args, x)
			continue
		}
		x := c.expr(a, s)
		switch {
		case x.Type.Kind == Invalid:
			good = false
		case !x.Type.whole():
			d := c.Errorf(a.Pos(), CodeIndex, "an index is a whole number; %s is %s", a, x.Type)
			if x.Type.Kind == Bool {
				d.WithHint("write if (%s) { ... %s[1] ... } else { ... %s[0] ... }", a, n.Name, n.Name)
			}
			good = false
		case x.Random:
			if good {
				c.unsupported(a.Pos(), "a random index here", "give the element a name of its own, v = "+(&lang.Index{X: n, Args: args}).String()+", and write v here")
			}
			good = false
		}
		e.Args = append(e.Args, x)
	}
	return good
}

// inputReference makes a reference one to an input; it is false where it is none.
func (c *checker) inputReference(e *Expr, n *lang.Name, in *Input, dimensions int) bool {
	c.usedInput[in] = true
	e.Op, e.Input, e.Type = OpInput, in, in.Type
	if in.Type.Kind == Invalid {
		return false
	}
	missing := len(in.Dims) - len(e.Args)
	if missing < 0 || missing > max(in.Inner, dimensions) {
		c.dimensions(n, len(e.Args), len(in.Plates()))
		return false
	}
	e.Type.Dimensions = missing
	return true
}

// variableReference makes a reference one to a variable. Where it stands for something else, as for what is known of the variable
// there, that is returned.
func (c *checker) variableReference(e *Expr, n *lang.Name, args []lang.Expr, v *Variable, dimensions int, good bool, s scope) *Expr {
	v.used = true
	if c.nameless(v) {
		return invalid(n.At) // its distribution is reported
	}
	if !c.reachable(v, n.At, s) {
		return invalid(n.At)
	}
	e.Op, e.Variable, e.Type, e.Random = OpVariable, v, v.Type, v.Random
	if x := s.knownAs(e); x != nil && good {
		y := *x
		y.At = n.At
		return &y
	}
	if dimensions > 0 && v.Type.Dimensions == 0 {
		e.Type.Dimensions = dimensions // an array as a vector
	}
	if plates := c.plates(v); v.Type.Dimensions > 0 && good && len(args) == plates+v.Type.Dimensions {
		e.Args = e.Args[:plates:plates]
		return c.component(e, args[plates:], s)
	} else if v.Type.Dimensions > 0 && len(args) > plates && good {
		c.Errorf(n.At, CodeIndex, "%s is %s, whose numbers have %s; here it has %d", v.Name, map[int]string{1: "a vector", 2: "a matrix"}[v.Type.Dimensions],
			plural(plates+v.Type.Dimensions, "index"), len(args))
		return invalid(n.At)
	}
	return nil
}

// unknownName reports a name that nothing has.
func (c *checker) unknownName(n *lang.Name, s scope) {
	if c.again(n.Name, n.At) {
		return
	}
	names := make([]string, 0, len(c.inputs)+len(c.variables)+len(s.loops))
	for _, in := range c.model.Inputs {
		names = append(names, in.Name)
	}
	for _, v := range c.model.Variables {
		names = append(names, v.Name)
	}
	for _, l := range s.loops {
		names = append(names, l.Index.Name)
	}
	d := c.Errorf(n.At, CodeUnknown, "unknown name %s", n.Name)
	c.strange[n.Name] = d
	if other := map[string]string{"True": "true", "TRUE": "true", "False": "false", "FALSE": "false"}[n.Name]; other != "" {
		d.WithHint("write %s", other)
	} else if near := lang.Nearest(n.Name, names); near != "" {
		d.WithHint("did you mean %s?", near)
	} else {
		d.WithHint("define it in the program, or declare it under inputs")
	}
}

// again tells whether a name that does not stand for what is wanted has been reported,
// which is one mistake wherever it stands, and adds the place.
func (c *checker) again(name string, at lang.Pos) bool {
	const most = 3
	d := c.strange[name]
	if d == nil {
		return false
	}
	known := d.Pos == at || slices.ContainsFunc(d.Related, func(r lang.Related) bool { return r.Pos == at })
	if !known && len(d.Related) < most {
		d.WithRelated(at, "%s stands here too", name)
	}
	return true
}

// nameless tells whether a variable is drawn from a distribution that there is not,
// so that nothing is known of its values.
func (c *checker) nameless(v *Variable) bool {
	for _, d := range c.defs[v.Name] {
		if call, ok := d.dist.(*lang.Call); ok && Distribution(call.Fun) == nil {
			return true
		}
	}
	return false
}

func (c *checker) dimensions(n *lang.Name, got, want int) {
	if in := c.inputs[n.Name]; want == 0 && in != nil && in.Type.Kind == RangeKind {
		c.Errorf(n.At, CodeIndex, "%s is a range, which is a size, and has no elements", n.Name).
			WithHint("values over it are an input of their own, v: real[%[1]s], with for (i in %[1]s) { ... v[i] ... }; the index itself is i", n.Name)
		return
	}
	if want == 0 {
		c.Errorf(n.At, CodeIndex, "%s is a single value and takes no index", n.Name)
		return
	}
	c.Errorf(n.At, CodeIndex, "%s has %s, here it has %d", n.Name, plural(want, "index"), got).
		WithHint("an array is used element by element, inside a loop: %s[i]", n.Name)
}

// plural is a number of things, as 2 indices.
func plural(n int, what string) string {
	if n == 1 {
		return fmt.Sprintf("1 %s", what)
	}
	if what == "index" {
		what = "indice"
	}
	return fmt.Sprintf("%d %ss", n, what)
}
