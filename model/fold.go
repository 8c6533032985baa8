package model

import (
	"math"

	"mpc/lang/functions"
)

// fold computes a call whose arguments are all constants, and takes away what
// adding 0 or multiplying by 1 leaves as it is.
func fold(e *Expr) *Expr {
	constant := true
	for _, a := range e.Args {
		constant = constant && (a.Op == OpNumber || a.Op == OpBool)
	}
	if constant {
		args := make([]float64, len(e.Args))
		for i, a := range e.Args {
			args[i] = a.Value
		}
		v, ok := Apply(e.Fun, args)
		if !ok || math.IsNaN(v) || math.IsInf(v, 0) {
			return e
		}
		op := OpNumber
		if e.Type.Kind == Bool {
			op = OpBool
		}
		return &Expr{Op: op, Type: e.Type, Value: v, At: e.At}
	}
	if len(e.Args) != 2 {
		return e
	}
	x, y := e.Args[0], e.Args[1]
	if x.Type.Kind == Bool && y.Type.Kind == Bool {
		return foldTruth(e, x, y)
	}
	switch e.Fun {
	case "+":
		if y.IsNumber(0) {
			return x
		}
		if x.IsNumber(0) {
			return y
		}
		// (a + c) + d, (a - c) + d
		return reassociate(e, x, y, 1)
	case "-":
		if y.IsNumber(0) {
			return x
		}
		return reassociate(e, x, y, -1)
	case "*":
		// A truth times 1 is a number.
		if y.IsNumber(1) && x.Type.Kind != Bool {
			return x
		}
		if x.IsNumber(1) && y.Type.Kind != Bool {
			return y
		}
	case "/":
		if y.IsNumber(1) {
			return x
		}
	}
	if f := functions.Named(e.Fun); f != nil && f.Extreme != 0 && x.Equal(y) {
		return x
	}
	return e
}

// foldTruth rewrites a boolean operator on a truth value and itself or its negation:
// as two arguments of one factor they would count as independent.
func foldTruth(e, x, y *Expr) *Expr {
	truth := func(b float64) *Expr { return &Expr{Op: OpBool, Type: e.Type, Value: b, At: e.At} }
	switch opposed := negates(x, y) || negates(y, x); {
	case x.Equal(y) && (e.Fun == "&&" || e.Fun == "||"):
		return x
	case x.Equal(y) && e.Fun == "==", opposed && (e.Fun == "||" || e.Fun == "!="):
		return truth(1)
	case x.Equal(y) && e.Fun == "!=", opposed && (e.Fun == "&&" || e.Fun == "=="):
		return truth(0)
	}
	return e
}

// negates tells whether x is the negation of y.
func negates(x, y *Expr) bool { return x.Op == OpCall && x.Fun == "!" && x.Args[0].Equal(y) }

// reassociate joins the constants of (a ± c) ± d for integers, so that indices
// and bounds stay of the form index + constant.
func reassociate(e, x, y *Expr, sign float64) *Expr {
	if y.Op != OpNumber || !e.Type.whole() || x.Op != OpCall || len(x.Args) != 2 || x.Args[1].Op != OpNumber {
		return e
	}
	c := sign * y.Value
	switch x.Fun {
	case "+":
		c += x.Args[1].Value
	case "-":
		c -= x.Args[1].Value
	default:
		return e
	}
	fun := "+"
	if c < 0 {
		fun, c = "-", -c
	}
	if c == 0 {
		return x.Args[0]
	}
	n := Number(c)
	n.At = y.At
	return &Expr{Op: OpCall, Type: e.Type, Fun: fun, Args: []*Expr{x.Args[0], n}, Random: e.Random, At: e.At}
}

// Apply computes a function or an operator on numbers; booleans are 0 and 1.
// It returns false for a function that it does not know.
func Apply(fun string, a []float64) (float64, bool) {
	f := functions.Named(fun)
	if f == nil || f.Takes != len(a) {
		return 0, false
	}
	return f.Value(a...), true
}
