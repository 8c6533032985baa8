package sequence

import (
	"fmt"
	"strings"

	"mpc/bugs"
	"mpc/lang/functions"
)

// A timed item stands in a loop over times.
type timed struct {
	*item
	time    Form   // in the loop's variable: without the sign of a downward loop
	index   string // which the time gives, "" for none
	stride  int    // of the index in the time
	lo, hi  Form   // times, over indices of nodes around
	renames bool   // the loop's variable is the index
}

// place finds which index of an item its time gives, and between which times the item runs.
func (q *sequencer) place(it *item, t timing, offset int) (x timed, ok bool) {
	x = timed{item: it, time: t.time[it.ID].add(offset)}
	if t.down {
		x.time = t.time[it.ID].add(-offset)
	}
	for _, n := range x.time.symbols() {
		if n[0] == '@' {
			return x, false
		}
		if it.loop(n) == nil || it.set[n] {
			continue
		}
		if x.index != "" {
			return x, false
		}
		x.index, x.stride = n, x.time.T[n]
	}
	if x.lo, ok = q.closed(x.time, it, false); !ok {
		return x, false
	}
	x.hi, ok = q.closed(x.time, it, true)
	return x, ok
}

// variable is a name for the times of a loop: the index of an item whose time it is, or a new one.
func (q *sequencer) variable(list []timed) string {
	taken := map[string]bool{}
	for _, n := range q.scope {
		taken[n] = true
	}
	own := map[string]bool{} // names that a loop within this one has
	for _, x := range list {
		for _, l := range x.Loops {
			if !(l.Index == x.index && x.renames) {
				own[l.Index] = true
			}
		}
	}
	for _, x := range list {
		if x.renames && !taken[x.index] && !own[x.index] {
			return x.index
		}
	}
	for i := 0; ; i++ {
		n := "t"
		if i > 0 {
			n = fmt.Sprintf("t%d", i)
		}
		if !taken[n] && !own[n] && !q.names[n] {
			return n
		}
	}
}

// spanOf is the first and the last of the times of items.
func spanOf(list []timed) bugs.Range {
	return bugs.Range{Lo: extreme(list, false), Hi: extreme(list, true)}
}

func extreme(list []timed, greatest bool) bugs.Expr {
	var ends []Form
	for _, x := range list {
		f := x.lo
		if greatest {
			f = x.hi
		}
		use := true
		for i, e := range ends {
			d := f.minus(e)
			if !d.isConstant() {
				continue
			}
			if use = false; (d.C > 0) == greatest && d.C != 0 {
				ends[i] = f
			}
			break
		}
		if use {
			ends = append(ends, f)
		}
	}
	if len(ends) == 1 {
		return ends[0].expr()
	}
	c := &bugs.Call{Fun: "min"}
	if greatest {
		c.Fun = "max"
	}
	for _, e := range ends {
		c.Args = append(c.Args, e.expr())
	}
	return c
}

// along runs items in a loop over their times. ok is false where a time is none.
func (q *sequencer) along(t timing, items []*item, pairs []pair, offset map[int]int, assumed map[*Edge]bool) (nodes []Node,
	left int, ok bool) {
	var list []timed
	consumed := false
	for _, it := range items {
		x, ok := q.place(it, t, offset[it.ID])
		if !ok {
			return nil, 0, false
		}
		consumed = consumed || x.index != ""
		list = append(list, x)
	}
	if !consumed {
		return nil, 0, false
	}
	rest := q.remain(t, pairs, offset, assumed)
	segments := q.peel(list, t.down)
	for k, s := range segments {
		n, l, ok := q.segment(s, t, rest)
		if !ok {
			return nil, 0, false
		}
		left = max(left, l)
		if k == 0 {
			for _, why := range q.why(t, list) {
				note(n, why)
			}
		}
		if len(segments) > 1 && len(s) < len(list) {
			note(n, Note{Peeled, "no other statement runs for these"})
		}
		nodes = append(nodes, n)
	}
	return nodes, left, true
}

// segment runs items over one range of times.
func (q *sequencer) segment(list []timed, t timing, rest []pair) (Node, int, bool) {
	span := spanOf(list)
	lo, hi := span.Lo.String(), span.Hi.String()
	list = append([]timed{}, list...)
	for i := range list {
		x := &list[i]
		x.renames = x.index != "" && x.time.equal(symbol(x.index)) && x.lo.expr().String() == lo && x.hi.expr().String() == hi
	}
	v := q.variable(list)
	var inner []*item
	var tests []*item
	equation := map[int]bugs.Expr{}
	for _, x := range list {
		it := x.item
		left := it.renamed(x.time.expr())
		switch {
		case x.index == "":
			if !it.plain(left) {
				return nil, 0, false
			}
			tests = append(tests, it)
			equation[it.ID] = left
			inner = append(inner, it)
			continue
		case x.renames:
			it = it.settled(x.index)
			if v != x.index {
				it.rename[x.index] = v
			}
			it.value[x.index] = symbol(v)
		default:
			it = it.settled(x.index)
			it.where[x.index] = &bugs.Binary{Op: "==", X: left, Y: &bugs.Ref{Name: v}}
			if abs(x.stride) == 1 {
				// stride * index + others = v
				others := x.time.minus(symbol(x.index).times(x.stride))
				if o, ok := q.closed(others, x.item, false); ok {
					it.value[x.index] = symbol(v).minus(o).times(x.stride)
				}
			}
		}
		inner = append(inner, it)
	}
	q.scope = append(q.scope, v)
	body, left := q.order(inner, within(inner, rest))
	q.scope = q.scope[:len(q.scope)-1]
	for _, it := range tests {
		body = only(body, it.Relation, &bugs.Binary{Op: "==", X: equation[it.ID], Y: &bugs.Ref{Name: v}})
	}
	return &Loop{Index: v, Range: span, Down: t.down, Body: body}, left, true
}

// only puts the node that runs a statement under a test.
func only(list []Node, r *bugs.Relation, cond bugs.Expr) []Node {
	out := make([]Node, len(list))
	for i, n := range list {
		out[i] = n
		runs := false
		walk([]Node{n}, func(n Node) {
			if d, ok := n.(*Do); ok && d.Stmt.At == r.At {
				runs = true
			}
		})
		if runs {
			out[i] = &If{Tests: []Test{{Cond: cond}}, Then: []Node{n}}
		}
	}
	return out
}

// maxPeeled is how many iterations are peeled at most.
const maxPeeled = 2

// peel splits times where some items run for a few times more than all others, at one end: what
// then is left needs no tests.
func (q *sequencer) peel(list []timed, down bool) [][]timed {
	whole := [][]timed{append([]timed{}, list...)}
	if len(list) < 2 {
		return whole
	}
	for _, x := range list {
		if x.index == "" || x.stride != 1 {
			return whole
		}
	}
	low := func(x timed) Form { return x.lo }
	high := func(x timed) Form { return x.hi.times(-1) }
	early, late, by, ok := longer(list, low)
	first, last, over, okay := longer(list, high)
	switch {
	case !ok || !okay || by > 0 && over > 0 || by+over == 0 || by+over > maxPeeled:
		return whole
	case by > 0:
		// Up to the first time of the others.
		end := late[0].lo.add(-1)
		for i, x := range early {
			early[i].hi = nearer(end, x.hi, "min")
		}
		for i := range list {
			whole[0][i].lo = late[0].lo
		}
		if down {
			return [][]timed{whole[0], early}
		}
		return [][]timed{early, whole[0]}
	}
	// From the last time of the others on.
	end := last[0].hi.add(1)
	for i, x := range first {
		first[i].lo = nearer(end, x.lo, "max")
	}
	for i := range list {
		whole[0][i].hi = last[0].hi
	}
	if down {
		return [][]timed{first, whole[0]}
	}
	return [][]timed{whole[0], first}
}

// longer splits items into those that begin first and those that begin by some times later. ok is
// false where that is not known, or where there are more than two beginnings.
func longer(list []timed, begin func(timed) Form) (first, later []timed, by int, ok bool) {
	least, most := 0, 0
	for _, x := range list {
		d := begin(x).minus(begin(list[0]))
		if !d.isConstant() {
			return nil, nil, 0, false
		}
		least, most = min(least, d.C), max(most, d.C)
	}
	for _, x := range list {
		switch begin(x).minus(begin(list[0])).C {
		case least:
			first = append(first, x)
		case most:
			later = append(later, x)
		default:
			return nil, nil, 0, false
		}
	}
	return first, later, most - least, true
}

// nearer is the less of two forms, or the greater, as the function says.
func nearer(f, g Form, fun string) Form {
	d := f.minus(g)
	if !d.isConstant() {
		return symbol((&bugs.Call{Fun: fun, Args: []bugs.Expr{f.expr(), g.expr()}}).String())
	}
	if (d.C < 0) == (functions.Named(fun).Extreme < 0) {
		return f
	}
	return g
}

// why says what moves a loop over times is, a note each.
func (q *sequencer) why(t timing, list []timed) (notes []Note) {
	loops := map[*bugs.For]bool{}
	var targets, steps, inner []string
	for _, x := range list {
		text := x.Target.String()
		if !contains(targets, text) {
			targets = append(targets, text)
		}
		if x.index == "" {
			continue
		}
		l := x.loop(x.index)
		loops[l] = true
		if abs(x.stride) != 1 && !contains(steps, text) {
			steps = append(steps, text)
		}
		if x.first() != l && !contains(inner, l.Index) {
			inner = append(inner, l.Index)
		}
	}
	feeds, needs := strings.Join(targets, ", "), " needs "
	if len(targets) > 1 {
		needs = " need "
		feeds = strings.Join(targets[:len(targets)-1], ", ") + " and " + targets[len(targets)-1]
	}
	if len(loops) > 1 || len(list) > 1 && t.loop == nil {
		notes = append(notes, Note{Fused, feeds + " feed each other"})
	}
	if steps != nil {
		notes = append(notes, Note{Strided, "the loop is over the subscript, of which " + strings.Join(steps, ", ") + " has a part"})
	}
	if inner != nil {
		notes = append(notes, Note{Interchanged, "the order along " + strings.Join(inner, ", ") + " counts"})
	}
	if t.down {
		notes = append(notes, Note{Reversed, feeds + needs + "what comes behind"})
	}
	if notes == nil {
		notes = []Note{{Text: feeds + needs + "what comes before"}}
	}
	return notes
}
