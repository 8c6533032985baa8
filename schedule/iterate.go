package schedule

import (
	"encoding/binary"
	"fmt"
	"slices"
	"sort"

	"mpc/depanalysis"
)

// iterate plans a cyclic component that no loop resolves. It tries the richest
// sequential loops first, and the greedy order before the same with another
// update at the head of the cycle; each attempt is repaired and then judged by
// Verify, on the component with what it reads and what reads it. Small
// components are searched exhaustively before giving up. Where the ranges that
// the user wants sequential cannot all be, broken says what went wrong. bound is
// what runs at the end of each iteration to be checked.
func (v *view) iterate(c component, bound []int) (it *Iterate, broken string, err error) {
	all := v.withBound(c, bound)
	cv := v.project(all)
	if err := cv.checkRequirements(c); err != nil {
		return nil, "", err
	}
	var last error
	seen := make(map[string]bool)
	try := func(units []unit) *Iterate {
		key := signature(steps(units))
		if seen[key] {
			return nil
		}
		seen[key] = true
		it, err := cv.attempt(all, units)
		if err != nil {
			last = err
			return nil
		}
		return it
	}
	for k, how := range cv.arrangements(c.nodes) {
		if k > 0 && last != nil && broken == "" && (len(how.named) == 0 || len(how.apart) > 0) {
			broken = last.Error()
		}
		tried := 0
		for turn := -1; turn < len(c.nodes) && tried < how.attempts(); turn++ {
			units := cv.units(c.nodes, c.inner, how, turn)
			if !anyLoop(units) && (turn >= 0 || how.grouping != groupNothing) {
				break // nothing to turn, or the same as without groups
			}
			for first := -1; first < len(units) && tried < how.attempts(); first++ {
				tried++
				if it := try(cv.order(units, c.inner, first, nil)); it != nil && (how.grouping != groupOneWay || !cv.chainAtOnce(it, c.inner)) {
					return cv.turned(all, cv.decouple(c, all, it)), broken, nil
				}
			}
		}
	}
	if len(c.nodes) <= maxExhaustive {
		var found *Iterate
		permute(append([]int(nil), c.nodes...), 0, func(order []int) bool {
			var units []unit
			for _, n := range order {
				units = append(units, single(n, Reason{Text: "found by search: the greedy order breaks a constraint"}))
			}
			found = try(units)
			return found != nil
		})
		if found != nil {
			return cv.decouple(c, all, found), broken, nil
		}
	}
	return nil, "", cv.stuckOnTriggers(c, last)
}

const maxExhaustive = 5

// signature tells lists of steps apart.
func signature(list []Step) string {
	var key []byte
	var walk func([]Step)
	walk = func(list []Step) {
		for _, s := range list {
			switch s := s.(type) {
			case *Update:
				key = binary.AppendUvarint(key, uint64(s.Node)+4)
			case *Loop:
				key = append(key, 0)
				if s.Reverse {
					key = append(key, 1)
				}
				key = binary.AppendUvarint(key, uint64(s.Axis)+4)
				walk(s.Body)
				key = append(key, 2)
			}
		}
	}
	walk(list)
	return string(key)
}

func anyLoop(units []unit) bool {
	for _, u := range units {
		if _, ok := u.step.(*Loop); ok {
			return true
		}
	}
	return false
}

// permute calls yield with each order of list[from:], until it returns true.
func permute(list []int, from int, yield func([]int) bool) bool {
	if from == len(list) {
		return yield(list)
	}
	for i := from; i < len(list); i++ {
		list[from], list[i] = list[i], list[from]
		if permute(list, from+1, yield) {
			return true
		}
		list[from], list[i] = list[i], list[from]
	}
	return false
}

// withBound is a component together with a bound that is checked in its
// iteration, and what only that reads.
func (v *view) withBound(c component, bound []int) component {
	c.bound = bound
	if len(bound) == 0 {
		return c
	}
	c.nodes = append(append([]int(nil), c.nodes...), bound...)
	sort.Ints(c.nodes)
	c.inner = v.within(c.nodes, v.edges())
	return c
}

// project is the view of a component: what it reads counts as run before it,
// and of what reads it only these reads are left.
func (v *view) project(c component) *view {
	n := len(v.g.Nodes)
	p := &view{
		g: v.g, uniform: v.uniform, frozen: v.frozen, demanding: v.demanding,
		live: make([]bool, n), in: make([][]int, n), out: make([][]int, n),
	}
	inside := make([]bool, n)
	for _, id := range c.nodes {
		inside[id] = true
	}
	for i, e := range v.g.Edges {
		if !v.live[e.From] || !v.live[e.To] || !inside[e.From] && !inside[e.To] {
			continue
		}
		p.live[e.From], p.live[e.To] = true, true
		p.in[e.To] = append(p.in[e.To], i)
		p.out[e.From] = append(p.out[e.From], i)
	}
	return p
}

// outside lists the live nodes of a projected view before and after the component.
func (v *view) outside(c component) (before, after []int) {
	inside := make([]bool, len(v.g.Nodes))
	for _, id := range c.nodes {
		inside[id] = true
	}
	for id, live := range v.live {
		switch {
		case !live || inside[id]:
		case len(v.in[id]) > 0:
			after = append(after, id)
		default:
			before = append(before, id)
		}
	}
	return before, after
}

// entry is the state when the iteration begins.
func (v *view) entry(c component) *state {
	s := v.newState()
	before, _ := v.outside(c)
	for _, id := range before {
		s.run([]int{id})
	}
	return s
}

// attempt makes an iteration of a list of units.
func (v *view) attempt(c component, units []unit) (*Iterate, error) {
	entry := v.entry(c)
	units = units[:len(units):len(units)]
	for k, n := range c.bound {
		text := "needed for what is checked after each iteration"
		if k == len(c.bound)-1 {
			text = "checked after each iteration"
		}
		units = append(units, single(n, Reason{Text: text}))
	}
	body, end, ok := v.repairCyclic(units, entry)
	if !ok {
		return nil, fmt.Errorf("no end to what must run again")
	}
	final, ok := v.finish(c, end)
	if !ok {
		return nil, fmt.Errorf("results cannot all be valid at the end")
	}
	// An initialization that brings no uniform message is better, but what it
	// runs may make stale what must be fresh.
	var err error
	for _, informed := range []bool{true, false} {
		var init []unit
		if init, err = v.initialize(c, body, entry, informed); err != nil {
			continue
		}
		it := &Iterate{
			Init: steps(init), Body: steps(body), Final: steps(final),
			Reason: Reason{Text: v.cycleText(c)},
		}
		if err = v.judge(c, it); err == nil {
			return it, nil
		}
		if len(init) == 0 {
			break
		}
	}
	return nil, err
}

func steps(units []unit) []Step {
	var s []Step
	for _, u := range units {
		s = append(s, u.step)
	}
	return s
}

// finish lists what must run once after the last iteration: results that the
// last updates made invalid, or stale for a reader that wants them fresh.
func (v *view) finish(c component, end *state) ([]unit, bool) {
	r := &repairer{state: end.clone(), limit: 4*len(c.nodes) + 16}
	_, after := v.outside(c)
	for again := true; again; {
		again = false
		for _, n := range c.nodes {
			if !v.g.Nodes[n].Output || !r.invalid[n] {
				continue
			}
			if !r.place(single(n, Reason{Text: "an output, invalid by a trigger of the last iteration"}), []int{n}) {
				return nil, false
			}
			again = true
		}
		for _, n := range after {
			for i := r.bad([]int{n}); i >= 0; i = r.bad([]int{n}) {
				from := v.g.Edges[i].From
				u := single(from, Reason{Text: "must be up to date for " + v.name(n) + " after the loop"})
				if len(r.done) > r.limit || !r.place(u, []int{from}) {
					return nil, false
				}
				again = true
			}
		}
		if len(r.done) > r.limit {
			return nil, false
		}
	}
	return r.done, true
}

// judge verifies the iteration between the nodes that it reads and its readers.
func (v *view) judge(c component, it *Iterate) error {
	before, after := v.outside(c)
	g := &depanalysis.Graph{Axes: v.g.Axes, Nodes: append([]depanalysis.Node(nil), v.g.Nodes...)}
	inside := make([]bool, len(g.Nodes))
	for _, n := range c.nodes {
		inside[n] = true
	}
	s := &Schedule{}
	for _, n := range before {
		s.Steps = append(s.Steps, &Update{Node: n})
	}
	s.Steps = append(s.Steps, it)
	for _, n := range after {
		s.Steps = append(s.Steps, &Update{Node: n})
	}
	for n := range g.Nodes {
		g.Nodes[n].Output = v.live[n] && g.Nodes[n].Output && inside[n]
		g.Nodes[n].Uniform = v.uniform[n] // some reasons for it lie outside
	}
	for _, n := range after {
		g.Nodes[n].Output = true
	}
	for _, n := range before {
		g.Nodes[n].Init = false
	}
	leaving := v.leavingSets(inside)
	for _, e := range v.g.Edges {
		if inside[e.To] && !v.live[e.From] {
			// Not scheduled, so uniform: of consequence only for what waits for it.
			g.Nodes[e.From].Uniform, g.Nodes[e.From].Init = true, false
			g.Edges = append(g.Edges, e)
			continue
		}
		if !v.live[e.From] || !v.live[e.To] || !inside[e.From] && !inside[e.To] {
			continue
		}
		// A set of alternatives of a reader may hold one outside: it has run.
		if inside[e.From] && !inside[e.To] && e.Group != 0 && leaving[[2]int{e.To, e.Group}] {
			e.Kind &^= depanalysis.Required | depanalysis.SkipIfUniform
		}
		g.Edges = append(g.Edges, e)
	}
	return verify(g, s)
}

// leavingSets are the sets of alternatives, as target and group, that have a source outside the
// component.
func (v *view) leavingSets(inside []bool) map[[2]int]bool {
	leaving := map[[2]int]bool{}
	for _, e := range v.g.Edges {
		if !inside[e.To] && !inside[e.From] && e.Group != 0 {
			leaving[[2]int{e.To, e.Group}] = true
		}
	}
	return leaving
}

// cycleText names a shortest cycle of the component as the reason to iterate.
func (v *view) cycleText(c component) string {
	cycle := v.shortestCycle(c.nodes, c.inner)
	text := "a cycle that no order resolves: "
	for k := len(cycle) - 1; k >= 0; k-- {
		text += v.name(v.g.Edges[cycle[k]].To) + " reads "
	}
	return text + v.name(v.g.Edges[cycle[len(cycle)-1]].To)
}

// mostSearched is how many edges a search for a shortest cycle looks at.
const mostSearched = 1e7

// shortestCycle returns the edges of a shortest cycle, each from the target of
// the one before it; the one through the smallest ID among equals. In a very large graph it is
// the shortest of those that were looked at.
func (v *view) shortestCycle(nodes, edges []int) []int {
	out, in := make([][]int, len(v.g.Nodes)), make([][]int, len(v.g.Nodes))
	for _, i := range edges {
		e := v.g.Edges[i]
		out[e.From] = append(out[e.From], i)
		in[e.To] = append(in[e.To], i)
	}
	var (
		via    = make([]int, len(v.g.Nodes)) // the edge by which a node was reached
		met    = make([]int, len(v.g.Nodes)) // the search that reached it, from 1 on
		depth  = make([]int, len(v.g.Nodes)) // the edges from the start
		closes = make([]int, len(v.g.Nodes)) // the edge that leads back to the start
		ends   = make([]int, len(v.g.Nodes)) // the search of which it is one
		best   []int
		looked int
	)
	for search, start := range nodes {
		if best != nil && looked > mostSearched {
			break
		}
		search++
		for _, i := range in[start] {
			if from := v.g.Edges[i].From; ends[from] != search {
				ends[from], closes[from] = search, i
			}
		}
		queue := []int{start}
		depth[start] = 0
		found := -1
		for k := 0; k < len(queue); k++ {
			n := queue[k]
			if best != nil && depth[n]+1 >= len(best) {
				break // none that is shorter
			}
			if ends[n] == search {
				found = closes[n]
				break
			}
			if best != nil && depth[n]+2 >= len(best) {
				continue
			}
			looked += len(out[n])
			for _, i := range out[n] {
				if t := v.g.Edges[i].To; met[t] != search {
					met[t], via[t], depth[t] = search, i, depth[n]+1
					queue = append(queue, t)
				}
			}
		}
		if found < 0 {
			continue
		}
		best = []int{found}
		for n := v.g.Edges[found].From; n != start; n = v.g.Edges[via[n]].From {
			best = append(best, via[n])
		}
		slices.Reverse(best)
		if len(best) == 1 {
			break
		}
	}
	return best
}
