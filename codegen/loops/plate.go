package loops

import (
	"slices"

	"mpc/message"
	"mpc/model"
)

// together tells whether u can share the loops of a group.
func (b *builder) together(group []*message.Update, u *message.Update, f frame) bool {
	first := group[0]
	if !slices.Equal(b.same[first.ID], b.same[u.ID]) {
		return false
	}
	if u.Kind > message.Posterior || first.Kind > message.Posterior || b.seenTable(first) != nil || b.seenTable(u) != nil {
		return false
	}
	x, y := b.graph.Nodes[first.ID].Axes, b.graph.Nodes[u.ID].Axes
	if len(x) != len(y) || len(x) == 0 {
		return false
	}
	var fu = f
	for k := range x {
		if x[k] != y[k] {
			return false
		}
		l, m := first.Loops[k], u.Loops[k]
		if f.at(x[k]) < 0 {
			if !b.rename(l.Lo, first, fu).Equal(b.rename(m.Lo, u, fu)) || !b.rename(l.Hi, first, fu).Equal(b.rename(m.Hi, u, fu)) {
				return false
			}
			if !sameConds(b.asked(first, k, fu), b.asked(u, k, fu)) {
				return false
			}
			fu = fu.with(x[k], &For{Index: l.Index, Lo: b.rename(l.Lo, first, fu), Hi: b.rename(l.Hi, first, fu)})
		}
	}
	in, next := map[int]bool{}, withBuffers(u)
	for _, v := range group {
		for id := range withBuffers(v) {
			in[id] = true
		}
	}
	for _, e := range b.graph.Edges {
		if in[e.From] && next[e.To] || next[e.From] && in[e.To] {
			for _, o := range e.Offsets {
				if f.at(o.Axis) < 0 && (o.Any || o.Steps != 0) {
					return false
				}
			}
		}
	}
	return true
}

// plate makes the loops of a group of updates over one plate.
func (b *builder) plate(group []*message.Update, f frame) []Stmt {
	first := group[0]
	if first.Kind == message.Marginal || first.Kind == message.Evidence || first.Kind == message.Bound {
		return nil
	}
	if t := b.seenTable(first); t != nil {
		return []Stmt{b.seenOnce(first, t)}
	}
	for i, u := range group[1:] {
		if !b.together(group[:i+1], u, f) {
			return b.nest(group, f) // which may have other bounds inside, along the same axis
		}
	}
	var clears []Stmt
	for _, u := range group {
		if !b.cleared[u.ID] {
			clears = append(clears, b.clears(u, f)...)
		}
	}
	var outer []*For
	var under [][]*model.Expr // each the conditions around one of outer
	for k, axis := range b.graph.Nodes[first.ID].Axes {
		if f.at(axis) >= 0 {
			continue
		}
		conds := b.asked(first, k, f)
		f = f.under(conds)
		l := first.Loops[k]
		loop := &For{Index: l.Index, Lo: b.rename(l.Lo, first, f), Hi: b.rename(l.Hi, first, f), Once: b.sameOver(first, k)}
		outer, under = append(outer, loop), append(under, conds)
		f = f.with(axis, loop)
	}
	var body []Stmt
	parallel := true
	if len(outer) > 0 {
		b.ready = append(b.ready, map[int]bool{})
		defer func() { b.ready = b.ready[:len(b.ready)-1] }()
	}
	for _, u := range group {
		body = append(body, b.apply(u, f)...)
		parallel = parallel && b.independent(u)
	}
	body = b.joinIfs(body)
	b.apart(group, body)
	if len(body) == 0 { // others compute in place what they read of it
		return clears
	}
	for i := len(outer) - 1; i >= 0; i-- {
		outer[i].Body = body
		outer[i].Parallel = parallel && i == 0 && !outer[i].Once && !looksAcross(outer[i].Index, body)
		body = wrapped(under[i], []Stmt{outer[i]})
	}
	return append(clears, body...)
}

// independent tells whether the elements of an update over its plate do not
// touch what others of them touch.
func (b *builder) independent(u *message.Update) bool {
	if u.Kind != message.Send && u.Kind != message.Buffer && u.Kind != message.Branches && u.Kind != message.Posterior {
		return false
	}
	if u.Network != nil {
		return false // it has one memory
	}
	if touchesVectors(u) {
		return false // its scratch messages are those of the Inference
	}
	if u.Kind == message.Send {
		t := b.program.Store[u.Edge.Variable.ID].byEdge[u.Edge.ID]
		if t.Role == Replicated || t.Role == Sum || u.Op.Array() || !u.Edge.Injective() {
			return false
		}
	}
	for _, a := range u.Args {
		if a.Slot != nil && a.Slot.Over != nil || a.Buffer != nil && a.Buffer.Kind == message.Branches && !openable(a.Buffer) {
			return false
		}
	}
	for _, w := range u.Weights {
		if w.Selector.Slot.Edge.Variable.Family.Row().Vector() {
			return false
		}
	}
	reads := withBuffers(u)
	for _, i := range b.readers(u.ID) {
		e := b.graph.Edges[i]
		if e.To == u.ID {
			return false
		}
		if reads[e.To] {
			for _, o := range e.Offsets {
				if o.Any || o.Steps != 0 {
					return false
				}
			}
		}
	}
	return true
}

// looksAcross tells whether one of the updates in a loop over an index looks at the product of the messages to an
// element, to see whether its own fits, and another one writes one of these in another pass.
func looksAcross(over *model.Index, body []Stmt) bool {
	writes := func(at *Place, read Place) bool {
		if at == nil || at.Table != read.Table {
			return false
		}
		same := true
		for k, e := range at.Index {
			same = same && e.Equal(read.Index[k])
			if e.Op == model.OpIndex && e.Index == over && e.Equal(read.Index[k]) {
				return false // of this pass alone
			}
		}
		return !same
	}
	for s := range All(body) {
		a, ok := s.(*Apply)
		if !ok {
			continue
		}
		for _, t := range a.Own {
			for s := range All(body) {
				if w, ok := s.(*Apply); ok && (writes(w.To, t.Place) || writes(w.Total, t.Place)) {
					return true
				}
			}
		}
	}
	return false
}

// readers are the edges from a node.
func (b *builder) readers(node int) []int {
	if b.out == nil {
		b.out = make([][]int, len(b.graph.Nodes))
		for i, e := range b.graph.Edges {
			b.out[e.From] = append(b.out[e.From], i)
		}
	}
	return b.out[node]
}

// touchesVectors tells whether an update reads or writes messages about vectors.
func touchesVectors(u *message.Update) bool {
	if u.Variable != nil && u.Variable.Family.Row().Vector() {
		return true
	}
	if u.Factor == nil {
		return false
	}
	for _, s := range u.Factor.Slots {
		if s.Edge != nil && s.Edge.Variable.Family.Row().Vector() {
			return true
		}
	}
	return false
}

// apply makes the statements of one update inside its loops.
func (b *builder) apply(u *message.Update, f frame) []Stmt {
	p := b.program
	a := &Apply{Update: u}
	switch u.Kind {
	case message.Assign:
		a.To = &Place{p.Constants[u.Assign.Variable], u.Assign.Index}
		a.Value = u.Assign.Value
	case message.Check:
		a.Value = u.Check.Value
	case message.Possible:
		a.Args = p.values(u.Args)
	case message.Send:
		a.Args = p.values(u.Args)
		a.To = p.MessagePlace(u.Edge)
		if u.Checked() {
			a.Own = p.Cavity(u.Edge)
		}
		if s := p.Store[u.Edge.Variable.ID]; s.InTotal(a.To.Table) {
			a.Total = &Place{s.Total, u.Edge.Index}
		}
		a.Weights = p.weights(u)
	case message.Buffer, message.Branches:
		// Computed where the first message reads it: a buffer is always read
		// fresh, so that it need not be stored.
		b.ready[len(b.ready)-1][u.ID] = false
		b.turns[u.ID]++
		return nil
	case message.Posterior:
		var at []*model.Expr
		for _, l := range u.Loops {
			at = append(at, model.IndexExpr(l.Index))
		}
		a.To = &Place{p.Store[u.Variable.ID].Posterior, at}
		if t := p.Store[u.Variable.ID].Moments; t != nil {
			a.Moments = &Place{t, at}
		}
		a.Pace = b.paces[u.ID]
		a.Own = p.All(u.Variable, at)
	case message.Estimate:
		a.To = &Place{Table: p.Points[u.Variable.ID]}
	}
	var conds []*model.Expr
	for k := range b.graph.Nodes[u.ID].Axes {
		conds = append(conds, b.reached(u, k, f)...)
	}
	for _, g := range u.Guards {
		conds = append(conds, b.rename(g, u, f))
	}
	var body []Stmt
	for _, arg := range u.Args {
		// Under a condition it is computed in each block that reads it; joinIfs
		// drops it where blocks become one.
		if w := arg.Buffer; w != nil && (len(conds) > 0 || !b.ready[len(b.ready)-1][w.ID]) {
			b.ready[len(b.ready)-1][w.ID] = len(conds) == 0
			buffer := &Apply{Update: w, Args: p.values(w.Args)}
			if w.Kind == message.Branches {
				buffer.Reads = p.branchTables(w)
			}
			b.renameApply(buffer, w, f)
			b.turn[buffer] = b.turns[w.ID]
			body = append(body, buffer)
		}
	}
	if u.Power != nil {
		a.Power = b.rename(u.Power, u, f)
	}
	b.renameApply(a, u, f)
	body = append(body, a)
	if len(conds) > 0 {
		return []Stmt{&If{Conds: conds, Body: body}}
	}
	return body
}
