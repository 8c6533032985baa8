package model

import (
	"fmt"
	"slices"

	"mpc/lang"
)

// An entry that selects, in a condition, a switch or an index, cannot be a datum here
// and a random value there: what it selects stands in the branches of one gate. An input
// that selects and may lack entries is therefore a variable in all of the program, whose
// elements are observed to be the entries that are there.

// selectors makes variables of the inputs that select and may lack entries: the program
// reads these variables by the names of the inputs. So it does of vectors that are sampled
// and may lack components, which are drawn given the others.
func (c *checker) selectors() {
	for _, in := range c.model.Inputs {
		if in.Missing && (in.Type.Kind != Real || in.Inner == 1 && c.model.Samples()) && c.selects(in) {
			delete(c.inputs, in.Name)
			c.usedInput[in], in.Selects = true, true
		}
	}
}

// selects tells whether the program needs an input as a variable: a truth that is a
// condition, a whole number that more than its own definition reads, or that is to be
// inferred.
func (c *checker) selects(in *Input) bool {
	names := func(e lang.Expr) (found bool) {
		walkNames(e, func(n *lang.Name) { found = found || n.Name == in.Name })
		return found
	}
	defined, selects := 0, in.Inner > 0
	defines := func(target lang.Expr) {
		if n := targetName(target); n != nil && n.Name == in.Name && (in.Inner == 0 || indicesIn(target) < len(in.Dims)) {
			defined++
		}
	}
	read := func(e lang.Expr) {
		if in.Type.whole() {
			selects = selects || names(e)
			return
		}
		walkIndices(e, func(a lang.Expr) { selects = selects || names(a) })
	}
	var walk func([]lang.Stmt)
	walk = func(list []lang.Stmt) {
		for _, s := range list {
			switch s := s.(type) {
			case *lang.Sample:
				defines(s.Target)
				read(s.Dist)
			case *lang.Assign:
				defines(s.Target)
				read(s.Value)
			case *lang.Observe:
				if c.separate && boundsOne(s.Value, in.Name) {
					continue
				}
				read(s.Value)
				if s.Dist != nil {
					read(s.Dist)
				}
			case *lang.For:
				walk(s.Body)
			case *lang.If:
				selects = selects || names(s.Cond)
				walk(s.Then)
				walk(s.Else)
			case *lang.Switch:
				selects = selects || names(s.On)
				walk(s.Body)
			case *lang.Repeat:
				walk(s.Body)
			}
		}
	}
	walk(c.file.Program)
	// A response that nothing but its one statement reads is predicted from the others, where posteriors are computed as a
	// whole or sampled.
	predicted := c.separate || c.model.Samples() && defined == 1
	for _, n := range c.file.Infer {
		selects = selects || in.Type.whole() && n.Name == in.Name && !predicted
	}
	return defined > 0 && selects
}

// boundsOne tells whether a condition compares an entry of an input with what does not name that: where the entry is missing, it is
// known by bounds.
func boundsOne(e lang.Expr, input string) bool {
	b, ok := e.(*lang.Binary)
	if !ok || !slices.Contains([]string{"<", "<=", ">", ">="}, b.Op) {
		return false
	}
	sides := 0
	for _, x := range []lang.Expr{b.X, b.Y} {
		if n := targetName(x); n != nil && n.Name == input {
			sides++
			continue
		}
		walkNames(x, func(n *lang.Name) {
			if n.Name == input {
				sides += 2
			}
		})
	}
	return sides == 1
}

// observeSelectors states that the variables of inputs that select are what the data say,
// where they say it.
func (c *checker) observeSelectors() {
	for _, in := range c.model.Inputs {
		v := c.variables[in.Name]
		if !in.Selects || v == nil || v.Type.Kind == Invalid {
			continue
		}
		v.Data, v.used = in, true
		if in.Inner > 0 {
			c.drawnVectors(v)
			continue
		}
		var loops []*Loop
		x := &Expr{Op: OpInput, Type: in.Type, Input: in, At: in.At}
		y := &Expr{Op: OpVariable, Type: v.Type, Variable: v, Random: true, At: in.At}
		for k, size := range in.Dims {
			l := &Loop{Index: &Index{ID: c.indices, Name: string(rune('i' + k)), For: c.fors, Range: rangeOf(size), At: in.At}, Lo: Number(0)}
			c.indices++
			c.fors++
			size = size.Map(func(e *Expr) *Expr {
				if e.Op == OpDim {
					return IndexExpr(loops[e.Dim].Index)
				}
				return e
			})
			l.Hi, l.Full = size, size
			loops = append(loops, l)
			x.Args, y.Args = append(x.Args, IndexExpr(l.Index)), append(y.Args, IndexExpr(l.Index))
		}
		r := &Relation{Kind: ObserveTrue, Loops: loops, At: in.At, Text: fmt.Sprintf("the data of %s", in.Name)}
		r.Value = Call("==", Type{Kind: Bool}, y, x)
		r.Value.At = in.At
		c.model.Relations = append(c.model.Relations, r)
	}
}

// indicesIn is how many indices a target has.
func indicesIn(target lang.Expr) int {
	if e, ok := target.(*lang.Index); ok {
		return len(e.Args)
	}
	return 0
}

// drawnVectors reports what a vector that may lack components is defined by, where these
// are not drawn given the others.
func (c *checker) drawnVectors(v *Variable) {
	for _, r := range c.model.Relations {
		if r.Target == nil || r.Target.Op != OpVariable || r.Target.Variable != v || r.Kind == Draw && (r.Dist.IsNormalVector() || r.Dist.Name == StudentVector) {
			continue
		}
		what := "="
		if r.Dist != nil {
			what = r.Dist.Name
		}
		c.unsupported(r.At, fmt.Sprintf("missing: true of %s, a vector that %s defines,", v.Name, what), "draw it from mvnormal or mvstudentt, or leave missing: true out")
		return
	}
}

// walkIndices calls f for each index by which e reads an element.
func walkIndices(e lang.Expr, f func(lang.Expr)) {
	switch e := e.(type) {
	case *lang.Index:
		walkIndices(e.X, f)
		for _, a := range e.Args {
			f(a)
			walkIndices(a, f)
		}
	case *lang.Call:
		for _, a := range e.Args {
			walkIndices(a.Value, f)
		}
	case *lang.Reduce:
		walkIndices(e.Body, f)
	case *lang.Unary:
		walkIndices(e.X, f)
	case *lang.Binary:
		walkIndices(e.X, f)
		walkIndices(e.Y, f)
	case *lang.List:
		for _, a := range e.Elems {
			walkIndices(a, f)
		}
	}
}
