package schedule

import (
	"fmt"
	"slices"

	"mpc/depanalysis"
)

// A demand is a set of edges into one node of which one source must have run.
type demand []int

// initialize lists what must run once before the first iteration: sources that
// the body requires before it runs them, what these require in turn, and
// whatever of it later updates made invalid or stale again. If informed, it runs
// what keeps these from being uniform as well, where it can.
func (v *view) initialize(c component, body []unit, entry *state, informed bool) ([]unit, error) {
	var forced []int
	for round := 0; round <= 2*len(c.nodes); round++ {
		init, err := v.initWith(c, body, entry, forced, informed)
		if err != nil {
			return nil, err
		}
		s := entry.clone()
		init, ok := s.repair(init)
		if !ok {
			return nil, fmt.Errorf("no end to what must run again before the first iteration")
		}
		init, missing, ok := v.settle(init, body, s)
		if !ok {
			return nil, fmt.Errorf("what the first iteration reads cannot be made valid before it")
		}
		if missing < 0 {
			return init, nil
		}
		forced = append(forced, missing)
	}
	return nil, fmt.Errorf("no initialization found")
}

// settle replays the first iteration and appends to init what it reads invalid
// or stale. A node that has never run cannot be appended as it is, it is
// returned as missing.
func (v *view) settle(init, body []unit, s *state) (out []unit, missing int, ok bool) {
	r := &repairer{state: s, done: init, limit: 8*(len(init)+len(body)) + 32}
again:
	replay := r.clone()
	for _, u := range body {
		if i := replay.bad(u.nodes); i >= 0 {
			from := v.g.Edges[i].From
			if !r.ran[from] {
				return nil, from, true
			}
			if len(r.done) > r.limit || r.bad(u.nodes) < 0 {
				return nil, -1, false
			}
			text := "must be up to date when the first iteration reads it"
			if !r.place(single(from, Reason{Text: text}), []int{from}) {
				return nil, -1, false
			}
			goto again
		}
		replay.runUnit(u)
	}
	return r.done, -1, true
}

// initWith lists the nodes that the body requires before it runs them, the
// forced ones, and what they require, in order.
func (v *view) initWith(c component, body []unit, entry *state, forced []int, informed bool) ([]unit, error) {
	demands := v.openDemands(steps(body), entry)
	if len(demands) == 0 && len(forced) == 0 {
		return nil, nil
	}
	strong, weak := v.derive(c, informed, -1), v.derive(c, false, -1)
	chosen := make(map[int]string)
	var need func(n int, why string)
	meet := func(sets [][]int, rank []int, why string) {
		for _, set := range sets {
			best := -1
			for _, i := range set {
				from := v.g.Edges[i].From
				if entry.ran[from] || v.g.Nodes[from].Init || chosen[from] != "" {
					best = -1
					break
				}
				if rank[from] >= 0 && (best < 0 || rank[from] < rank[best]) {
					best = from
				}
			}
			if best >= 0 {
				need(best, why)
			}
		}
	}
	need = func(n int, why string) {
		if chosen[n] != "" {
			return
		}
		chosen[n] = why
		if informed && strong[n] >= 0 {
			meet(v.softSets(n), strong, "needed to initialize "+v.name(n))
		} else {
			meet(v.hardSets(n), weak, "needed to initialize "+v.name(n))
		}
	}
	for _, n := range forced {
		need(n, "must be up to date when the first iteration reads it")
	}
	for _, d := range demands {
		best := strong
		if !v.anyRanked(d, strong) {
			best = weak
		}
		meet([][]int{d}, best, "required by "+v.name(v.g.Edges[d[0]].To)+" in the first iteration")
	}
	var nodes, required []int
	for _, n := range c.nodes {
		if chosen[n] != "" {
			nodes = append(nodes, n)
		}
	}
	inner := v.within(nodes, c.inner)
	for _, i := range inner {
		if hard(v.g.Edges[i]) {
			required = append(required, i)
		}
	}
	list, ok := v.sweep(nodes, inner, "")
	if !ok {
		// In the order of derivation, which respects requirements; the others as
		// well as greedy can.
		ordered := v.order(v.units(nodes, inner, arrangement{grouping: groupNothing}, -1), inner, -1, nil)
		list = steps(ordered)
		if len(v.openDemands(list, entry)) > 0 {
			if list, ok = v.sweep(nodes, required, ""); !ok {
				list = v.byRank(nodes, weak)
			}
		}
	}
	var units []unit
	for _, s := range list {
		u := unit{step: s, nodes: nodesOf([]Step{s})}
		u.step = withText(s, chosen[u.nodes[0]])
		units = append(units, u)
	}
	return units, nil
}

func withText(s Step, text string) Step {
	if u, ok := s.(*Update); ok {
		return &Update{Node: u.Node, Reason: Reason{Text: text}}
	}
	return s
}

// byRank lists the nodes in the order in which they can be derived.
func (v *view) byRank(nodes, rank []int) []Step {
	var list []Step
	for r := 0; r <= len(v.g.Nodes); r++ {
		for _, n := range nodes {
			if rank[n] == r {
				list = append(list, &Update{Node: n})
			}
		}
	}
	return list
}

func (v *view) anyRanked(d demand, rank []int) bool {
	for _, i := range d {
		if rank[v.g.Edges[i].From] >= 0 {
			return true
		}
	}
	return false
}

// nodesOf lists the distinct nodes that the steps run, sorted.
func nodesOf(list []Step) []int {
	seen := make(map[int]bool)
	var ids []int
	var walk func([]Step)
	walk = func(list []Step) {
		for _, s := range list {
			switch s := s.(type) {
			case *Update:
				if !seen[s.Node] {
					seen[s.Node] = true
					at := len(ids)
					for at > 0 && ids[at-1] > s.Node {
						at--
					}
					ids = append(ids, 0)
					copy(ids[at+1:], ids[at:])
					ids[at] = s.Node
				}
			case *Loop:
				walk(s.Body)
			case *Iterate:
				walk(s.Init)
				walk(s.Body)
				walk(s.Final)
			}
		}
	}
	walk(list)
	return ids
}

// openDemands runs the steps once from the state and lists the hard requirements
// that are not met when their target first runs. Inside a loop a source that the
// loop carries from an earlier element is met.
func (v *view) openDemands(list []Step, entry *state) []demand {
	ran := append([]bool(nil), entry.ran...)
	type around struct {
		loop   *Loop
		nodes  []int
		before []bool // that had run when the loop began
	}
	var demands []demand
	met := func(i int, loops []around) bool {
		e := v.g.Edges[i]
		if v.g.Nodes[e.From].Init {
			return true
		}
		for _, l := range loops {
			if l.before[e.From] {
				return true
			}
			if !contains(l.nodes, e.From) {
				return false
			}
			if !v.hasAxis(e.From, l.loop.Axis) {
				continue // one value for all elements
			}
			steps, known := offset(e, l.loop.Axis)
			if l.loop.Reverse {
				steps = -steps
			}
			if !known || steps > 0 {
				return false
			}
			if steps < 0 {
				return true
			}
		}
		return ran[e.From]
	}
	var walk func(list []Step, loops []around)
	walk = func(list []Step, loops []around) {
		for _, s := range list {
			switch s := s.(type) {
			case *Loop:
				walk(s.Body, append(loops, around{s, nodesOf(s.Body), append([]bool(nil), ran...)}))
			case *Update:
				for _, set := range v.hardSets(s.Node) {
					ok := false
					for _, i := range set {
						ok = ok || met(i, loops)
					}
					if !ok {
						demands = append(demands, set)
					}
				}
				ran[s.Node] = true
			}
		}
	}
	walk(list, nil)
	return demands
}

// softSets are the sets of edges of which one source should have run, or the
// result would be uniform, together with the hard ones.
func (v *view) softSets(node int) [][]int {
	return v.alternatives(node, depanalysis.Required|depanalysis.SkipIfUniform|depanalysis.Declaration)
}

// derive ranks the nodes of the component that can run at all, in the order in
// which they can: a node follows one source of each of its sets. With strong a
// source that would merely leave it uniform counts as well. init, if not
// negative, is a node to take as initialized. The rank of the others is -1.
func (v *view) derive(c component, strong bool, init int) []int {
	rank := make([]int, len(v.g.Nodes))
	for i := range rank {
		rank[i] = -1
	}
	inside := make([]bool, len(v.g.Nodes))
	for _, n := range c.nodes {
		inside[n] = true
	}
	sets := make(map[int][][]int, len(c.nodes))
	for _, n := range c.nodes {
		if strong {
			sets[n] = v.softSets(n)
		} else {
			sets[n] = v.hardSets(n)
		}
	}
	known := func(i int) bool {
		from := v.g.Edges[i].From
		return !inside[from] || v.g.Nodes[from].Init || from == init || rank[from] >= 0
	}
	// A set waits until one of its sources has a rank, a node until none of its sets waits.
	type waits struct {
		node int
		met  bool
	}
	open := make(map[int]int)
	of := make(map[int][]*waits) // by source
	var found []int
	for _, n := range c.nodes {
		for _, set := range sets[n] {
			if slices.ContainsFunc(set, known) {
				continue
			}
			open[n]++
			w := &waits{node: n}
			for _, i := range set {
				of[v.g.Edges[i].From] = append(of[v.g.Edges[i].From], w)
			}
		}
		if open[n] == 0 {
			found = append(found, n)
		}
	}
	for next := 0; ; next++ {
		if len(found) == 0 {
			found = v.deriveLoop(c, rank, sets, known)
		}
		if len(found) == 0 {
			return rank
		}
		for _, n := range found {
			rank[n] = next
		}
		var following []int
		for _, n := range found {
			for _, w := range of[n] {
				if w.met {
					continue
				}
				w.met = true
				if open[w.node]--; open[w.node] == 0 && rank[w.node] < 0 {
					following = append(following, w.node)
				}
			}
		}
		found = following
	}
}

// deriveLoop finds nodes that require each other only along an axis, so that a
// sequential loop can run them.
func (v *view) deriveLoop(c component, rank []int, sets map[int][][]int, known func(i int) bool) []int {
	var left, edges []int
	for _, n := range c.nodes {
		if rank[n] >= 0 {
			continue
		}
		left = append(left, n)
		for _, set := range sets[n] {
			edges = append(edges, set...)
		}
	}
	for _, part := range v.components(left, v.within(left, edges), nil) {
		if !part.cyclic() {
			continue
		}
		if _, ok := v.loop(part); !ok {
			continue
		}
		ready := func(set []int) bool {
			return slices.ContainsFunc(set, func(i int) bool { return known(i) || contains(part.nodes, v.g.Edges[i].From) })
		}
		waits := func(n int) bool {
			return slices.ContainsFunc(sets[n], func(set []int) bool { return !ready(set) })
		}
		if !slices.ContainsFunc(part.nodes, waits) {
			return part.nodes
		}
	}
	return nil
}
