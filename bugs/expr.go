package bugs

import (
	"fmt"

	"mpc/lang"
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
		if t.isRounded(s.Lo) {
			return t.chosenByRounding(r, len(x.Args))
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
