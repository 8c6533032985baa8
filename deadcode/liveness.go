package deadcode

import (
	"slices"

	"mpc/schedule"
)

// A need tells of each node whether something later reads its current value.
type need []bool

func (n need) clone() need { return append(need(nil), n...) }

// add adds m and reports whether it was new to n.
func (n need) add(m need) bool {
	grew := false
	for k, needed := range m {
		if needed && !n[k] {
			n[k], grew = true, true
		}
	}
	return grew
}

// A frame is a loop around the update that a scan has reached.
type frame struct {
	axis    int
	reverse bool
	nodes   map[int]bool // that run in it
	carried need         // read at another element of the axis
	old     need         // of these, what the loop has not computed by then
}

// A scan goes backward over steps and marks the updates whose results are needed.
type scan struct {
	p      *pruner
	live   map[*schedule.Update]bool
	frames []*frame
}

// live marks the updates of a schedule that something reads.
func (p *pruner) live(s *schedule.Schedule) map[*schedule.Update]bool {
	c := &scan{p: p, live: make(map[*schedule.Update]bool)}
	n := make(need, len(p.g.Nodes))
	for id, node := range p.g.Nodes {
		n[id] = node.Output
	}
	c.back(s.Steps, n)
	return c.live
}

// essential marks the updates in the body of an iteration that a later iteration
// depends on: the greatest set that the rest of the set reads.
func (p *pruner) essential(it *schedule.Iterate) map[*schedule.Update]bool {
	end := make(need, len(p.g.Nodes))
	walk(it.Body, func(u *schedule.Update) { end[u.Node] = true })
	for {
		c := &scan{p: p, live: make(map[*schedule.Update]bool)}
		start := end.clone()
		c.back(it.Body, start)
		next := make(need, len(end))
		for n := range end {
			next[n] = end[n] && (start[n] || p.g.Nodes[n].Bound) // a bound is looked at between iterations
		}
		if slices.Equal(next, end) {
			return c.live
		}
		end = next
	}
}

// back turns n, what is needed after the steps, into what is needed before them.
func (c *scan) back(steps []schedule.Step, n need) {
	for k := len(steps) - 1; k >= 0; k-- {
		switch s := steps[k].(type) {
		case *schedule.Update:
			if n[s.Node] {
				c.live[s] = true
				n[s.Node] = false
				c.reads(s.Node, n)
			}
		case *schedule.Loop:
			c.loop(s, n)
		case *schedule.Iterate:
			c.back(s.Final, n)
			end := n.clone()
			for {
				start := end.clone()
				c.back(s.Body, start)
				if !end.add(start) {
					copy(n, start)
					break
				}
			}
			c.back(s.Init, n)
		}
	}
}

// reads adds what the update reads: at the same element of the loops around to
// n, at others to the loop that the edge crosses.
func (c *scan) reads(node int, n need) {
next:
	for _, i := range c.p.in[node] {
		e := c.p.g.Edges[i]
		for _, f := range c.frames {
			if !f.nodes[e.From] {
				break
			}
			// What does not run over the axis reads all elements.
			if c.p.runsOver(e.From, f.axis) && !c.p.runsOver(node, f.axis) {
				f.carried[e.From], f.old[e.From] = true, true
				continue next
			}
			for _, o := range e.Offsets {
				if o.Axis != f.axis || !o.Any && o.Steps == 0 {
					continue
				}
				f.carried[e.From] = true
				if o.Any || (o.Steps > 0) != f.reverse {
					f.old[e.From] = true
				}
				continue next
			}
		}
		n[e.From] = true
	}
}

// loop scans the body of a loop until it knows all that other elements read.
func (c *scan) loop(l *schedule.Loop, n need) {
	f := &frame{axis: l.Axis, reverse: l.Reverse, nodes: make(map[int]bool), carried: make(need, len(n)), old: make(need, len(n))}
	walk(l.Body, func(u *schedule.Update) { f.nodes[u.Node] = true })
	c.frames = append(c.frames, f)
	end := n.clone()
	for {
		start := end.clone()
		c.back(l.Body, start)
		for id := range start {
			if start[id] && f.nodes[id] && !c.p.runsOver(id, l.Axis) {
				f.carried[id] = true // as the element before leaves it
			}
		}
		if !end.add(f.carried) {
			copy(n, start)
			n.add(f.old)
			break
		}
	}
	c.frames = c.frames[:len(c.frames)-1]
}
