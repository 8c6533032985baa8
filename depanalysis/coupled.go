package depanalysis

// A Coupling is a node the elements of which depend on each other within one
// update: a new value of one makes invalid what others of them are computed from.
// Updated at once they are not the best given each other, but only given what the
// others were.
type Coupling struct {
	Node int
	// Axes are those of the node along which one element depends on others, in the
	// order of the node's.
	Axes []int
	// Path lists the nodes that are invalid when one element has run and that
	// others depend on, in ascending order.
	Path []int
	// Gathers lists those of the Axes over which some node of the Path that Node
	// itself reads does not run.
	Gathers []int
}

// Couplings finds the coupled nodes among those for which runs is true. It
// follows Trigger edges from one element of a node to other elements of it: along
// each axis they stay at the same element or reach others.
func Couplings(g *Graph, runs []bool) []Coupling {
	out := make([][]int, len(g.Nodes))
	any := false
	for i, e := range g.Edges {
		if runs[e.From] && runs[e.To] && e.From != e.To {
			out[e.From] = append(out[e.From], i)
			any = any || e.Kind&Trigger != 0
		}
	}
	if !any {
		return nil
	}
	var list []Coupling
	for n, node := range g.Nodes {
		if runs[n] && len(node.Axes) > 0 && len(node.Axes) < 16 {
			if c := coupling(g, out, n); c.Axes != nil {
				list = append(list, c)
			}
		}
	}
	return list
}

// A reached is a node that triggers lead to; bit k of others is set where they
// reach other elements along axis k of the node that they come from.
type reached struct {
	node   int
	others uint16
}

func coupling(g *Graph, out [][]int, n int) Coupling {
	axes := g.Nodes[n].Axes
	// across is what is reached over an edge.
	across := func(e Edge, others uint16) uint16 {
		for k, axis := range axes {
			if !contains(g.Nodes[e.To].Axes, axis) {
				others |= 1 << k
			}
			for _, o := range e.Offsets {
				if o.Axis == axis && (o.Any || o.Steps != 0) {
					others |= 1 << k
				}
			}
		}
		return others
	}
	seen := map[reached]bool{}
	queue := []reached{{n, 0}}
	triggered := map[int]bool{}
	closing := map[int]bool{}
	var others uint16
	for k := 0; k < len(queue); k++ {
		at := queue[k]
		for _, i := range out[at.node] {
			e := g.Edges[i]
			if e.To == n && k > 0 && e.Kind&Trigger == 0 {
				if back := across(e, at.others); back != 0 {
					closing[at.node] = true
					others |= back
				}
			}
			next := reached{e.To, across(e, at.others)}
			if e.Kind&Trigger == 0 || e.To == n || seen[next] {
				continue
			}
			seen[next] = true
			triggered[e.To] = true
			queue = append(queue, next)
		}
	}
	c := Coupling{Node: n}
	for k, axis := range axes {
		if others&(1<<k) == 0 {
			continue
		}
		c.Axes = append(c.Axes, axis)
		for m := range g.Nodes {
			if closing[m] && !contains(g.Nodes[m].Axes, axis) {
				c.Gathers = append(c.Gathers, axis)
				break
			}
		}
	}
	// Backward from what closes, within what is triggered.
	for again := true; again; {
		again = false
		for _, e := range g.Edges {
			if closing[e.To] && triggered[e.From] && !closing[e.From] && e.From != n {
				closing[e.From], again = true, true
			}
		}
	}
	for m := range g.Nodes {
		if closing[m] {
			c.Path = append(c.Path, m)
		}
	}
	return c
}
