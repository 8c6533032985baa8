package model

import (
	"fmt"
	"math"

	"mpc/lang"
)

// valueSize adds to an input the sizes of its vectors or matrices.
func (c *checker) valueSize(input *Input, t lang.TypeExpr) {
	switch {
	case input.Inner > 0:
		for k, p := range t.Params {
			input.Dims = append(input.Dims, c.inputSize(input, p, len(t.Dims)+k))
		}
	case input.Type.Kind == DistKind && Distribution(t.Base).Dimensions > 0:
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
		size := c.inputSize(input, t.Params[0], len(t.Dims))
		if r != nil {
			r.Size = before // the length of a list of the data is not that of a distribution
		}
		for range Distribution(t.Base).Dimensions {
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
	case e.Op == OpReduce && e.Type.Dimensions > 0:
		return []*Expr{e.Loop.Hi}
	case e.Op == OpCall && e.Type.Dimensions > 0:
		for _, a := range e.Args {
			if a.Type.Dimensions == e.Type.Dimensions {
				return a.Lengths()
			}
		}
	}
	return nil
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
	seen[v] = true
	d := c.defs[v.Name][0]
	if d.dist != nil {
		return c.distDimensions(d.dist)
	}
	return c.dimensionsOf(d.value, seen)
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
	case *lang.Binary:
		if e.Op == "*" {
			x, y := c.dimensionsOf(e.X, seen), c.dimensionsOf(e.Y, seen)
			if x > 0 && y > 0 {
				return min(x, y)
			}
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

// constantVector is the value of a list of numbers, row by row.
func constantVector(e *Expr) ([]float64, bool) {
	if e.Op != OpList {
		return nil, false
	}
	var out []float64
	for _, a := range e.Args {
		if row, ok := constantVector(a); ok {
			out = append(out, row...)
		} else if x, ok := constantNumber(a); ok {
			out = append(out, x)
		} else {
			return nil, false
		}
	}
	return out, true
}

// demands says what parameters that are vectors or matrices must be: a function of
// a vector as it stands in conditions, with what is said of one that is not.
var demands = map[string]string{
	"positive":      "all of its elements are above 0",
	"probabilities": "its elements are not negative and sum to 1",
	"definite":      "it is symmetric and positive definite",
}

// Demand says what a demand asks of a vector or a matrix.
func Demand(name string) string { return demands[name] }

// demandOf is what a parameter of a distribution must be, "" for anything.
var demandOf = map[string]string{
	"dirichlet.alpha": "positive", "categorical.p": "probabilities", "multinomial.p": "probabilities",
	"mvnormal.covariance": "definite", "mvnormal.precision": "definite", "wishart.scale": "definite", "wishart.inverse": "definite",
}

// Meets tells whether a vector, or a matrix row by row, is as a demand asks, but
// for positive definite matrices, of which it sees the diagonal and the symmetry
// alone.
func Meets(demand string, x []float64) bool { return Lacks(demand, x) == "" }

// Lacks says what is wrong with a vector or matrix that is to meet a demand, ""
// for nothing. Of a matrix it sees sizes and signs; the rest needs its factor.
func Lacks(demand string, x []float64) string {
	sum := 0.0
	for i, v := range x {
		switch {
		case demand == "positive" && !(v > 0):
			return fmt.Sprintf("element %d is %v, not above 0", i, v)
		case demand == "probabilities" && !(v >= 0):
			return fmt.Sprintf("element %d is %v, and no probability is negative", i, v)
		}
		sum += v
	}
	if demand == "probabilities" && !(math.Abs(sum-1) <= ProbabilitySlack) {
		return fmt.Sprintf("the probabilities sum to %v, not to 1", sum)
	}
	return ""
}

// ProbabilitySlack is how far from 1 the sum of probabilities may be.
const ProbabilitySlack = 1e-6

// shape checks the sizes of a parameter that is a vector or a matrix and what it
// must be. It returns the conditions that the data decide.
func (c *checker) shape(d *Dist, name string, e *Expr) (require []*Expr, ok bool) {
	boolean := Type{Kind: Bool}
	sizes := e.Lengths()
	if e.Type.Dimensions == 2 && len(sizes) == 2 && !sizes[0].Equal(sizes[1]) {
		if sizes[0].Op == OpNumber && sizes[1].Op == OpNumber {
			c.Errorf(e.At, CodeType, "%s of %s is a square matrix; %s has %s rows of %s", name, d.Name, e, sizes[0], sizes[1])
			return nil, false
		}
		require = append(require, sameSize(sizes[0], sizes[1], e.At))
	}
	demand := demandOf[d.Name+"."+name]
	if demand == "" || e.Random {
		return require, true
	}
	if x, known := constantVector(e); known {
		if why := Lacks(demand, x); why != "" {
			c.Errorf(e.At, CodeArguments, "%s of %s: %s", name, d.Name, why)
			return nil, false
		}
		if demand != "definite" {
			return require, true
		}
	}
	if e.Op == OpInput && len(e.Args) == len(e.Input.Dims)-e.Type.Dimensions {
		e.Input.Demand, e.Input.Demanded = demand, e.Type.Dimensions
	}
	cond := &Expr{Op: OpCall, Fun: demand, Type: boolean, Args: []*Expr{e}, At: e.At}
	return append(require, cond), true
}

// sameSize is the condition that two sizes are one.
func sameSize(a, b *Expr, at lang.Pos) *Expr {
	e := &Expr{Op: OpCall, Fun: "==", Type: Type{Kind: Bool}, Args: []*Expr{a, b}, At: at}
	return fold(e)
}

// agree checks that the parameters of a distribution have the sizes of one another.
func (c *checker) agree(d *Dist) (require []*Expr, ok bool) {
	var first *Expr
	name := ""
	for i, e := range d.Args {
		sizes := e.Lengths()
		if e.Type.Dimensions == 0 || len(sizes) == 0 {
			continue
		}
		if first == nil {
			first, name = sizes[0], d.Names[i]
			continue
		}
		if first.Equal(sizes[0]) {
			continue
		}
		same := sameSize(first, sizes[0], e.At)
		if same.Op == OpBool {
			if same.Value == 0 {
				c.Errorf(e.At, CodeType, "%s and %s of %s have the sizes %s and %s", name, d.Names[i], d.Name, first, sizes[0])
				return nil, false
			}
			continue
		}
		require = append(require, same)
	}
	if df := d.Arg("df"); d.Name == "wishart" && df != nil && first != nil {
		enough := &Expr{Op: OpCall, Fun: ">", Type: Type{Kind: Bool}, Args: []*Expr{df, Call("-", Type{Kind: Int}, first, Number(1))}, At: df.At}
		if enough = fold(enough); enough.Op == OpBool && enough.Value == 0 {
			c.Errorf(df.At, CodeArguments, "df of wishart is above the number of rows less 1, which is %s; %s is not", Call("-", Type{Kind: Int}, first, Number(1)), df)
			return nil, false
		} else if enough.Op != OpBool {
			require = append(require, enough)
		}
	}
	return require, true
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
		have, want := r.Target.Lengths(), r.drawn()
		if len(have) == 0 && r.Target.Op == OpVariable {
			c.Errorf(r.Target.At, CodeType, "the size of %s cannot be found: it is defined by itself alone", r.Target.Variable.Name)
			return
		}
		for k := range min(len(have), len(want)) {
			if have[k].Equal(want[k]) {
				continue
			}
			same := sameSize(have[k], want[k], r.At)
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
	for _, name := range []string{"prior", "alpha", "p", "mean", "scale", "inverse", "covariance", "precision"} {
		if a := r.Dist.Arg(name); a != nil && (a.Type.Dimensions > 0 || a.Type.Kind == DistKind) {
			if sizes := a.Lengths(); len(sizes) > 0 {
				return sizes
			}
		}
	}
	return nil
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
		free := false
		e.Walk(func(x *Expr) { free = free || x.Op == OpIndex })
		if free {
			c.Errorf(r.Target.At, CodeType, "the size of %s, %s, does not follow from its indices", r.Target, sizes[n])
			e = Number(0)
		}
		out[n] = e
	}
	return out
}

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

// multiply types a real times a vector or a matrix, in either order.
func (c *checker) multiply(e *lang.Binary, x, y *Expr) *Expr {
	if x.Type.number() {
		x, y = y, x
	}
	if !y.Type.number() || x.Type.Kind != Real {
		c.Errorf(e.At, CodeType, "%s does not take %s and %s", e.Op, x.Type, y.Type).
			WithHint("a real times a matrix; dot(w, x) is the product of two vectors")
		return invalid(e.At)
	}
	if !x.Random && !y.Random {
		c.unsupported(e.At, "a product of a known matrix or vector", "give the product as an input")
		return invalid(e.At)
	}
	r := &Expr{Op: OpCall, Fun: "*", Type: x.Type, Args: []*Expr{x, y}, Random: x.Random || y.Random, At: e.At}
	return r
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
		return &Expr{Op: OpCall, Fun: "dot", Type: re, Args: []*Expr{x, y}, Random: true, At: e.At}
	}
	if x.Op != OpList && y.Op != OpList {
		if x.Random {
			x, y = y, x // the sizes of data are known
		}
		l, i := c.elements(x, s, e.At)
		body := Call("*", re, x.at(i), y.at(i))
		return &Expr{Op: OpReduce, Type: re, Fun: "sum", Args: []*Expr{body}, Loop: l, Random: body.Random, At: e.At}
	}
	n, known := x.Lengths()[0], y.Lengths()[0]
	if n.Op != OpNumber {
		n, known = known, n
	}
	if known.Op == OpNumber && !known.Equal(n) {
		c.Errorf(e.At, CodeType, "dot takes vectors of one size; %s has %s elements, %s has %s", e.Args[0].Value, x.Lengths()[0], e.Args[1].Value, y.Lengths()[0])
		return invalid(e.At)
	}
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
