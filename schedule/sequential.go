package schedule

import "fmt"

// A named axis is one over a range whose elements the user wants updated one
// after the other.
type named struct {
	axis   int
	number int // of the range, in Graph.Sequential
}

// named lists the named axes, in the order of the user's list.
func (v *view) named() []named {
	var list []named
	for k, r := range v.g.Sequential {
		for _, a := range r.Axes {
			list = append(list, named{a, k})
		}
	}
	return list
}

// over lists those of the nodes that run over axis.
func (v *view) over(nodes []int, axis int) []int {
	var on []int
	for _, n := range nodes {
		if v.hasAxis(n, axis) {
			on = append(on, n)
		}
	}
	return on
}

// namedUnits puts the nodes over the first of how's named axes into one sequential
// loop, and goes on with the others; what is in none is left. Within the loop the
// other named axes have loops of their own. A node that reads ahead along
// the axis, as messages backward along a chain do, goes into a backward loop
// instead, or as well.
func (v *view) namedUnits(nodes, edges []int, how arrangement, turn int) (units []unit, left []int) {
	left = nodes
	for k, at := range how.named {
		var on []int
		for _, n := range v.over(left, at.axis) {
			if !contains(how.apart, n) {
				on = append(on, n)
			}
		}
		if len(on) == 0 {
			continue
		}
		inner := how
		inner.named = append(append([]named(nil), how.named[:k]...), how.named[k+1:]...)
		grouped := make(map[int]bool)
		forward := on
		var back []unit
		if how.grouping != groupAhead {
			back = v.groups(on, edges, at.axis, true, inner, turn)
			ahead := make(map[int]bool)
			for _, u := range v.groups(on, edges, at.axis, false, arrangement{}, -1) {
				for _, n := range u.nodes {
					ahead[n] = true
				}
			}
			for _, u := range back {
				for _, n := range u.nodes {
					grouped[n] = true
				}
			}
			forward = nil
			for _, n := range on {
				if ahead[n] || !grouped[n] {
					forward = append(forward, n)
				}
			}
		}
		if len(forward) > 0 {
			units = append(units, v.namedLoop(forward, edges, at, inner, turn))
			for _, n := range forward {
				grouped[n] = true
			}
		}
		units = append(units, back...)
		var rest []int
		for _, n := range left {
			if !grouped[n] {
				rest = append(rest, n)
			}
		}
		left = rest
	}
	return units, left
}

// namedLoop is the sequential loop over all the nodes.
func (v *view) namedLoop(nodes, edges []int, at named, how arrangement, turn int) unit {
	text := fmt.Sprintf("%s is to be sequential", v.g.Sequential[at.number].Name)
	var same []int
	example := -1
	for _, i := range v.within(nodes, edges) {
		steps, known := offset(v.g.Edges[i], at.axis)
		if known && steps == 0 {
			same = append(same, i)
		} else if example < 0 {
			example = i
		}
	}
	if example >= 0 {
		text += "; " + v.along(example, at.axis, false).Text
	}
	return unit{
		step:  &Loop{Axis: at.axis, Body: v.body(nodes, same, how.within(at.axis), turn), Reason: Reason{Text: text}},
		nodes: nodes,
	}
}

// arrangements lists the ways in which an iteration over the nodes may be cut into
// loops, the best first: as the user's sequential ranges ask for, with some
// update of them apart, with fewer of the ranges, and without them.
func (v *view) arrangements(nodes []int) []arrangement {
	var list []arrangement
	var present []named
	for _, at := range v.named() {
		if len(v.over(nodes, at.axis)) > 0 {
			present = append(present, at)
		}
	}
	modes := []grouping{groupAll, groupKnown, groupAhead, groupNothing, groupOneWay}
	for k := len(present); k > 0; k-- {
		for _, mode := range []grouping{groupAll, groupNothing} {
			for _, fresh := range []bool{false, true} {
				list = append(list, arrangement{grouping: mode, named: present[:k], fresh: fresh})
			}
		}
		for _, n := range nodes {
			on := false
			for _, at := range present[:k] {
				on = on || v.hasAxis(n, at.axis)
			}
			if on {
				list = append(list, arrangement{grouping: groupAll, named: present[:k], fresh: true, apart: []int{n}})
			}
		}
	}
	for _, mode := range modes {
		list = append(list, arrangement{grouping: mode})
	}
	return list
}

// unplaced lists what of the user's sequential ranges a schedule does not do: the
// ranges over which nothing iterates, and the updates that iterate over such a
// range and do not stand in the loop along it that holds most of them. broken says
// what went wrong, by the first node of a component, where its ranges could not
// all be sequential.
func (v *view) unplaced(s *Schedule, broken map[int]string) []Apart {
	var list []Apart
	for k, r := range v.g.Sequential {
		iterates := false
		for _, step := range s.Steps {
			it, ok := step.(*Iterate)
			if !ok {
				continue
			}
			why := broken[v.first(it)]
			for _, axis := range r.Axes {
				main, around := mainLoop(it.Body, axis)
				seen := make(map[int]bool)
				walkLoops(it.Body, nil, func(u *Update, loops []*Loop) {
					if !v.hasAxis(u.Node, axis) {
						return
					}
					iterates = true
					for _, l := range loops {
						if l.Axis == axis && (l == main || l.Reverse) {
							return
						}
					}
					if !seen[u.Node] {
						seen[u.Node] = true
						list = append(list, Apart{Node: u.Node, Range: k, Why: v.apartBecause(u, loops, main, around, axis, why)})
					}
				})
			}
		}
		if iterates {
			continue
		}
		why := "no update runs over it"
		for n, live := range v.live {
			for _, axis := range r.Axes {
				if live && v.hasAxis(n, axis) {
					why = "no update over it iterates: what runs over it is on no cycle, or one pass along it is exact"
				}
			}
		}
		list = append(list, Apart{Node: -1, Range: k, Why: why})
	}
	return list
}

// first is the smallest node of an iteration.
func (v *view) first(it *Iterate) int {
	return nodesOf([]Step{it})[0]
}

// apartBecause says why an update does not stand in the main loop along an axis.
// loops are around the update, around are around the main loop.
func (v *view) apartBecause(u *Update, loops []*Loop, main *Loop, around []*Loop, axis int, broken string) string {
	switch {
	case main == nil && broken != "":
		return "no order with a loop along it meets what the updates demand: " + broken
	case main == nil:
		return "no loop runs along it"
	case contains(nodesOf([]Step{main}), u.Node):
		return "it runs inside the loop, and again outside: " + u.Reason.Text
	case broken != "":
		return "an order with it inside breaks a demand: " + broken
	}
	for _, l := range around {
		if !v.hasAxis(u.Node, l.Axis) {
			return fmt.Sprintf("the loop stands inside another, along %s, over which it does not run", v.axisName(l.Axis))
		}
	}
	for _, l := range loops {
		if l.Axis != axis {
			return "it stands inside another loop, along " + v.axisName(l.Axis)
		}
	}
	return "it stands in another loop along it"
}

// mainLoop is the forward loop along an axis that holds most updates, the first
// of equals, or nil, with the loops around it.
func mainLoop(body []Step, axis int) (main *Loop, around []*Loop) {
	walkLoops(body, nil, func(_ *Update, loops []*Loop) {
		for k, l := range loops {
			if l.Axis == axis && !l.Reverse && (main == nil || countUpdates(l.Body) > countUpdates(main.Body)) {
				main, around = l, loops[:k]
			}
		}
	})
	return main, around
}

// walkLoops visits the updates with the loops around them, outermost first.
func walkLoops(list []Step, loops []*Loop, visit func(u *Update, loops []*Loop)) {
	for _, s := range list {
		switch s := s.(type) {
		case *Update:
			visit(s, loops)
		case *Loop:
			walkLoops(s.Body, append(loops[:len(loops):len(loops)], s), visit)
		}
	}
}
