package sequence

import (
	"fmt"
	"strings"

	"mpc/lang"
)

// cycles reports statements whose iterations depend on themselves, whatever the sizes and data
// are. What only data close is found when they are read.
func (q *sequencer) cycles(items []*item, pairs []pair) {
	var same []pair
	for _, p := range pairs {
		if p.edge.Class == affine && p.edge.same() {
			same = append(same, p)
		}
	}
	for _, c := range components(items, same) {
		in := within(c, same)
		if len(in) == 0 {
			continue
		}
		way := round(c[0].Statement, in)
		var texts []string
		for _, e := range way {
			texts = append(texts, fmt.Sprintf("%s reads %s", e.To.Target, e.Read))
		}
		s := way[0].To
		d := q.report.Errorf(s.At, lang.CodeCycle, "%s depends on itself: %s", s.Target, strings.Join(texts, ", "))
		for _, e := range way[1:] {
			if len(d.Related) < 3 && e.To != s {
				d.WithRelated(e.To.At, "%s is defined here", e.To.Target)
			}
		}
		d.WithHint("let one of them read what is defined before it: x[i] may read x[i - 1], with a statement of its own for x[1]")
	}
}

// same tells whether each iteration that reads depends on the same iteration of the same loops,
// and each does.
func (e *Edge) same() bool {
	if len(e.From.Loops) != len(e.To.Loops) {
		return false
	}
	for k, l := range e.From.Loops {
		if e.To.Loops[k] != l || e.part(symbol(to+l.Index).minus(symbol(from+l.Index))) != "0" {
			return false
		}
	}
	// A pair of iterations that are not the same, or a domain that subscripts narrow, is no proof.
	for _, z := range e.pairs.Zero {
		for n := range z.T {
			if isGlobal(n) {
				return false
			}
		}
		fixed := true
		for _, l := range e.To.Loops {
			fixed = fixed && z.T[to+l.Index] == 0
		}
		if fixed && len(z.T) > 0 {
			return false
		}
	}
	return true
}

// round is a way from a statement back to it.
func round(start *Statement, pairs []pair) []*Edge {
	type step struct {
		at  *Statement
		way []*Edge
	}
	seen := map[int]bool{}
	list := []step{{at: start}}
	for len(list) > 0 {
		s := list[0]
		list = list[1:]
		for _, p := range pairs {
			if p.edge.To != s.at {
				continue
			}
			way := append(append([]*Edge{}, s.way...), p.edge)
			if p.edge.From == start {
				return way
			}
			if !seen[p.edge.From.ID] {
				seen[p.edge.From.ID] = true
				list = append(list, step{at: p.edge.From, way: way})
			}
		}
	}
	return nil
}
