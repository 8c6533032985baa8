package schedule

import (
	"sort"

	"mpc/depanalysis"
)

// A view is the part of a graph that is scheduled: the live nodes and the edges
// between them. Sets of nodes and edges are sorted slices of IDs.
type view struct {
	g       *depanalysis.Graph
	live    []bool
	in, out [][]int // per node: the edges between live nodes, by ID
	uniform []bool  // per node: whatever runs, its result is uniform
	frozen  []bool  // per node: no run changes it, it waits for sources that are not live
	// The sets of alternatives, as target and group, of which one source must
	// have run: those with a hard edge, be its source live or not.
	demanding map[[2]int]bool
	// What is asked for again and again: by node, whether a Fresh edge leaves it, and the sets
	// of SkipIfUniform sources.
	fresh []bool
	skips [][][]int
}

// newView restricts g to the nodes that are kept and reach an output.
func newView(g *depanalysis.Graph, keep []bool) *view {
	n := len(g.Nodes)
	v := &view{g: g, live: make([]bool, n), in: make([][]int, n), out: make([][]int, n)}
	kept := func(id int) bool { return keep == nil || keep[id] }
	sources := make([][]int, n)
	for _, e := range g.Edges {
		if kept(e.From) && kept(e.To) {
			sources[e.To] = append(sources[e.To], e.From)
		}
	}
	var reach func(id int)
	reach = func(id int) {
		v.live[id] = true
		for _, s := range sources[id] {
			if !v.live[s] {
				reach(s)
			}
		}
	}
	for id, node := range g.Nodes {
		if node.Output && kept(id) && !v.live[id] {
			reach(id)
		}
	}
	for i, e := range g.Edges {
		if v.live[e.From] && v.live[e.To] {
			v.in[e.To] = append(v.in[e.To], i)
			v.out[e.From] = append(v.out[e.From], i)
		}
	}
	v.uniform = uniformNodes(g)
	v.frozen = v.frozenNodes()
	v.demanding = make(map[[2]int]bool)
	for _, e := range g.Edges {
		if e.Group != 0 && hard(e) && e.Kind&depanalysis.Required != 0 {
			v.demanding[[2]int{e.To, e.Group}] = true
		}
	}
	return v
}

// frozenNodes finds the nodes with a set of SkipIfUniform sources none of which
// is live: with a value from the user they count as not uniform all the same.
func (v *view) frozenNodes() []bool {
	frozen := make([]bool, len(v.g.Nodes))
	all := &view{g: v.g, in: make([][]int, len(v.g.Nodes))}
	for i, e := range v.g.Edges {
		all.in[e.To] = append(all.in[e.To], i)
	}
	for n := range frozen {
		for _, set := range all.alternatives(n, depanalysis.SkipIfUniform) {
			some := false
			for _, i := range set {
				some = some || v.live[v.g.Edges[i].From]
			}
			frozen[n] = frozen[n] || !some
		}
	}
	return frozen
}

// uniformNodes finds the nodes that are not in the least set of those that are
// not always uniform.
func uniformNodes(g *depanalysis.Graph) []bool {
	uniform := make([]bool, len(g.Nodes))
	for n := range uniform {
		uniform[n] = true
	}
	all := &view{g: g, in: make([][]int, len(g.Nodes))}
	for i, e := range g.Edges {
		all.in[e.To] = append(all.in[e.To], i)
	}
	sets := make([][][]int, len(g.Nodes))
	for n := range sets {
		sets[n] = all.alternatives(n, depanalysis.SkipIfUniform)
	}
	for again := true; again; {
		again = false
	next:
		for n, node := range g.Nodes {
			if !uniform[n] || node.Uniform && !node.Init {
				continue
			}
			for _, set := range sets[n] {
				some := node.Init
				for _, i := range set {
					some = some || !uniform[g.Edges[i].From]
				}
				if !some {
					continue next
				}
			}
			uniform[n], again = false, true
		}
	}
	return uniform
}

// nodes lists the live nodes.
func (v *view) nodes() []int {
	var ids []int
	for id, live := range v.live {
		if live {
			ids = append(ids, id)
		}
	}
	return ids
}

// edges lists the edges between live nodes.
func (v *view) edges() []int {
	var ids []int
	for i, e := range v.g.Edges {
		if v.live[e.From] && v.live[e.To] {
			ids = append(ids, i)
		}
	}
	return ids
}

// hard reports whether the edge alone forbids To to run before From has: it is
// Required and a uniform source does not merely make a uniform target, or it is
// a declaration.
func hard(e depanalysis.Edge) bool {
	return e.Kind&depanalysis.Declaration != 0 ||
		e.Kind&depanalysis.Required != 0 && e.Kind&depanalysis.SkipIfUniform == 0
}

// offset is the distance along axis at which the edge reads, and whether it is
// known. Both ends have the axis.
func offset(e depanalysis.Edge, axis int) (steps int, known bool) {
	for _, o := range e.Offsets {
		if o.Axis == axis {
			return o.Steps, !o.Any
		}
	}
	return 0, false
}

// hasAxis reports whether the node runs over axis.
func (v *view) hasAxis(node, axis int) bool {
	for _, a := range v.g.Nodes[node].Axes {
		if a == axis {
			return true
		}
	}
	return false
}

// A component is a strongly connected set of nodes with the edges inside it.
type component struct {
	nodes []int
	inner []int
	bound []int // of nodes, what runs last in each iteration; see withBound
}

// cyclic reports whether anything in the component depends on itself.
func (c component) cyclic() bool { return len(c.inner) > 0 }

// components returns the strongly connected components of the nodes under the
// edges, in an order in which everything follows what it reads. Among those
// that are ready, the one with the least rank comes first, then the one with the
// smallest ID.
func (v *view) components(nodes, edges []int, rank func(component) int) []component {
	comp := scc(len(v.g.Nodes), nodes, func(yield func(from, to int)) {
		for _, i := range edges {
			yield(v.g.Edges[i].From, v.g.Edges[i].To)
		}
	})
	count := 0
	for _, n := range nodes {
		if comp[n]+1 > count {
			count = comp[n] + 1
		}
	}
	comps := make([]component, count)
	for _, n := range nodes {
		comps[comp[n]].nodes = append(comps[comp[n]].nodes, n)
	}
	waits := make([]int, count)
	targets := make([][]int, count)
	for _, i := range edges {
		a, b := comp[v.g.Edges[i].From], comp[v.g.Edges[i].To]
		if a == b {
			comps[a].inner = append(comps[a].inner, i)
		} else {
			waits[b]++
			targets[a] = append(targets[a], b)
		}
	}
	ranks := make([]int, count)
	var ready []int
	for c := range comps {
		if rank != nil {
			ranks[c] = rank(comps[c])
		}
		if waits[c] == 0 {
			ready = append(ready, c)
		}
	}
	less := func(a, b int) bool {
		if ranks[a] != ranks[b] {
			return ranks[a] < ranks[b]
		}
		return comps[a].nodes[0] < comps[b].nodes[0]
	}
	ordered := make([]component, 0, count)
	for len(ready) > 0 {
		best := 0
		for i := range ready {
			if less(ready[i], ready[best]) {
				best = i
			}
		}
		c := ready[best]
		ready = append(ready[:best], ready[best+1:]...)
		ordered = append(ordered, comps[c])
		for _, t := range targets[c] {
			if waits[t]--; waits[t] == 0 {
				ready = append(ready, t)
			}
		}
	}
	return ordered
}

// scc numbers the strongly connected components (Tarjan 1972, with the stack of
// calls kept by hand: a chain of updates may be long). The number of a node that
// is not in nodes is -1.
func scc(size int, nodes []int, edges func(yield func(from, to int))) []int {
	targets := make([][]int, size)
	edges(func(from, to int) { targets[from] = append(targets[from], to) })
	comp := make([]int, size)
	index := make([]int, size)
	low := make([]int, size)
	for i := range comp {
		comp[i] = -1
	}
	sorted := append([]int(nil), nodes...)
	sort.Ints(sorted)
	var stack []int
	type frame struct{ node, next int }
	var calls []frame
	time, count := 0, 0
	visit := func(n int) {
		time++
		index[n], low[n] = time, time
		stack = append(stack, n)
		calls = append(calls, frame{node: n})
	}
	for _, root := range sorted {
		if index[root] != 0 {
			continue
		}
		visit(root)
		for len(calls) > 0 {
			f := &calls[len(calls)-1]
			n := f.node
			if f.next < len(targets[n]) {
				t := targets[n][f.next]
				f.next++
				if index[t] == 0 {
					visit(t)
				} else if comp[t] < 0 && index[t] < low[n] {
					low[n] = index[t]
				}
				continue
			}
			calls = calls[:len(calls)-1]
			if len(calls) > 0 {
				if p := calls[len(calls)-1].node; low[n] < low[p] {
					low[p] = low[n]
				}
			}
			if low[n] == index[n] {
				for {
					top := stack[len(stack)-1]
					stack = stack[:len(stack)-1]
					comp[top] = count
					if top == n {
						break
					}
				}
				count++
			}
		}
	}
	return comp
}
