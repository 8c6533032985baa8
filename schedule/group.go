package schedule

import (
	"slices"
	"sort"

	"mpc/depanalysis"
)

// A unit is what the greedy scheduler places as one piece: a single update, or a
// sequential loop over a group of them, which stays together.
type unit struct {
	step  Step
	nodes []int // that it runs, sorted
	last  []int // of these, what runs last and makes others of them invalid; of a block alone
}

// single is the unit of one node.
func single(node int, reason Reason) unit {
	return unit{step: &Update{Node: node, Reason: reason}, nodes: []int{node}}
}

// A grouping says which sequential loops an iteration may have.
type grouping uint8

const (
	groupAll     grouping = iota // along offsets, and over elements that read each other
	groupKnown                   // along offsets only
	groupAhead                   // along offsets, forward only
	groupOneWay                  // along offsets, of what triggers never make read ahead
	groupNothing                 // whole plates at a time
)

// An arrangement says how an iteration is cut into loops.
type arrangement struct {
	grouping
	named  []named // the axes along which all goes into one loop
	apart  []int   // the nodes that stay out of these loops all the same
	fresh  bool    // an update in a loop runs again where a Fresh edge asks for it
	around []int   // the axes of the loops around
}

// within is how the body of a loop along an axis is cut.
func (how arrangement) within(axis int) arrangement {
	how.around = append(how.around[:len(how.around):len(how.around)], axis)
	return how
}

// attempts is how many orders are tried.
func (how arrangement) attempts() int {
	switch {
	case len(how.apart) > 0:
		return 4
	case len(how.named) > 0:
		return 16
	}
	return 48
}

// units cuts the nodes of an iteration, or of a loop inside it, into sequential
// groups and single updates. For an axis the forward group holds the nodes on
// a cycle that never reads ahead along it and reads behind, or some other
// elements, at least once: in one loop the message for one element is used for
// the next in the same sweep. The backward group is symmetric, but reads of
// unknown elements make none. A node in both is in two units. What is in no
// group along the first axis is tried along the others. Before all that, the axes
// that the user wants sequential take what runs over them. turn is passed to body.
func (v *view) units(nodes, edges []int, how arrangement, turn int) []unit {
	units, rest := v.namedUnits(nodes, edges, how, turn)
	if how.grouping != groupNothing {
		for _, axis := range v.sequentialAxes(nodes, edges) {
			on := v.over(rest, axis)
			grouped := make(map[int]bool)
			for _, reverse := range []bool{false, true} {
				if reverse && how.grouping == groupAhead {
					continue
				}
				for _, u := range v.groups(on, edges, axis, reverse, how, turn) {
					units = append(units, u)
					for _, n := range u.nodes {
						grouped[n] = true
					}
				}
			}
			var left []int
			for _, n := range rest {
				if !grouped[n] {
					left = append(left, n)
				}
			}
			rest = left
		}
	}
	for _, n := range rest {
		units = append(units, single(n, Reason{}))
	}
	return units
}

// groups finds the groups along one axis in one direction and orders the body of
// each.
func (v *view) groups(nodes, edges []int, axis int, reverse bool, how arrangement, turn int) []unit {
	in := make([]bool, len(v.g.Nodes))
	for _, n := range nodes {
		in[n] = how.grouping != groupOneWay || !v.readsAhead(n, edges, axis, reverse)
	}
	nodes = slices.DeleteFunc(slices.Clone(nodes), func(n int) bool { return !in[n] })
	var along, same []int
	for _, i := range edges {
		e := v.g.Edges[i]
		if !in[e.From] || !in[e.To] {
			continue
		}
		steps, known := offset(e, axis)
		if reverse {
			steps = -steps
		}
		if known && steps <= 0 || !known && !reverse && how.grouping == groupAll {
			along = append(along, i)
		}
		if known && steps == 0 {
			same = append(same, i)
		}
	}
	var units []unit
	for _, c := range v.components(nodes, along, nil) {
		example := -1
		for _, i := range c.inner {
			if steps, known := offset(v.g.Edges[i], axis); example < 0 && (!known || steps != 0) {
				example = i
			}
		}
		if example < 0 {
			continue
		}
		body := v.body(c.nodes, v.within(c.nodes, same), how.within(axis), turn)
		if len(body) == 0 {
			continue
		}
		units = append(units, unit{
			step:  &Loop{Axis: axis, Reverse: reverse, Body: body, Reason: v.along(example, axis, reverse)},
			nodes: c.nodes,
		})
	}
	return units
}

// readsAhead reports whether a trigger of an element that a loop along an axis has yet
// to come to makes the node invalid: in such a loop what reads it never would be valid.
func (v *view) readsAhead(node int, edges []int, axis int, reverse bool) bool {
	for _, i := range edges {
		e := v.g.Edges[i]
		if e.To != node || e.Kind&depanalysis.Trigger == 0 || !v.hasAxis(e.From, axis) {
			continue
		}
		if steps, known := offset(e, axis); known && (steps > 0 && !reverse || steps < 0 && reverse) {
			return true
		}
	}
	return false
}

// body orders the updates of a sequential loop over the nodes; edges are those
// that read the same element of the axes of the loops around. turn, if not
// negative, is the unit to begin with.
func (v *view) body(nodes, edges []int, how arrangement, turn int) []Step {
	units := v.units(nodes, edges, how, turn)
	if turn >= len(units) {
		turn = -1
	}
	ordered := v.order(units, edges, turn, how.around)
	if how.fresh {
		s := v.newState()
		s.around = how.around
		for n := range s.ran {
			s.ran[n] = true // what is outside has
		}
		if repaired, _, ok := v.repairCyclic(ordered, s); ok {
			ordered = v.inBody(repaired, nodes, ordered)
		}
	}
	return steps(ordered)
}

// inBody is the repaired list, if all that the repair inserted may stand in the
// body of the loop over the nodes, else the list before.
func (v *view) inBody(repaired []unit, nodes []int, before []unit) []unit {
	for _, u := range repaired {
		for _, n := range u.nodes {
			if !contains(nodes, n) {
				return before
			}
		}
	}
	return repaired
}

// within selects the edges both ends of which are in nodes.
func (v *view) within(nodes, edges []int) []int {
	in := make(map[int]bool, len(nodes))
	for _, n := range nodes {
		in[n] = true
	}
	var inner []int
	for _, i := range edges {
		if in[v.g.Edges[i].From] && in[v.g.Edges[i].To] {
			inner = append(inner, i)
		}
	}
	return inner
}

// sequentialAxes lists the axes along which some edge does not stay at the same
// element: those with known offsets first, then those that more nodes run over.
func (v *view) sequentialAxes(nodes, edges []int) []int {
	count := make([]int, len(v.g.Axes))
	for _, n := range nodes {
		for _, a := range v.g.Nodes[n].Axes {
			count[a]++
		}
	}
	stepped := make([]bool, len(v.g.Axes))
	moves := make([]bool, len(v.g.Axes))
	for _, i := range edges {
		for _, o := range v.g.Edges[i].Offsets {
			if o.Axis < 0 || o.Axis >= len(moves) {
				continue
			}
			moves[o.Axis] = moves[o.Axis] || o.Any || o.Steps != 0
			stepped[o.Axis] = stepped[o.Axis] || !o.Any && o.Steps != 0
		}
	}
	var axes []int
	for a := range moves {
		if moves[a] {
			axes = append(axes, a)
		}
	}
	sort.SliceStable(axes, func(i, j int) bool {
		a, b := axes[i], axes[j]
		if stepped[a] != stepped[b] {
			return stepped[a]
		}
		return count[a] > count[b]
	})
	return axes
}
