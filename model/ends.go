package model

import "fmt"

// A loopEnd is an end of a loop that leads out of an array: 1..n runs to n, where an
// array over n ends at n - 1. It is one mistake, however many indices read it.
type loopEnd struct {
	loop *Index
	last bool // its last index, not its first
}

// checkEnds reports indices that are seen to leave the array at an end of their loop,
// whatever the data are: those of statements that hold for all elements of their loops.
func (c *checker) checkEnds(r *Relation) {
	if len(r.Guards) > 0 {
		return
	}
	loops := r.Loops
	if r.Dist != nil {
		loops = append(loops[:len(loops):len(loops)], r.Dist.Over...)
	}
	var visit func(e *Expr, loops []*Loop)
	visit = func(e *Expr, loops []*Loop) {
		switch e.Op {
		case OpCall:
			if e.Fun == "&&" || e.Fun == "||" {
				return // one side may keep the other from its ends
			}
		case OpReduce:
			loops = append(loops[:len(loops):len(loops)], e.Loop)
		case OpVariable:
			if !c.lacks(e.Variable) {
				c.inBounds(e, e.Variable.Name, e.Variable.Dims, loops)
			}
		case OpInput:
			c.inBounds(e, e.Input.Name, e.Input.Dims, loops)
		}
		for _, a := range e.Args {
			visit(a, loops)
		}
	}
	r.Exprs(func(e *Expr) { visit(e, loops) })
}

// inBounds checks the indices of one element, each a loop index and a constant.
func (c *checker) inBounds(e *Expr, name string, dims []*Expr, loops []*Loop) {
	whole := Type{Kind: Int}
	for k, a := range e.Args {
		i, off, affine := a.Affine()
		if k >= len(dims) || !affine {
			continue
		}
		l := find(loops, i)
		if l == nil || l.Empty() {
			continue
		}
		size := dims[k].Map(func(x *Expr) *Expr {
			if x.Op == OpDim && x.Dim < len(e.Args) {
				return e.Args[x.Dim]
			}
			return x
		})
		shift := Number(float64(off))
		first, end := Call("+", whole, l.Lo, shift), Call("+", whole, l.Hi, shift)
		switch {
		case size.IsNumber(0) && c.HasErrors(): // it may not be known for an error
		case first.Op == OpNumber && first.Value < 0 && !c.beyond[loopEnd{i, false}]:
			c.beyond[loopEnd{i, false}] = true
			c.Errorf(a.At, CodeIndex, "%s is out of range: it begins at %s, and indices count from %d", c.subscript(e, a, name),
				c.counted(first), c.file.Origin.First()).
				WithHint("start the loop at %d, for (%s in %d..<%s), and define what comes before by itself", -off, i.Name, -off, l.Hi)
		case size.below(end) && !l.Hi.Equal(l.Lo) && !c.beyond[loopEnd{i, true}]:
			c.beyond[loopEnd{i, true}] = true
			d := c.Errorf(a.At, CodeIndex, "%s is out of range: it runs to %s, and %s has elements %d to %s", c.subscript(e, a, name),
				c.counted(Call("-", whole, end, Number(1))), name, c.file.Origin.First(), c.counted(Call("-", whole, size, Number(1))))
			if off > 0 {
				d.WithHint("end the loop sooner: for (%s in %s..<%s)", i.Name, l.Lo, Call("-", whole, size, shift))
			} else {
				whole := "0..<" + size.String()
				if size.Op == OpInput && size.Type.Kind == RangeKind {
					whole = size.String()
				}
				d.WithHint("indices count from 0, and %s runs to %s: write for (%s in %s)", l.Index.Name, Call("-", Type{Kind: Int}, l.Hi, Number(1)), i.Name, whole)
			}
		}
	}
}

// subscript names an index of an element: of a program in another language the element as that has it.
func (c *checker) subscript(e, a *Expr, name string) string {
	if o := c.file.Origin; o != nil && o.Parts[e.At] != "" {
		return "the subscript of " + o.Parts[e.At]
	}
	return fmt.Sprintf("index %s of %s", a, name)
}

// counted is an index as the program counts it.
func (c *checker) counted(i *Expr) *Expr {
	return Call("+", Type{Kind: Int}, i, Number(float64(c.file.Origin.First())))
}

// below tells whether two sizes are seen to be a constant apart, and e the smaller one.
func (e *Expr) below(f *Expr) bool {
	ke, ce := e.base()
	kf, cf := f.base()
	return ke == kf && ce < cf
}

// find is the loop of an index.
func find(loops []*Loop, i *Index) *Loop {
	for _, l := range loops {
		if l.Index == i {
			return l
		}
	}
	return nil
}
