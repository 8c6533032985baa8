package model

import "mpc/lang"

// checkIndex checks the indices of an element: each is of the range that the array runs over.
func (c *checker) checkIndex(e *Expr) {
	var dims []*Expr
	var name string
	switch e.Op {
	case OpVariable:
		dims, name = e.Variable.Dims, e.Variable.Name
		if dims == nil || c.lacks(e.Variable) {
			return // its definition has an error
		}
		partial := 0
		if e.Variable.Type.Dimensions == 0 {
			partial = e.Type.Dimensions
		}
		if len(e.Args)+partial != len(dims) {
			c.dimensions(&lang.Name{At: e.At, Name: name}, len(e.Args), len(dims))
			return
		}
	case OpInput:
		dims, name = e.Input.Dims, e.Input.Name
	default:
		return
	}
	for k, a := range e.Args {
		if k >= len(dims) {
			return
		}
		var over *Input
		if dims[k].Op == OpInput && dims[k].Type.Kind == RangeKind {
			over = dims[k].Input
		}
		c.checkMember(a, over, name, k)
		if over == nil {
			c.checkEnd(e, k)
		}
		if n := a; n.Op == OpNumber && (n.Value < 0 || dims[k].Op == OpNumber && n.Value >= dims[k].Value && !(c.HasErrors() && dims[k].Value == 0)) {
			d := c.Errorf(a.At, CodeIndex, "index %s of %s is out of range", a, name)
			if dims[k].Op == OpNumber {
				d.WithHint("it has elements 0 to %d", int(dims[k].Value)-1)
			} else {
				d.WithHint("indices count from 0")
			}
		}
	}
}

// checkMember reports an index of dimension k of an array that is not a member of the range
// that it runs over.
func (c *checker) checkMember(a *Expr, over *Input, array string, k int) {
	switch {
	case over == nil || c.lost[over.Name] == over:
	case a.Type.Kind == IndexKind && a.Type.Range != nil && a.Type.Range != over && c.lost[a.Type.Range.Name] != a.Type.Range:
		d := c.Errorf(a.At, CodeIndex, "%s is an index of %s, but dimension %d of %s is %s", a, a.Type.Range.Name, k+1, array, over.Name)
		for _, in := range c.model.Inputs {
			if in.Type.Kind == IndexKind && in.Type.Range == over && len(in.Dims) == 1 && in.Dims[0].Op == OpInput && in.Dims[0].Input == a.Type.Range {
				d.WithHint("%s[%s] is an index of %s", in.Name, a, over.Name)
				break
			}
		}
	case a.Op == OpInput && a.Input == over:
		c.Errorf(a.At, CodeIndex, "%s is a range: as an index it is its size, and dimension %d of %s has no such element", over.Name, k+1, array).
			WithHint("write the index of a loop, %s[i] in for (i in %s), or an input that is index(%s)", array, over.Name, over.Name)
	}
}

// checkEnd warns of an array over 0..R, which has an element that is no member of R, where an
// input says which element: R has one less.
func (c *checker) checkEnd(e *Expr, k int) {
	if e.Op != OpVariable || e.Args[k].Op != OpInput || e.Args[k].Type.Kind != IndexKind || c.ended[e.Variable] {
		return
	}
	r := e.Args[k].Type.Range
	n := e.Variable.Dims[k]
	if n.Op != OpCall || n.Fun != "+" || n.Args[0].Op != OpInput || n.Args[0].Input != r || !n.Args[1].IsNumber(1) {
		return
	}
	c.ended[e.Variable] = true
	c.Warnf(e.Variable.At, CodeIndex, "%s has one element more than %s, and %s is an index of %s", e.Variable.Name, r.Name, e.Args[k], r.Name).
		WithHint("write for (i in %s): 0..%s ends with %s, 0..<%s before it", r.Name, r.Name, r.Name, r.Name)
}
