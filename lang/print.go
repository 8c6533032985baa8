package lang

import (
	"math"
	"strconv"
	"strings"
)

// Binding strengths, from loose to tight.
const (
	bindAny = iota
	bindOr
	bindAnd
	bindCompare
	bindSum
	bindProduct
	bindUnary
	bindPower
	bindIndex
)

// binding returns how tightly an infix operator binds, or bindAny for a word
// that is none.
func binding(op string) int {
	switch op {
	case "||":
		return bindOr
	case "&&":
		return bindAnd
	case "<", "<=", ">", ">=", "==", "!=":
		return bindCompare
	case "+", "-":
		return bindSum
	case "*", "/":
		return bindProduct
	case "^":
		return bindPower
	}
	return bindAny
}

func (e *Name) String() string   { return exprString(e) }
func (e *Number) String() string { return exprString(e) }
func (e *Bool) String() string   { return exprString(e) }
func (e *Index) String() string  { return exprString(e) }
func (e *Call) String() string   { return exprString(e) }
func (e *Reduce) String() string { return exprString(e) }
func (e *Unary) String() string  { return exprString(e) }
func (e *Binary) String() string { return exprString(e) }
func (e *List) String() string   { return exprString(e) }

func exprString(e Expr) string {
	var b strings.Builder
	writeExpr(&b, e, bindAny)
	return b.String()
}

// writeExpr writes e, in brackets if it binds less tightly than its place asks.
func writeExpr(b *strings.Builder, e Expr, place int) {
	if strength(e) < place {
		b.WriteByte('(')
		defer b.WriteByte(')')
	}
	switch e := e.(type) {
	case *Name:
		b.WriteString(e.Name)
	case *Number:
		b.WriteString(numberString(e))
	case *Bool:
		b.WriteString(strconv.FormatBool(e.Value))
	case *Index:
		writeExpr(b, e.X, bindIndex)
		writeList(b, e.Args)
	case *Call:
		b.WriteString(e.Fun)
		b.WriteByte('(')
		for i, a := range e.Args {
			if i > 0 {
				b.WriteString(", ")
			}
			if a.Name.Name != "" {
				b.WriteString(a.Name.Name)
				b.WriteString(" = ")
			}
			writeExpr(b, a.Value, bindAny)
		}
		b.WriteByte(')')
	case *Reduce:
		b.WriteString(e.Fun)
		b.WriteByte('(')
		writeExpr(b, e.Body, bindAny)
		b.WriteString(" : ")
		b.WriteString(e.Index.Name)
		b.WriteString(" in ")
		b.WriteString(e.Domain.String())
		b.WriteByte(')')
	case *Unary:
		b.WriteString(e.Op)
		writeExpr(b, e.X, bindUnary)
	case *Binary:
		left, right := operandPlaces(e.Op)
		writeExpr(b, e.X, left)
		b.WriteByte(' ')
		b.WriteString(e.Op)
		b.WriteByte(' ')
		writeExpr(b, e.Y, right)
	case *List:
		writeList(b, e.Elems)
	}
}

// strength is how tightly an expression holds together.
func strength(e Expr) int {
	switch e := e.(type) {
	case *Number:
		if e.Value < 0 || math.Signbit(e.Value) {
			return bindUnary
		}
	case *Unary:
		return bindUnary
	case *Binary:
		return binding(e.Op)
	}
	return bindIndex
}

// operandPlaces says how tightly the operands of an infix operator must hold
// together to stand without brackets.
func operandPlaces(op string) (left, right int) {
	p := binding(op)
	switch p {
	case bindPower: // to the right: a ^ b ^ c is a ^ (b ^ c), and a ^ -b needs no brackets
		return bindIndex, bindUnary
	case bindCompare: // a < b < c is no expression
		return p + 1, p + 1
	}
	return p, p + 1
}

func writeList(b *strings.Builder, list []Expr) {
	b.WriteByte('[')
	for i, e := range list {
		if i > 0 {
			b.WriteString(", ")
		}
		writeExpr(b, e, bindAny)
	}
	b.WriteByte(']')
}

// numberString writes a number so that it reads back as the same value of the
// same kind.
func numberString(n *Number) string {
	if n.Int {
		return strconv.FormatFloat(n.Value, 'f', -1, 64)
	}
	text := strconv.FormatFloat(n.Value, 'g', -1, 64)
	if !strings.ContainsAny(text, ".eIN") {
		text += ".0"
	}
	return text
}

// String is the domain as a user would write it: R, lo..hi or lo..<hi.
func (d Domain) String() string {
	switch {
	case d.Lo == nil:
		return ""
	case d.Hi == nil:
		return d.Lo.String()
	case d.Closed:
		return d.Lo.String() + ".." + d.Hi.String()
	}
	return d.Lo.String() + "..<" + d.Hi.String()
}

// String is the type as a user would write it, with one bracket for each
// dimension: index(k)[user][count[user]].
func (t TypeExpr) String() string {
	var b strings.Builder
	b.WriteString(t.Base)
	for i, p := range t.Params {
		b.WriteString(map[bool]string{true: "(", false: ", "}[i == 0])
		writeExpr(&b, p, bindAny)
	}
	if len(t.Params) > 0 {
		b.WriteByte(')')
	}
	for _, d := range t.Dims {
		writeList(&b, []Expr{d})
	}
	return b.String()
}

// String is target ~ dist.
func (s *Sample) String() string { return s.Target.String() + " ~ " + s.Dist.String() }

// String is target = value.
func (s *Assign) String() string { return s.Target.String() + " = " + s.Value.String() }

// String is observe value, or observe value ~ dist.
func (s *Observe) String() string {
	if s.Dist == nil {
		return "observe " + s.Value.String()
	}
	return "observe " + s.Value.String() + " ~ " + s.Dist.String()
}

// String is the line that opens the loop.
func (s *For) String() string {
	return "for (" + s.Index.Name + " in " + s.Domain.String() + ") {"
}

// String is the line that opens the block.
func (s *If) String() string { return "if (" + s.Cond.String() + ") {" }

// String is the line that opens the block.
func (s *Switch) String() string { return "switch (" + s.On.String() + ") {" }

// String is the line that opens the block.
func (s *Repeat) String() string { return "repeat (" + s.Count.String() + ") {" }
