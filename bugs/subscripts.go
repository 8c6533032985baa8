package bugs

import (
	"fmt"
	"math"
	"strconv"

	"mpc/lang"
)

// maxLooked is how many elements are looked at for mistakes of subscripts: of larger programs the
// first are.
const maxLooked = 2_000_000

// subscripts looks at subscripts with the data: those beyond an array, elements that two statements
// define, and bounds of loops that are not there. What it finds has the words of the program.
func (t *translator) subscripts() {
	v := t.quiet()
	by := map[string][]*site{} // who defines each element of an array
	looked := 0
	used := map[string][]bool{}
	for n, a := range t.given {
		used[n] = make([]bool, len(a.Values))
	}
	for _, s := range t.all {
		if t.dropped[s.Relation] {
			continue
		}
		var refs []*Ref
		s.each(func(e Expr) {
			if r, ok := e.(*Ref); ok && s.loop(r.Name) == nil && len(r.Subs) > 0 && !t.isWithin(r, s, &v) {
				refs = append(refs, r)
			}
		})
		t.looseBounds(s, &v)
		if t.HasErrors() {
			return
		}
		if len(refs) == 0 && t.definesBox(s, &v, by, used[s.Target.Name]) {
			continue
		}
		passes := 0
		v.loops(s, func() *unknown {
			if looked++; looked > maxLooked || t.HasErrors() {
				return nil
			}
			passes++
			for _, r := range append(refs, s.Target) {
				t.withinDims(r, s, &v)
			}
			if a := t.given[s.Target.Name]; a != nil && s.Dist != nil {
				if places, _, left := v.places(s.Target, a); left == nil {
					for _, p := range places {
						used[s.Target.Name][p] = true
					}
				}
			}
			t.definedOnce(s, &v, by, passes)
			return nil
		})
		if t.HasErrors() {
			return
		}
	}
	if looked <= maxLooked {
		t.spare(used)
	}
}

// isWithin tells of a reference whose elements are a box that it is within its array.
func (t *translator) isWithin(r *Ref, s *site, v *evaluation) bool {
	b, ok := v.box(s, r)
	return ok && b.within(t.dims[r.Name])
}

// definesBox notes the elements that a statement defines, which it uses up of those that are given, where they are a box within their
// array and no other statement defines one of them. Otherwise it notes nothing.
func (t *translator) definesBox(s *site, v *evaluation, by map[string][]*site, used []bool) bool {
	name := s.Target.Name
	dims := t.dims[name]
	b, ok := v.box(s, s.Target)
	if !ok || b.again || !b.within(dims) {
		return false
	}
	if n := sizeOf(dims); n <= maxLooked && !t.known[name] {
		if by[name] == nil {
			by[name] = make([]*site, n)
		}
		first, free := by[name], true
		b.each(dims, func(p int) bool {
			free = first[p] == nil
			return free
		})
		if !free {
			return false
		}
		b.each(dims, func(p int) bool {
			first[p] = s
			return true
		})
	}
	if used != nil && s.Dist != nil {
		b.each(dims, func(p int) bool {
			used[p] = true
			return true
		})
	}
	return true
}

// sizeOf is the number of elements of an array.
func sizeOf(dims []int) int {
	n := 1
	for _, d := range dims {
		n *= d
	}
	return n
}

// looseBounds reports loops whose bounds the data leave out, and ranges that run downward.
func (t *translator) looseBounds(s *site, v *evaluation) {
	for k, l := range s.loops {
		outer := &site{loops: s.loops[:k]}
		warned := false
		v.loops(outer, func() *unknown {
			for _, e := range []Expr{l.Range.Lo, l.Range.Hi} {
				walk(e, func(e Expr) {
					r, ok := e.(*Ref)
					if !ok || t.HasErrors() || outer.loop(r.Name) != nil {
						return
					}
					if a := t.values.data[r.Name]; a != nil && a.HasMissing() {
						if places, _, left := v.places(r, a); left == nil && len(places) == 1 && a.Missing[places[0]] {
							t.Errorf(e.Pos(), lang.CodeMissingInput, "%s is missing in the data, and a loop runs to it", t.elementAt(r.Name, a, places[0]))
						}
					}
				})
			}
			if lo, hi, left := v.bounds(l.Range); left == nil && lo > hi+1 && !warned && !isNumber(l.Range.Lo) {
				warned = true
				t.Warnf(l.Range.At, lang.CodeEmpty, "%s is empty, %d:%d: a range runs upward", l.Range, lo, hi).
					WithHint("what runs downward is written by i <- %d - k or by x[n + 1 - i]", lo)
			}
			return nil
		})
	}
}

// withinDims reports a subscript that is not within its array.
func (t *translator) withinDims(r *Ref, s *site, v *evaluation) {
	dims, given := t.dims[r.Name], t.values.data[r.Name] != nil
	if len(dims) != len(r.Subs) || t.HasErrors() {
		return
	}
	for d, u := range r.Subs {
		if v.isRow(u) {
			t.rowWithin(r, s, d, v)
			continue
		}
		for _, e := range []Expr{u.Lo, u.Hi} {
			if e == nil || u.Empty {
				continue
			}
			x, left := v.number(e)
			if v.report.HasErrors() {
				v.report = &lang.Collector{} // said where the value is wanted
			}
			if left != nil {
				return
			}
			k := int(x)
			if x == float64(k) && k >= 1 && k <= dims[d] {
				continue
			}
			where := ""
			for _, l := range s.loops {
				where += ", at " + l.Index + " = " + strconv.Itoa(v.index[l.Index])
			}
			has := t.dimensionsOf(r.Name, d, dims)
			switch {
			case x != x && t.readsDrawn(e):
				continue // a draw with some of its values missing
			case x != x:
				t.Errorf(u.At, lang.CodeMissingInput, "the subscript %s of %s is missing in the data%s", e, r.Name, where).
					WithHint("give its value, or draw it, %s ~ dcat(p[])", e)
			case x != float64(k):
				t.Errorf(u.At, lang.CodeIndex, "the subscript %s of %s is %v here, which is no whole number%s", e, r.Name, x, where)
			case u.Hi != nil && u.Lo != nil && t.isEmptyRange(u, v):
			case k < 1:
				t.Errorf(u.At, lang.CodeIndex, "the subscript %s of %s is %d here%s: subscripts count from 1", e, r.Name, k, where).
					WithHint("begin the loop later, and define what comes first by itself, as in x[1] ~ ...")
			case k > dims[d] && given:
				t.Errorf(u.At, lang.CodeIndex, "the subscript %s of %s is %d here%s: %s", e, r.Name, k, where, has).
					WithHint("compare the bound of the loop with the data")
			case k > dims[d]:
				t.Errorf(r.At, lang.CodeUndefined, "%s is read here, and nothing defines it%s: %s", r, where, has).
					WithHint("add a statement for that element, or end the loop before it")
			}
			return
		}
	}
}

// rowWithin reports a row of subscripts that are not all within their array.
func (t *translator) rowWithin(r *Ref, s *site, d int, v *evaluation) {
	list, left := v.vector(r.Subs[d].Lo)
	v.report = &lang.Collector{}
	for _, x := range list {
		if left != nil || t.HasErrors() || x == x && x == math.Round(x) && x >= 1 && x <= float64(t.dims[r.Name][d]) {
			continue
		}
		where := ""
		for _, l := range s.loops {
			where += ", at " + l.Index + " = " + strconv.Itoa(v.index[l.Index])
		}
		t.Errorf(r.Subs[d].At, lang.CodeIndex, "the subscripts %s of %s have %v among them%s: %s", r.Subs[d], r.Name, x, where, t.dimensionsOf(r.Name, d, t.dims[r.Name]))
	}
}

// readsDrawn tells whether an expression reads a name that is drawn.
func (t *translator) readsDrawn(e Expr) (found bool) {
	walk(e, func(e Expr) {
		r, ok := e.(*Ref)
		found = found || ok && drawn(t.all, r.Name)
	})
	return found
}

func (t *translator) isEmptyRange(u Sub, v *evaluation) bool {
	lo, left := v.number(u.Lo)
	hi, left2 := v.number(u.Hi)
	return left == nil && left2 == nil && hi < lo
}

// definedOnce reports an element that a statement defines a second time.
func (t *translator) definedOnce(s *site, v *evaluation, by map[string][]*site, passes int) {
	name := s.Target.Name
	dims := t.dims[name]
	n := sizeOf(dims)
	if n > maxLooked || t.known[name] || t.HasErrors() {
		return
	}
	a := &Array{Dim: dims, Values: make([]float64, 0)}
	if s.Target.Subs == nil && len(dims) > 0 || empty(s.Target) == 1 && len(dims) > 0 {
		return
	}
	places, _, left := v.places(s.Target, a)
	if len(dims) == 0 {
		places, left = []int{0}, nil
	}
	if left != nil {
		v.report = &lang.Collector{}
		return
	}
	if by[name] == nil {
		by[name] = make([]*site, n)
	}
	for _, p := range places {
		first := by[name][p]
		if first == nil {
			by[name][p] = s
			continue
		}
		if first != s && (first.Dist == nil) != (s.Dist == nil) && t.inputs[name] {
			continue // an observation of what data compute
		}
		d := t.Errorf(s.Target.At, lang.CodeDouble, "%s is defined twice", t.elementAt(name, a, p))
		if first == s {
			d.Message = t.elementAt(name, a, p) + " is defined anew in each pass of the loop"
			d.WithHint("give it a subscript of the loop, %s[%s], or take the statement out of the loop", name, s.loops[len(s.loops)-1].Index)
		} else {
			d.WithRelated(first.At, "the first one")
		}
		return
	}
}

// spare warns of observations that no loop reaches.
func (t *translator) spare(used map[string][]bool) {
	for _, s := range t.all {
		n := s.Target.Name
		list := used[n]
		if s.Dist == nil || list == nil {
			continue
		}
		delete(used, n)
		left, first := 0, -1
		for p, is := range list {
			if !is && (t.given[n].Missing == nil || !t.given[n].Missing[p]) {
				if left++; first < 0 {
					first = p
				}
			}
		}
		read := false
		for _, o := range t.all {
			o.each(func(e Expr) {
				if r, ok := e.(*Ref); ok && r.Name == n {
					read = true
				}
			})
		}
		if left > 0 && !read {
			t.Warnf(s.Target.At, lang.CodeUnused, "the data have %d values of %s that no statement reads, from %s on", left, n, t.elementAt(n, t.given[n], first)).
				WithHint("compare the bounds of the loops with the data")
		}
	}
}

// dimensionsOf says how many elements a dimension has.
func (t *translator) dimensionsOf(name string, d int, dims []int) string {
	if len(dims) == 1 {
		return fmt.Sprintf("%s has %s", name, elementsOf(dims[0]))
	}
	return fmt.Sprintf("dimension %d of %s has %s", t.orders[name].of(d)+1, name, elementsOf(dims[d]))
}

func elementsOf(n int) string {
	if n == 1 {
		return "1 element"
	}
	return fmt.Sprintf("%d elements", n)
}
