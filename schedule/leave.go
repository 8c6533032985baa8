package schedule

import "mpc/depanalysis"

// leave makes stale what a sequential loop has computed before something that it reads: at an element, by an
// update further down the loop's body, or at a later element.
func (s *state) leave(loop *Loop) {
	position, count := map[int]int{}, 0 // of the last update of a node
	reverse := map[int]bool{}           // by axis of the loops
	var walk func(step Step)
	walk = func(step Step) {
		switch step := step.(type) {
		case *Update:
			count++
			position[step.Node] = count
		case *Loop:
			reverse[step.Axis] = step.Reverse
			for _, inner := range step.Body {
				walk(inner)
			}
		}
	}
	walk(loop)
	later := func(e depanalysis.Edge) bool {
		from, ok := position[e.From]
		if !ok {
			return false
		}
		for _, o := range e.Offsets {
			if back, ok := reverse[o.Axis]; ok && (o.Any || o.Steps > 0 && !back || o.Steps < 0 && back) {
				return true
			}
		}
		return from > position[e.To]
	}
	for again := true; again; {
		again = false
		for n := range position {
			if s.stale[n] || !s.v.wantedFresh(n) {
				continue
			}
			for _, i := range s.v.in[n] {
				e := s.v.g.Edges[i]
				if e.From != n && (later(e) || e.Kind&depanalysis.Fresh != 0 && s.stale[e.From] && position[e.From] > 0) {
					s.stale[n], again = true, true
					break
				}
			}
		}
	}
}
