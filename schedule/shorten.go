package schedule

import (
	"fmt"
	"sort"
	"strings"

	"mpc/depanalysis"
)

// boundOf is a node that can be checked after each iteration of a component, with
// what it reads of the component through others that run once, in the order in
// which they run. It is empty if there is none: all that the node reads must have
// been placed, or follow the component.
func (v *view) boundOf(c component, components []component, placed []bool) []int {
	for n, node := range v.g.Nodes {
		if !node.Bound || !v.live[n] || placed[n] {
			continue
		}
		wanted := map[int]bool{n: true}
		within := false
		for queue := []int{n}; len(queue) > 0; queue = queue[1:] {
			for _, i := range v.in[queue[0]] {
				from := v.g.Edges[i].From
				within = within || contains(c.nodes, from)
				if !placed[from] && !wanted[from] {
					wanted[from] = true
					queue = append(queue, from)
				}
			}
		}
		var order []int
		cyclic := false
		for _, d := range components {
			if wanted[d.nodes[0]] {
				order = append(order, d.nodes...)
				cyclic = cyclic || d.cyclic()
			}
		}
		if within && !cyclic {
			return order
		}
	}
	return nil
}

// shortened lists the nodes in iterations of a schedule that may go too far: those
// that the graph marks, and those that run elements at once which depend on each
// other.
func shortened(g *depanalysis.Graph, s *Schedule) []Shortened {
	runs := make([]bool, len(g.Nodes))
	walkLoops(allSteps(s.Steps), nil, func(u *Update, _ []*Loop) { runs[u.Node] = true })
	couplings := depanalysis.Couplings(g, runs)
	var list []Shortened
	for _, step := range s.Steps {
		it, ok := step.(*Iterate)
		if !ok {
			continue
		}
		bound := lastBound(g, it)
		for _, n := range nodesOf(it.Body) {
			why := ""
			if g.Nodes[n].Overshoots {
				why = "computed from a gradient"
			}
			for _, c := range couplings {
				if c.Node == n && together(it.Body, c) {
					var names []string
					for _, a := range c.Axes {
						names = append(names, g.Axes[a])
					}
					why = "its elements depend on each other along " + strings.Join(names, " and ") + " and are computed at once"
				}
			}
			if why == "" {
				continue
			}
			list = append(list, Shortened{Node: n, Bound: bound, Why: "a step may go too far: " + why})
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].Node < list[j].Node })
	return list
}

// allSteps are the steps with those of iterations in their place.
func allSteps(list []Step) []Step {
	var out []Step
	for _, s := range list {
		if it, ok := s.(*Iterate); ok {
			out = append(append(append(out, it.Init...), it.Body...), it.Final...)
		} else {
			out = append(out, s)
		}
	}
	return out
}

// lastBound is the bound at the end of the body of an iteration, or -1.
func lastBound(g *depanalysis.Graph, it *Iterate) int {
	if len(it.Body) > 0 {
		if u, ok := it.Body[len(it.Body)-1].(*Update); ok && g.Nodes[u.Node].Bound {
			return u.Node
		}
	}
	return -1
}

// Text says what is done about a step that may go too far.
func (s Shortened) Text() string {
	if s.Bound < 0 {
		return fmt.Sprintf("%s; no bound tells, so the step is halved", s.Why)
	}
	return s.Why + "; where the bound falls, the iteration runs again with half the step"
}
