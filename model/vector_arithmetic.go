package model

import (
	"fmt"

	"mpc/lang"
)

// arithmetic types + - * / where one of the two is a vector or a matrix; nil where none
// is. What is known may be a list, or an array of reals.
func (c *checker) arithmetic(e *lang.Binary, s scope) *Expr {
	guess := func(x lang.Expr) int { return c.dimensionsOf(x, map[*Variable]bool{}) }
	dx, dy := guess(e.X), guess(e.Y)
	if dx+dy == 0 {
		return nil
	}
	switch e.Op {
	case "+", "-":
		return c.addVectors(e, max(dx, dy), s)
	case "*":
		if dy == 1 && (dx == 2 || c.lacking(e.X, s) == 2) {
			return c.linearMap(e, s)
		}
	case "/":
	default:
		return nil
	}
	if e.Op == "*" && (dx == 0 || dy == 0) || dy == 0 {
		return c.multiple(e, dx, dy, s)
	}
	c.Errorf(e.At, CodeType, "%s does not take a %s and a %s", e.Op, dimensionNames[dx], dimensionNames[dy]).
		WithHint("a real times a vector or a matrix, a matrix times a vector; dot(w, x) is the product of two vectors")
	return invalid(e.At)
}

// lacking is how many indices an array of numbers lacks here.
func (c *checker) lacking(e lang.Expr, s scope) int {
	n, ok := e.(*lang.Name)
	indices := 0
	if x, is := e.(*lang.Index); is {
		n, ok = x.X.(*lang.Name)
		indices = len(x.Args)
	}
	if !ok || s.index(n.Name) != nil {
		return 0
	}
	if in := c.inputs[n.Name]; in != nil && (in.Type.Kind == Real || in.Type.Kind == Int) {
		return len(in.Dims) - indices
	}
	if v := c.variables[n.Name]; v != nil && v.Type.Dimensions == 0 {
		return c.plates(v) - indices
	}
	return 0
}

// addVectors types a sum or a difference of vectors.
func (c *checker) addVectors(e *lang.Binary, dimensions int, s scope) *Expr {
	what := "an argument of " + e.Op + " beside a " + dimensionNames[dimensions]
	x, y := c.shaped(e.X, dimensions, what, s), c.shaped(e.Y, dimensions, what, s)
	switch {
	case x.Type.Kind == Invalid || y.Type.Kind == Invalid:
		return invalid(e.At)
	case dimensions > 1:
		c.unsupported(e.At, "a sum of matrices", "there are multiples of one: k * P")
		return invalid(e.At)
	case !x.Random && !y.Random:
		c.unsupported(e.At, "a sum of known vectors", fmt.Sprintf("write it element by element, m[k] = a[k] %s b[k], or give it as an input", e.Op))
		return invalid(e.At)
	}
	c.same(e.Op, x, y, s, e.At)
	return &Expr{Op: OpCall, Fun: e.Op, Type: Type{Kind: Real, Dimensions: 1}, Args: []*Expr{x, y}, Random: true, At: e.At}
}

// linearMap types a matrix times a vector.
func (c *checker) linearMap(e *lang.Binary, s scope) *Expr {
	x, y := c.shaped(e.X, 2, "what stands before * and a vector", s), c.shaped(e.Y, 1, "what a matrix is multiplied with", s)
	switch {
	case x.Type.Kind == Invalid || y.Type.Kind == Invalid:
		return invalid(e.At)
	case x.Random:
		c.unsupported(e.At, "a random matrix times a vector", "there is a known matrix times a random vector, and dot(w[k], x) of random vectors by algorithm: vmp")
		return invalid(e.At)
	case !y.Random:
		c.unsupported(e.At, "a product of a known matrix and a known vector", "give the product as an input")
		return invalid(e.At)
	}
	c.same(e.Op, x, y, s, e.At)
	return &Expr{Op: OpCall, Fun: "*", Type: Type{Kind: Real, Dimensions: 1}, Args: []*Expr{x, y}, Random: true, At: e.At}
}

// multiple types a real times a vector or a matrix, in either order, or one over a real.
func (c *checker) multiple(e *lang.Binary, dx, dy int, s scope) *Expr {
	side := func(a lang.Expr, dimensions int) *Expr {
		if l, ok := a.(*lang.List); ok {
			return c.list(l, dimensions, "an argument of "+e.Op, s)
		}
		return c.expr(a, s)
	}
	x, y := side(e.X, dx), side(e.Y, dy)
	if x.Type.Kind == Invalid || y.Type.Kind == Invalid {
		return invalid(e.At)
	}
	if x.Type.number() {
		x, y = y, x
	}
	switch {
	case !y.Type.number() || x.Type.Kind != Real:
		c.Errorf(e.At, CodeType, "%s does not take %s and %s", e.Op, x.Type, y.Type).
			WithHint("a real times a vector or a matrix; dot(w, x) is the product of two vectors")
		return invalid(e.At)
	case !x.Random && !y.Random:
		c.unsupported(e.At, "a product of a known matrix or vector", "give the product as an input")
		return invalid(e.At)
	case !x.Random:
		c.unsupported(e.At, "a random number times a known vector or matrix", "write it element by element: m[k] = s * x[k]")
		return invalid(e.At)
	case e.Op == "/" && y.Random:
		c.unsupported(e.At, "a random vector or matrix over a random number", "a known number may stand there")
		return invalid(e.At)
	}
	return &Expr{Op: OpCall, Fun: e.Op, Type: x.Type, Args: []*Expr{x, y}, Random: true, At: e.At}
}

// negative types the opposite of a vector.
func (c *checker) negative(e *lang.Unary, x *Expr) *Expr {
	switch {
	case x.Type.Dimensions > 1:
		c.Errorf(e.At, CodeType, "- wants a number or a vector, %s is %s", e.X, x.Type)
		return invalid(e.At)
	case !x.Random:
		c.unsupported(e.At, "the opposite of a known vector", "give it as an input")
		return invalid(e.At)
	}
	return &Expr{Op: OpCall, Fun: "neg", Type: x.Type, Args: []*Expr{x}, Random: true, At: e.At}
}

// A samePair is two vectors whose sizes are to be one, or a matrix and a vector, which
// has as many elements as that has columns.
type samePair struct {
	fun   string
	x, y  *Expr
	scope scope
	at    lang.Pos
	names []string // of parameters of a distribution
}

// same notes that two arguments are to have one size.
func (c *checker) same(fun string, x, y *Expr, s scope, at lang.Pos) {
	c.pairs = append(c.pairs, samePair{fun, x, y, s, at, nil})
}

// sameSizes compares the sizes of what is to have one, when those of all variables are
// known.
func (c *checker) sameSizes() {
	for _, d := range c.pairs {
		x, y := d.x.Lengths(), d.y.Lengths()
		if len(x) == 0 || len(y) == 0 {
			continue
		}
		mapped := len(x) == 2 && d.names == nil
		have := x[len(x)-1]
		if have.Equal(y[0]) {
			continue
		}
		same := SameSize(d.x.String(), have, d.y.String(), y[0], d.at)
		text := d.x.String() + " " + d.fun + " " + d.y.String()
		if d.fun == "dot" {
			text = "dot(" + d.x.String() + ", " + d.y.String() + ")"
		}
		if mapped {
			same.Says = fmt.Sprintf("%s has %%v columns%s, %s has %%v elements%s", d.x, have.origin(), d.y, y[0].origin())
		}
		if d.names != nil {
			text = d.fun
			same.Says = SameSize(named(d.names[0], d.x), have, named(d.names[1], d.y), y[0], d.at).Says
		}
		switch {
		case same.Op == OpBool && same.Value == 0 && d.names != nil:
			c.Errorf(d.at, CodeType, "%s and %s of %s have the sizes %s and %s", d.names[0], d.names[1], d.fun, have, y[0])
		case same.Op == OpBool && same.Value == 0 && mapped:
			c.Errorf(d.at, CodeType, "a matrix times a vector wants as many columns as elements; %s has %s columns, %s has %s elements", d.x, have, d.y, y[0])
		case same.Op == OpBool && same.Value == 0:
			c.Errorf(d.at, CodeType, "%s takes vectors of one size; %s has %s elements, %s has %s", d.fun, d.x, have, d.y, y[0])
		case same.Op != OpBool:
			c.model.Required = append(c.model.Required, &Requirement{Value: same, Loops: d.scope.loops, Guards: d.scope.guards, Text: text, At: d.at})
		}
	}
}
