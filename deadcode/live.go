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
	d := findDemands(g, in)
	informed := d.informed()
	keep = make([]bool, len(g.Nodes))
	var mark func(n int)
	mark = func(n int) {
		keep[n] = true
		for _, i := range in[n] {
			if from := g.Edges[i].From; !keep[from] && (informed[from] || d.requires(i, informed)) {
				mark(from)
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
			why = d.uniformBecause(n, informed)
		}
		dropped = append(dropped, schedule.Dropped{Node: n, Why: why})
	}
	return keep, dropped
}
