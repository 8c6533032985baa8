package deadcode

import "mpc/depanalysis"

// A demand is a set of edges to one node of which one source is enough.
type demand struct {
	edges []int
	skips int  // the first edge that is SkipIfUniform, -1 where none is
	hard  bool // an edge is Required, and the node is not uniform without it
}

// demands are those of all nodes of a graph.
type demands struct {
	g  *depanalysis.Graph
	of [][]*demand // by node
	at []*demand   // by edge, nil where its node does without it
}

func findDemands(g *depanalysis.Graph, in [][]int) *demands {
	d := &demands{g: g, of: make([][]*demand, len(g.Nodes)), at: make([]*demand, len(g.Edges))}
	for n := range g.Nodes {
		groups := map[int]*demand{}
		for _, i := range in[n] {
			e := g.Edges[i]
			if e.Kind&(depanalysis.Required|depanalysis.SkipIfUniform) == 0 {
				continue
			}
			set := groups[e.Group]
			if set == nil || e.Group == 0 {
				set = &demand{skips: -1}
				groups[e.Group] = set
				d.of[n] = append(d.of[n], set)
			}
			set.edges = append(set.edges, i)
			if e.Kind&depanalysis.SkipIfUniform == 0 {
				set.hard = true
			} else if set.skips < 0 {
				set.skips = i
			}
			d.at[i] = set
		}
	}
	return d
}

// informed is the least set of nodes that are not uniform.
func (d *demands) informed() []bool {
	known := make([]bool, len(d.g.Nodes))
	out := make([][]int, len(d.g.Nodes))
	for i, e := range d.g.Edges {
		out[e.From] = append(out[e.From], i)
	}
	open := make([]int, len(d.g.Nodes)) // demands without a known source
	var queue []int
	know := func(n int) {
		if !known[n] {
			known[n] = true
			queue = append(queue, n)
		}
	}
	for n, node := range d.g.Nodes {
		for _, set := range d.of[n] {
			if set.skips >= 0 {
				open[n]++
			}
		}
		if node.Init || !node.Uniform && open[n] == 0 {
			know(n)
		}
	}
	met := map[*demand]bool{}
	for k := 0; k < len(queue); k++ {
		for _, i := range out[queue[k]] {
			set := d.at[i]
			if set == nil || set.skips < 0 || met[set] {
				continue
			}
			met[set] = true
			to := d.g.Edges[i].To
			open[to]--
			if open[to] == 0 && !d.g.Nodes[to].Uniform {
				know(to)
			}
		}
	}
	return known
}

// requires reports whether the target of edge i may not run without its uniform
// source: it is required or a declaration, and no alternative is informed.
func (d *demands) requires(i int, informed []bool) bool {
	if d.g.Edges[i].Kind&depanalysis.Declaration != 0 {
		return true
	}
	set := d.at[i]
	if set == nil {
		return false
	}
	if j := d.firstKnown(set, informed); j >= 0 {
		return j == i
	}
	return set.hard
}

// firstKnown is the first edge of a demand with a known source, or -1.
func (d *demands) firstKnown(set *demand, known []bool) int {
	for _, j := range set.edges {
		if known[d.g.Edges[j].From] {
			return j
		}
	}
	return -1
}

func (d *demands) uniformBecause(n int, informed []bool) string {
	if d.g.Nodes[n].Uniform {
		return "uniform: its operator always gives a uniform message"
	}
	first := -1
	for _, set := range d.of[n] {
		if set.skips >= 0 && (first < 0 || set.skips < first) && d.firstKnown(set, informed) < 0 {
			first = set.skips
		}
	}
	if first >= 0 {
		return "uniform: reads " + d.g.Nodes[d.g.Edges[first].From].Name + ", which is uniform"
	}
	return "uniform"
}
