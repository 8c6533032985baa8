package schedule

import "fmt"

// sweep orders the nodes so that every read under the edges is of something
// computed before: a straight line of updates and loops, of which one run is
// exact. It reports false if some cycle is not resolved by any loop.
func (v *view) sweep(nodes, edges []int, why string) ([]Step, bool) {
	var steps []Step
	for _, c := range v.components(nodes, edges, nil) {
		if !c.cyclic() {
			steps = append(steps, &Update{Node: c.nodes[0], Reason: Reason{Text: why}})
			continue
		}
		loop, ok := v.loop(c)
		if !ok {
			return nil, false
		}
		steps = append(steps, loop)
	}
	return steps, true
}

// loop finds the axis and the direction in which a cyclic component needs no
// iteration: no edge reads against the direction or at an unknown element, so
// that what is read at another element has been computed there; what is read at
// the same element is ordered in the body, by loops over further axes if need be.
func (v *view) loop(c component) (*Loop, bool) {
	for _, axis := range v.commonAxes(c.nodes) {
		for _, reverse := range []bool{false, true} {
			rest, carried, ok := v.carried(c.inner, axis, reverse)
			if !ok || carried < 0 {
				continue
			}
			body, ok := v.sweep(c.nodes, rest, "in order of dependency")
			if !ok {
				continue
			}
			return &Loop{Axis: axis, Reverse: reverse, Body: body, Reason: v.along(carried, axis, reverse)}, true
		}
	}
	return nil, false
}

// carried splits the edges of a component along an axis: rest stays at the same
// element, the others are carried from an earlier one; example is one of these,
// or -1. It reports false if an edge reads a later or an unknown element.
func (v *view) carried(edges []int, axis int, reverse bool) (rest []int, example int, ok bool) {
	example = -1
	for _, i := range edges {
		steps, known := offset(v.g.Edges[i], axis)
		if reverse {
			steps = -steps
		}
		switch {
		case !known || steps > 0:
			return nil, -1, false
		case steps < 0:
			if example < 0 {
				example = i
			}
		default:
			rest = append(rest, i)
		}
	}
	return rest, example, true
}

// commonAxes lists the axes that all nodes run over, in the order of the first's.
func (v *view) commonAxes(nodes []int) []int {
	var axes []int
next:
	for _, a := range v.g.Nodes[nodes[0]].Axes {
		for _, n := range nodes[1:] {
			if !v.hasAxis(n, a) {
				continue next
			}
		}
		axes = append(axes, a)
	}
	return axes
}

// along is the reason of a loop, with the edge that makes it sequential.
func (v *view) along(edge, axis int, reverse bool) Reason {
	e := v.g.Edges[edge]
	name := v.axisName(axis)
	steps, known := offset(e, axis)
	word := "forward"
	if reverse {
		word = "backward"
	}
	if !known {
		return Reason{Text: fmt.Sprintf("%s reads other elements of %s: one after the other along %s",
			v.name(e.To), v.name(e.From), name)}
	}
	return Reason{Text: fmt.Sprintf("%s reads %s at %s%+d: runs %s along %s",
		v.name(e.To), v.name(e.From), name, steps, word, name)}
}

func (v *view) name(node int) string {
	if s := v.g.Nodes[node].Name; s != "" {
		return s
	}
	return fmt.Sprintf("#%d", node)
}

func (v *view) axisName(axis int) string {
	if axis < len(v.g.Axes) {
		return v.g.Axes[axis]
	}
	return fmt.Sprintf("axis %d", axis)
}
