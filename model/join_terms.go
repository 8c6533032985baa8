package model

// A term is times the element of the vector at a position, for each pass of its loops.
type term struct {
	times, at *Expr // times is nil for 1
	loops     []*Loop
}

// A place is where an expression stands: in a relation, and there in the loops of reductions.
type place struct {
	of *Relation
	// around are loops of parts that are read apart, inner those of the sum that is read.
	around, inner []*Loop
}

func (p place) within(l *Loop) place {
	p.inner = append(p.inner[:len(p.inner):len(p.inner)], l)
	return p
}

// apart is the place of a part that is read by itself.
func (p place) apart() place {
	return place{p.of, append(p.around[:len(p.around):len(p.around)], p.inner...), nil}
}

// A combination is a sum of terms, and of what the block does not draw, nil for 0.
type combination struct {
	terms []term
	rest  *Expr
}

func (c *combination) plus(e *Expr) {
	if c.rest == nil {
		c.rest = e
		return
	}
	at := c.rest.At
	c.rest = Call("+", realType, c.rest, e)
	c.rest.At = at
}

// linear adds e, as often as times says, to a combination.
func (j *join) linear(e, times *Expr, at place, to *combination) {
	scaled := func(k *Expr) *Expr {
		if times == nil {
			return k
		}
		return Call("*", realType, times, k)
	}
	rest := func(e *Expr) {
		if times != nil {
			random, pos := e.Random, e.At
			e = Call("*", realType, times, e)
			e.Random, e.At = random, pos
		}
		to.plus(e)
	}
	a := e.Args
	switch {
	case !j.reads(e):
		rest(e)
	case !j.adds(e): // read apart
		rest(j.parts(e, at))
	case e.Op == OpVariable && j.members[e.Variable] != nil:
		to.terms = append(to.terms, term{times, j.position(j.members[e.Variable], a), at.inner})
	case e.Op == OpVariable:
		j.linear(j.written(e), times, at, to)
	case e.Op == OpReduce:
		inner := &combination{}
		j.linear(a[0], times, at.within(e.Loop), inner)
		to.terms = append(to.terms, inner.terms...)
		if r := inner.rest; r != nil {
			to.plus(&Expr{Op: OpReduce, Fun: "sum", Type: e.Type, Args: []*Expr{r}, Loop: e.Loop, Random: r.Random, At: e.At})
		}
	case e.Fun == "+":
		j.linear(a[0], times, at, to)
		j.linear(a[1], times, at, to)
	case e.Fun == "-":
		j.linear(a[0], times, at, to)
		j.linear(a[1], scaled(Number(-1)), at, to)
	case e.Fun == "neg":
		j.linear(a[0], scaled(Number(-1)), at, to)
	case e.Fun == "*" && !a[0].Random:
		j.linear(a[1], scaled(a[0]), at, to)
	case e.Fun == "*":
		j.linear(a[0], scaled(a[1]), at, to)
	case e.Fun == "/":
		j.linear(a[0], scaled(Call("/", realType, Number(1), a[1])), at, to)
	}
}

// adds tells whether an expression that reads the block is a sum of multiples of its elements
// and of what does not read it, as far as its outermost operation says.
func (j *join) adds(e *Expr) bool {
	if e.Type.Kind != Real || e.Type.Dimensions > 0 {
		return false
	}
	a := e.Args
	switch {
	case e.Op == OpVariable:
		return true // a member or a function that is affine
	case e.Op == OpReduce:
		return e.Sums()
	case e.Op != OpCall:
		return false
	case e.Fun == "+", e.Fun == "-", e.Fun == "neg":
		return true
	case e.Fun == "*":
		return !a[0].Random && a[0].Type.Kind != Bool || !a[1].Random && a[1].Type.Kind != Bool
	case e.Fun == "/":
		return !a[1].Random
	}
	return false
}

// affine tells whether all that an expression reads of the block is a sum of multiples of its
// elements.
func (j *join) affine(e *Expr) bool {
	if !j.reads(e) {
		return true
	}
	if !j.adds(e) {
		return false
	}
	if e.Op == OpVariable {
		return true
	}
	for _, a := range e.Args {
		if !j.affine(a) {
			return false
		}
	}
	return true
}

// written is the value of an affine function of the block.
func (j *join) written(e *Expr) *Expr {
	f := j.functions[e.Variable]
	value := f.Value
	for i, a := range f.Target.Args {
		value = value.Subst(a.Index, e.Args[i])
	}
	return value
}

// read is an expression with its combinations of elements as products with the vector.
func (j *join) read(e *Expr, at place) *Expr {
	if e == nil || !j.reads(e) {
		return e
	}
	if !j.adds(e) {
		return j.parts(e, at)
	}
	at = at.apart()
	c := &combination{}
	j.linear(e, nil, at, c)
	return j.total(c, at, e)
}

// parts is an expression whose parts are read by products with the vector. A comparison of two
// that both read it is one of their difference and 0: two messages would not say how they hang
// together.
func (j *join) parts(e *Expr, at place) *Expr {
	out := *e
	out.Args = append([]*Expr(nil), e.Args...)
	if compares[e.Fun] && len(e.Args) == 2 && j.reads(e.Args[0]) && j.reads(e.Args[1]) && e.Args[0].Type.Kind == Real {
		d := Call("-", realType, e.Args[0], e.Args[1])
		d.Random, d.At = true, e.At
		out.Args = []*Expr{d, Number(0)}
	}
	if e.Loop != nil {
		at = at.within(e.Loop)
	}
	for i, a := range out.Args {
		out.Args[i] = j.read(a, at)
	}
	return &out
}

var compares = map[string]bool{"<": true, "<=": true, ">": true, ">=": true}

// position is the place of an element of a member in the vector.
func (j *join) position(m *member, args []*Expr) *Expr {
	var at *Expr
	for k, a := range args {
		if k == 0 {
			at = a
			continue
		}
		at = Call("+", wholeInt, Call("*", wholeInt, at, m.variable.Dims[k]), a)
	}
	switch {
	case at == nil:
		return m.first
	case m.first.IsNumber(0):
		return at
	}
	return Call("+", wholeInt, m.first, at)
}

// component is an element of the vector.
func (j *join) component(at *Expr) *Expr {
	return &Expr{Op: OpCall, Fun: "component", Type: realType, Args: []*Expr{j.whole(), at}, Random: true, At: at.At}
}

// whole is the vector.
func (j *join) whole() *Expr {
	return &Expr{Op: OpVariable, Type: j.vector.Type, Variable: j.vector, Random: true, At: j.at}
}
