package bugs

import (
	"fmt"
	"math"

	"mpc/lang"
	"mpc/lang/functions"
)

func (t *translator) loopName(index string) string {
	key := "for " + index
	if n, ok := t.ours[key]; ok {
		return n
	}
	want := index
	for i := range want {
		if want[i] == '.' {
			want = want[:i] + "_" + want[i+1:]
		}
	}
	n := t.fresh(want)
	t.ours[key] = n
	return n
}

func whole(at lang.Pos, v int) lang.Expr {
	if v < 0 {
		return &lang.Unary{At: at, Op: "-", X: whole(at, -v)}
	}
	return &lang.Number{At: at, Value: float64(v), Int: true}
}

func call(at lang.Pos, fun string, args ...lang.Expr) *lang.Call {
	c := &lang.Call{At: at, Fun: fun}
	for _, a := range args {
		c.Args = append(c.Args, lang.Arg{Value: a})
	}
	return c
}

// named adds an argument by its name.
func named(c *lang.Call, name string, x lang.Expr) *lang.Call {
	c.Args = append(c.Args, lang.Arg{Name: lang.Name{At: x.Pos(), Name: name}, Value: x})
	return c
}

func binary(at lang.Pos, op string, x, y lang.Expr) lang.Expr {
	return &lang.Binary{At: at, Op: op, X: x, Y: y}
}

// element is a reference as our language stores it: of what counts from 0 without the 1.
func (t *translator) element(r *Ref) lang.Expr {
	name := &lang.Name{At: r.At, Name: t.name(r.Name)}
	if r.Subs == nil {
		if n := len(t.dims[r.Name]); n > 0 {
			t.Errorf(r.At, lang.CodeIndex, "%s is an array, and one element is wanted here", r.Name).
				WithHint("write %s", (&Ref{Name: r.Name, Subs: manySubs(n)}).String())
		}
		return name
	}
	x := &lang.Index{At: r.At, X: name}
	for _, s := range r.Subs {
		if s.Empty || s.Hi != nil {
			t.Errorf(s.At, lang.CodeIndex, "%s is several elements, and one is wanted here", r)
			return name
		}
		f := t.form(s.Lo)
		if c := truthTerm(f); c >= 0 {
			return t.either(r, len(x.Args), f, c)
		}
		x.Args = append(x.Args, t.linear(s.Lo, -1))
	}
	return x
}

// truthTerm is the place of a term of a subscript that is a truth, -1 where there is none.
func truthTerm(f form) int {
	for i, m := range f.terms {
		if c, ok := m.x.(*lang.Reduce); ok && c.Fun == "count" && m.factor == 1 {
			return i
		}
	}
	return -1
}

// either writes x[i + c] of a truth c: c x[i + 1] + !c x[i].
func (t *translator) either(r *Ref, d int, f form, c int) lang.Expr {
	truth := f.terms[c].x.(*lang.Reduce).Body
	f.terms = append(append([]term{}, f.terms[:c]...), f.terms[c+1:]...)
	at := r.At
	with := func(k float64) lang.Expr {
		y := *r
		y.Subs = append([]Sub{}, r.Subs...)
		key := &Ref{At: at, Name: t.place(f, k)}
		y.Subs[d] = Sub{At: at, Lo: key}
		return t.element(&y)
	}
	return binary(at, "+", binary(at, "*", truth, with(1)), binary(at, "*", &lang.Unary{At: at, Op: "!", X: truth}, with(0)))
}

// place keeps a subscript that is written already under a name of its own.
func (t *translator) place(f form, k float64) string {
	f.constant += k
	if t.forms == nil {
		t.forms = map[string]form{}
	}
	name := fmt.Sprintf("form %d", len(t.forms))
	t.forms[name] = f
	return name
}

func manySubs(n int) (list []Sub) {
	for i := range n {
		list = append(list, Sub{Lo: &Ref{Name: string(rune('i' + i))}})
	}
	return list
}

// value writes an expression that is a number.
func (t *translator) value(e Expr) lang.Expr {
	switch e := e.(type) {
	case *Number:
		return &lang.Number{At: e.At, Value: e.Value, Int: t.kindOf(e, t.site) == intKind}
	case *Ref:
		if e.Subs == nil && t.site.loop(e.Name) != nil {
			return t.linear(e, 0)
		}
		x := t.element(e)
		switch {
		case t.shift[e.Name]:
			return binary(e.At, "+", x, whole(e.At, 1))
		case t.kinds[e.Name] == truthKind:
			return binary(e.At, "*", whole(e.At, 1), x)
		}
		return x
	case *Unary:
		if e.Op == "!" {
			return t.number(e)
		}
		return &lang.Unary{At: e.At, Op: "-", X: t.value(e.X)}
	case *Binary:
		if isLogical(e) {
			return t.number(e)
		}
		switch e.Op {
		case "+", "-":
			if t.counts(e) {
				return t.linear(e, 0)
			}
		case "*":
			x, y := t.factor(e.X), t.factor(e.Y)
			if t.isTruth(e.X) && t.isTruth(e.Y) {
				x = t.value(e.X)
			}
			return binary(e.At, "*", x, y)
		case "/", "^":
		case "%*%":
			if y, ok := t.product(e, nil).(*Call); ok {
				return t.value(y)
			}
			return &lang.Number{At: e.At}
		default:
			t.Errorf(e.At, lang.CodeUnsupported, "the operator %s is not supported by this version", e.Op)
		}
		return binary(e.At, e.Op, t.value(e.X), t.value(e.Y))
	case *Call:
		return t.call(e)
	}
	return &lang.Number{At: e.Pos()}
}

// counts tells whether an expression is a sum of loop indices and numbers alone.
func (t *translator) counts(e Expr) bool {
	switch e := e.(type) {
	case *Number:
		return true
	case *Ref:
		return e.Subs == nil && t.site.loop(e.Name) != nil
	case *Unary:
		return e.Op == "-" && t.counts(e.X)
	case *Binary:
		return (e.Op == "+" || e.Op == "-") && t.counts(e.X) && t.counts(e.Y)
	}
	return false
}

func (t *translator) isTruth(e Expr) bool {
	r, ok := e.(*Ref)
	return isLogical(e) || ok && t.kinds[r.Name] == truthKind && t.site.loop(r.Name) == nil
}

// factor writes a factor of a product, where a truth counts as 0 or 1.
func (t *translator) factor(e Expr) lang.Expr {
	if t.isTruth(e) {
		return t.truth(e)
	}
	return t.value(e)
}

// number writes a truth as 0 or 1.
func (t *translator) number(e Expr) lang.Expr {
	return binary(e.Pos(), "*", whole(e.Pos(), 1), t.truth(e))
}

// truth writes a condition.
func (t *translator) truth(e Expr) lang.Expr {
	switch e := e.(type) {
	case *Ref:
		if t.isTruth(e) {
			return t.element(e)
		}
	case *Unary:
		if e.Op == "!" {
			return &lang.Unary{At: e.At, Op: "!", X: t.truth(e.X)}
		}
	case *Binary:
		switch b := binding(e.Op); {
		case b == 1 || b == 2:
			return binary(e.At, e.Op, t.truth(e.X), t.truth(e.Y))
		case b == 4:
			return binary(e.At, e.Op, t.value(e.X), t.value(e.Y))
		}
	case *Call:
		switch {
		case e.Fun == "step" && len(e.Args) == 1:
			if b, ok := e.Args[0].(*Binary); ok && b.Op == "-" {
				return binary(e.At, ">=", t.value(b.X), t.value(b.Y))
			}
			return binary(e.At, ">=", t.value(e.Args[0]), whole(e.At, 0))
		case e.Fun == "equals" && len(e.Args) == 2:
			x, y := e.Args[0], e.Args[1]
			if t.isShifted(y) {
				x, y = y, x
			}
			if t.isShifted(x) {
				return binary(e.At, "==", t.element(x.(*Ref)), t.linear(y, -1))
			}
			return binary(e.At, "==", t.value(x), t.value(y))
		}
	}
	return binary(e.Pos(), "!=", t.value(e), whole(e.Pos(), 0))
}

func (t *translator) isShifted(e Expr) bool {
	r, ok := e.(*Ref)
	return ok && t.shift[r.Name]
}

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
	switch e.Fun {
	case "step", "equals":
		if args(map[string]int{"step": 1, "equals": 2}[e.Fun]) {
			return t.number(e)
		}
		return zero
	case "cloglog":
		if args(1) {
			return call(e.At, "log", &lang.Unary{At: e.At, Op: "-", X: call(e.At, "log", binary(e.At, "-", whole(e.At, 1), t.value(e.Args[0])))})
		}
		return zero
	case "icloglog":
		if args(1) {
			return cloglogInverse(e.At, t.value(e.Args[0]))
		}
		return zero
	case "ifelse":
		if args(3) {
			c := e.Args[0]
			return binary(e.At, "+", binary(e.At, "*", t.truth(c), t.value(e.Args[1])),
				binary(e.At, "*", &lang.Unary{At: c.Pos(), Op: "!", X: t.truth(c)}, t.value(e.Args[2])))
		}
		return zero
	case "logfact":
		if args(1) {
			return call(e.At, "loggamma", binary(e.At, "+", t.value(e.Args[0]), whole(e.At, 1)))
		}
		return zero
	case "tan":
		if args(1) {
			return binary(e.At, "/", call(e.At, "sin", t.value(e.Args[0])), call(e.At, "cos", t.value(e.Args[0])))
		}
		return zero
	case "round":
		if args(1) {
			return call(e.At, "floor", binary(e.At, "+", t.value(e.Args[0]), &lang.Number{At: e.At, Value: 0.5}))
		}
		return zero
	case "trunc": // toward 0
		if args(1) {
			x := func() lang.Expr { return t.value(e.Args[0]) }
			down := call(e.At, "floor", call(e.At, "max", x(), whole(e.At, 0)))
			up := call(e.At, "floor", call(e.At, "max", &lang.Unary{At: e.At, Op: "-", X: x()}, whole(e.At, 0)))
			return binary(e.At, "-", down, up)
		}
		return zero
	case "prod":
		if args(1) {
			x := e.Args[0]
			if t.reachOf(x) != anywhere {
				return call(e.At, "exp", t.reduce(e.At, "sum", &Call{At: e.At, Fun: "log", Args: e.Args}))
			}
			// cos(pi k) is the sign of k factors below 0
			size := call(e.At, "exp", t.reduce(e.At, "sum", &Call{At: e.At, Fun: "log", Args: []Expr{&Call{At: e.At, Fun: "abs", Args: e.Args}}}))
			below := t.reduce(e.At, "sum", &Binary{At: e.At, Op: "<", X: x, Y: &Number{At: e.At, Text: "0"}})
			return binary(e.At, "*", size, call(e.At, "cos", binary(e.At, "*", &lang.Number{At: e.At, Value: math.Pi}, below)))
		}
		return zero
	case "logdet":
		return t.logDeterminant(e)
	case "interp.lin":
		if args(3) {
			return t.value(t.interpolated(e))
		}
		return zero
	case "rank":
		if len(e.Args) == 2 { // of BUGS: how many are not above an element
			if r, ok := e.Args[0].(*Ref); ok && len(t.slices(r)) == 1 {
				cell := t.elementwise(t.upTo(r, e.Args[1]), []Expr{e.Args[1]}, nil)
				return t.reduce(e.At, "sum", &Binary{At: e.At, Op: "<=", X: r, Y: cell})
			}
		}
		t.Errorf(e.At, lang.CodeArguments, "rank takes a row and a place, rank(x[], i), or stands alone as rank(x[]) on the right of a row, r[1:n] <- rank(x[])")
		return zero
	case "ranked":
		if args(2) {
			return t.ordered(&Call{At: e.At, Fun: "sort", Args: e.Args[:1]}, e.Args[1])
		}
		return zero
	case "element of rank", "element of sort", "element of order":
		return t.ordered(&Call{At: e.At, Fun: e.Fun[len("element of "):], Args: e.Args[:1]}, e.Args[1])
	case "sort", "order":
		t.Errorf(e.At, lang.CodeIndex, "%s is a row, and one number is wanted here", e).WithHint("write s[1:n] <- %s, and s[i] here", e)
		return zero
	case "max", "min":
		if len(e.Args) == 2 {
			if x := t.withinBound(e); x != nil {
				return t.value(x)
			}
			return call(e.At, e.Fun, t.value(e.Args[0]), t.value(e.Args[1]))
		}
		if args(1) {
			return t.reduce(e.At, e.Fun, e.Args[0])
		}
		return zero
	case "sum":
		if args(1) {
			return t.reduce(e.At, "sum", e.Args[0])
		}
		return zero
	case "mean":
		if args(1) {
			total := t.reduce(e.At, "sum", e.Args[0])
			return binary(e.At, "/", total, t.count(e.Args[0]))
		}
		return zero
	case "sd":
		if args(1) {
			x := e.Args[0]
			mean := &Call{At: e.At, Fun: "mean", Args: []Expr{x}}
			square := &Binary{At: e.At, Op: "^", X: &Binary{At: e.At, Op: "-", X: x, Y: mean, Closed: true}, Y: &Number{At: e.At, Value: 2, Text: "2"}}
			return call(e.At, "sqrt", binary(e.At, "/", t.reduce(e.At, "sum", square), binary(e.At, "-", t.count(x), whole(e.At, 1))))
		}
		return zero
	case "inprod":
		if args(2) {
			return t.reduce(e.At, "sum", &Binary{At: e.At, Op: "*", X: e.Args[0], Y: e.Args[1]})
		}
		return zero
	}
	t.missingFunction(e)
	return zero
}

// missingFunction says that a function is not here, or is none.
func (t *translator) missingFunction(e *Call) {
	list := []string{"step", "equals", "cloglog", "icloglog", "ifelse", "max", "min", "sum", "prod", "mean", "sd", "inprod", "sort", "rank", "ranked", "order", "interp.lin",
		"round", "trunc", "logfact", "lgamma", "logdet", "pnorm"}
	for _, f := range functions.Rows() {
		list = append(list, f.BUGS...)
	}
	d := t.Errorf(e.At, lang.CodeUnsupported, "the function %s of values that are not known is not supported by this version", e.Fun)
	if near := lang.Nearest(e.Fun, list); near != "" && !foreign[alias(e.Fun)] {
		d.WithHint("did you mean %s?", near)
	}
}

func cloglogInverse(at lang.Pos, x lang.Expr) lang.Expr {
	return binary(at, "-", whole(at, 1), call(at, "exp", &lang.Unary{At: at, Op: "-", X: call(at, "exp", x)}))
}
