package deadcode

import (
	"slices"

	"mpc/depanalysis"
	"mpc/schedule"
)

// Prune removes from a schedule the updates that nothing reads before they run
// again, around the iterations too, and moves what no iteration reads from the
// body of an Iterate to its final steps. Whatever would break a demand of the
// graph, as schedule.Verify sees it, stays; a schedule that breaks one already is
// returned as it is. Pruning twice changes nothing more. The reasons are added to
// Dropped, and to those of the steps that moved.
func Prune(g *depanalysis.Graph, s *schedule.Schedule) *schedule.Schedule {
	if schedule.Verify(g, s) != nil {
		return s
	}
	p := &pruner{g: g, in: make([][]int, len(g.Nodes))}
	for i, e := range g.Edges {
		p.in[e.To] = append(p.in[e.To], i)
	}
	for {
		next := p.drop(s)
		if next == s {
			next = p.move(s)
		}
		if next == s {
			return s
		}
		s = next
	}
}

type pruner struct {
	g  *depanalysis.Graph
	in [][]int // edges per target
}

// drop removes the dead updates, all at once if that is sound, else the first
// that can go alone. It returns s if there is none.
func (p *pruner) drop(s *schedule.Schedule) *schedule.Schedule {
	live := p.live(s)
	var dead []*schedule.Update
	walk(s.Steps, func(u *schedule.Update) {
		if !live[u] {
			dead = append(dead, u)
		}
	})
	if len(dead) == 0 {
		return s
	}
	without := func(gone []*schedule.Update) *schedule.Schedule {
		set := make(map[*schedule.Update]bool)
		for _, u := range gone {
			set[u] = true
		}
		next := *s
		next.Steps = filter(s.Steps, func(u *schedule.Update) bool { return !set[u] })
		next.Dropped = append([]schedule.Dropped(nil), s.Dropped...)
		for _, u := range gone {
			next.Dropped = append(next.Dropped, schedule.Dropped{
				Node: u.Node, Why: "one run less: it runs again, or the program ends, before anything reads it",
			})
		}
		if schedule.Verify(p.g, &next) != nil {
			return nil
		}
		return &next
	}
	if next := without(dead); next != nil {
		return next
	}
	for _, u := range dead {
		if next := without([]*schedule.Update{u}); next != nil {
			return next
		}
	}
	return s
}

// move moves what no iteration reads to the final steps: of an Iterate all at
// once if that is sound, else the first update that can go alone.
func (p *pruner) move(s *schedule.Schedule) *schedule.Schedule {
	for k, step := range s.Steps {
		it, ok := step.(*schedule.Iterate)
		if !ok {
			continue
		}
		var tail []*schedule.Update
		essential := p.essential(it)
		walk(it.Body, func(u *schedule.Update) {
			if !essential[u] {
				tail = append(tail, u)
			}
		})
		if len(tail) == 0 {
			continue
		}
		if next := p.moved(s, k, tail); next != nil {
			return next
		}
		for _, u := range tail {
			if next := p.moved(s, k, []*schedule.Update{u}); next != nil {
				return next
			}
		}
	}
	return s
}

// moved is the schedule with the updates moved from the body of step k to the
// front of its final steps, or nil if that breaks a demand.
func (p *pruner) moved(s *schedule.Schedule, k int, tail []*schedule.Update) *schedule.Schedule {
	set := make(map[*schedule.Update]bool)
	for _, u := range tail {
		set[u] = true
	}
	old := s.Steps[k].(*schedule.Iterate)
	it := *old
	it.Body = filter(old.Body, func(u *schedule.Update) bool { return !set[u] })
	if len(it.Body) == 0 {
		return nil
	}
	it.Final = p.flatten(filter(old.Body, func(u *schedule.Update) bool { return set[u] }))
	it.Final = append(it.Final, old.Final...)
	next := *s
	next.Steps = append([]schedule.Step(nil), s.Steps...)
	next.Steps[k] = &it
	if schedule.Verify(p.g, &next) != nil {
		return nil
	}
	return &next
}

// flatten gives the moved steps their reason, and replaces a loop over updates
// that do not read each other at other elements by the updates themselves.
func (p *pruner) flatten(steps []schedule.Step) []schedule.Step {
	var flat []schedule.Step
	for _, s := range steps {
		switch s := s.(type) {
		case *schedule.Update:
			flat = append(flat, &schedule.Update{Node: s.Node, Reason: schedule.Reason{
				Text: "needed only after the last iteration", Score: s.Reason.Score,
			}})
		case *schedule.Loop:
			body := p.flatten(s.Body)
			if p.sequential(body, s.Axis) {
				loop := *s
				loop.Body = body
				flat = append(flat, &loop)
			} else {
				flat = append(flat, body...)
			}
		}
	}
	return flat
}

// sequential reports whether some update of the steps reads another, or itself,
// at another element of the axis.
func (p *pruner) sequential(steps []schedule.Step, axis int) bool {
	runs := make(map[int]bool)
	walk(steps, func(u *schedule.Update) { runs[u.Node] = true })
	found := false
	walk(steps, func(u *schedule.Update) {
		for _, i := range p.in[u.Node] {
			e := p.g.Edges[i]
			if !runs[e.From] {
				continue
			}
			found = found || p.runsOver(u.Node, axis) != p.runsOver(e.From, axis)
			for _, o := range e.Offsets {
				found = found || o.Axis == axis && (o.Any || o.Steps != 0)
			}
		}
	})
	return found
}

// runsOver tells whether a node runs over an axis.
func (p *pruner) runsOver(node, axis int) bool { return slices.Contains(p.g.Nodes[node].Axes, axis) }

// walk visits the updates in order.
func walk(steps []schedule.Step, visit func(*schedule.Update)) {
	for _, s := range steps {
		switch s := s.(type) {
		case *schedule.Update:
			visit(s)
		case *schedule.Loop:
			walk(s.Body, visit)
		case *schedule.Iterate:
			walk(s.Init, visit)
			walk(s.Body, visit)
			walk(s.Final, visit)
		}
	}
}

// filter is the steps with the updates for which keep is true; loops and
// iterations that become empty vanish.
func filter(steps []schedule.Step, keep func(*schedule.Update) bool) []schedule.Step {
	var kept []schedule.Step
	for _, s := range steps {
		switch s := s.(type) {
		case *schedule.Update:
			if keep(s) {
				kept = append(kept, s)
			}
		case *schedule.Loop:
			c := *s
			if c.Body = filter(s.Body, keep); len(c.Body) > 0 {
				kept = append(kept, &c)
			}
		case *schedule.Iterate:
			c := *s
			c.Init, c.Body, c.Final = filter(s.Init, keep), filter(s.Body, keep), filter(s.Final, keep)
			if len(c.Init)+len(c.Body)+len(c.Final) > 0 {
				kept = append(kept, &c)
			}
		}
	}
	return kept
}
