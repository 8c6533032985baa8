package schedule

import (
	"slices"

	"mpc/depanalysis"
)

// A state is what is known of each node while updates run: whether it has run,
// whether a trigger made it invalid since, and whether something that it reads,
// directly or through Fresh edges, has changed since.
type state struct {
	v                   *view
	ran, invalid, stale []bool
	around              []int       // axes of the sequential loops around: all is at one element of them
	changed             func(n int) // called where a node becomes valid or invalid, nil for nobody
}

func (v *view) newState() *state {
	n := len(v.g.Nodes)
	return &state{v: v, ran: make([]bool, n), invalid: make([]bool, n), stale: make([]bool, n)}
}

func (s *state) clone() *state {
	c := *s
	c.ran = append([]bool(nil), s.ran...)
	c.invalid = append([]bool(nil), s.invalid...)
	c.stale = append([]bool(nil), s.stale...)
	return &c
}

func (s *state) equal(t *state) bool {
	for i := range s.ran {
		if s.ran[i] != t.ran[i] || s.invalid[i] != t.invalid[i] || s.stale[i] != t.stale[i] {
			return false
		}
	}
	return true
}

// run makes the nodes valid and fresh, what they trigger invalid, transitively,
// and stale what reads them or reads what was made invalid, through Fresh edges
// onward. What was invalid or stale already passes that on as well. A node that
// never ran holds its initial value and cannot become invalid.
func (s *state) run(nodes []int) {
	own := make(map[int]bool, len(nodes))
	for _, n := range nodes {
		own[n] = true
		s.ran[n], s.stale[n] = true, false
		s.set(n, false)
	}
	edges := s.v.g.Edges
	changed := append([]int(nil), nodes...)
	told := make(map[int]bool)
	for k := 0; k < len(changed); k++ {
		for _, i := range s.v.out[changed[k]] {
			t := edges[i].To
			if edges[i].Kind&depanalysis.Trigger == 0 || own[t] || !s.ran[t] || told[t] {
				continue
			}
			told[t] = true
			s.set(t, true)
			changed = append(changed, t)
		}
	}
	// Only those that Fresh edges leave matter: nobody asks whether others are stale.
	var waiting []int
	faded := make(map[int]bool)
	wait := func(t int) {
		if s.v.wantedFresh(t) {
			waiting = append(waiting, t)
		}
	}
	for _, n := range changed {
		for _, i := range s.v.out[n] {
			if !s.elsewhere(edges[i]) {
				wait(edges[i].To)
			}
		}
	}
	// What would still be uniform does not become stale, but may when another
	// of its sources does: repeat until nothing changes.
	for again := true; again; {
		again = false
		for k := 0; k < len(waiting); k++ {
			t := waiting[k]
			if t < 0 || own[t] {
				continue
			}
			if faded[t] {
				waiting[k] = -1
				continue
			}
			if !s.informed(t) {
				continue
			}
			faded[t], s.stale[t] = true, true
			waiting[k] = -1
			again = true
			for _, i := range s.v.out[t] {
				if edges[i].Kind&depanalysis.Fresh != 0 {
					wait(edges[i].To)
				}
			}
		}
	}
}

// elsewhere tells whether all that an edge reads is of other elements than the one that the loops around are at.
func (s *state) elsewhere(e depanalysis.Edge) bool {
	if !e.Others || len(s.around) == 0 {
		return false
	}
	return !slices.ContainsFunc(e.Offsets, func(o depanalysis.Offset) bool {
		return (o.Any || o.Steps != 0) && !contains(s.around, o.Axis)
	})
}

// set makes a node invalid, or valid.
func (s *state) set(n int, invalid bool) {
	if s.invalid[n] == invalid {
		return
	}
	s.invalid[n] = invalid
	if s.changed != nil {
		s.changed(n)
	}
}

// runUnit is run for the nodes of a unit.
func (s *state) runUnit(u unit) {
	s.run(u.nodes)
	if u.last != nil {
		s.run(u.last)
	}
	if loop, ok := u.step.(*Loop); ok {
		s.leave(loop)
	}
}

// informed reports whether running the node now, or after what is stale, could
// change it: it is not uniform for want of a source, nor does it hold the value
// that the user gave.
func (s *state) informed(node int) bool {
	n := s.v.g.Nodes[node]
	if s.v.uniform[node] || s.v.frozen[node] || n.Init && !s.ran[node] {
		return false
	}
	known := func(i int) bool {
		e := s.v.g.Edges[i]
		return s.ran[e.From] || s.v.g.Nodes[e.From].Init || e.Kind&depanalysis.Fresh != 0 && s.stale[e.From]
	}
	for _, alt := range s.v.skipSets(node) {
		if !slices.ContainsFunc(alt, known) {
			return false
		}
	}
	return true
}

// wantedFresh tells whether somebody wants what the node writes fresh.
func (v *view) wantedFresh(node int) bool {
	if v.fresh == nil {
		v.fresh = make([]bool, len(v.g.Nodes))
		for _, list := range v.in {
			for _, i := range list {
				if e := v.g.Edges[i]; e.Kind&depanalysis.Fresh != 0 {
					v.fresh[e.From] = true
				}
			}
		}
	}
	return v.fresh[node]
}

// skipSets are the alternatives without one of which the node is uniform.
func (v *view) skipSets(node int) [][]int {
	if v.skips == nil {
		v.skips = make([][][]int, len(v.g.Nodes))
	}
	if v.skips[node] == nil {
		v.skips[node] = append([][]int{}, v.alternatives(node, depanalysis.SkipIfUniform)...)
	}
	return v.skips[node]
}

// alternatives lists the sets of edges into node of which one is enough; those
// sets that have an edge of the kind.
func (v *view) alternatives(node int, kind depanalysis.Kind) [][]int {
	var sets [][]int
	at := make(map[int]int)
	for _, i := range v.in[node] {
		e := v.g.Edges[i]
		if e.Kind&(depanalysis.Required|depanalysis.SkipIfUniform|depanalysis.Declaration) == 0 {
			continue
		}
		if e.Group != 0 && e.Kind&(depanalysis.Required|depanalysis.SkipIfUniform) != 0 {
			if k, ok := at[e.Group]; ok {
				sets[k] = append(sets[k], i)
				continue
			}
			at[e.Group] = len(sets)
		}
		sets = append(sets, []int{i})
	}
	kept := sets[:0]
	for _, set := range sets {
		for _, i := range set {
			if v.g.Edges[i].Kind&kind != 0 {
				kept = append(kept, set)
				break
			}
		}
	}
	return kept
}

// hardSets lists the sets of edges into node of which one source must have run
// before node first runs.
func (v *view) hardSets(node int) [][]int {
	var sets [][]int
	for _, set := range v.alternatives(node, depanalysis.Required|depanalysis.SkipIfUniform|depanalysis.Declaration) {
		e := v.g.Edges[set[0]]
		if hard(e) || e.Group != 0 && v.demanding[[2]int{node, e.Group}] {
			sets = append(sets, set)
		}
	}
	return sets
}

// bad finds a source, outside the nodes, that they may not read now: an invalid
// one, or a stale one of a Fresh edge. It returns the edge, or -1.
func (s *state) bad(nodes []int) int {
	for _, n := range nodes {
		for _, i := range s.v.in[n] {
			e := s.v.g.Edges[i]
			if !s.invalid[e.From] && (e.Kind&depanalysis.Fresh == 0 || !s.stale[e.From]) {
				continue
			}
			if !contains(nodes, e.From) {
				return i
			}
		}
	}
	return -1
}

func contains(nodes []int, n int) bool {
	for _, m := range nodes {
		if m == n {
			return true
		}
	}
	return false
}

// again is why the source of a bad edge runs again.
func (s *state) again(bad int) Reason {
	e := s.v.g.Edges[bad]
	if s.invalid[e.From] {
		return Reason{Text: "invalid by a trigger, read by " + s.v.name(e.To)}
	}
	return Reason{Text: "fresh source of " + s.v.name(e.To)}
}

// A repairer inserts updates until every read is of a valid source, and of a
// fresh one where an edge demands it.
type repairer struct {
	*state
	done  []unit
	limit int // of len(done): cycles of Trigger or Fresh edges have no end
}

// place runs u after what must be run again before it, deepest first, and
// reports false if there is no end to that.
func (r *repairer) place(u unit, pending []int) bool {
	for {
		i := r.bad(u.nodes)
		if i < 0 {
			break
		}
		from := r.v.g.Edges[i].From
		if contains(pending, from) || len(r.done) > r.limit {
			return false
		}
		if !r.place(single(from, r.again(i)), append(pending, from)) {
			return false
		}
	}
	r.runUnit(u)
	r.done = append(r.done, u)
	return true
}

// repair is one pass over a list of units from the state, which it changes.
func (s *state) repair(units []unit) ([]unit, bool) {
	r := &repairer{state: s, limit: 8*len(units) + 32}
	for _, u := range units {
		if !r.place(u, nil) {
			return nil, false
		}
	}
	return r.done, true
}

// repairCyclic inserts into a list of units that runs again and again, until a
// pass from the state at its end inserts nothing. It returns that state too.
func (v *view) repairCyclic(units []unit, start *state) ([]unit, *state, bool) {
	end := start.clone()
	for _, u := range units {
		end.runUnit(u)
	}
	limit := 8*len(units) + 32
	for pass := 0; pass < 16; pass++ {
		s := end.clone()
		repaired, ok := s.repair(units)
		if !ok || len(repaired) > limit {
			return nil, nil, false
		}
		if len(repaired) == len(units) && s.equal(end) {
			return repaired, end, true
		}
		units, end = repaired, s
	}
	return nil, nil, false
}
