package schedule

import (
	"fmt"
	"slices"
	"sort"

	"mpc/depanalysis"
)

// coupled lists the couplings of the nodes, as far as some update in the body of an
// iteration runs a node outside the loops along its axes.
func (v *view) coupled(body []Step) []depanalysis.Coupling {
	var list []depanalysis.Coupling
	for _, c := range depanalysis.Couplings(v.g, v.live) {
		if together(body, c) {
			list = append(list, c)
		}
	}
	return list
}

// together reports whether some update runs elements of a coupled node at once
// that depend on each other.
func together(list []Step, c depanalysis.Coupling) bool {
	found := false
	walkLoops(list, nil, func(u *Update, loops []*Loop) {
		if u.Node != c.Node {
			return
		}
		inside := 0
		for _, l := range loops {
			if contains(c.Axes, l.Axis) {
				inside++
			}
		}
		found = found || inside < len(c.Axes)
	})
	return found
}

// chainAtOnce reports whether an iteration updates at once elements that depend on each
// other along a chain: where each is told of all others the steps would be too short.
func (v *view) chainAtOnce(it *Iterate, edges []int) bool {
	stepped := map[int]bool{}
	for _, i := range edges {
		for _, o := range v.g.Edges[i].Offsets {
			stepped[o.Axis] = stepped[o.Axis] || !o.Any && o.Steps != 0
		}
	}
	found := false
	for _, c := range v.coupled(it.Body) {
		walkLoops(it.Body, nil, func(u *Update, loops []*Loop) {
			for _, axis := range c.Axes {
				along := func(l *Loop) bool { return l.Axis == axis }
				found = found || u.Node == c.Node && stepped[axis] && !slices.ContainsFunc(loops, along)
			}
		})
	}
	return found
}

// blocks makes units of coupled nodes: for one element after the other, what the
// elements before have made invalid and the element needs, then the element, then
// what the others read of it. A block runs updates again for each element that do not run over its axes. Where a node
// reads of these one that gathers its elements, most of that would be in vain, so
// that only what the user wants sequential is done so.
func (v *view) blocks(c component, list []depanalysis.Coupling) []unit {
	var units []unit
	for _, x := range list {
		if !contains(c.nodes, x.Node) || !v.worthwhile(x) {
			continue
		}
		others, own := v.atElement(x)
		before, ok := v.sweep(others, v.within(others, c.inner), "invalid by a trigger of the element before")
		if !ok {
			continue
		}
		after, ok := v.sweep(own, v.within(own, c.inner), "invalid by a trigger, read by the next element")
		if !ok {
			continue
		}
		body := append(before, &Update{Node: x.Node, Reason: Reason{Text: "the best one given the other elements"}})
		body = append(body, after...)
		var step []Step
		for k := len(x.Axes) - 1; k >= 0; k-- {
			l := &Loop{Axis: x.Axes[k], Body: body, Reason: Reason{Text: fmt.Sprintf(
				"the elements of %s depend on each other: one after the other along %s", v.name(x.Node), v.axisName(x.Axes[k]))}}
			body, step = []Step{l}, []Step{l}
		}
		nodes := append([]int{x.Node}, x.Path...)
		sort.Ints(nodes)
		units = append(units, unit{step: step[0], nodes: nodes, last: append([]int{x.Node}, own...)})
	}
	return units
}

// atElement splits the path of a coupled node. An element of own is made invalid by
// the same element of the node alone, and runs after it, since other elements read
// it; an element of others is made invalid by other elements, and runs before.
func (v *view) atElement(x depanalysis.Coupling) (others, own []int) {
	after := map[int]bool{x.Node: true}
	same := func(n int) bool {
		for _, axis := range x.Axes {
			if !v.hasAxis(n, axis) {
				return false
			}
		}
		for _, i := range v.in[n] {
			e := v.g.Edges[i]
			if e.Kind&depanalysis.Trigger == 0 || e.From != x.Node && !contains(x.Path, e.From) {
				continue
			}
			for _, axis := range x.Axes {
				if steps, known := offset(e, axis); !known || steps != 0 {
					return false
				}
			}
			if !after[e.From] {
				return false
			}
		}
		return true
	}
	for again := true; again; {
		again = false
		for _, n := range x.Path {
			if !after[n] && same(n) {
				after[n], again = true, true
			}
		}
	}
	for _, n := range x.Path {
		if after[n] {
			own = append(own, n)
		} else {
			others = append(others, n)
		}
	}
	return others, own
}

// worthwhile reports whether a coupled node is to have a block.
func (v *view) worthwhile(x depanalysis.Coupling) bool {
	for _, axis := range x.Gathers {
		wanted := false
		for _, at := range v.named() {
			wanted = wanted || at.axis == axis
		}
		if !wanted {
			return false
		}
	}
	return true
}

// besides are the units of what is in no block.
func (v *view) besides(c component, blocks []unit, how arrangement) []unit {
	var rest []int
	for _, n := range c.nodes {
		in := false
		for _, b := range blocks {
			in = in || contains(b.nodes, n)
		}
		if !in {
			rest = append(rest, n)
		}
	}
	return v.units(rest, v.within(rest, c.inner), how, -1)
}

// decouple looks for an iteration in which fewer elements that depend on each
// other are updated at once than in it.
func (v *view) decouple(core, c component, it *Iterate) *Iterate {
	list := v.coupled(it.Body)
	if len(list) == 0 {
		return it
	}
	best, open := it, len(list)
	for _, how := range []arrangement{{grouping: groupAll}, {grouping: groupNothing}} {
		blocks := v.blocks(core, list)
		if len(blocks) == 0 {
			continue
		}
		units := append(blocks, v.besides(core, blocks, how)...)
		for first := -1; first < len(units) && first < maxFirst; first++ {
			next, err := v.attempt(c, v.order(units, core.inner, first, nil))
			if err != nil {
				continue
			}
			if n := len(v.coupled(next.Body)); n < open {
				best, open = next, n
			}
			if open == 0 {
				return best
			}
		}
	}
	return best
}

// maxFirst is how many orders with blocks are tried.
const maxFirst = 8
