package schedule

import (
	"fmt"

	"mpc/depanalysis"
)

// Plan orders the updates of g that reach an output. keep, if not nil, restricts
// the graph to the nodes for which it is true (see deadcode.Live). What lies on
// no cycle runs once, before the loop that reads it or after the one it reads; a
// cycle that a direction along an axis resolves becomes a Loop; what remains
// iterates. The same graph gives the same schedule. The error is a *StuckError,
// or says that the graph itself is malformed.
func Plan(g *depanalysis.Graph, keep []bool) (*Schedule, error) {
	if err := checkGraph(g, keep); err != nil {
		return nil, err
	}
	v := newView(g, keep)
	s := &Schedule{}
	// Once-steps first, then sequential loops, then iterations: when an Iterate
	// is due, all that does not depend on it and can run has run.
	rank := func(c component) int {
		if !c.cyclic() {
			return 0
		}
		if _, ok := v.loop(c); ok {
			return 1
		}
		return 2
	}
	broken := make(map[int]string)         // by the first node of a component
	iterated := make([]bool, len(g.Nodes)) // depends on a message of an iteration
	placed := make([]bool, len(g.Nodes))
	components := v.components(v.nodes(), v.edges(), rank)
	for _, c := range components {
		after := false
		if placed[c.nodes[0]] {
			continue // checked in an iteration, or for that
		}
		for _, n := range c.nodes {
			placed[n] = true
			for _, i := range v.in[n] {
				after = after || iterated[g.Edges[i].From]
			}
		}
		if !c.cyclic() {
			text := "needed once: depends on no message of a loop"
			if after {
				text = "needed once: reads only results of a loop"
			}
			s.Steps = append(s.Steps, &Update{Node: c.nodes[0], Reason: Reason{Text: text}})
		} else if loop, ok := v.loop(c); ok {
			s.Steps = append(s.Steps, loop)
		} else {
			bound := v.boundOf(c, components, placed)
			it, why, err := v.iterate(c, bound)
			if err != nil {
				return nil, err
			}
			for _, n := range bound {
				placed[n], iterated[n] = true, true
			}
			broken[c.nodes[0]] = why
			s.Steps = append(s.Steps, it)
			after = true
		}
		for _, n := range c.nodes {
			iterated[n] = after
		}
	}
	s.Warnings = v.wastedInits(s)
	s.Apart = v.unplaced(s, broken)
	s.Shortened = shortened(g, s)
	return s, nil
}

// checkGraph finds what would make the planner index out of range.
func checkGraph(g *depanalysis.Graph, keep []bool) error {
	if keep != nil && len(keep) != len(g.Nodes) {
		return fmt.Errorf("schedule: keep has %d entries for %d nodes", len(keep), len(g.Nodes))
	}
	for i, n := range g.Nodes {
		for k, a := range n.Axes {
			if a < 0 || a >= len(g.Axes) {
				return fmt.Errorf("schedule: node %d runs over axis %d of %d", i, a, len(g.Axes))
			}
			for _, b := range n.Axes[:k] {
				if a == b {
					return fmt.Errorf("schedule: node %d runs twice over axis %d", i, a)
				}
			}
		}
	}
	for _, r := range g.Sequential {
		for _, a := range r.Axes {
			if a < 0 || a >= len(g.Axes) {
				return fmt.Errorf("schedule: %s is axis %d of %d", r.Name, a, len(g.Axes))
			}
		}
	}
	for i, e := range g.Edges {
		if e.From < 0 || e.From >= len(g.Nodes) || e.To < 0 || e.To >= len(g.Nodes) {
			return fmt.Errorf("schedule: edge %d joins nodes %d and %d of %d", i, e.From, e.To, len(g.Nodes))
		}
	}
	return nil
}
