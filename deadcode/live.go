// Package deadcode removes updates that no output depends on: before planning
// those that are always uniform or lead nowhere (Live), after it those whose
// result is overwritten before it is read, and moves what only the results need
// out of the iterations (Prune).
package deadcode

import (
	"mpc/depanalysis"
	"mpc/schedule"
)

// Live finds the nodes worth scheduling. A node is uniform unless its operator
// gives more and of each set of SkipIfUniform sources at least one is not
// uniform; the least such set of non-uniform nodes is meant, so that a cycle that
// only feeds itself is uniform. A node with an initial value from the user is not.
// Kept are the outputs, what is not uniform and reaches one, and what one of
// these requires although it is uniform; the others are dropped with the reason.
func Live(g *depanalysis.Graph) (keep []bool, dropped []schedule.Dropped) {
	in := make([][]int, len(g.Nodes))
	for i, e := range g.Edges {
		in[e.To] = append(in[e.To], i)
	}
	informed := informed(g, in)
	keep = make([]bool, len(g.Nodes))
	var mark func(n int)
	mark = func(n int) {
		keep[n] = true
		for _, i := range in[n] {
			e := g.Edges[i]
			if keep[e.From] {
				continue
			}
			if informed[e.From] || requires(g, in[n], i, informed) {
				mark(e.From)
			}
		}
	}
	for n, node := range g.Nodes {
		if node.Output && !keep[n] {
			mark(n)
		}
	}
	for n := range g.Nodes {
		if keep[n] {
			continue
		}
		why := "not needed: no output depends on it"
		if !informed[n] {
			why = uniformBecause(g, in[n], n, informed)
		}
		dropped = append(dropped, schedule.Dropped{Node: n, Why: why})
	}
	return keep, dropped
}

// informed is the least set of nodes that are not uniform.
func informed(g *depanalysis.Graph, in [][]int) []bool {
	known := make([]bool, len(g.Nodes))
	for again := true; again; {
		again = false
		for n, node := range g.Nodes {
			if known[n] || node.Uniform && !node.Init {
				continue
			}
			if node.Init || missing(g, in[n], known) < 0 {
				known[n], again = true, true
			}
		}
	}
	return known
}

// missing returns the first edge of a SkipIfUniform set without a known source,
// or -1.
func missing(g *depanalysis.Graph, in []int, known []bool) int {
	for _, i := range in {
		if g.Edges[i].Kind&depanalysis.SkipIfUniform == 0 {
			continue
		}
		ok := false
		for _, j := range alternatives(g, in, i) {
			ok = ok || known[g.Edges[j].From]
		}
		if !ok {
			return i
		}
	}
	return -1
}

// alternatives lists the edges of which one is enough for edge i.
func alternatives(g *depanalysis.Graph, in []int, i int) []int {
	const needs = depanalysis.Required | depanalysis.SkipIfUniform
	e := g.Edges[i]
	if e.Group == 0 || e.Kind&needs == 0 {
		return []int{i}
	}
	var set []int
	for _, j := range in {
		if g.Edges[j].Group == e.Group && g.Edges[j].Kind&needs != 0 {
			set = append(set, j)
		}
	}
	return set
}

// requires reports whether the target of edge i may not run without its uniform
// source: it is required or a declaration, and no alternative is informed.
func requires(g *depanalysis.Graph, in []int, i int, informed []bool) bool {
	e := g.Edges[i]
	if e.Kind&depanalysis.Declaration != 0 {
		return true
	}
	if e.Kind&(depanalysis.Required|depanalysis.SkipIfUniform) == 0 {
		return false
	}
	hard := false
	for _, j := range alternatives(g, in, i) {
		f := g.Edges[j]
		if informed[f.From] {
			return j == i
		}
		hard = hard || f.Kind&depanalysis.Required != 0 && f.Kind&depanalysis.SkipIfUniform == 0
	}
	return hard
}

func uniformBecause(g *depanalysis.Graph, in []int, n int, informed []bool) string {
	if g.Nodes[n].Uniform {
		return "uniform: its operator always gives a uniform message"
	}
	if i := missing(g, in, informed); i >= 0 {
		return "uniform: reads " + g.Nodes[g.Edges[i].From].Name + ", which is uniform"
	}
	return "uniform"
}
