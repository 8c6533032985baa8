package model

import "mpc/lang"

// component types an element of a random vector or matrix.
func (c *checker) component(e *Expr, indices []lang.Expr, s scope) *Expr {
	r := &Expr{Op: OpCall, Fun: "component", Type: Type{Kind: e.Type.Kind}, Args: []*Expr{e}, Random: e.Random, At: e.At}
	for _, a := range indices {
		i := c.expr(a, s)
		switch {
		case i.Type.Kind == Invalid:
			return i
		case i.Random:
			c.unsupported(a.Pos(), "a random index", "index with inputs, constants and loop indices")
			return invalid(a.Pos())
		case !i.Type.whole():
			c.Errorf(a.Pos(), CodeIndex, "an index is a whole number; %s is %s", a, i.Type)
			return invalid(a.Pos())
		}
		r.Args = append(r.Args, i)
	}
	return r
}

// drawn types the target of a draw of a value with so many dimensions.
func (c *checker) drawn(e lang.Expr, dimensions int, s scope) *Expr {
	name := targetName(e)
	if in := (*Input)(nil); name != nil && dimensions > 0 {
		if in = c.inputs[name.Name]; in != nil && in.Inner == 0 && in.Type.Kind != DistKind {
			var args []lang.Expr
			if x, ok := e.(*lang.Index); ok {
				args = x.Args
			}
			if t := c.partial(name, args, dimensions, s); t != nil {
				return t
			}
		}
	}
	t := c.target(e, s)
	if t.Op == OpCall {
		c.Errorf(e.Pos(), CodeType, "%s is a component of a vector, which is defined as a whole", e)
		return invalid(e.Pos())
	}
	return t
}

// observed types what observe stands before.
func (c *checker) observed(st *lang.Observe, s scope) *Expr {
	if st.Dist != nil {
		if n := c.distDimensions(st.Dist); n > 0 {
			return c.shaped(st.Value, n, "what "+st.Dist.String()+" draws", s)
		}
	}
	return c.expr(st.Value, s)
}

// dot types the product of two vectors. Where none of the two is a random vector
// it is the sum of the products of their elements.
func (c *checker) dot(e *lang.Call, s scope) *Expr {
	if len(e.Args) != 2 {
		c.Errorf(e.At, CodeArguments, "dot takes 2 arguments, here it has %d", len(e.Args))
		return invalid(e.At)
	}
	var args [2]*Expr
	for i, a := range e.Args {
		if a.Name.Name != "" {
			c.Errorf(a.Name.At, CodeArguments, "dot takes its arguments by position")
		}
		if args[i] = c.shaped(a.Value, 1, "an argument of dot", s); args[i].Type.Kind == Invalid {
			return invalid(e.At)
		}
	}
	x, y := args[0], args[1]
	if isVector(y) && !isVector(x) {
		x, y = y, x
	}
	re := Type{Kind: Real}
	if isVector(x) {
		if isVector(y) {
			c.same("dot", x, y, s, e.At)
		}
		return &Expr{Op: OpCall, Fun: "dot", Type: re, Args: []*Expr{x, y}, Random: true, At: e.At}
	}
	if x.Op != OpList && y.Op != OpList {
		c.same("dot", x, y, s, e.At)
		if x.Random {
			x, y = y, x // the sizes of data are known
		}
		l, i := c.elements(x, s, e.At)
		body := Call("*", re, x.at(i), y.at(i))
		return &Expr{Op: OpReduce, Type: re, Fun: "sum", Args: []*Expr{body}, Loop: l, Random: body.Random, At: e.At}
	}
	list, other := x, y
	if x.Op != OpList {
		list, other = y, x
	}
	n := Number(float64(len(list.Args)))
	if other.Op == OpList && len(other.Args) != len(list.Args) {
		c.Errorf(e.At, CodeType, "dot takes vectors of one size; %s has %d elements, %s has %d", list, len(list.Args), other, len(other.Args))
		return invalid(e.At)
	}
	c.same("dot", x, y, s, e.At)
	sum := Number(0)
	for k := range int(n.Value) {
		sum = Call("+", re, sum, Call("*", re, x.at(Number(float64(k))), y.at(Number(float64(k)))))
	}
	sum.At = e.At
	return sum
}

// isVector tells whether an expression is a random vector or matrix, not an array
// of random numbers.
func isVector(e *Expr) bool {
	return e.Random && e.Op == OpVariable && e.Variable.Type.Dimensions > 0 || e.Random && (e.Op == OpCall || e.Op == OpReduce)
}

// at is the element of a vector at an index.
func (e *Expr) at(i *Expr) *Expr {
	if e.Op == OpList {
		return e.Args[int(i.Value)]
	}
	c := *e
	c.Args = append(e.Args[:len(e.Args):len(e.Args)], i)
	c.Type.Dimensions = 0
	return &c
}
