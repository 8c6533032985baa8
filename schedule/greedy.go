package schedule

import (
	"fmt"
	"slices"

	"mpc/depanalysis"
)

// The score of an update that might come next, as the sum of
//
//   - the share of its sources that have been scheduled, at most 1
//   - what each source that has not been scheduled costs: openCost
//   - triggerCost for each valid target that it would make invalid
//   - initCost for recomputing an initial value, and 1 for triggering that
//   - invalidCost for each source that is invalid: worse than all above
//   - lostCost for recomputing an initial value that the user gave while others are
//     guesses: it would follow them, and be lost
const (
	triggerCost  = 0.25
	initCost     = 300
	initOpenCost = 0.01
	invalidCost  = 1e6
	lostCost     = 1e9
)

// openCost is what it costs that To runs before From, so that the edge closes
// its cycles backward: the next iteration has to bring the news. The order of
// the costs is that of Infer.NET's (infernet-compiler.md, 1.6 B9): first keep
// what is required forward, then what would make the first iteration vain.
func openCost(kind depanalysis.Kind) float64 {
	switch {
	case kind&depanalysis.Declaration != 0, kind&depanalysis.Required != 0 && kind&depanalysis.SkipIfUniform == 0:
		return 100
	case kind&depanalysis.SkipIfUniform != 0:
		return 20
	case kind&depanalysis.Fresh != 0:
		return 5
	case kind&depanalysis.NoInit != 0:
		return 0.5
	}
	return 1
}

// costs are all that openCost gives, and initOpenCost.
var costs = []float64{100, 20, 5, 1, 0.5, initOpenCost}

// class is the place of a cost in costs.
func class(cost float64) int { return slices.Index(costs, cost) }

// A lister is the state of the greedy list scheduler. It keeps of each waiting unit what its
// score is made of, and changes that where a unit runs: a plate written out as thousands of
// statements reads as many messages in each of them.
type lister struct {
	v        *view
	units    []unit
	owners   [][]int     // per node: the units that run it
	sources  [][]source  // per unit: the reads from other units
	readers  [][]reader  // per unit: the reads of what it runs
	sets     [][]*rivals // per node: those that it is in
	triggers [][]int     // per node: the Trigger edges from it
	ran      []bool      // per unit
	begun    []bool      // per node: ran in this iteration
	guesses  int         // initial values that the user did not give and that are still to be recomputed
	invalids int         // nodes
	cycles   *waiting
	tallies  []tally
	*state
}

// A source is a read by a unit of what other units run.
type source struct {
	edge   int
	units  []int   // that run the source
	rivals *rivals // nil where there are none
	class  int     // of its cost
	open   bool    // none of the units has run
	within bool    // one of them waits on a cycle with the reader
}

// A reader is a read seen from what is read.
type reader struct{ unit, source int }

// rivals are a set of alternatives: when one has run the reads of the others are ordinary ones.
type rivals struct {
	reads []reader
	first int // the node that ran first, or -1
}

// A tally is what the score of a unit is made of.
type tally struct {
	seen, waiting int       // sources that ran; readers that wait on a cycle with it
	open          [6][2]int // sources that did not run, by class of cost, and whether on a cycle with it
	back          int       // a source before which none is open
	known         bool
	score         float64
}

func (v *view) newLister(units []unit, edges []int) *lister {
	l := &lister{
		v: v, units: units, owners: make([][]int, len(v.g.Nodes)),
		sources:  make([][]source, len(units)),
		readers:  make([][]reader, len(units)),
		sets:     make([][]*rivals, len(v.g.Nodes)),
		triggers: make([][]int, len(v.g.Nodes)),
		ran:      make([]bool, len(units)),
		begun:    make([]bool, len(v.g.Nodes)),
		tallies:  make([]tally, len(units)),
		state:    v.newState(),
	}
	for k, u := range units {
		for _, n := range u.nodes {
			if len(l.owners[n]) == 0 && v.g.Nodes[n].Guess {
				l.guesses++
			}
			l.owners[n] = append(l.owners[n], k)
			l.state.ran[n] = true // in the iteration before: a trigger tells
			l.triggers[n] = slices.DeleteFunc(slices.Clone(v.out[n]), func(i int) bool { return v.g.Edges[i].Kind&depanalysis.Trigger == 0 })
		}
	}
	sets := map[[2]int]*rivals{}
	for _, i := range edges {
		e := v.g.Edges[i]
		for _, k := range l.owners[e.To] {
			if contains(units[k].nodes, e.From) || len(l.owners[e.From]) == 0 {
				continue
			}
			cost := openCost(e.Kind)
			if v.g.Nodes[e.From].Init {
				cost = initOpenCost // the value to begin with is there
			}
			s := source{edge: i, units: l.owners[e.From], class: class(cost), open: true}
			at := reader{k, len(l.sources[k])}
			if e.Group != 0 && e.Kind&(depanalysis.Required|depanalysis.SkipIfUniform) != 0 {
				s.rivals = l.rivals(sets, e)
				s.rivals.reads = append(s.rivals.reads, at)
			}
			l.sources[k] = append(l.sources[k], s)
			for _, m := range s.units {
				l.readers[m] = append(l.readers[m], at)
			}
		}
	}
	l.cycles = l.newWaiting()
	return l
}

// rivals is the set of alternatives that an edge is one of.
func (l *lister) rivals(sets map[[2]int]*rivals, e depanalysis.Edge) *rivals {
	key := [2]int{e.To, e.Group}
	set := sets[key]
	if set != nil {
		return set
	}
	set = &rivals{first: -1}
	sets[key] = set
	for _, j := range l.v.in[e.To] {
		f := l.v.g.Edges[j]
		if f.Group == e.Group && f.Kind&(depanalysis.Required|depanalysis.SkipIfUniform) != 0 {
			l.sets[f.From] = append(l.sets[f.From], set)
		}
	}
	return set
}

// run notes that a unit has run.
func (l *lister) run(k int) {
	l.ran[k] = true
	for _, r := range l.readers[k] {
		s := &l.sources[r.unit][r.source]
		if s.open {
			l.count(r, -1)
			s.open = false
			l.tallies[r.unit].seen++
			if len(s.units) > 1 { // those that did not run are read no more
				l.cycles.closed(r.unit, s)
			}
		}
	}
	l.cycles.remove(k)
	for _, n := range l.units[k].nodes {
		for _, set := range l.sets[n] {
			if set.first < 0 {
				set.first = n
				l.cheapen(set)
			}
		}
		l.begin(n)
	}
}

// cheapen lowers the cost of the reads of a set of alternatives, one of which has run.
func (l *lister) cheapen(set *rivals) {
	for _, r := range set.reads {
		s := &l.sources[r.unit][r.source]
		if l.v.g.Edges[s.edge].From == set.first {
			continue
		}
		if s.open {
			l.count(r, -1)
		}
		s.class = class(min(costs[s.class], openCost(0)))
		if s.open {
			l.count(r, 1)
		}
	}
}

// count adds an open source to the tally of its reader, or takes it away.
func (l *lister) count(r reader, by int) {
	s := &l.sources[r.unit][r.source]
	t := &l.tallies[r.unit]
	within := 0
	if s.within {
		within = 1
	}
	t.open[s.class][within] += by
	t.known = false
}

// inner is how many open sources of a unit wait on a cycle with it.
func (l *lister) inner(k int) (n int) {
	for _, open := range l.tallies[k].open {
		n += open[1]
	}
	return n
}

// begin notes that a node runs in this iteration.
func (l *lister) begin(n int) {
	if l.begun[n] {
		return
	}
	l.begun[n] = true
	if l.v.g.Nodes[n].Guess {
		if l.guesses--; l.guesses == 0 {
			for k := range l.tallies {
				l.tallies[k].known = false
			}
		}
	}
	l.told(n, false)
}

// turned notes that a node has become valid or invalid.
func (l *lister) turned(n int) {
	if l.invalid[n] {
		l.invalids++
	} else {
		l.invalids--
	}
	l.told(n, true)
}

// told makes the scores anew of the units that a change of a node concerns: of those that run it
// or may trigger it, and, where it has become valid or invalid, of those that read it.
func (l *lister) told(n int, validity bool) {
	forget := func(node int) {
		for _, k := range l.owners[node] {
			l.tallies[k].known = false
		}
	}
	forget(n)
	for _, i := range l.v.in[n] {
		if e := l.v.g.Edges[i]; e.Kind&depanalysis.Trigger != 0 {
			forget(e.From)
		}
	}
	if validity {
		for _, i := range l.v.out[n] {
			forget(l.v.g.Edges[i].To)
		}
	}
}

// order lists the units so that as few cycles as can be are closed against their
// direction: the waiting unit with the best score comes next, the first of equals.
// A source that a trigger has made invalid is scheduled again before its reader,
// recursively. first, if not negative, is the unit that must come first; around are the axes
// of the sequential loops that the units stand in.
func (v *view) order(units []unit, edges []int, first int, around []int) []unit {
	l := v.newLister(units, edges)
	l.state.around = around
	l.state.changed = l.turned
	var done []unit
	for range units {
		best, score, why := first, 0.0, "first of a cycle, as asked for"
		if len(done) > 0 || first < 0 {
			best = l.best()
			score, why = l.tallies[best].score, l.why(best)
		}
		r := &repairer{state: l.state, limit: 2*len(units) + 8}
		for r.bad(units[best].nodes) >= 0 {
			i := r.bad(units[best].nodes)
			from := v.g.Edges[i].From
			if !l.begun[from] || !r.place(single(from, l.state.again(i)), []int{from}) || len(r.done) > r.limit {
				break // left to the repair of the whole
			}
		}
		done = append(done, r.done...)
		u := units[best]
		u.step = withReason(u.step, Reason{Text: why, Score: score})
		l.state.runUnit(u)
		l.run(best)
		done = append(done, u)
	}
	return done
}

// withReason fills in the reason of a step that has none, or the score.
func withReason(s Step, r Reason) Step {
	switch s := s.(type) {
	case *Update:
		return &Update{Node: s.Node, Reason: r}
	case *Loop:
		c := *s
		c.Reason.Score = r.Score
		return &c
	}
	return s
}

// best is the waiting unit with the best score, the first of equals.
func (l *lister) best() int {
	l.cycles.refresh()
	best := -1
	for k := range l.units {
		if l.ran[k] {
			continue
		}
		t := &l.tallies[k]
		if !t.known {
			t.score, t.known = l.score(k), true
		}
		if best < 0 || t.score > l.tallies[best].score {
			best = k
		}
	}
	return best
}

// score is that of a waiting unit.
func (l *lister) score(k int) float64 {
	t := &l.tallies[k]
	open := 0
	cost := 0.0
	for c, n := range t.open {
		open += n[0] + n[1]
		// One backward edge per cycle is the least; a source that can still
		// come before k would make a cycle with two, or one without need.
		cost += costs[c] * float64(8*n[0]+n[1])
	}
	score := -cost
	if open+t.seen > 0 {
		score += float64(t.seen) / float64(open+t.seen)
	}
	// Of the units that may begin a cycle, the one with more readers waiting.
	if open > 0 {
		score += 0.01 * float64(t.waiting)
	}
	for _, n := range l.units[k].nodes {
		if node := l.v.g.Nodes[n]; node.Init && !l.begun[n] {
			score -= initCost
			if !node.Guess && l.guesses > 0 {
				score -= lostCost
			}
		}
		for _, i := range l.triggers[n] {
			e := l.v.g.Edges[i]
			if contains(l.units[k].nodes, e.To) || len(l.owners[e.To]) == 0 {
				continue
			}
			if l.v.g.Nodes[e.To].Init && !l.begun[e.To] {
				score -= 1
			}
			if l.begun[e.To] && !l.invalid[e.To] {
				score -= triggerCost
			}
		}
		if l.invalids == 0 {
			continue
		}
		for _, i := range l.v.in[n] {
			if e := l.v.g.Edges[i]; l.invalid[e.From] && !contains(l.units[k].nodes, e.From) {
				score -= invalidCost
			}
		}
	}
	return score
}

// why says what speaks for a unit.
func (l *lister) why(k int) string {
	t := &l.tallies[k]
	open := 0
	for _, n := range t.open {
		open += n[0] + n[1]
	}
	switch {
	case open > 0:
		for !l.sources[k][t.back].open {
			t.back++
		}
		e := l.v.g.Edges[l.sources[k][t.back].edge]
		return fmt.Sprintf("begins a cycle: reads %s of the iteration before%s", l.v.name(e.From), more(open-1))
	case t.seen > 0:
		return fmt.Sprintf("all that it reads in the loop has just run (%d)", t.seen)
	}
	return "reads nothing that runs beside it"
}

func more(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(", and %d more", n)
}
