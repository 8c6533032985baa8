package schedule

import (
	"fmt"

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

// A lister is the state of the greedy list scheduler.
type lister struct {
	v       *view
	units   []unit
	owners  map[int][]int // node to the units that run it
	sources [][]source    // per unit: the reads from other units
	targets [][]int       // per unit: those that read it
	ran     []bool        // per unit
	begun   []bool        // per node: ran in this iteration
	*state
}

// A source is a read by a unit of what other units run.
type source struct {
	edge   int
	units  []int // that run the source
	others []int // that run an alternative: when one has run the read is an ordinary one
	cost   float64
}

func (v *view) newLister(units []unit, edges []int) *lister {
	l := &lister{
		v: v, units: units, owners: make(map[int][]int),
		sources: make([][]source, len(units)),
		targets: make([][]int, len(units)),
		ran:     make([]bool, len(units)),
		begun:   make([]bool, len(v.g.Nodes)),
		state:   v.newState(),
	}
	for k, u := range units {
		for _, n := range u.nodes {
			l.owners[n] = append(l.owners[n], k)
			l.state.ran[n] = true // in the iteration before: a trigger tells
		}
	}
	for _, i := range edges {
		e := v.g.Edges[i]
		for _, k := range l.owners[e.To] {
			if contains(units[k].nodes, e.From) || len(l.owners[e.From]) == 0 {
				continue
			}
			s := source{edge: i, units: l.owners[e.From], cost: openCost(e.Kind)}
			if v.g.Nodes[e.From].Init {
				s.cost = initOpenCost // the value to begin with is there
			}
			if e.Group != 0 && e.Kind&(depanalysis.Required|depanalysis.SkipIfUniform) != 0 {
				for _, j := range v.in[e.To] {
					f := v.g.Edges[j]
					if f.To == e.To && f.Group == e.Group && f.From != e.From && f.Kind&(depanalysis.Required|depanalysis.SkipIfUniform) != 0 {
						s.others = append(s.others, l.owners[f.From]...)
					}
				}
			}
			l.sources[k] = append(l.sources[k], s)
		}
	}
	for k := range units {
		for _, s := range l.sources[k] {
			for _, m := range s.units {
				l.targets[m] = append(l.targets[m], k)
			}
		}
	}
	return l
}

// order lists the units so that as few cycles as can be are closed against their
// direction: the waiting unit with the best score comes next, the first of equals.
// A source that a trigger has made invalid is scheduled again before its reader,
// recursively. first, if not negative, is the unit that must come first.
func (v *view) order(units []unit, edges []int, first int) []unit {
	l := v.newLister(units, edges)
	var done []unit
	for range units {
		best, score, why := first, 0.0, "first of a cycle, as asked for"
		if len(done) > 0 || first < 0 {
			best, score, why = l.best()
		}
		r := &repairer{state: l.state, limit: 2*len(units) + 8}
		for r.bad(units[best].nodes) >= 0 {
			i := r.bad(units[best].nodes)
			from := v.g.Edges[i].From
			if !l.begun[from] || !r.place(single(from, Reason{Text: "invalid by a trigger, read by " + v.name(v.g.Edges[i].To)}), []int{from}) || len(r.done) > r.limit {
				break // left to the repair of the whole
			}
		}
		done = append(done, r.done...)
		u := units[best]
		u.step = withReason(u.step, Reason{Text: why, Score: score})
		l.ran[best] = true
		l.state.runUnit(u)
		for _, n := range u.nodes {
			l.begun[n] = true
		}
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

// best scores the waiting units.
func (l *lister) best() (unit int, score float64, why string) {
	var cycles []int // per unit: the component of those waiting; filled on demand
	unit = -1
	for k := range l.units {
		if l.ran[k] {
			continue
		}
		s, w := l.score(k, &cycles)
		if unit < 0 || s > score {
			unit, score, why = k, s, w
		}
	}
	return unit, score, why
}

// guesses tells whether some initial value that the user did not give is still to be
// recomputed.
func (l *lister) guesses() bool {
	for n := range l.owners {
		if l.v.g.Nodes[n].Guess && !l.begun[n] {
			return true
		}
	}
	return false
}

func (l *lister) score(k int, cycles *[]int) (float64, string) {
	open, seen := 0, 0
	cost := 0.0
	back := -1
	for _, s := range l.sources[k] {
		if l.anyRan(s.units) {
			seen++
			continue
		}
		open++
		if back < 0 {
			back = s.edge
		}
		cheap := s.cost
		if l.anyRan(s.others) {
			cheap = min(cheap, openCost(0))
		}
		if *cycles == nil {
			*cycles = l.waitingCycles()
		}
		// One backward edge per cycle is the least; a source that can still
		// come before k would make a cycle with two, or one without need.
		factor := 8.0
		for _, m := range s.units {
			if (*cycles)[m] == (*cycles)[k] {
				factor = 1
			}
		}
		cost += factor * cheap
	}
	score := -cost
	if open+seen > 0 {
		score += float64(seen) / float64(open+seen)
	}
	// Of the units that may begin a cycle, the one with more readers waiting.
	if open > 0 {
		waiting := 0
		for _, t := range l.targets[k] {
			if !l.ran[t] && (*cycles)[t] == (*cycles)[k] {
				waiting++
			}
		}
		score += 0.01 * float64(waiting)
	}
	for _, n := range l.units[k].nodes {
		if node := l.v.g.Nodes[n]; node.Init && !l.begun[n] {
			score -= initCost
			if !node.Guess && l.guesses() {
				score -= lostCost
			}
		}
		for _, i := range l.v.out[n] {
			e := l.v.g.Edges[i]
			if e.Kind&depanalysis.Trigger == 0 || contains(l.units[k].nodes, e.To) || len(l.owners[e.To]) == 0 {
				continue
			}
			if l.v.g.Nodes[e.To].Init && !l.begun[e.To] {
				score -= 1
			}
			if l.begun[e.To] && !l.invalid[e.To] {
				score -= triggerCost
			}
		}
		for _, i := range l.v.in[n] {
			if e := l.v.g.Edges[i]; l.invalid[e.From] && !contains(l.units[k].nodes, e.From) {
				score -= invalidCost
			}
		}
	}
	switch {
	case back >= 0:
		e := l.v.g.Edges[back]
		return score, fmt.Sprintf("begins a cycle: reads %s of the iteration before%s", l.v.name(e.From), more(open-1))
	case seen > 0:
		return score, fmt.Sprintf("all that it reads in the loop has just run (%d)", seen)
	}
	return score, "reads nothing that runs beside it"
}

func more(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(", and %d more", n)
}

func (l *lister) anyRan(units []int) bool {
	for _, m := range units {
		if l.ran[m] {
			return true
		}
	}
	return false
}

// waitingCycles numbers the components of the units that wait: an update that
// closes no cycle among them should rather wait for its sources.
func (l *lister) waitingCycles() []int {
	var waiting []int
	for k := range l.units {
		if !l.ran[k] {
			waiting = append(waiting, k)
		}
	}
	return scc(len(l.units), waiting, func(yield func(from, to int)) {
		for _, k := range waiting {
			for _, s := range l.sources[k] {
				if l.anyRan(s.units) {
					continue
				}
				for _, m := range s.units {
					yield(m, k)
				}
			}
		}
	})
}
