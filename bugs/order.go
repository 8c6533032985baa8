package bugs

import (
	"mpc/lang"
)

// Functions of the order of random values: sort, rank, ranked and order. Each element has its
// place, how many elements are below it or equal and not behind it; what is asked for is found by
// that place.

// ordered writes the element k of sort(x), rank(x) or order(x).
func (t *translator) ordered(e *Call, k Expr) lang.Expr {
	at := e.At
	r, ok := e.Args[0].(*Ref)
	if !ok || len(t.slices(r)) != 1 {
		t.Errorf(at, lang.CodeArguments, "%s takes a row of numbers, as %s(x[]) or %s(x[1:3])", e.Fun, e.Fun, e.Fun)
		return &lang.Number{At: at}
	}
	place := t.places(r)
	if e.Fun == "rank" {
		return place(t.linear(k, -1))
	}
	which := t.linear(k, 0)
	name, i, leave := t.overParts(at)
	var x lang.Expr
	if e.Fun == "order" {
		x = t.linear(i, 0)
	} else {
		x = t.value(t.elementwise(r, []Expr{i}))
	}
	leave()
	body := binary(at, "*", binary(at, "==", place(&lang.Name{At: at, Name: name}), which), x)
	return &lang.Reduce{At: at, Fun: "sum", Body: body, Index: lang.Name{At: at, Name: name},
		Domain: lang.Domain{At: at, Lo: whole(at, 0), Hi: t.slices(r)[0].count}}
}

// places defines the places of the elements of a row, from 1, and returns the place of an element.
func (t *translator) places(r *Ref) func(i lang.Expr) lang.Expr {
	at := r.At
	x, index := t.ownName("place", r)
	name, i, leave := t.overParts(at)
	cell := t.elementwise(r, []Expr{i})
	below := t.reduce(at, "sum", &Binary{At: at, Op: "<", X: r, Y: cell})
	same := t.reduce(at, "sum", &Call{At: at, Fun: "equals", Args: []Expr{t.upTo(r, i), cell}})
	leave()
	of := func(i lang.Expr) lang.Expr {
		return &lang.Index{At: at, X: x, Args: append(append([]lang.Expr{}, index...), i)}
	}
	t.ahead(r, &lang.For{At: at, Index: lang.Name{At: at, Name: name}, Domain: lang.Domain{At: at, Lo: whole(at, 0), Hi: t.slices(r)[0].count},
		Body: []lang.Stmt{&lang.Assign{At: at, Target: of(&lang.Name{At: at, Name: name}), Value: binary(at, "+", below, same)}}})
	return of
}

// upTo is the row up to its element i.
func (t *translator) upTo(r *Ref, i Expr) *Ref {
	c := *r
	c.Subs = append([]Sub{}, r.Subs...)
	if len(c.Subs) == 0 {
		c.Subs = []Sub{{At: r.At, Empty: true}}
	}
	one := &Number{At: r.At, Value: 1, Text: "1"}
	for d, s := range c.Subs {
		switch {
		case s.Empty:
			c.Subs[d] = Sub{At: s.At, Lo: one, Hi: i}
		case s.Hi != nil:
			c.Subs[d] = Sub{At: s.At, Lo: s.Lo, Hi: &Binary{At: s.At, Op: "-", X: &Binary{At: s.At, Op: "+", X: s.Lo, Y: i}, Y: one}}
		}
	}
	return &c
}

// interpolated is interp.lin(e, x[], y[]) of ascending x: from y[1] on a sum of what each segment
// adds. Below x[1] it is y[1], above the last x the last y, as in JAGS.
func (t *translator) interpolated(e *Call) Expr {
	at := e.At
	x, one := e.Args[1].(*Ref)
	y, two := e.Args[2].(*Ref)
	if !one || !two || len(t.slices(x)) != 1 || len(t.slices(y)) != 1 {
		t.Errorf(at, lang.CodeArguments, "interp.lin takes a number and two rows, interp.lin(e, x[], y[])")
		return &Number{At: at}
	}
	n := t.rows(x)
	if n < 2 || t.rows(y) != n {
		t.Errorf(at, lang.CodeIndex, "%s: both rows have as many numbers, two or more; here %d and %d", e, n, t.rows(y))
		return &Number{At: at}
	}
	part := func(r *Ref, first, last int) *Ref {
		c := *r
		c.Subs = append([]Sub{}, r.Subs...)
		if len(c.Subs) == 0 {
			c.Subs = []Sub{{At: r.At, Empty: true}}
		}
		number := func(k int) Expr { return &Number{At: at, Value: float64(k), Text: "1"} }
		for d, s := range c.Subs {
			switch {
			case s.Empty:
				c.Subs[d] = Sub{At: s.At, Lo: number(first), Hi: number(last)}
			case s.Hi != nil:
				from := func(k int) Expr { return &Binary{At: s.At, Op: "+", X: s.Lo, Y: number(k - 1)} }
				c.Subs[d] = Sub{At: s.At, Lo: from(first), Hi: from(last)}
			}
		}
		return &c
	}
	op := func(o string, x, y Expr) Expr { return &Binary{At: at, Op: o, X: x, Y: y, Closed: true} }
	width := op("-", part(x, 2, n), part(x, 1, n-1))
	slope := op("/", op("-", part(y, 2, n), part(y, 1, n-1)), width)
	way := &Call{At: at, Fun: ofTwo["max"], Args: []Expr{&Number{At: at, Text: "0"},
		&Call{At: at, Fun: ofTwo["min"], Args: []Expr{op("-", e.Args[0], part(x, 1, n-1)), width}}}}
	total := &Call{At: at, Fun: "sum", Args: []Expr{op("*", slope, way)}}
	first := part(y, 1, 1)
	for d := range first.Subs {
		if first.Subs[d].Hi != nil {
			first.Subs[d].Hi = nil
		}
	}
	return op("+", first, total)
}
