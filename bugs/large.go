package bugs

import "mpc/lang"

// notLarge reports arrays of too many elements that the program draws or computes, before any is made. How far statements
// reach is found at the first and at the last iterations of their loops, and no loop is run for it.
func (t *translator) notLarge() {
	quiet := *t.values
	quiet.report = &lang.Collector{}
	dims := map[string][]int{}
	reach := func(name string, at lang.Pos, subs []int) bool {
		if dims[name] == nil {
			dims[name] = make([]int, len(subs))
		}
		n := 1.0
		for i, k := range subs {
			if i < len(dims[name]) {
				dims[name][i] = max(dims[name][i], k)
				n *= float64(max(dims[name][i], 1))
			}
		}
		if n > maxElements {
			t.Errorf(at, lang.CodeTooLarge, "%s has %.0f elements, and an array has at most %d", name, n, maxElements).
				WithHint("is a subscript, or what a loop runs to, as it was meant?")
		}
		return n <= maxElements
	}
	for _, d := range t.prog.Vars {
		subs := make([]int, len(d.Dims))
		for i, e := range d.Dims {
			subs[i], _ = quiet.whole(e)
		}
		if t.given[d.Name] == nil && !reach(d.Name, d.At, subs) {
			return
		}
	}
	for _, s := range t.all {
		if t.given[s.Target.Name] != nil {
			continue
		}
		for _, last := range []bool{false, true} {
			if subs := quiet.corner(s, last); subs != nil && !reach(s.Target.Name, s.Target.At, subs) {
				return
			}
		}
	}
}

// corner are the subscripts of what a statement is of in the first or the last iteration of its loops, 0 where they are
// not known; nil where a loop runs over nothing or is not known.
func (v *evaluation) corner(s *site, last bool) []int {
	for _, l := range s.loops {
		defer delete(v.index, l.Index)
		lo, hi, left := v.bounds(l.Range)
		if left != nil || hi < lo {
			return nil
		}
		if v.index[l.Index] = lo; last {
			v.index[l.Index] = hi
		}
	}
	subs := make([]int, len(s.Target.Subs))
	for i, sub := range s.Target.Subs {
		e := sub.Lo
		if sub.Hi != nil {
			e = sub.Hi
		}
		if e == nil {
			continue
		}
		if k, left := v.whole(e); left == nil {
			subs[i] = k
		}
	}
	return subs
}
