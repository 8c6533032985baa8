package bugs

import (
	"math"

	"mpc/lang"
	"mpc/lang/functions"
)

// A writing says how a function of values that are not known is written by those of our language: of so many arguments.
type writing struct {
	takes int
	write func(t *translator, e *Call) lang.Expr
}

// writingOf is that of a function; ok is false of one that is not written.
func writingOf(e *Call) (w writing, ok bool) {
	if r := functions.ReducesBUGS(e.Fun); r != nil {
		if len(e.Args) > 1 && r.OneOf() {
			return writing{len(e.Args), (*translator).extreme}, true
		}
		return writing{1, func(t *translator, e *Call) lang.Expr { return t.reduce(e.At, r.Name, e.Args[0]) }}, true
	}
	w, ok = map[string]writing{
		"step":       {1, (*translator).numberOf},
		"equals":     {2, (*translator).numberOf},
		"cloglog":    {1, (*translator).cloglog},
		"icloglog":   {1, func(t *translator, e *Call) lang.Expr { return cloglogInverse(e.At, t.value(e.Args[0])) }},
		"ifelse":     {3, (*translator).ifelse},
		"logfact":    {1, (*translator).logFactorial},
		"tan":        {1, (*translator).tangent},
		"round":      {1, (*translator).toNearest},
		"trunc":      {1, (*translator).truncated},
		"prod":       {1, (*translator).productOf},
		"mean":       {1, (*translator).mean},
		"sd":         {1, (*translator).deviation},
		"inprod":     {2, (*translator).innerProduct},
		"interp.lin": {3, func(t *translator, e *Call) lang.Expr { return t.value(t.interpolated(e)) }},
		"ranked": {2, func(t *translator, e *Call) lang.Expr {
			return t.ordered(&Call{At: e.At, Fun: "sort", Args: e.Args[:1]}, e.Args[1])
		}},
		// Of two numbers, element by element: max and min of a program take all elements that there are.
		"larger of two": {2, func(t *translator, e *Call) lang.Expr {
			return call(e.At, "max", t.value(e.Args[0]), t.value(e.Args[1]))
		}},
		"smaller of two": {2, func(t *translator, e *Call) lang.Expr {
			return call(e.At, "min", t.value(e.Args[0]), t.value(e.Args[1]))
		}},
		"element of rank":  {2, (*translator).elementOfOrder},
		"element of sort":  {2, (*translator).elementOfOrder},
		"element of order": {2, (*translator).elementOfOrder},
	}[e.Fun]
	return w, ok
}

// call writes a function.
func (t *translator) call(e *Call) lang.Expr {
	args := func(n int) bool {
		if len(e.Args) != n {
			t.Errorf(e.At, lang.CodeArguments, "%s has %d arguments here, and takes %d", e.Fun, len(e.Args), n)
		}
		return len(e.Args) == n
	}
	zero := &lang.Number{At: e.At}
	if f := functions.OfBUGS(alias(e.Fun)); f != nil {
		switch {
		case !args(f.Takes):
			return zero
		case f.Takes == 2:
			return binary(e.At, f.Name, t.value(e.Args[0]), t.value(e.Args[1]))
		}
		return call(e.At, f.Name, t.value(e.Args[0]))
	}
	switch w, ok := writingOf(e); {
	case ok && args(w.takes):
		return w.write(t, e)
	case ok:
		return zero
	}
	switch e.Fun {
	case "logdet":
		return t.logDeterminant(e)
	case "rank":
		return t.rank(e)
	case "sort", "order":
		t.Errorf(e.At, lang.CodeIndex, "%s is a row, and one number is wanted here", e).WithHint("write s[1:n] <- %s, and s[i] here", e)
		return zero
	}
	t.missingFunction(e)
	return zero
}

// extreme is the largest or smallest of all numbers that several arguments have.
func (t *translator) extreme(e *Call) lang.Expr {
	if x := t.withinBound(e); x != nil {
		return t.value(x)
	}
	of := functions.ReducesBUGS(e.Fun).Name
	x := t.reduce(e.At, of, e.Args[0])
	for _, a := range e.Args[1:] {
		x = call(e.At, of, x, t.reduce(e.At, of, a))
	}
	return x
}

// numberOf is a truth as a number.
func (t *translator) numberOf(e *Call) lang.Expr { return t.number(e) }

func (t *translator) cloglog(e *Call) lang.Expr {
	return call(e.At, "log", &lang.Unary{At: e.At, Op: "-", X: call(e.At, "log", binary(e.At, "-", whole(e.At, 1), t.value(e.Args[0])))})
}

func cloglogInverse(at lang.Pos, x lang.Expr) lang.Expr {
	return binary(at, "-", whole(at, 1), call(at, "exp", &lang.Unary{At: at, Op: "-", X: call(at, "exp", x)}))
}

func (t *translator) ifelse(e *Call) lang.Expr {
	c := e.Args[0]
	return binary(e.At, "+", binary(e.At, "*", t.truth(c), t.value(e.Args[1])),
		binary(e.At, "*", &lang.Unary{At: c.Pos(), Op: "!", X: t.truth(c)}, t.value(e.Args[2])))
}

func (t *translator) logFactorial(e *Call) lang.Expr {
	return call(e.At, "loggamma", binary(e.At, "+", t.value(e.Args[0]), whole(e.At, 1)))
}

func (t *translator) tangent(e *Call) lang.Expr {
	return binary(e.At, "/", call(e.At, "sin", t.value(e.Args[0])), call(e.At, "cos", t.value(e.Args[0])))
}

func (t *translator) toNearest(e *Call) lang.Expr {
	return call(e.At, "floor", binary(e.At, "+", t.value(e.Args[0]), &lang.Number{At: e.At, Value: 0.5}))
}

// truncated rounds toward 0.
func (t *translator) truncated(e *Call) lang.Expr {
	x := func() lang.Expr { return t.value(e.Args[0]) }
	down := call(e.At, "floor", call(e.At, "max", x(), whole(e.At, 0)))
	up := call(e.At, "floor", call(e.At, "max", &lang.Unary{At: e.At, Op: "-", X: x()}, whole(e.At, 0)))
	return binary(e.At, "-", down, up)
}

// productOf is that of the elements of an array, by their logs.
func (t *translator) productOf(e *Call) lang.Expr {
	x := e.Args[0]
	if t.reachOf(x) != anywhere {
		return call(e.At, "exp", t.reduce(e.At, "sum", &Call{At: e.At, Fun: "log", Args: e.Args}))
	}
	// cos(pi k) is the sign of k factors below 0
	size := call(e.At, "exp", t.reduce(e.At, "sum", &Call{At: e.At, Fun: "log", Args: []Expr{&Call{At: e.At, Fun: "abs", Args: e.Args}}}))
	below := t.reduce(e.At, "sum", &Binary{At: e.At, Op: "<", X: x, Y: &Number{At: e.At, Text: "0"}})
	return binary(e.At, "*", size, call(e.At, "cos", binary(e.At, "*", &lang.Number{At: e.At, Value: math.Pi}, below)))
}

func (t *translator) mean(e *Call) lang.Expr {
	total := t.reduce(e.At, "sum", e.Args[0])
	return binary(e.At, "/", total, t.count(e.Args[0]))
}

// deviation is the standard deviation of the elements of an array.
func (t *translator) deviation(e *Call) lang.Expr {
	x := e.Args[0]
	mean := &Call{At: e.At, Fun: "mean", Args: []Expr{x}}
	square := &Binary{At: e.At, Op: "^", X: &Binary{At: e.At, Op: "-", X: x, Y: mean, Closed: true}, Y: &Number{At: e.At, Value: 2, Text: "2"}}
	return call(e.At, "sqrt", binary(e.At, "/", t.reduce(e.At, "sum", square), binary(e.At, "-", t.count(x), whole(e.At, 1))))
}

func (t *translator) innerProduct(e *Call) lang.Expr {
	return t.reduce(e.At, "sum", &Binary{At: e.At, Op: "*", X: e.Args[0], Y: e.Args[1]})
}

func (t *translator) elementOfOrder(e *Call) lang.Expr {
	return t.ordered(&Call{At: e.At, Fun: e.Fun[len("element of "):], Args: e.Args[:1]}, e.Args[1])
}

// rank is that of BUGS: how many elements are not above one.
func (t *translator) rank(e *Call) lang.Expr {
	if len(e.Args) == 2 {
		if r, ok := e.Args[0].(*Ref); ok && len(t.slices(r)) == 1 {
			cell := t.elementwise(t.upTo(r, e.Args[1]), []Expr{e.Args[1]})
			return t.reduce(e.At, "sum", &Binary{At: e.At, Op: "<=", X: r, Y: cell})
		}
	}
	t.Errorf(e.At, lang.CodeArguments, "rank takes a row and a place, rank(x[], i), or stands alone as rank(x[]) on the right of a row, r[1:n] <- rank(x[])")
	return &lang.Number{At: e.At}
}

// missingFunction says that a function is not here, or is none.
func (t *translator) missingFunction(e *Call) {
	if t.isVariable(e.Fun) && len(e.Args) == 1 {
		t.Errorf(e.At, lang.CodeUnsupported, "%s is a variable, and called as a function here", e.Fun).WithHint("a * is missing: %s * (%s)", e.Fun, e.Args[0])
		return
	}
	list := []string{"step", "equals", "cloglog", "icloglog", "ifelse", "max", "min", "sum", "prod", "mean", "sd", "inprod", "sort", "rank", "ranked", "order", "interp.lin",
		"round", "trunc", "logfact", "lgamma", "logdet", "pnorm"}
	for _, f := range functions.Rows() {
		list = append(list, f.BUGS...)
	}
	d := t.Errorf(e.At, lang.CodeUnsupported, "the function %s of values that are not known is not supported by this version", e.Fun)
	if t.takes(e.Fun) == len(e.Args) {
		d.WithHint("a draw stands by itself: x ~ %s, and x here", e)
		return
	}
	if near := lang.Nearest(e.Fun, list); near != "" && !foreign[alias(e.Fun)] {
		d.WithHint("did you mean %s?", near)
	}
}

// isVariable tells whether a name is one of the data, or one that a statement defines.
func (t *translator) isVariable(name string) bool {
	return t.given[name] != nil || t.firstOf(name) != nil
}
