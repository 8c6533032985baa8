package bugs

import (
	"math"

	"mpc/lang"
)

// A form is a constant and multiples of what is no number.
type form struct {
	constant float64
	terms    []term
}

type term struct {
	factor float64
	x      lang.Expr
}

// linear writes a whole expression of the program plus k in our language, where loop indices
// count from 0: the subscript x[i] is x[i], the value i is i + 1.
func (t *translator) linear(e Expr, k float64) lang.Expr {
	f := t.form(e)
	f.constant += k
	at := e.Pos()
	number := func(v float64) lang.Expr { return &lang.Number{At: at, Value: v, Int: v == math.Trunc(v)} }
	var x lang.Expr
	for i := range f.terms {
		// Positive terms come first, so that none begins with a minus.
		if f.terms[0].factor < 0 && f.terms[i].factor > 0 {
			f.terms[0], f.terms[i] = f.terms[i], f.terms[0]
		}
	}
	for _, m := range f.terms {
		if m.factor == 0 {
			continue
		}
		y, a := m.x, math.Abs(m.factor)
		if a != 1 {
			y = &lang.Binary{At: at, Op: "*", X: number(a), Y: y}
		}
		switch {
		case x == nil && m.factor < 0 && f.constant > 0:
			x = &lang.Binary{At: at, Op: "-", X: number(f.constant), Y: y}
			f.constant = 0
		case x == nil && m.factor < 0:
			x = &lang.Unary{At: at, Op: "-", X: y}
		case x == nil:
			x = y
		case m.factor < 0:
			x = &lang.Binary{At: at, Op: "-", X: x, Y: y}
		default:
			x = &lang.Binary{At: at, Op: "+", X: x, Y: y}
		}
	}
	switch {
	case x == nil:
		return number(f.constant)
	case f.constant > 0:
		return &lang.Binary{At: at, Op: "+", X: x, Y: number(f.constant)}
	case f.constant < 0:
		return &lang.Binary{At: at, Op: "-", X: x, Y: number(-f.constant)}
	}
	return x
}

// form reads sums and multiples; all else is a term.
func (t *translator) form(e Expr) form {
	switch e := e.(type) {
	case *Number:
		return form{constant: e.Value}
	case *Ref:
		if f, ok := t.forms[e.Name]; ok {
			return f
		}
		if e.Subs == nil && t.site.loop(e.Name) != nil {
			return form{1, []term{{1, &lang.Name{At: e.At, Name: t.loopName(e.Name)}}}}
		}
		if s := t.onlyDefinition(e.Name); s != nil && s.Dist == nil && !t.inputs[e.Name] && s.Link == "" && t.kinds[e.Name] == intKind {
			if x := t.inlined(e, s); x != nil {
				return t.form(x)
			}
		}
		if t.shift[e.Name] {
			return form{1, []term{{1, t.element(e)}}}
		}
	case *Unary:
		if e.Op == "-" {
			return scaled(t.form(e.X), -1)
		}
	case *Binary:
		switch e.Op {
		case "+":
			return sum(t.form(e.X), t.form(e.Y))
		case "-":
			return sum(t.form(e.X), scaled(t.form(e.Y), -1))
		case "*":
			x, y := t.form(e.X), t.form(e.Y)
			if len(x.terms) == 0 {
				return scaled(y, x.constant)
			}
			if len(y.terms) == 0 {
				return scaled(x, y.constant)
			}
		}
	}
	if t.isTruth(e) {
		return form{terms: []term{{1, t.counted(e)}}}
	}
	x := t.value(e)
	return form{terms: []term{{1, x}}}
}

// counted is a truth as a whole number.
func (t *translator) counted(e Expr) lang.Expr {
	return &lang.Reduce{At: e.Pos(), Fun: "count", Body: t.truth(e), Index: lang.Name{At: e.Pos(), Name: t.fresh("one")},
		Domain: lang.Domain{At: e.Pos(), Lo: &lang.Number{At: e.Pos(), Int: true}, Hi: &lang.Number{At: e.Pos(), Value: 1, Int: true}}}
}

func sum(a, b form) form {
	out := form{constant: a.constant + b.constant, terms: append([]term{}, a.terms...)}
next:
	for _, m := range b.terms {
		for i, n := range out.terms {
			if n.x.String() == m.x.String() {
				out.terms[i].factor += m.factor
				continue next
			}
		}
		out.terms = append(out.terms, m)
	}
	var kept []term
	for _, m := range out.terms {
		if m.factor != 0 {
			kept = append(kept, m)
		}
	}
	out.terms = kept
	return out
}

func scaled(a form, k float64) form {
	out := form{constant: a.constant * k}
	for _, m := range a.terms {
		out.terms = append(out.terms, term{m.factor * k, m.x})
	}
	return out
}

// inlined is the definition of an element by the subscripts of a reference: nil where the
// definition is not of x[i, j] of loops alone.
func (t *translator) inlined(r *Ref, s *site) Expr {
	if len(r.Subs) != len(s.Target.Subs) {
		return nil
	}
	with := map[string]Expr{}
	for i, sub := range s.Target.Subs {
		v, ok := sub.Lo.(*Ref)
		if !ok || sub.Hi != nil || v.Subs != nil || s.loop(v.Name) == nil || r.Subs[i].Hi != nil || r.Subs[i].Empty {
			return nil
		}
		with[v.Name] = r.Subs[i].Lo
	}
	free := false
	walk(s.Value, func(e Expr) {
		if v, ok := e.(*Ref); ok && (s.loop(v.Name) != nil && with[v.Name] == nil || v.Name == s.Target.Name) {
			free = true
		}
	})
	if free {
		return nil
	}
	return replaced(s.Value, with)
}

// replaced is an expression with other expressions for loop indices.
func replaced(e Expr, with map[string]Expr) Expr {
	switch e := e.(type) {
	case *Ref:
		if x := with[e.Name]; x != nil && e.Subs == nil {
			return x
		}
		c := *e
		c.Subs = nil
		for _, s := range e.Subs {
			if s.Lo != nil {
				s.Lo = replaced(s.Lo, with)
			}
			if s.Hi != nil {
				s.Hi = replaced(s.Hi, with)
			}
			c.Subs = append(c.Subs, s)
		}
		return &c
	case *Call:
		c := *e
		c.Args = nil
		for _, a := range e.Args {
			c.Args = append(c.Args, replaced(a, with))
		}
		return &c
	case *Unary:
		c := *e
		c.X = replaced(e.X, with)
		return &c
	case *Binary:
		c := *e
		c.X, c.Y = replaced(e.X, with), replaced(e.Y, with)
		return &c
	}
	return e
}
