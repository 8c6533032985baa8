package model

import (
	"slices"
	"strings"

	"mpc/lang"
	"mpc/lang/functions"
)

// A scope is what a statement stands in.
type scope struct {
	loops  []*Loop
	guards []*Expr
	// repeats are the power plates around a statement, stmts as they are written.
	repeats []*Expr
	stmts   []*lang.Repeat
	// branches are the branches of gates around a statement, known what their
	// selectors are there.
	branches []*Branch
	known    []knownValue
}

func (s scope) index(name string) *Index {
	for i := len(s.loops) - 1; i >= 0; i-- {
		if s.loops[i].Index.Name == name && !s.loops[i].Index.Selects {
			return s.loops[i].Index
		}
	}
	return nil
}

func (s scope) with(l *Loop) scope {
	s.loops = append(s.loops[:len(s.loops):len(s.loops)], l)
	return s
}

func (s scope) when(g *Expr) scope {
	s.guards = append(s.guards[:len(s.guards):len(s.guards)], g)
	return s
}

func invalid(at lang.Pos) *Expr { return &Expr{At: at} }

// expr types an expression.
func (c *checker) expr(e lang.Expr, s scope) *Expr {
	switch e := e.(type) {
	case *lang.Number:
		x := Number(e.Value)
		if !e.Int {
			x.Type.Kind = Real
		}
		x.At = e.At
		return x
	case *lang.Bool:
		x := &Expr{Op: OpBool, Type: Type{Kind: Bool}, At: e.At}
		if e.Value {
			x.Value = 1
		}
		return x
	case *lang.Name:
		return c.reference(e, nil, s)
	case *lang.Index:
		name, ok := e.X.(*lang.Name)
		if !ok {
			c.Errorf(e.At, CodeIndex, "only a variable or an input can be indexed, not %s", e.X)
			return invalid(e.At)
		}
		return c.reference(name, e.Args, s)
	case *lang.Unary:
		return c.unary(e, s)
	case *lang.Binary:
		return c.binary(e, s)
	case *lang.Call:
		return c.call(e, s)
	case *lang.Reduce:
		return c.reduce(e, s)
	case *lang.List:
		c.Errorf(e.At, CodeType, "a list stands where a vector or a matrix is wanted, and nowhere else").
			WithHint("write its elements one by one, or declare an input of type vector(K)")
	}
	return invalid(e.Pos())
}

func (c *checker) unary(e *lang.Unary, s scope) *Expr {
	x := c.expr(e.X, s)
	if x.Type.Kind == Invalid {
		return x
	}
	if e.Op == "-" && x.Type.Dimensions > 0 && x.Type.Kind != DistKind {
		return c.negative(e, x)
	}
	fun, t := "neg", x.Type
	if e.Op == "!" {
		fun = "!"
		if x.Type.Kind != Bool {
			c.Errorf(e.At, CodeType, "! wants a boolean, %s is %s", e.X, x.Type)
			return invalid(e.At)
		}
	} else if !x.Type.number() {
		c.Errorf(e.At, CodeType, "- wants a number, %s is %s", e.X, x.Type)
		return invalid(e.At)
	}
	if t.whole() {
		t = Type{Kind: Int}
	}
	r := Call(fun, t, x)
	r.At = e.At
	return r
}

func (c *checker) binary(e *lang.Binary, s scope) *Expr {
	if labelOf(e.X) != nil || labelOf(e.Y) != nil {
		return c.compared(e, s)
	}
	if v := c.arithmetic(e, s); v != nil {
		return v
	}
	x, y := c.expr(e.X, s), c.expr(e.Y, s)
	if x.Type.Kind == Invalid || y.Type.Kind == Invalid {
		return invalid(e.At)
	}
	t := Type{Kind: Bool}
	good := true
	switch e.Op {
	case "&&", "||":
		good = x.Type.Kind == Bool && y.Type.Kind == Bool
	case "==", "!=":
		good = x.Type.Kind == y.Type.Kind && x.Type.Dimensions+y.Type.Dimensions == 0 || x.Type.number() && y.Type.number()
	case "<", "<=", ">", ">=":
		good = x.Type.number() && y.Type.number()
	case "/", "^":
		t.Kind = Real
		good = x.Type.number() && y.Type.number()
	default:
		t.Kind = Real
		if x.Type.whole() && y.Type.whole() {
			t.Kind = Int
		}
		good = x.Type.number() && y.Type.number()
		if e.Op == "*" { // a boolean counts as 0 or 1
			good = good || x.Type.Kind == Bool && y.Type.number() || x.Type.number() && y.Type.Kind == Bool
			if x.Type.Kind == Bool || y.Type.Kind == Bool {
				t.Kind = Real
			}
		}
	}
	if !good && c.notJoint(e, x, y) {
		return invalid(e.At)
	}
	if !good {
		c.Errorf(e.At, CodeType, "%s does not take %s and %s", e.Op, x.Type, y.Type).
			WithHint("%s is %s, %s is %s", e.X, x.Type, e.Y, y.Type)
		return invalid(e.At)
	}
	r := Call(e.Op, t, x, y)
	if r.Op == OpCall {
		r.At = e.At
	}
	return r
}

func (c *checker) call(e *lang.Call, s scope) *Expr {
	switch e.Fun {
	case "dot":
		return c.dot(e, s)
	case "softmax":
		return c.softmax(e, s)
	}
	f := functions.Called(e.Fun)
	if f == nil {
		c.unknownFunction(e, s)
		return invalid(e.At)
	}
	if n := f.Takes; len(e.Args) != n {
		d := c.Errorf(e.At, CodeArguments, "%s takes %s, here it has %d", e.Fun, plural(n, "argument"), len(e.Args))
		if functions.Reduces(e.Fun) != nil && len(e.Args) == 1 {
			d.WithHint("write %s", c.reduced(e, s))
		}
		return invalid(e.At)
	}
	args := make([]*Expr, f.Takes)
	for i, a := range e.Args {
		if a.Name.Name != "" {
			c.Errorf(a.Name.At, CodeArguments, "%s takes its arguments by position", e.Fun)
		}
		args[i] = c.expr(a.Value, s)
		if args[i].Type.Kind == Invalid {
			return invalid(e.At)
		}
		if !args[i].Type.number() {
			c.Errorf(a.Value.Pos(), CodeType, "%s wants a number, %s is %s", e.Fun, a.Value, args[i].Type)
			return invalid(e.At)
		}
	}
	t := Type{Kind: Real}
	switch {
	case f.Result == functions.Truth:
		t.Kind = Bool
	case f.Result == functions.Alike && !slices.ContainsFunc(args, func(a *Expr) bool { return !a.Type.whole() }):
		t.Kind = Int
	}
	fun := e.Fun
	if f.Spelled != "" {
		fun = f.Spelled
	}
	r := Call(fun, t, args...)
	r.At = e.At
	return r
}

// unknownFunction reports a call of what is no function.
func (c *checker) unknownFunction(e *lang.Call, s scope) {
	name := e.Fun
	if Distribution(name) != nil {
		c.Errorf(e.At, CodeType, "%s is a distribution; it stands after ~", name).WithHint("write x ~ %s(...), and x here", name)
		return
	}
	if functions.Reduces(name) != nil {
		c.Errorf(e.At, CodeArguments, "%s runs over a range", name).WithHint("write %s", c.reduced(e, s))
		return
	}
	names := []string{"dot", "softmax"}
	for _, f := range functions.All() {
		names = append(names, f.Name)
	}
	for _, r := range functions.Reductions() {
		if functions.Called(r.Name) == nil {
			names = append(names, r.Name)
		}
	}
	sortStrings(names)
	d := c.Errorf(e.At, CodeUnknown, "unknown function %s", name)
	if other := c.instead(e, s); other != "" {
		d.WithHint("%s", other)
	} else if near := lang.Nearest(name, names); near != "" {
		d.WithHint("did you mean %s?", near)
	} else {
		d.WithHint("functions are %s", strings.Join(names, ", "))
	}
}

// reduced is a reduction over the elements of the array that it is given.
func (c *checker) reduced(e *lang.Call, s scope) string {
	var of lang.Expr
	if len(e.Args) == 1 {
		of = e.Args[0].Value
	}
	o := c.over(of, s)
	return e.Fun + "(" + o.element + " : " + o.index + " in " + o.domain + ")"
}

func (c *checker) reduce(e *lang.Reduce, s scope) *Expr {
	row := functions.Reduces(e.Fun)
	if row == nil {
		d := c.Errorf(e.At, CodeUnknown, "%s does not run over a range", e.Fun)
		if other := insteadOver(e); other != "" {
			d.WithHint("%s", other)
		} else {
			d.WithHint("%s do: sum(x[i] : i in R)", reductionNames())
		}
		return invalid(e.At)
	}
	l := c.loop(e.Index, e.Domain, s)
	if l == nil {
		return invalid(e.At)
	}
	body := c.expr(e.Body, s.with(l))
	if body.Type.Kind == Invalid {
		return invalid(e.At)
	}
	if body.Type.Kind == Bool && row.OfTruths != "" {
		row = functions.Reduces(row.OfTruths)
	}
	wants, good := "numbers", body.Type.number()
	if row.Truths {
		wants, good = "booleans", body.Type.Kind == Bool
	}
	if !good {
		c.Errorf(e.At, CodeType, "%s wants %s, %s is %s", row.Name, wants, e.Body, body.Type)
		return invalid(e.At)
	}
	return &Expr{Op: OpReduce, Type: reduced(row, body.Type, l), Fun: row.Name, Args: []*Expr{body}, Loop: l, Random: body.Random, At: e.At}
}

// reduced is the type of a reduction of values over a loop.
func reduced(row *functions.Reduction, of Type, l *Loop) Type {
	switch {
	case row.Result == functions.Truth:
		return Type{Kind: Bool}
	case row.Result == functions.Place && l.Index.Range != nil:
		return Type{Kind: IndexKind, Range: l.Index.Range}
	case row.Counts() || of.whole():
		return Type{Kind: Int}
	}
	return Type{Kind: Real}
}

// reductionNames lists the functions over ranges: "sum, count and any".
func reductionNames() string {
	var names []string
	for _, r := range functions.Reductions() {
		names = append(names, r.Name)
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// loop types the domain of a for statement or a reduction.
func (c *checker) loop(name lang.Name, d lang.Domain, s scope) *Loop {
	index := &Index{ID: c.indices, Name: name.Name, For: c.fors, At: name.At}
	c.indices++
	c.fors++
	if old := s.index(name.Name); old != nil {
		c.Errorf(name.At, CodeDouble, "loop index %s is already the index of a loop around this one", name.Name).WithRelated(old.At, "of this one")
		return nil
	}
	if c.inputs[name.Name] != nil || c.variables[name.Name] != nil {
		c.Errorf(name.At, CodeDouble, "%s is the name of an input or a variable and cannot be a loop index too", name.Name)
		return nil
	}
	l := &Loop{Index: index, Lo: Number(0)}
	if d.Hi == nil {
		n, ok := d.Lo.(*lang.Name)
		var r *Input
		if ok {
			r = c.inputs[n.Name]
			if lost := c.unread(n); lost != nil {
				r = lost
			}
		}
		switch {
		case r != nil && r.Type.Kind == RangeKind:
			index.Range = r
		case ok && r == nil && c.variables[n.Name] == nil && s.index(n.Name) == nil:
			c.unknown(n, "range", func(in *Input) bool { return in.Type.Kind == RangeKind })
			index.Range = c.lostRange(n) // for the mistakes in the body
		case r != nil && c.again(n.Name, n.At): // wanted as a range elsewhere
			index.Range = c.lostRange(n)
		default:
			dg := c.Errorf(d.Lo.Pos(), CodeType, "a loop runs over a range or an interval, %s is neither", d.Lo)
			if r != nil && len(r.Dims) == 0 {
				dg.WithHint("write 0..<%s, or declare it as a range, %s: range", d.Lo, d.Lo)
				c.strange[n.Name] = dg
			} else {
				dg.WithHint("write 0..<%s", d.Lo)
			}
			return nil
		}
		r = index.Range
		c.usedInput[r] = true
		l.Hi = &Expr{Op: OpInput, Type: r.Type, Input: r, At: n.At}
		l.Full = l.Hi
		return l
	}
	lo, hi := c.expr(d.Lo, s), c.expr(d.Hi, s)
	for i, b := range []*Expr{lo, hi} {
		at := []lang.Expr{d.Lo, d.Hi}[i]
		switch {
		case b.Type.Kind == Invalid:
			return nil
		case b.Random:
			d := c.Errorf(at.Pos(), CodeType, "the bound of a loop cannot be random, and %s is", at)
			if i == 1 {
				d.WithHint("loop up to the largest value, and write if (%s < %s) { ... } inside", index.Name, at)
			}
			return nil
		case !b.Type.whole():
			c.Errorf(at.Pos(), CodeType, "the bound of a loop is a whole number; %s is %s", at, b.Type)
			return nil
		}
	}
	if d.Closed {
		hi = Call("+", Type{Kind: Int}, hi, Number(1))
	}
	l.Lo, l.Hi, l.Full = lo, hi, hi
	return l
}
