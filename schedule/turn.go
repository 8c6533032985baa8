package schedule

import (
	"slices"

	"mpc/depanalysis"
)

// turned lets an iteration begin with what computes a node that the user initializes
// and that only the iteration reads, and go on with its readers: in a mixture with the
// indicators, then the sums over them. Then the loops over its elements can be one, and
// the node need not be stored. It returns it where there is no such node, or where
// another order breaks a demand.
func (v *view) turned(c component, it *Iterate) *Iterate {
	var body []int
	for _, s := range it.Body {
		u, ok := s.(*Update)
		if !ok || slices.Contains(body, u.Node) {
			return it
		}
		body = append(body, u.Node)
	}
	if len(it.Init) > 0 || len(it.Final) > 0 || len(c.bound) > 0 {
		return it
	}
	for _, n := range body {
		if !v.g.Nodes[n].Init || v.g.Nodes[n].Output || !v.readWithin(n, body) {
			continue
		}
		list := v.before(n, body)
		if len(list) == 0 {
			continue
		}
		next := &Iterate{Reason: it.Reason}
		for _, m := range list {
			next.Body = append(next.Body, &Update{Node: m, Reason: Reason{Text: "read by " + v.name(n) + ", over the same elements"}})
		}
		next.Body = append(next.Body, &Update{Node: n, Reason: Reason{Text: "begins the iteration: what reads it follows"}})
		var rest []Step
		for k, m := range body {
			if m != n && v.reads(m, n) {
				rest = append(rest, it.Body[k])
			}
		}
		for k, m := range body {
			if m != n && !slices.Contains(list, m) && !v.reads(m, n) {
				rest = append(rest, it.Body[k])
			}
		}
		for _, s := range rest {
			next.Init = append(next.Init, withText(s, "reads the initial value of "+v.name(n)+", or what does"))
		}
		for _, s := range rest {
			text := "reads what has been computed from " + v.name(n)
			if v.reads(s.(*Update).Node, n) {
				text = "reads " + v.name(n)
			}
			next.Body = append(next.Body, withText(s, text))
		}
		if v.judge(c, next) == nil {
			return next
		}
	}
	return it
}

// readWithin tells whether only updates of the iteration read a node, as a trigger.
func (v *view) readWithin(n int, body []int) bool {
	for _, i := range v.out[n] {
		e := v.g.Edges[i]
		if e.To != n && (e.Kind&depanalysis.Trigger == 0 || !slices.Contains(body, e.To)) {
			return false
		}
	}
	return len(v.out[n]) > 0
}

// reads tells whether node m reads n.
func (v *view) reads(m, n int) bool {
	return slices.ContainsFunc(v.in[m], func(i int) bool { return v.g.Edges[i].From == n })
}

// before lists the updates of the body over the elements of a node that it is computed
// from, directly or through others of them, without those that read it, in order.
func (v *view) before(n int, body []int) []int {
	found := map[int]bool{n: true}
	for again := true; again; {
		again = false
		for _, m := range body {
			if found[m] || v.reads(m, n) || !slices.Equal(v.g.Nodes[m].Axes, v.g.Nodes[n].Axes) {
				continue
			}
			for k := range found {
				if v.reads(k, m) && !found[m] {
					found[m], again = true, true
				}
			}
		}
	}
	var list []int
	for _, m := range body {
		if found[m] && m != n {
			list = append(list, m)
		}
	}
	return list
}
