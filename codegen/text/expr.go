package text

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"mpc/codegen/code"
)

// An expr is a printed expression, with how tightly it binds: what Go's operators bind by, 6 for
// what begins with an operator, 7 for all that needs no brackets.
type expr struct {
	text string
	prec int
}

const (
	unary   = 6
	operand = 7
)

var precedence = map[string]int{"||": 1, "&&": 2, "==": 3, "!=": 3, "<": 3, "<=": 3, ">": 3, ">=": 3, "+": 4, "-": 4, "*": 5, "/": 5, "%": 5}

// within puts brackets around an expression that binds less tightly than wanted.
func (e expr) within(prec int) string {
	if e.prec < prec {
		return "(" + e.text + ")"
	}
	return e.text
}

func binary(symbol string, x, y expr) expr {
	prec := precedence[symbol]
	// The order in which Go would compute is that of the program: brackets keep it.
	left := prec
	if prec == 3 {
		left = 4
	}
	return expr{x.within(left) + " " + symbol + " " + y.within(prec+1), prec}
}

// minusOne prints the whole number before another one.
func (f *function) minusOne(x code.Operand) expr {
	if c, ok := x.(code.Constant); ok {
		return constant(code.Constant{Of: code.Whole, Whole: c.Whole - 1})
	}
	return binary("-", f.operand(x), expr{"1", operand})
}

// isWhole tells whether an operand is a whole number that stands in the program.
func isWhole(x code.Operand, n int64) bool {
	c, ok := x.(code.Constant)
	return ok && c.Of == code.Whole && c.Whole == n
}

// contrary prints that a condition does not hold.
func (f *function) contrary(x code.Operand) string {
	if v, ok := x.(*code.Value); ok && f.uses.inline[v] {
		if a, ok := f.uses.def[v].Do.(*code.Apply); ok {
			switch a.Operation.Symbol {
			case "!":
				return f.operand(a.Args[0]).text
			case "==":
				return f.compared("!=", a).text
			}
		}
	}
	return "!" + f.operand(x).within(unary)
}

// operand prints what is read: a constant, a name, or what is written in place of the name.
func (f *function) operand(x code.Operand) expr {
	switch x := x.(type) {
	case code.Constant:
		return constant(x)
	case *code.Place:
		return expr{f.place(x), operand}
	case *code.Value:
		if f.uses.inline[x] {
			return f.action(f.uses.def[x].Do)
		}
		if call := f.awaited(x); call != "" {
			return expr{call, operand}
		}
		return expr{f.name(x), operand}
	}
	panic(fmt.Sprintf("operand %T", x))
}

func constant(c code.Constant) expr {
	switch c.Of {
	case code.Truth:
		return expr{strconv.FormatBool(c.Truth), operand}
	case code.Whole:
		if c.Whole < 0 {
			return expr{strconv.FormatInt(c.Whole, 10), unary}
		}
		return expr{strconv.FormatInt(c.Whole, 10), operand}
	case code.Fault:
		return expr{"dist.NoFault", operand}
	}
	switch {
	case math.IsNaN(c.Real):
		return expr{"math.NaN()", operand}
	case math.IsInf(c.Real, 0):
		return expr{fmt.Sprintf("math.Inf(%d)", int(math.Copysign(1, c.Real))), operand}
	}
	switch c.Real {
	case 0:
		if math.Signbit(c.Real) {
			return expr{"math.Copysign(0, -1)", operand} // -0.0 is 0 in Go
		}
	case math.MaxFloat64:
		return expr{"math.MaxFloat64", operand}
	case -math.MaxFloat64:
		return expr{"-math.MaxFloat64", unary}
	}
	s := strconv.FormatFloat(c.Real, 'g', -1, 64)
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	if math.Signbit(c.Real) {
		return expr{s, unary}
	}
	return expr{s, operand}
}

// place prints an element of a table.
func (f *function) place(p *code.Place) string {
	s := f.table(p.Table)
	_, _, element := f.names.Table(p.Table)
	switch {
	case len(p.Index) > 0:
		s += "[" + f.operand(p.Index[0]).text + "]"
	case element:
		s += "[0]"
	}
	if p.Field != "" {
		s += "." + p.Field
	}
	return s
}

// table is the local variable of a table.
func (f *function) table(t *code.Table) string {
	local, field, _ := f.names.Table(t)
	if field != "" && !f.declared[t] {
		f.tables[local] = field
	}
	return local
}

// action prints an action that gives one value.
func (f *function) action(do code.Action) expr {
	switch a := do.(type) {
	case *code.Apply:
		return f.apply(a)
	case *code.Load:
		return f.loaded(a)
	case *code.Call:
		c := f.called(a)
		if c.Zero != "" {
			return expr{c.Zero + "{}", operand}
		}
		return expr{c.Text, operand}
	case *code.Part:
		return expr{f.operand(a.Of).within(operand) + "." + a.Field, operand}
	case *code.Element:
		return expr{f.operand(a.Of).within(operand) + "[" + f.operand(a.Index).text + "]", operand}
	case *code.Length:
		return expr{"len(" + f.operand(a.Of).text + ")", operand}
	case *code.Position:
		if len(a.Of.Index) == 0 {
			return expr{"0", operand}
		}
		return f.operand(a.Of.Index[0])
	case *code.If:
		return f.logical(a)
	}
	panic(fmt.Sprintf("an expression of %T", do))
}

// narrow tells whether the whole numbers of a table are narrower than int: indices of data, and those of
// the elements of a table.
func narrow(t *code.Table) bool {
	return t.Bound != nil && (t.Keep == code.Input || t.Keep == code.State)
}

// loaded prints an element.
func (f *function) loaded(a *code.Load) expr {
	s := f.place(a.From)
	if narrow(a.From.Table) {
		return expr{"int(" + s + ")", operand}
	}
	return expr{s, operand}
}

func (f *function) logical(a *code.If) expr {
	cond := f.operand(a.Cond)
	switch f.uses.logical(a) {
	case "truth":
		return expr{f.names.Truth(cond.text), operand}
	case "&&":
		return binary("&&", cond, f.operand(a.Then.Gives[0]))
	default:
		return binary("||", cond, f.operand(a.Else.Gives[0]))
	}
}

func (f *function) apply(a *code.Apply) expr {
	var args []expr
	for _, x := range a.Args {
		args = append(args, f.operand(x))
	}
	switch s := a.Operation.Symbol; {
	case s == "real":
		return expr{"float64(" + args[0].text + ")", operand}
	case s == "floor":
		return expr{"int(math.Floor(" + args[0].text + "))", operand}
	case s == "within":
		return args[0]
	case s == "&":
		return binary("&&", args[0], args[1])
	case s == "|":
		return binary("||", args[0], args[1])
	case len(args) == 1:
		return expr{s + args[0].within(operand), unary}
	case s == "==" || s == "!=":
		return f.compared(s, a)
	default:
		return binary(s, args[0], args[1])
	}
}

// compared prints whether two values are the same, or are not.
func (f *function) compared(symbol string, a *code.Apply) expr {
	if f.isError(a.Args[0]) {
		return binary(symbol, f.operand(a.Args[0]), expr{"nil", operand})
	}
	return binary(symbol, f.operand(a.Args[0]), f.operand(a.Args[1]))
}

// isError tells whether a fault is an error of Go.
func (f *function) isError(x code.Operand) bool {
	v, ok := x.(*code.Value)
	if !ok || v.Of != code.Fault || f.uses.def[v] == nil {
		return false
	}
	a, ok := f.uses.def[v].Do.(*code.Call)
	return ok && f.called(a).Error
}

// called prints a call.
func (f *function) called(a *code.Call) Call {
	var args []Arg
	for _, x := range a.Args {
		e := f.operand(x)
		arg := Arg{Text: e.text, Bound: e.within(operand), Address: "&" + e.text}
		if c, ok := x.(code.Constant); ok {
			arg.Constant = &c
		}
		if p, ok := x.(*code.Place); ok {
			arg.Place = true
			if f.names.Pointer(p.Table) {
				arg.Text, arg.Address = "*"+arg.Text, arg.Text
			}
			arg.Array, arg.Index = f.table(p.Table), "0"
			if len(p.Index) > 0 {
				arg.Index = f.operand(p.Index[0]).text
			}
		}
		args = append(args, arg)
	}
	return f.names.Call(a.Row, args)
}
