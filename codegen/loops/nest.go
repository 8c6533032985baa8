package loops

import (
	"slices"

	"mpc/message"
	"mpc/schedule"
)

// A unit is a part of a list of steps that becomes one statement: a sequential loop,
// or updates that share their outermost loop.
type unit struct {
	loop    *schedule.Loop
	updates []*message.Update
}

// units groups a list of steps: neighbours that can share a loop do. In an iteration
// updates come as neighbours that do not depend on what stands between them, so that
// what reads the same elements of long arrays is done in one pass over these.
func (b *builder) units(steps []schedule.Step, f frame) []unit {
	var out []unit
	for _, st := range b.gathered(steps, f) {
		switch st := st.(type) {
		case *schedule.Loop:
			out = append(out, unit{loop: st})
		case *schedule.Update:
			u := b.program.Message.Updates[st.Node]
			if n := len(out); n > 0 && out[n-1].loop == nil && b.joins(out[n-1].updates, u, f) {
				out[n-1].updates = append(out[n-1].updates, u)
				continue
			}
			out = append(out, unit{updates: []*message.Update{u}})
		}
	}
	return out
}

// joins tells whether u can share the outermost loop of a group of updates.
func (b *builder) joins(group []*message.Update, u *message.Update, f frame) bool {
	return b.together(group, u, f) || b.iterating && b.nests(group, u, f)
}

// nests tells whether u can stand in the outermost loop of a group although the
// loops inside differ: along it each reads the others at its own element alone.
func (b *builder) nests(group []*message.Update, u *message.Update, f frame) bool {
	k := b.outermost(u, f)
	if k < 0 || u.Kind > message.Posterior || b.seenTable(u) != nil || b.sameOver(u, k) {
		return false
	}
	axis := b.graph.Nodes[u.ID].Axes[k]
	next := withBuffers(u)
	in := map[int]bool{}
	for _, v := range group {
		j := b.outermost(v, f)
		if j < 0 || v.Kind > message.Posterior || b.seenTable(v) != nil || b.sameOver(v, j) || b.graph.Nodes[v.ID].Axes[j] != axis {
			return false
		}
		l, m := v.Loops[j], u.Loops[k]
		if !b.rename(l.Lo, v, f).Equal(b.rename(m.Lo, u, f)) || !b.rename(l.Hi, v, f).Equal(b.rename(m.Hi, u, f)) ||
			!sameConds(b.asked(v, j, f), b.asked(u, k, f)) || b.independent(v) != b.independent(u) {
			return false
		}
		for id := range withBuffers(v) {
			in[id] = true
		}
	}
	for _, e := range b.graph.Edges {
		if !(in[e.From] && next[e.To] || next[e.From] && in[e.To]) {
			continue
		}
		if from := b.program.Message.Updates[e.From]; b.sumOf(from) != nil && !b.own(from, axis) {
			return false // which is there when all have been added
		}
		for _, o := range e.Offsets {
			if o.Axis == axis && (o.Any || o.Steps != 0) {
				return false
			}
		}
	}
	return true
}

// own tells whether each pass of a loop has elements of its own of the sum of an update.
func (b *builder) own(u *message.Update, axis int) bool {
	if b.sumOf(u) == nil {
		return false
	}
	for k, a := range b.graph.Nodes[u.ID].Axes {
		if a == axis {
			d, c := dimOf(u.Edge, u.Loops[k].Index)
			return d >= 0 && c == 0
		}
	}
	return false
}

// outermost is the position of the first loop of an update that is not around it,
// -1 where there is none.
func (b *builder) outermost(u *message.Update, f frame) int {
	for k, axis := range b.graph.Nodes[u.ID].Axes {
		if f.at(axis) < 0 {
			return k
		}
	}
	return -1
}

// nest makes the loop that updates share, which stand in different loops inside.
func (b *builder) nest(group []*message.Update, f frame) []Stmt {
	var clears []Stmt
	var inner []schedule.Step
	parallel := true
	var emptied []int
	first := group[0]
	k := b.outermost(first, f)
	axis := b.graph.Nodes[first.ID].Axes[k]
	for _, u := range group {
		if !b.cleared[u.ID] && !b.own(u, axis) {
			clears = append(clears, b.clears(u, f)...)
			b.cleared[u.ID] = true
			emptied = append(emptied, u.ID)
		}
		inner = append(inner, &schedule.Update{Node: u.ID})
		parallel = parallel && b.independent(u)
	}
	conds := b.asked(first, k, f)
	f = f.under(conds)
	l := &For{Index: first.Loops[k].Index, Lo: b.rename(first.Loops[k].Lo, first, f), Hi: b.rename(first.Loops[k].Hi, first, f)}
	b.nested++
	l.Body = b.block(inner, f.with(axis, l))
	l.Parallel = parallel && !looksAcross(l.Index, l.Body)
	b.nested--
	for _, id := range emptied {
		delete(b.cleared, id)
	}
	b.apart(slices.DeleteFunc(slices.Clone(group), func(u *message.Update) bool { return b.own(u, axis) }), l.Body)
	return append(clears, wrapped(conds, []Stmt{l})...)
}

// gathered orders the steps of an iteration anew: of steps that do not depend on each
// other, those over few elements first, and those that can share a loop with the one
// before.
func (b *builder) gathered(steps []schedule.Step, f frame) []schedule.Step {
	if !b.iterating || b.nested > 0 || !slices.ContainsFunc(steps, b.loops) {
		return steps
	}
	before := b.dependences(steps)
	waits := make([]int, len(steps)) // for how many of those before it
	after := make([][]int, len(steps))
	for j, list := range before {
		waits[j] = len(list)
		for _, i := range list {
			after[i] = append(after[i], j)
		}
	}
	done := make([]bool, len(steps))
	var out []schedule.Step
	var group []*message.Update
	for range steps {
		best, shares := -1, false
		for j, st := range steps {
			if done[j] || waits[j] > 0 {
				continue
			}
			if u := b.updateOf(st); u != nil && group != nil && b.joins(group, u, f) {
				best, shares = j, true
				break
			}
			if best < 0 || b.free(st, f) == 0 && b.free(steps[best], f) > 0 {
				best = j
			}
		}
		done[best] = true
		for _, j := range after[best] {
			waits[j]--
		}
		out = append(out, steps[best])
		if !shares {
			group = nil
		}
		if u := b.updateOf(steps[best]); u != nil {
			group = append(group, u)
		}
	}
	return out
}

// loops tells whether a step runs over a plate.
func (b *builder) loops(st schedule.Step) bool {
	u := b.updateOf(st)
	return u == nil || len(u.Loops) > 0 || len(b.graph.Nodes[u.ID].Axes) > 0
}

// updateOf is the update of a step, nil for a loop.
func (b *builder) updateOf(st schedule.Step) *message.Update {
	if st, ok := st.(*schedule.Update); ok {
		return b.program.Message.Updates[st.Node]
	}
	return nil
}

// free counts the loops of a step that are not around it, and whose elements differ.
func (b *builder) free(st schedule.Step, f frame) int {
	u := b.updateOf(st)
	if u == nil {
		return 1
	}
	n := 0
	for k, axis := range b.graph.Nodes[u.ID].Axes {
		if f.at(axis) < 0 && !b.sameOver(u, k) {
			n++
		}
	}
	return n
}

// dependences lists for each step those before it that must stay so: one of the two
// reads what the other writes, or checks its message against it.
func (b *builder) dependences(steps []schedule.Step) [][]int {
	list := make([][]*message.Update, len(steps))
	nodes := make([]map[int]bool, len(steps))
	for i, st := range steps {
		list[i] = b.within([]schedule.Step{st})
		nodes[i] = map[int]bool{}
		for _, u := range list[i] {
			addBuffers(u, nodes[i])
		}
	}
	of := make([][]int, len(b.graph.Nodes)) // the steps of each node
	for i := range steps {
		for n := range nodes[i] {
			of[n] = append(of[n], i)
		}
	}
	linked := make([]map[int]bool, len(steps)) // by step: those that it meets
	for i := range linked {
		linked[i] = map[int]bool{}
	}
	meet := func(x, y int) {
		for _, i := range of[x] {
			for _, j := range of[y] {
				linked[max(i, j)][min(i, j)] = true
			}
		}
	}
	for n := range of {
		meet(n, n)
	}
	for _, e := range b.graph.Edges {
		meet(e.From, e.To)
	}
	before := make([][]int, len(steps))
	for j := range steps {
		for i := range j {
			if linked[j][i] || dependent(list[i], list[j]) {
				before[j] = append(before[j], i)
			}
		}
	}
	return before
}

// addBuffers adds an update to a set, and all buffers that are computed with it.
func addBuffers(u *message.Update, set map[int]bool) {
	if set[u.ID] {
		return
	}
	set[u.ID] = true
	args := func(list []message.Arg) {
		for _, a := range list {
			if a.Buffer != nil {
				addBuffers(a.Buffer, set)
			}
		}
	}
	args(u.Args)
	for _, t := range u.Terms {
		args(t.Args)
	}
}

// dependent tells whether the order of updates matters although none reads another:
// messages of EP are compared with the others to the same variable, and checks and
// results stay where they are.
func dependent(a, c []*message.Update) bool {
	for _, u := range a {
		for _, v := range c {
			switch {
			case u.Kind > message.Posterior || v.Kind > message.Posterior || u.Kind < message.Send || v.Kind < message.Send:
				return true
			case u.Kind == message.Send && v.Kind == message.Send && u.Edge.Variable == v.Edge.Variable && (u.Checked() || v.Checked()):
				return true
			}
		}
	}
	return false
}
