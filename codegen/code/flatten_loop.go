package code

import "slices"

// A lap is a strand of a loop as it is written in blocks: a counter that is an index or, of
// a list, a position.
type lap struct {
	*Strand
	list, length string // of a list
	first, now   string // counter
}

// loop writes a For: a block tests whether a strand has a pass left, and then each runs its next one.
func (f *flattener) loop(s *Stmt, a *For) {
	var laps []*lap
	var first []string
	for _, strand := range a.Strands {
		l := f.lap(strand)
		laps = append(laps, l)
		first = append(append(first, l.first), f.texts(firsts(l.Carry))...)
	}
	test, after := &FlatBlock{}, &FlatBlock{}
	f.jump(test, "", first...)
	f.enter(test)
	var left []string
	var carry []*Carry
	for _, l := range laps {
		l.now = f.param()
		f.carried(l.Carry)
		carry = append(carry, l.Carry...)
	}
	for _, l := range laps {
		left = append(left, f.left(l))
	}
	any := left[0]
	for _, x := range left[1:] {
		any = f.compute("%s | %s", any, x)
	}
	end := map[*Value]string{} // what the results are if the loop ends here
	for _, c := range carry {
		end[c.Value] = f.names[c.Value]
	}
	f.jump(after, any)
	if len(laps) == 1 {
		f.pass(laps[0], func(next []string) { f.jump(test, "", next...) })
	} else {
		var next []string
		for i, l := range laps {
			next = append(next, f.beside(l, left[i])...)
		}
		f.jump(test, "", next...)
	}
	f.enter(after)
	for _, c := range carry {
		f.names[c.Value] = end[c.Value]
	}
	f.ended(s.Results, carry)
}

func (f *flattener) lap(s *Strand) *lap {
	l := &lap{Strand: s}
	switch {
	case s.List != nil:
		l.list, l.first = f.text(s.List), "0"
		l.length = f.compute("len(%s)", l.list)
	case s.Down:
		l.first = f.compute("%s - 1", f.text(s.Hi))
	default:
		l.first = f.text(s.Lo)
	}
	return l
}

// left computes whether a strand has a pass left.
func (f *flattener) left(l *lap) string {
	switch {
	case l.List != nil:
		return f.compute("%s < %s", l.now, l.length)
	case l.Down:
		return f.compute("%s <= %s", f.text(l.Lo), l.now)
	}
	return f.compute("%s < %s", l.now, f.text(l.Hi))
}

// pass writes the body for the counter, and ends with the next counter and what is carried.
func (f *flattener) pass(l *lap, end func(next []string)) {
	f.names[l.Index] = l.now
	if l.List != nil {
		f.names[l.Index] = f.compute("%s[%s]", l.list, l.now)
	}
	f.block(l.Body, func(gives []string) {
		step := "+"
		if l.Down {
			step = "-"
		}
		end(append([]string{f.compute("%s %s 1", l.now, step)}, gives...))
	})
}

// beside writes a pass that runs if the strand has one left, and returns the next counter and what is carried then.
func (f *flattener) beside(l *lap, left string) []string {
	now := []string{l.now}
	for _, c := range l.Carry {
		now = append(now, f.names[c.Value])
	}
	after := &FlatBlock{}
	f.jump(after, left, slices.Clone(now)...)
	f.pass(l, func(next []string) { f.jump(after, "", next...) })
	f.enter(after)
	for i := range now {
		now[i] = f.param()
	}
	return now
}
