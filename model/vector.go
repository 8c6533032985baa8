package model

import "mpc/lang"

// valueSize adds to an input the sizes of its vectors or matrices.
func (c *checker) valueSize(input *Input, t lang.TypeExpr) {
	switch {
	case input.Inner > 0:
		for _, p := range t.Params {
			input.Dims = append(input.Dims, c.inputSize(input, p, t.Dims))
		}
	case input.Type.Kind == DistKind && Distribution(t.Base).Sized() && len(t.Params) > 0:
		uses := func(r *Input) []ArrayDim {
			if r == nil {
				return nil
			}
			return r.Size
		}
		var r *Input
		if n, ok := t.Params[0].(*lang.Name); ok {
			r = c.inputs[n.Name]
		}
		before := uses(r)
		size := c.inputSize(input, t.Params[0], t.Dims)
		if r != nil {
			r.Size = before // the length of a list of the data is not that of a distribution
		}
		for range max(1, Distribution(t.Base).Dimensions) {
			input.Sizes = append(input.Sizes, size)
		}
	}
}

// Plates are the sizes of the array of the input's values, each of which may be a
// vector or a matrix.
func (in *Input) Plates() []*Expr { return in.Dims[:len(in.Dims)-in.Inner] }

// TypeText is the type of the input's values as written: vector(K).
func (in *Input) TypeText(size func(*Expr) string) string {
	sizes, base := in.Sizes[:min(1, len(in.Sizes))], in.Type.String()
	if in.Inner > 0 {
		sizes, base = in.Dims[len(in.Dims)-in.Inner:], dimensionNames[in.Inner]
	}
	if len(sizes) == 0 {
		return base
	}
	text := base + "("
	for k, d := range sizes {
		if k > 0 {
			text += ", "
		}
		text += size(d)
	}
	return text + ")"
}

// plates is how many indices the elements of a variable have.
func (c *checker) plates(v *Variable) int {
	if defs := c.defs[v.Name]; len(defs) > 0 {
		return defs[0].indices
	}
	return 0
}

// variableDimensions finds whether a variable is a vector or a matrix, from the
// first of its definitions.
func (c *checker) variableDimensions(v *Variable, seen map[*Variable]bool) int {
	if seen[v] || len(c.defs[v.Name]) == 0 {
		return 0
	}
	first := len(seen) == 0
	seen[v] = true
	if known, ok := c.shapes[v]; ok {
		return known
	}
	d := c.defs[v.Name][0]
	if d.dist != nil {
		return c.distDimensions(d.dist)
	}
	found := c.dimensionsOf(d.value, seen)
	if first { // what was met on the way here is not looked at again
		c.shapes[v] = found
	}
	return found
}

// distDimensions is the dimensions of what a distribution draws.
func (c *checker) distDimensions(e lang.Expr) int {
	switch e := e.(type) {
	case *lang.Call:
		if sig := Distribution(e.Fun); sig != nil {
			return sig.Dimensions
		}
	case *lang.Index:
		return c.distDimensions(e.X)
	case *lang.Name:
		if in := c.inputs[e.Name]; in != nil {
			if sig := Distribution(c.declaredBase(in)); sig != nil && sig.Family {
				return sig.Dimensions
			}
		}
	}
	return 0
}

// dimensionsOf guesses the dimensions of an expression before names are resolved.
func (c *checker) dimensionsOf(e lang.Expr, seen map[*Variable]bool) int {
	whole := func(name string, indices int) int {
		if in := c.inputs[name]; in != nil && in.Inner > 0 {
			return max(0, len(in.Dims)-indices)
		}
		if v := c.variables[name]; v != nil {
			if d := c.variableDimensions(v, seen); indices == c.plates(v) {
				return d
			}
		}
		return 0
	}
	switch e := e.(type) {
	case *lang.Name:
		return whole(e.Name, 0)
	case *lang.Index:
		if n, ok := e.X.(*lang.Name); ok {
			return whole(n.Name, len(e.Args))
		}
	case *lang.List:
		if len(e.Elems) > 0 {
			return 1 + c.dimensionsOf(e.Elems[0], seen)
		}
	case *lang.Call:
		if e.Fun == "softmax" {
			return 1
		}
	case *lang.Unary:
		if e.Op == "-" {
			return c.dimensionsOf(e.X, seen)
		}
	case *lang.Binary:
		x, y := c.dimensionsOf(e.X, seen), c.dimensionsOf(e.Y, seen)
		switch e.Op {
		case "*":
			if x > 0 && y > 0 {
				return min(x, y)
			}
			return max(x, y)
		case "+", "-", "/":
			return max(x, y)
		}
	}
	return 0
}

// shaped types an expression where a vector or a matrix is wanted. An array of
// reals over as many ranges may stand there, and a list.
func (c *checker) shaped(e lang.Expr, dimensions int, what string, s scope) *Expr {
	switch x := e.(type) {
	case *lang.List:
		return c.list(x, dimensions, what, s)
	case *lang.Name:
		if v := c.partial(x, nil, dimensions, s); v != nil {
			return v
		}
	case *lang.Index:
		if n, ok := x.X.(*lang.Name); ok {
			if v := c.partial(n, x.Args, dimensions, s); v != nil {
				return v
			}
		}
	}
	v := c.expr(e, s)
	if v.Type.Kind == Invalid {
		return v
	}
	if v.Type.Kind == DistKind || v.Type.Dimensions != dimensions {
		c.Errorf(e.Pos(), CodeType, "%s is a %s; %s is %s", what, dimensionNames[dimensions], e, v.Type).
			WithHint("%s", shapeHint[dimensions])
		return invalid(e.Pos())
	}
	return v
}

var shapeHint = [...]string{"", "write a list, [0.2, 0.8], or declare an input of type vector(K)", "write a list of rows, [[1, 0], [0, 1]], or declare an input of type matrix(K, K)"}

// partial types an array of numbers with fewer indices than it has dimensions as
// a vector or a matrix; nil where it is none.
func (c *checker) partial(n *lang.Name, args []lang.Expr, dimensions int, s scope) *Expr {
	if s.index(n.Name) != nil {
		return nil
	}
	var t Type
	var full int
	if in := c.inputs[n.Name]; in != nil && in.Inner == 0 {
		t, full = in.Type, len(in.Dims)
	} else if v := c.variables[n.Name]; v != nil && v.Type.Dimensions == 0 {
		t, full = v.Type, c.plates(v)
	}
	if t.Kind != Real && t.Kind != Int || full-len(args) != dimensions {
		return nil
	}
	return c.referenceTo(n, args, dimensions, s)
}

// list types a list as a vector, or as a matrix of rows.
func (c *checker) list(l *lang.List, dimensions int, what string, s scope) *Expr {
	e := &Expr{Op: OpList, Type: Type{Kind: Real, Dimensions: dimensions}, At: l.At}
	if len(l.Elems) == 0 {
		c.Errorf(l.At, CodeType, "%s is a %s; this list is empty", what, dimensionNames[dimensions])
		return invalid(l.At)
	}
	for i, x := range l.Elems {
		var a *Expr
		row, nested := x.(*lang.List)
		switch {
		case dimensions == 2 && nested:
			a = c.list(row, 1, what, s)
		case dimensions == 2 || nested:
			c.Errorf(x.Pos(), CodeType, "%s is a %s; %s is %s of this list", what, dimensionNames[dimensions], x, map[bool]string{true: "a list inside", false: "no row"}[nested]).
				WithHint("%s", shapeHint[dimensions])
			return invalid(l.At)
		default:
			a = c.expr(x, s)
			if a.Type.Kind != Invalid && !a.Type.number() {
				c.Errorf(x.Pos(), CodeType, "a list holds numbers; %s is %s", x, a.Type)
				return invalid(l.At)
			}
		}
		if a.Type.Kind == Invalid {
			return invalid(l.At)
		}
		if i > 0 && dimensions == 2 && len(a.Args) != len(e.Args[0].Args) {
			c.Errorf(x.Pos(), CodeType, "the rows of a matrix have one length; %s has %d, the first row %d", x, len(a.Args), len(e.Args[0].Args))
			return invalid(l.At)
		}
		e.Args = append(e.Args, a)
		e.Random = e.Random || a.Random
	}
	return e
}

// ConstantVector is the value of a list of numbers, row by row.
func ConstantVector(e *Expr) ([]float64, bool) {
	if e.Op != OpList {
		return nil, false
	}
	var out []float64
	for _, a := range e.Args {
		if row, ok := ConstantVector(a); ok {
			out = append(out, row...)
		} else if x, ok := constantNumber(a); ok {
			out = append(out, x)
		} else {
			return nil, false
		}
	}
	return out, true
}
