package bugs

import (
	"mpc/lang"
	"mpc/lang/functions"
)

// A slice is a dimension that a reference keeps: what it runs over, from 0.
type slice struct {
	lo, hi lang.Expr // hi is excluded; lo is nil for all of the dimension
	count  lang.Expr
}

// slices lists the dimensions that a reference keeps.
func (t *translator) slices(r *Ref) (list []slice) {
	if t.site.loop(r.Name) != nil {
		return nil
	}
	n := len(t.dims[r.Name])
	if r.Subs == nil || len(r.Subs) == 1 && r.Subs[0].Empty {
		for d := range n {
			e := t.extent(r.Name, d, r.At)
			list = append(list, slice{hi: e, count: e})
		}
		return list
	}
	for d, s := range r.Subs {
		switch {
		case s.Empty:
			e := t.extent(r.Name, d, r.At)
			list = append(list, slice{hi: e, count: e})
		case s.Hi != nil:
			size := &Binary{At: s.At, Op: "+", X: &Binary{At: s.At, Op: "-", X: s.Hi, Y: s.Lo}, Y: &Number{At: s.At, Value: 1, Text: "1"}}
			list = append(list, slice{lo: t.linear(s.Lo, -1), hi: t.linear(s.Hi, 0), count: t.linear(size, 0)})
		case t.row(s) != nil:
			list = append(list, slice{lo: whole(s.At, 0), count: t.count(s.Lo)})
		}
	}
	return list
}

// sliced is the first reference in an expression that keeps dimensions, outside of subscripts
// and of functions that make a number of an array.
func (t *translator) sliced(e Expr) *Ref {
	switch e := e.(type) {
	case *Ref:
		if len(t.slices(e)) > 0 {
			return e
		}
	case *Unary:
		return t.sliced(e.X)
	case *Binary:
		if r := t.sliced(e.X); r != nil {
			return r
		}
		return t.sliced(e.Y)
	case *Call:
		if reduces(e) {
			return nil
		}
		for _, a := range e.Args {
			if r := t.sliced(a); r != nil {
				return r
			}
		}
	}
	return nil
}

// count is how many elements an array has.
func (t *translator) count(e Expr) lang.Expr {
	r := t.sliced(e)
	if r == nil {
		return whole(e.Pos(), 1)
	}
	var n lang.Expr
	for _, s := range t.slices(r) {
		if n == nil {
			n = s.count
		} else {
			n = binary(e.Pos(), "*", n, s.count)
		}
	}
	return n
}

// reduce writes sum, max or min of an array, or of an expression of arrays element by element.
func (t *translator) reduce(at lang.Pos, fun string, e Expr) lang.Expr {
	r := t.sliced(e)
	if r == nil {
		return t.value(e)
	}
	if t.unequalRows(e) {
		return whole(at, 0)
	}
	list := t.slices(r)
	// Each dimension that is kept has an index of its own: a loop around the expression.
	site := *t.site
	var loops []*For
	with := make([]Expr, len(list))
	for i, s := range list {
		name := t.fresh("k")
		loop := &For{At: at, Index: "sum " + name}
		t.ours["for "+loop.Index] = name
		loops = append(loops, loop)
		x := Expr(&Ref{At: at, Name: loop.Index})
		if s.lo != nil {
			x = &Ref{At: at, Name: loop.Index}
		}
		with[i] = x
	}
	site.loops = append(append([]*For{}, t.site.loops...), loops...)
	outer := t.site
	t.site = &site
	body := t.elementwise(e, with)
	var x lang.Expr
	inner := fun
	if of := functions.Reduces(fun).OfTruths; of != "" && t.isTruth(body) {
		x, inner = t.truth(body), of
	} else {
		x = t.value(body)
	}
	t.site = outer
	for i := len(list) - 1; i >= 0; i-- {
		s := list[i]
		domain := lang.Domain{At: at, Lo: whole(at, 0), Hi: s.count}
		if n, ok := s.hi.(*lang.Name); ok && s.lo == nil && t.isRange(n.Name) && t.alike(e, i, n.Name) {
			domain = lang.Domain{At: at, Lo: s.hi}
		}
		x = &lang.Reduce{At: at, Fun: inner, Body: x, Index: lang.Name{At: at, Name: t.ours["for "+loops[i].Index]}, Domain: domain}
		inner = fun
	}
	return x
}

// alike tells whether all that an expression keeps of arrays has one range as its size.
func (t *translator) alike(e Expr, d int, ours string) bool {
	same := true
	walk(e, func(e Expr) {
		if r, ok := e.(*Ref); ok && t.site.loop(r.Name) == nil {
			if list := t.slices(r); d < len(list) {
				n, ok := list[d].hi.(*lang.Name)
				same = same && ok && list[d].lo == nil && n.Name == ours
			}
		}
	})
	return same
}

// isRange tells whether one of our names is an input that is a range.
func (t *translator) isRange(ours string) bool {
	if theirs, ok := t.out.Names[ours]; ok {
		return t.ranges[theirs]
	}
	for _, in := range t.own {
		if in.Name.Name == ours {
			return true
		}
	}
	return false
}

// row is a row of whole numbers that stands as a subscript, b[idx[1:3]], nil of other subscripts.
func (t *translator) row(s Sub) *Ref {
	if s.Empty || s.Hi != nil || s.Lo == nil {
		return nil
	}
	return t.sliced(s.Lo)
}

// part is a part of a row, x[i, lo:hi], as an array of its own, which is defined before the
// statement that reads it.
func (t *translator) part(r *Ref) lang.Expr {
	at := r.At
	list := t.slices(r)
	x, index := t.ownName("part", r)
	name, part, leave := t.overParts(at)
	value := t.value(t.elementwise(r, []Expr{part}))
	leave()
	cell := &lang.Index{At: at, X: x, Args: append(append([]lang.Expr{}, index...), &lang.Name{At: at, Name: name})}
	t.ahead(r, &lang.For{At: at, Index: lang.Name{At: at, Name: name}, Domain: lang.Domain{At: at, Lo: whole(at, 0), Hi: list[0].count},
		Body: []lang.Stmt{&lang.Assign{At: at, Target: cell, Value: value}}})
	if len(index) == 0 {
		return x
	}
	return &lang.Index{At: at, X: x, Args: index}
}

// ownName is a new name for something that a statement has of its own, with the loop indices that
// an expression reads.
func (t *translator) ownName(what string, r *Ref) (x *lang.Name, index []lang.Expr) {
	for _, l := range t.loopsOf(r) {
		index = append(index, t.linear(&Ref{At: r.At, Name: l.Index}, -1))
	}
	return &lang.Name{At: r.At, Name: t.fresh(what + "_" + t.name(r.Name))}, index
}

// loopsOf lists the loops of the present statement whose indices an expression reads, and those
// that their bounds read.
func (t *translator) loopsOf(e Expr) (list []*For) {
	used := map[string]bool{}
	walk(e, func(e Expr) { usedLoops(e, t.site, used) })
	for i := len(t.site.loops) - 1; i >= 0; i-- {
		l := t.site.loops[i]
		if used[l.Index] {
			list = append([]*For{l}, list...)
			outer := &site{loops: t.site.loops[:i]}
			walk(l.Range.Lo, func(e Expr) { usedLoops(e, outer, used) })
			walk(l.Range.Hi, func(e Expr) { usedLoops(e, outer, used) })
		}
	}
	return list
}

// ahead puts a definition of its own before the statement, in the loops that it depends on: where
// these are all that there are it stands beside the statement, else before the outermost loop.
func (t *translator) ahead(e Expr, s lang.Stmt) {
	loops := t.loopsOf(e)
	if len(loops) == len(t.site.loops) {
		t.before = append(t.before, s)
		return
	}
	outer := t.site
	for i := len(loops) - 1; i >= 0; i-- {
		l := loops[i]
		t.site = &site{nil, loops[:i], false}
		if domain, empty := t.domain(l); !empty {
			s = &lang.For{At: l.At, Index: lang.Name{At: l.At, Name: t.loopName(l.Index)}, Domain: domain, Body: []lang.Stmt{s}}
		}
	}
	t.site = outer
	t.lead = append(t.lead, s)
}

// drawnPart writes a draw of a part of a row: of a vector of its own, whose components are that
// part.
func (t *translator) drawnPart(s *Relation) []lang.Stmt {
	at := s.At
	list := t.slices(s.Target)
	if len(list) != 1 || t.isInput(s) {
		t.Errorf(s.Target.At, lang.CodeUnsupported, "%s is a part of %s: data are drawn by whole rows in this version", s.Target, s.Target.Name).
			WithHint("give what is drawn together an array of its own")
		return nil
	}
	// Vectors of one size; others are gammas.
	if _, fixed := list[0].count.(*lang.Number); !fixed && alias(s.Dist.Fun) == "ddirch" && len(s.Dist.Args) == 1 {
		return t.gammas(s, list[0].count)
	}
	x, index := t.ownName("drawn", s.Target)
	var vector lang.Expr = x
	if len(index) > 0 {
		vector = &lang.Index{At: at, X: x, Args: index}
	}
	draw := t.drawAs(s, vector)
	name, part, leave := t.overParts(at)
	target := t.element(t.elementwise(s.Target, []Expr{part}).(*Ref))
	leave()
	cell := &lang.Index{At: at, X: x, Args: append(append([]lang.Expr{}, index...), &lang.Name{At: at, Name: name})}
	return append(draw, &lang.For{At: at, Index: lang.Name{At: at, Name: name}, Domain: lang.Domain{At: at, Lo: whole(at, 0), Hi: list[0].count},
		Body: []lang.Stmt{&lang.Assign{At: at, Target: target, Value: cell}}})
}

// gammas writes a draw from a Dirichlet distribution as shares of independent gammas: its
// elements are then numbers, which stand among others in one array.
func (t *translator) gammas(s *Relation, count lang.Expr) []lang.Stmt {
	at := s.At
	x, index := t.ownName("share", s.Target)
	name, part, leave := t.overParts(at)
	with := []Expr{part}
	target := t.element(t.elementwise(s.Target, with).(*Ref))
	alpha := t.value(t.elementwise(s.Dist.Args[0], with))
	leave()
	cell := func(k string) lang.Expr {
		return &lang.Index{At: at, X: x, Args: append(append([]lang.Expr{}, index...), &lang.Name{At: at, Name: k})}
	}
	domain := lang.Domain{At: at, Lo: whole(at, 0), Hi: count}
	sum := t.fresh("k")
	total := &lang.Reduce{At: at, Fun: "sum", Body: cell(sum), Index: lang.Name{At: at, Name: sum}, Domain: domain}
	gamma := named(named(call(at, "gamma"), "shape", alpha), "rate", whole(at, 1))
	return []lang.Stmt{&lang.For{At: at, Index: lang.Name{At: at, Name: name}, Domain: domain, Body: []lang.Stmt{
		&lang.Sample{At: at, Target: cell(name), Dist: gamma},
		&lang.Assign{At: at, Target: target, Value: binary(at, "/", cell(name), total)},
	}}}
}

// isPart tells whether a draw of several elements is of less than a row.
func (t *translator) isPart(r *Ref) bool {
	if t.mixed(r.Name) {
		return true
	}
	for d, s := range r.Subs {
		if s.Hi != nil && !t.covers(r.Name, d, s) {
			return true
		}
	}
	return false
}

// covers tells whether a range is all of a dimension.
func (t *translator) covers(name string, d int, s Sub) bool {
	quiet := *t.values
	quiet.report = &lang.Collector{}
	lo, left := quiet.whole(s.Lo)
	if left != nil || lo != 1 {
		return false
	}
	hi, left := quiet.whole(s.Hi)
	return left == nil && d < len(t.dims[name]) && hi == t.dims[name][d]
}
