package schedule

import (
	"fmt"
	"strings"

	"mpc/depanalysis"
)

// A StuckError says that no schedule satisfies the demands of some updates on
// each other, and how the user can help.
type StuckError struct {
	Nodes      []int    // the smallest set found that cannot be ordered
	Edges      []int    // between them, indices of Graph.Edges
	Names      []string // of Nodes
	Lines      []int    // of the model, of Nodes
	Initialize int      // a node the initialization of which helps, or -1
	Why        string
}

// Error names the updates with their model lines and what to initialize.
func (e *StuckError) Error() string {
	var b strings.Builder
	b.WriteString("cannot schedule ")
	for k, name := range e.Names {
		if k > 0 {
			b.WriteString(", ")
		}
		b.WriteString(name)
		if e.Lines[k] > 0 {
			fmt.Fprintf(&b, " (line %d)", e.Lines[k])
		}
	}
	b.WriteString(": " + e.Why)
	for k, n := range e.Nodes {
		if n == e.Initialize {
			b.WriteString("; initialize " + e.Names[k])
		}
	}
	return b.String()
}

func (v *view) stuck(nodes, edges []int, init int, why string) *StuckError {
	e := &StuckError{Nodes: nodes, Edges: edges, Initialize: init, Why: why}
	for _, n := range nodes {
		e.Names = append(e.Names, v.name(n))
		e.Lines = append(e.Lines, v.g.Nodes[n].Line)
	}
	return e
}

// checkRequirements reports the nodes of a component that can never run first,
// because each requires another one to have run.
func (v *view) checkRequirements(c component) error {
	rank := v.derive(c, false, -1)
	var blocked, single, all []int
	for _, n := range c.nodes {
		if rank[n] >= 0 {
			continue
		}
		blocked = append(blocked, n)
		for _, set := range v.hardSets(n) {
			open := true
			for _, i := range set {
				from := v.g.Edges[i].From
				open = open && contains(c.nodes, from) && rank[from] < 0 && !v.g.Nodes[from].Init
			}
			if !open {
				continue
			}
			all = append(all, set...)
			if len(set) == 1 {
				single = append(single, set[0])
			}
		}
	}
	if len(blocked) == 0 {
		return nil
	}
	edges := v.shortestCycle(blocked, single)
	nodes := blocked
	if edges != nil {
		nodes = nil
		for _, i := range edges {
			nodes = append(nodes, v.g.Edges[i].To)
		}
	} else {
		// Some requirement has alternatives, all of them blocked: the smallest
		// set of nodes that wait for nothing outside it.
		for _, p := range v.components(blocked, all, nil) {
			if p.cyclic() {
				nodes, edges = p.nodes, p.inner
				break
			}
		}
	}
	init, best := nodes[0], -1
	for _, n := range nodes {
		count := 0
		for m, r := range v.derive(c, false, n) {
			if r >= 0 && rank[m] < 0 {
				count++
			}
		}
		if count > best {
			init, best = n, count
		}
	}
	return v.stuck(nodes, edges, init, "each requires another of them to have run first")
}

// stuckOnTriggers reports a component all requirements of which can be met, but
// not together with its Trigger and Fresh edges: a shortest cycle of these if
// there is one.
func (v *view) stuckOnTriggers(c component, last error) error {
	var edges []int
	for _, i := range c.inner {
		if v.g.Edges[i].Kind&(depanalysis.Trigger|depanalysis.Fresh) != 0 {
			edges = append(edges, i)
		}
	}
	var nodes []int
	if cycle := v.shortestCycle(c.nodes, edges); cycle != nil {
		edges = cycle
		for _, i := range cycle {
			nodes = append(nodes, v.g.Edges[i].To)
		}
	} else {
		// The demand comes from a reader outside, or from one edge on a cycle of
		// plain ones.
		edges = append([]int(nil), c.inner...)
		nodes = append([]int(nil), c.nodes...)
		for i, e := range v.g.Edges {
			if !v.live[e.To] || e.Kind&depanalysis.Fresh == 0 || !contains(c.nodes, e.From) || contains(c.nodes, e.To) {
				continue
			}
			edges = append(edges, i)
			if !contains(nodes, e.To) {
				nodes = append(nodes, e.To)
			}
		}
	}
	why := "what one update makes invalid or stale, another must read valid and fresh"
	if last != nil {
		why += " (the last order tried: " + last.Error() + ")"
	}
	return v.stuck(nodes, edges, -1, why)
}
