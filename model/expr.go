package model

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"mpc/lang"
)

// An Op is the operation of an expression.
type Op uint8

const (
	// OpNumber is the constant Value.
	OpNumber Op = iota
	// OpBool is the constant Value != 0.
	OpBool
	// OpInput is Input, indexed by Args.
	OpInput
	// OpVariable is Variable, indexed by Args.
	OpVariable
	// OpIndex is the loop index Index.
	OpIndex
	// OpDim is the index of dimension Dim of the array whose size this is.
	OpDim
	// OpCall is Fun of Args: an operator (+ - * / ^ neg ! && || < <= > >= == !=)
	// or a function by its name.
	OpCall
	// OpReduce is Fun over Loop of Args[0].
	OpReduce
	// OpList is the vector of Args, or the matrix whose rows they are.
	OpList
	// OpState is the number of Index that the pass before of a recursion has left.
	OpState
)

// Choose is the name of a call that is its second argument where its first, a condition,
// holds, and its third elsewhere.
const Choose = "choose"

// An Expr is a typed expression.
type Expr struct {
	Op       Op
	Type     Type
	Random   bool // reads a random variable
	Value    float64
	Input    *Input
	Variable *Variable
	Index    *Index
	Dim      int
	Fun      string
	Args     []*Expr
	Loop     *Loop
	At       lang.Pos
	// Says, of a condition, is what is wrong where it is false: a format that the
	// values of Args and With fill in. Without it the condition itself is quoted.
	Says string
	With []*Expr
	// Density, of a log density, is the distribution, whose arguments are Args[1:] here;
	// Args[0] is the value.
	Density *Dist
	// States, of a recursion, are the numbers that a pass leaves to the next.
	States []*Index
}

// LogSum is the name of a reduction: the log of the sum of the exponentials of Args[0].
const LogSum = "logsum"

// Elements is the name of a reduction: the vector of what Args[0] is in each pass of its
// loop, or, where that is a vector, the matrix of these rows.
const Elements = "elements"

// Recursion is the name of a reduction: of numbers, its States, that the first pass sets to the list Args[1], and each later
// one to the list Args[0], which reads those of the pass before, the one with the number Value after the last pass.
const Recursion = "recursion"

// Inverse as Fun of a call is an entry of the inverse of a matrix of the data: of the matrix,
// the row and the column.
const Inverse = "inverse"

// Whitening as Fun of a call is an entry of the matrix that makes a normal vector one of independent standard normals: of its
// precision, or its covariance where the second argument is 1, the row and the column.
const Whitening = "whitening"

// LogDensity is the log density of x.
func LogDensity(x *Expr, d *Dist) *Expr {
	return &Expr{Op: OpCall, Fun: "log " + d.Name, Type: Type{Kind: Real}, Args: append([]*Expr{x}, d.Args...), Random: true, At: x.At, Density: d}
}

// Distribution is the distribution of a log density, with its arguments.
func (e *Expr) Distribution() *Dist {
	d := *e.Density
	d.Args = e.Args[1:]
	return &d
}

// Number returns a constant.
func Number(v float64) *Expr {
	kind := Real
	if v == math.Trunc(v) && math.Abs(v) < 1<<53 {
		kind = Int
	}
	return &Expr{Op: OpNumber, Type: Type{Kind: kind}, Value: v}
}

// IndexExpr returns the loop index i.
func IndexExpr(i *Index) *Expr {
	t := Type{Kind: Int}
	if i.Range != nil {
		t = Type{Kind: IndexKind, Range: i.Range}
	}
	return &Expr{Op: OpIndex, Type: t, Index: i, At: i.At}
}

// Call returns fun of args, folded where all of them are numbers.
func Call(fun string, t Type, args ...*Expr) *Expr {
	e := &Expr{Op: OpCall, Type: t, Fun: fun, Args: args}
	for _, a := range args {
		e.Random = e.Random || a.Random
		if !e.At.IsKnown() {
			e.At = a.At
		}
	}
	return fold(e)
}

// Pos is where it stands.
func (e *Expr) Pos() lang.Pos { return e.At }

// IsNumber tells whether e is the constant v.
func (e *Expr) IsNumber(v float64) bool { return e.Op == OpNumber && e.Value == v }

// IsVariable tells whether e is an element of v.
func (e *Expr) IsVariable(v *Variable) bool { return e != nil && e.Op == OpVariable && e.Variable == v }

// Affine returns the loop index and the constant c if e is index + c.
func (e *Expr) Affine() (*Index, int, bool) {
	switch {
	case e.Op == OpIndex:
		return e.Index, 0, true
	case e.Op == OpCall && (e.Fun == "+" || e.Fun == "-") && len(e.Args) == 2:
		x, y := e.Args[0], e.Args[1]
		if e.Fun == "+" && x.Op == OpNumber {
			x, y = y, x
		}
		i, c, ok := x.Affine()
		if !ok || y.Op != OpNumber || y.Value != math.Trunc(y.Value) {
			return nil, 0, false
		}
		if e.Fun == "-" {
			return i, c - int(y.Value), true
		}
		return i, c + int(y.Value), true
	}
	return nil, 0, false
}

// Walk calls f for e and all its parts, outer ones first.
func (e *Expr) Walk(f func(*Expr)) {
	if e == nil {
		return
	}
	f(e)
	for _, a := range e.Args {
		a.Walk(f)
	}
	if e.Loop != nil {
		e.Loop.Lo.Walk(f)
		e.Loop.Hi.Walk(f)
	}
}

// Uses tells whether e reads the loop index i.
func (e *Expr) Uses(i *Index) bool {
	found := false
	e.Walk(func(x *Expr) { found = found || x.Op == OpIndex && x.Index == i })
	return found
}

// Map returns e with f applied to every leaf and part, inner ones first; f
// returns its argument to keep it.
func (e *Expr) Map(f func(*Expr) *Expr) *Expr {
	if e == nil {
		return nil
	}
	c := *e
	if len(e.Args) > 0 {
		c.Args = make([]*Expr, len(e.Args))
		for i, a := range e.Args {
			c.Args[i] = a.Map(f)
		}
	}
	if len(e.With) > 0 {
		c.With = make([]*Expr, len(e.With))
		for i, a := range e.With {
			c.With[i] = a.Map(f)
		}
	}
	if e.Loop != nil {
		l := *e.Loop
		l.Lo, l.Hi, l.Full = l.Lo.Map(f), l.Hi.Map(f), l.Full.Map(f)
		c.Loop = &l
	}
	if c.Op == OpCall {
		return f(fold(&c))
	}
	return f(&c)
}

// Subst returns e with the loop index i replaced by to.
func (e *Expr) Subst(i *Index, to *Expr) *Expr {
	return e.Map(func(x *Expr) *Expr {
		if x.Op == OpIndex && x.Index == i {
			return to
		}
		return x
	})
}

// Equal tells whether two expressions are written the same.
func (e *Expr) Equal(f *Expr) bool {
	switch {
	case e == f:
		return true
	case e.Op != f.Op:
	case e.Op == OpNumber:
		return exactText(e.Value) == exactText(f.Value)
	case e.Op == OpVariable && e.Variable.Name != f.Variable.Name, e.Op == OpInput && e.Input.Name != f.Input.Name:
		return false
	case e.Op == OpCall && !e.indexed() && !f.indexed(): // long ones differ early
		return e.Fun == f.Fun && slices.EqualFunc(e.Args, f.Args, (*Expr).Equal)
	}
	return e.Key() == f.Key()
}

// Key is the text of e with its loop indices numbered: equal for expressions that
// are Equal alone.
func (e *Expr) Key() string {
	var b strings.Builder
	e.write(&b, style{func(i *Index) string { return i.Name + "#" + strconv.Itoa(i.ID) }, exactText, true})
	return b.String()
}

func (e *Expr) String() string {
	var b strings.Builder
	e.write(&b, style{func(i *Index) string { return i.Name }, numberText, false})
	return b.String()
}

// Cut is the text of an expression in pieces: at is called with each index and the text before it, the text behind the last
// one is returned.
func (e *Expr) Cut(at func(before string, i *Index)) (rest string) {
	var b strings.Builder
	e.write(&b, style{func(i *Index) string {
		at(b.String(), i)
		b.Reset()
		return ""
	}, numberText, false})
	return b.String()
}

var precedence = map[string]int{
	"||": 1, "&&": 2, "<": 3, "<=": 3, ">": 3, ">=": 3, "==": 3, "!=": 3,
	"+": 4, "-": 4, "*": 5, "/": 5, "neg": 6, "!": 6, "^": 7,
}

// A style says how the parts of an expression are printed.
type style struct {
	index  func(*Index) string
	number func(float64) string
	exact  bool // tells an entry of the data from the variable of its name in one word
}

func exactText(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// numberText prints a number for a person: without the last digits where they come from
// rounding, as of 0.7^2, which is 0.48999999999999994.
func numberText(v float64) string {
	exact, short := exactText(v), strconv.FormatFloat(v, 'g', 15, 64)
	if v != math.Trunc(v) && len(short)+3 <= len(exact) {
		return short
	}
	return exact
}

// presence is the entry of the data that a condition asks for, and what the condition says of it;
// nil of all other expressions.
func (e *Expr) presence() (entry *Expr, is string) {
	is = " is missing"
	if e.Fun == "!" {
		e, is = e.Args[0], " is given"
	}
	if e.Op != OpCall || e.Fun != "absent" || e.Args[0].Op != OpInput {
		return nil, ""
	}
	return e.Args[0], is
}

func (e *Expr) write(b *strings.Builder, s style) {
	switch e.Op {
	case OpNumber:
		b.WriteString(s.number(e.Value))
	case OpBool:
		b.WriteString(strconv.FormatBool(e.Value != 0))
	case OpInput:
		e.writeInput(b, s)
	case OpVariable:
		e.writeElement(b, s, e.Variable.Name)
	case OpIndex, OpState:
		b.WriteString(s.index(e.Index))
	case OpDim:
		b.WriteString("_" + strconv.Itoa(e.Dim))
	case OpList:
		writeList(b, s, "[", e.Args, "]")
	case OpReduce:
		if e.IsTable() {
			e.Args[0].Subst(e.Loop.Index, e.Args[1]).write(b, s)
			return
		}
		b.WriteString(e.Fun + "(")
		if e.Fun == Recursion {
			b.WriteString(s.index(e.States[int(e.Value)]) + " : ")
			e.Args[1].write(b, s)
			b.WriteString(" then ")
		}
		e.Args[0].write(b, s)
		b.WriteString(" : " + s.index(e.Loop.Index) + " in ")
		e.Loop.Lo.write(b, s)
		b.WriteString("..<")
		e.Loop.Hi.write(b, s)
		b.WriteString(")")
	case OpCall:
		e.writeCall(b, s)
	}
}

// writeList writes expressions between brackets.
func writeList(b *strings.Builder, s style, open string, list []*Expr, end string) {
	b.WriteString(open)
	for i, a := range list {
		if i > 0 {
			b.WriteString(", ")
		}
		a.write(b, s)
	}
	b.WriteString(end)
}

// writeElement writes a name with the indices of an element.
func (e *Expr) writeElement(b *strings.Builder, s style, name string) {
	b.WriteString(name)
	if len(e.Args) > 0 {
		writeList(b, s, "[", e.Args, "]")
	}
}

func (e *Expr) writeInput(b *strings.Builder, s style) {
	if e.Input.Selects && s.exact { // a variable has the name
		b.WriteString("datum(")
		e.writeElement(b, s, e.Input.Name)
		b.WriteString(")")
		return
	}
	if e.Input.Selects {
		b.WriteString("the given ")
	}
	e.writeElement(b, s, e.Input.Name)
}

// indexed tells whether a call is written as an element of its first argument.
func (e *Expr) indexed() bool { return e.Fun == "component" || e.IsTable() }

func (e *Expr) writeCall(b *strings.Builder, s style) {
	entry, is := e.presence()
	p, operator := precedence[e.Fun]
	switch {
	case entry != nil && !s.exact:
		x := *entry
		in := *entry.Input
		in.Selects = false
		x.Input = &in
		x.write(b, s)
		b.WriteString(is)
	case e.indexed():
		e.Args[0].write(b, s)
		writeList(b, s, "[", e.Args[1:], "]")
	case !operator:
		writeList(b, s, e.Fun+"(", e.Args, ")")
	case len(e.Args) == 1:
		b.WriteString(strings.TrimPrefix(map[string]string{"neg": "-"}[e.Fun]+e.Fun, "-neg"))
		if e.Fun == "neg" {
			b.WriteString("-")
		}
		e.Args[0].writePart(b, s, p)
	default:
		e.Args[0].writePart(b, s, p)
		b.WriteString(" " + e.Fun + " ")
		e.Args[1].writePart(b, s, p+1)
	}
}

// writePart writes an operand, in brackets where it binds less than is needed.
func (e *Expr) writePart(b *strings.Builder, s style, least int) {
	q, ok := precedence[e.Fun]
	if e.Op == OpCall && ok && q < least || e.Op == OpNumber && e.Value < 0 && least > 4 {
		writeList(b, s, "(", []*Expr{e}, ")")
		return
	}
	e.write(b, s)
}
