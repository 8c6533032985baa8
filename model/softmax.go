package model

import (
	"fmt"

	"mpc/lang"
)

// softmax types p = softmax(x), the vector of exp(x[i])/sum(exp(x[j])): a reduction
// whose result is a vector, over all elements of an array of random numbers.
func (c *checker) softmax(e *lang.Call, s scope) *Expr {
	if len(e.Args) != 1 {
		c.Errorf(e.At, CodeArguments, "softmax takes 1 argument, here it has %d", len(e.Args))
		return invalid(e.At)
	}
	a := e.Args[0]
	if a.Name.Name != "" {
		c.Errorf(a.Name.At, CodeArguments, "softmax takes its arguments by position")
	}
	if c.otherShape(a.Value, s) {
		return invalid(e.At)
	}
	x := c.shaped(a.Value, 1, "the argument of softmax", s)
	switch {
	case x.Type.Kind == Invalid:
		return invalid(e.At)
	case !x.Random:
		c.unsupported(e.At, "softmax of known values", "give the probabilities as an input of type vector(K)")
		return invalid(e.At)
	case x.Op == OpList:
		c.unsupported(e.At, "softmax of a list", "fill an array, x[0] = a; x[1] = b, and write softmax(x)")
		return invalid(e.At)
	case isVector(x) && !c.model.Samples():
		c.unsupported(e.At, "softmax of a random vector", "take its components, for (k in K) { x[k] = w[k] }, and write softmax(x)")
		return invalid(e.At)
	}
	l, i := c.elements(x, s, e.At)
	body := x.at(i)
	if isVector(x) {
		body = &Expr{Op: OpCall, Fun: "component", Type: Type{Kind: Real}, Args: []*Expr{x, i}, Random: true, At: e.At}
	}
	return &Expr{Op: OpReduce, Type: Type{Kind: Real, Dimensions: 1}, Fun: "softmax", Args: []*Expr{body}, Loop: l, Random: true, At: e.At}
}

// otherShape reports a variable that is no array of numbers over one range, with the
// indices that it is given.
func (c *checker) otherShape(e lang.Expr, s scope) bool {
	n, given := targetName(e), 0
	if x, ok := e.(*lang.Index); ok {
		given = len(x.Args)
	}
	if n == nil || s.index(n.Name) != nil || c.variables[n.Name] == nil {
		return false
	}
	v := c.variables[n.Name]
	if v.Type.Dimensions > 0 {
		return false
	}
	what := ""
	switch left := c.plates(v) - given; {
	case left <= 0:
		what = "one value"
	case left > 1:
		what = fmt.Sprintf("an array over %d ranges", left)
	case v.Type.Kind == Bool:
		what = "an array of booleans"
	default:
		return false
	}
	c.Errorf(e.Pos(), CodeType, "softmax takes an array of reals over one range; %s is %s", e, what).
		WithHint("for (k in K) { x[k] ~ normal(0, variance = 1) }, and softmax(x), or, of x[i, k], softmax(x[i])")
	return true
}

// A wholeLoop is a loop over all elements of a variable's array, which has no size
// before all definitions of the variable have been read.
type wholeLoop struct {
	array *Expr
	loop  *Loop
	index *Expr
}

// elements makes a loop over the elements of an array that stands for a vector, and
// its index.
func (c *checker) elements(x *Expr, s scope, at lang.Pos) (*Loop, *Expr) {
	name := "i"
	for s.index(name) != nil {
		name += "2"
	}
	i := &Index{ID: c.indices, Name: name, For: c.fors, At: at}
	c.indices++
	c.fors++
	w := &wholeLoop{x, &Loop{Index: i, Lo: Number(0), Hi: Number(0), Full: Number(0)}, IndexExpr(i)}
	if w.measure(); x.Op == OpVariable {
		c.whole = append(c.whole, w)
	}
	return w.loop, w.index
}

// measure gives the loop the length of the array, if that is known.
func (w *wholeLoop) measure() {
	sizes := w.array.Lengths()
	if len(sizes) == 0 {
		return
	}
	n := sizes[0]
	w.loop.Hi, w.loop.Full = n, n
	if n.Op == OpInput && n.Type.Kind == RangeKind {
		w.loop.Index.Range = n.Input
		w.index.Type = Type{Kind: IndexKind, Range: n.Input}
	}
}
