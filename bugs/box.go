package bugs

import (
	"math"

	"mpc/lang"
)

// A span is every step-th subscript from lo to hi.
type span struct{ lo, hi, step int }

// A box is the elements that a statement reaches by subscripts of which each is a multiple of one loop's index plus a number, or the
// same in each pass. What its ends say is true of all of it, however many elements there are.
type box struct {
	spans []span
	none  bool // a loop or a slice runs over nothing
	again bool // several passes reach the same elements
}

// within tells whether all elements are within an array of some dimensions.
func (b box) within(dims []int) bool {
	if len(b.spans) != len(dims) {
		return false
	}
	for d, s := range b.spans {
		if !b.none && (s.lo < 1 || s.hi > dims[d]) {
			return false
		}
	}
	return true
}

// each calls f with the places of the elements in an array of some dimensions, which the box is within, until f returns false.
func (b box) each(dims []int, f func(place int) bool) {
	var from func(d, place int) bool
	from = func(d, place int) bool {
		if d == len(b.spans) {
			return f(place)
		}
		s := b.spans[d]
		for k := s.lo; k <= s.hi; k += s.step {
			if !from(d+1, place*dims[d]+k-1) {
				return false
			}
		}
		return true
	}
	if !b.none {
		from(0, 0)
	}
}

// box is the box of a reference in a statement. There is none where a subscript follows from data or from two loops, where the bound
// of a loop follows from another, or where the name stands for all of an array.
func (v *evaluation) box(s *site, r *Ref) (b box, ok bool) {
	quiet := *v
	quiet.report = &lang.Collector{}
	if len(r.Subs) == 0 {
		return b, false
	}
	loops := map[*For]span{}
	for i, l := range s.loops {
		if s.readsLoop(l.Range.Lo) || s.readsLoop(l.Range.Hi) || s.loop(l.Index) != s.loops[i] {
			return b, false
		}
		lo, hi, left := quiet.bounds(l.Range)
		if left != nil {
			return b, false
		}
		b.none = b.none || hi < lo
		loops[l] = span{lo, hi, 1}
	}
	for _, u := range r.Subs {
		if u.Empty || quiet.isRow(u) {
			return b, false
		}
		x, ok := quiet.span(s, u, loops)
		if !ok {
			return b, false
		}
		b.none = b.none || x.hi < x.lo
		b.spans = append(b.spans, x)
	}
	for _, l := range loops { // no subscript has taken these
		b.again = b.again || l.hi > l.lo
	}
	return b, !quiet.report.HasErrors()
}

// span is that of one subscript. The loop that it follows is taken from the list, so that no other follows it too.
func (v *evaluation) span(s *site, u Sub, loops map[*For]span) (x span, ok bool) {
	f, ok := v.followed(s, u.Lo)
	switch {
	case !ok || f.loop != nil && u.Hi != nil:
		return x, false
	case f.loop == nil && u.Hi == nil:
		return span{f.plus, f.plus, 1}, true
	case f.loop == nil:
		to, ok := v.followed(s, u.Hi)
		return span{f.plus, to.plus, 1}, ok && to.loop == nil
	}
	l, ok := loops[f.loop]
	if !ok || f.times == 0 {
		return x, false
	}
	delete(loops, f.loop)
	x = span{f.times*l.lo + f.plus, f.times*l.hi + f.plus, f.times}
	if f.times < 0 {
		x = span{x.hi, x.lo, -f.times}
	}
	return x, true
}

// A followed is a whole number that is a multiple of one loop's index plus a number; without a loop, it is the number.
type followed struct {
	loop        *For
	times, plus int
}

// followed is that of an expression.
func (v *evaluation) followed(s *site, e Expr) (f followed, ok bool) {
	if !s.readsLoop(e) {
		x, left := v.number(e)
		if left != nil || x != math.Round(x) || math.Abs(x) >= 1<<31 {
			return f, false
		}
		return followed{plus: int(x)}, true
	}
	switch e := e.(type) {
	case *Ref:
		return followed{s.loop(e.Name), 1, 0}, e.Subs == nil
	case *Unary:
		f, ok := v.followed(s, e.X)
		return followed{f.loop, -f.times, -f.plus}, ok && e.Op == "-"
	case *Binary:
		x, ok := v.followed(s, e.X)
		y, too := v.followed(s, e.Y)
		if !ok || !too {
			return f, false
		}
		return x.combined(e.Op, y)
	}
	return f, false
}

// combined is a sum, a difference or a multiple.
func (f followed) combined(op string, g followed) (followed, bool) {
	switch {
	case op == "*" && f.loop == nil:
		return followed{g.loop, f.plus * g.times, f.plus * g.plus}, true
	case op == "*" && g.loop == nil:
		return followed{f.loop, g.plus * f.times, g.plus * f.plus}, true
	case op != "+" && op != "-" || f.loop != nil && g.loop != nil:
		return followed{}, false
	}
	if op == "-" {
		g.times, g.plus = -g.times, -g.plus
	}
	if f.loop == nil {
		f.loop = g.loop
	}
	return followed{f.loop, f.times + g.times, f.plus + g.plus}, true
}

// readsLoop tells whether an expression reads the index of a loop around the statement.
func (s *site) readsLoop(e Expr) (found bool) {
	walk(e, func(e Expr) {
		r, ok := e.(*Ref)
		found = found || ok && s.loop(r.Name) != nil
	})
	return found
}
