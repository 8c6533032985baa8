package loops

import (
	"mpc/depanalysis"
	"mpc/message"
	"mpc/model"
	"mpc/schedule"
)

// Build makes the loop program of a schedule.
func Build(p *message.Program, g *depanalysis.Graph, s *schedule.Schedule) *Program {
	apart := alone(p)
	for {
		b := &builder{
			program: &Program{Message: p, Constants: map[*model.Variable]*Table{}},
			graph:   g,
			paces:   map[int]Pace{},
			alone:   apart,
		}
		if program := b.build(s); !b.again {
			return program
		}
	}
}

func (b *builder) build(s *schedule.Schedule) *Program {
	p := b.program.Message
	for _, x := range s.Shortened {
		b.paces[x.Node] = Checked
		if x.Bound < 0 {
			b.paces[x.Node] = Halved
		}
	}
	scheduled := map[int]bool{}
	b.scheduled(s.Steps, scheduled)
	b.tables(scheduled)
	var once []schedule.Step
	for _, st := range s.Steps {
		if it, ok := st.(*schedule.Iterate); ok {
			b.once(once)
			once = nil
			step := &Step{Iterate: true, Init: b.block(it.Init, frame{}), Body: b.block(it.Body, frame{}), Final: b.block(it.Final, frame{})}
			b.watch(step, it)
			b.step(step)
			continue
		}
		once = append(once, st)
	}
	b.once(once)
	for _, u := range p.Updates {
		switch u.Kind {
		case message.Marginal:
			b.program.Marginals = append(b.program.Marginals, u)
		case message.Evidence:
			b.program.Evidence = u
		}
	}
	b.inputs()
	b.locals()
	for _, s := range b.program.Steps {
		carryAll(s.Init)
		carryAll(s.Body)
		carryAll(s.Final)
		if s.Iterate {
			aheadAll(s.Body)
		}
	}
	return b.program
}

type builder struct {
	program *Program
	graph   *depanalysis.Graph
	paces   map[int]Pace // of posteriors that may go too far, by update
	// ready holds the buffers that the loop body being built has computed, one
	// set for each body around it.
	ready []map[int]bool
	// alone holds the edges, by ID, whose messages must be stored one by one; again is
	// set where it has grown, so that the program must be built anew.
	alone map[int]bool
	again bool
	early []early // of the loops being built
}

// once adds a step of what runs once. Marginals and the evidence are computed
// when they are asked for.
func (b *builder) once(steps []schedule.Step) {
	if body := b.block(steps, frame{}); len(body) > 0 {
		b.step(&Step{Body: body})
	}
}

func (b *builder) step(s *Step) {
	s.ID = len(b.program.Steps)
	b.program.Steps = append(b.program.Steps, s)
}

// watch notes the bound that an iteration ends in.
func (b *builder) watch(step *Step, it *schedule.Iterate) {
	if len(it.Body) == 0 {
		return
	}
	last, ok := it.Body[len(it.Body)-1].(*schedule.Update)
	if !ok || b.program.Message.Updates[last.Node].Kind != message.Bound {
		return
	}
	step.Bound = b.program.Message.Updates[last.Node]
	for _, u := range b.within(it.Body) {
		step.Checks = step.Checks || b.paces[u.ID] == Checked
	}
}

// A frame holds the loops that statements stand in: the axes, and the index of
// each.
type frame struct {
	axes    []int
	indices []*model.Index
	lo, hi  []*model.Expr
}

func (f frame) with(axis int, l *For) frame {
	n := len(f.axes)
	f.axes = append(f.axes[:n:n], axis)
	f.indices = append(f.indices[:n:n], l.Index)
	f.lo = append(f.lo[:n:n], l.Lo)
	f.hi = append(f.hi[:n:n], l.Hi)
	return f
}

// first is the frame of the n outermost loops.
func (f frame) first(n int) frame { return frame{f.axes[:n], f.indices[:n], f.lo[:n], f.hi[:n]} }

// at returns the position of an axis in the frame, or -1.
func (f frame) at(axis int) int {
	for i, a := range f.axes {
		if a == axis {
			return i
		}
	}
	return -1
}

// block turns schedule steps into statements. Neighbouring updates over the
// same plate, each of which reads the others at its own element alone, share
// their loops.
func (b *builder) block(steps []schedule.Step, f frame) []Stmt {
	var out []Stmt
	b.ready = append(b.ready, map[int]bool{})
	defer func() { b.ready = b.ready[:len(b.ready)-1] }()
	for i := 0; i < len(steps); i++ {
		switch st := steps[i].(type) {
		case *schedule.Loop:
			loop := b.loop(st, f)
			out = append(out, loop...)
			b.forget(loop, true)
		case *schedule.Update:
			group := []*message.Update{b.program.Message.Updates[st.Node]}
			for i+1 < len(steps) {
				next, ok := steps[i+1].(*schedule.Update)
				if !ok || !b.together(group, b.program.Message.Updates[next.Node], f) {
					break
				}
				group = append(group, b.program.Message.Updates[next.Node])
				i++
			}
			plate := b.plate(group, f)
			out = append(out, plate...)
			for _, s := range plate {
				if l, ok := s.(*For); ok {
					b.forget([]Stmt{l}, true)
				}
			}
		}
	}
	return joinIfs(out)
}

// joinIfs makes one If of neighbours with the same conditions.
func joinIfs(list []Stmt) []Stmt {
	var out []Stmt
	for _, s := range list {
		x, ok := s.(*If)
		if n := len(out); ok && n > 0 {
			if last, ok := out[n-1].(*If); ok && sameConds(last.Conds, x.Conds) {
				for _, y := range x.Body {
					if a, ok := y.(*Apply); ok && a.Update.Kind == message.Buffer && hasBuffer(last.Body, a.Update) {
						continue
					}
					last.Body = append(last.Body, y)
				}
				continue
			}
		}
		out = append(out, s)
	}
	return out
}

// hasBuffer tells whether a block computes a buffer and then changes nothing that
// the buffer is computed from.
func hasBuffer(list []Stmt, u *message.Update) bool {
	has := false
	for _, s := range list {
		a, ok := s.(*Apply)
		switch {
		case ok && a.Update == u:
			has = true
		case ok && changes(a.Update, u, false):
			has = false
		}
	}
	return has
}

func sameConds(a, b []*model.Expr) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !a[i].Equal(b[i]) {
			return false
		}
	}
	return true
}

// loop turns a sequential loop of the schedule into a For. Where its bounds
// depend on an outer loop of the updates, as the length of a ragged row does,
// that loop is put around it if the rows do not depend on each other; if they
// do, the sequential loop runs as far as the longest row.
func (b *builder) loop(st *schedule.Loop, f frame) []Stmt {
	updates := b.within(st.Body)
	if len(updates) == 0 {
		return nil
	}
	if outer := b.outerAxis(updates, st.Axis, f); outer >= 0 {
		if row := b.rowLoop(updates, outer, f); row != nil {
			row.Body = b.loop(st, f.with(outer, row))
			return append(b.earlier(len(f.axes), row.Body), row)
		}
	}
	var l *For
	guests := false
	for _, u := range updates {
		ul := depanalysis.LoopOf(b.graph, u, st.Axis)
		if ul == nil {
			guests = true // it runs again for each element
			continue
		}
		lo, hi := b.longest("min", b.rename(ul.Lo, u, f), u, f), b.longest("max", b.rename(ul.Hi, u, f), u, f)
		if l == nil {
			l = &For{Index: ul.Index, Lo: lo, Hi: hi, Reverse: st.Reverse}
			continue
		}
		l.Lo, l.Hi = hull("min", l.Lo, lo), hull("max", l.Hi, hi)
	}
	if guests {
		// These may have a loop inside with the index that has just been taken.
		own := *l.Index
		l.Index = &own
	}
	l.Body = b.block(st.Body, f.with(st.Axis, l))
	return append(b.earlier(len(f.axes), l.Body), l)
}

// outerAxis finds an axis, not yet looped over, on which the bounds of the
// loops over axis depend; -1 if there is none.
func (b *builder) outerAxis(updates []*message.Update, axis int, f frame) int {
	for _, u := range updates {
		l := depanalysis.LoopOf(b.graph, u, axis)
		if l == nil {
			continue
		}
		for k, a := range b.graph.Nodes[u.ID].Axes {
			if f.at(a) < 0 && a != axis && (l.Lo.Uses(u.Loops[k].Index) || l.Hi.Uses(u.Loops[k].Index)) {
				return a
			}
		}
	}
	return -1
}

// rowLoop makes a loop over an axis that all updates run over with the same
// bounds, and along which they read nothing but their own element; nil if they
// do not.
func (b *builder) rowLoop(updates []*message.Update, axis int, f frame) *For {
	var row *For
	in := map[int]bool{}
	for _, u := range updates {
		in[u.ID] = true
		l := depanalysis.LoopOf(b.graph, u, axis)
		if l == nil {
			return nil
		}
		lo, hi := b.rename(l.Lo, u, f), b.rename(l.Hi, u, f)
		if row == nil {
			row = &For{Index: l.Index, Lo: lo, Hi: hi}
		} else if !lo.Equal(row.Lo) || !hi.Equal(row.Hi) {
			return nil
		}
	}
	for _, e := range b.graph.Edges {
		if !in[e.From] || !in[e.To] {
			continue
		}
		for _, o := range e.Offsets {
			if o.Axis == axis && (o.Any || o.Steps != 0) {
				return nil
			}
		}
	}
	return row
}

// longest replaces a bound that depends on a loop inside by its least or
// largest value over that loop.
func (b *builder) longest(fun string, e *model.Expr, u *message.Update, f frame) *model.Expr {
	for k, a := range b.graph.Nodes[u.ID].Axes {
		if l := u.Loops[k]; f.at(a) < 0 && e.Uses(l.Index) {
			e = &model.Expr{Op: model.OpReduce, Type: model.Type{Kind: model.Int}, Fun: fun, Args: []*model.Expr{e}, Loop: l}
		}
	}
	return e
}

// hull joins two bounds: the smaller of two starts, the larger of two ends.
func hull(fun string, x, y *model.Expr) *model.Expr {
	if fun == "max" {
		// A size that is 0 while nothing is missing is no larger than it is then.
		if size, _ := x.Where(); size != nil && size.Equal(y) {
			return y
		}
		if size, _ := y.Where(); size != nil && size.Equal(x) {
			return x
		}
	}
	if x.Equal(y) || x.Op == model.OpCall && x.Fun == fun && (x.Args[0].Equal(y) || x.Args[1].Equal(y)) {
		return x
	}
	return model.Call(fun, model.Type{Kind: model.Int}, x, y)
}

// within lists the updates in a list of steps, in order.
func (b *builder) within(steps []schedule.Step) []*message.Update {
	var list []*message.Update
	for _, st := range steps {
		switch st := st.(type) {
		case *schedule.Update:
			list = append(list, b.program.Message.Updates[st.Node])
		case *schedule.Loop:
			list = append(list, b.within(st.Body)...)
		}
	}
	return list
}

// scheduled notes the updates that a list of steps runs.
func (b *builder) scheduled(steps []schedule.Step, set map[int]bool) {
	for _, st := range steps {
		switch st := st.(type) {
		case *schedule.Update:
			set[st.Node] = true
		case *schedule.Loop:
			b.scheduled(st.Body, set)
		case *schedule.Iterate:
			b.scheduled(st.Init, set)
			b.scheduled(st.Body, set)
			b.scheduled(st.Final, set)
		}
	}
}

// rename writes an expression of an update with the indices of the loops
// around it.
func (b *builder) rename(e *model.Expr, u *message.Update, f frame) *model.Expr {
	for k, axis := range b.graph.Nodes[u.ID].Axes {
		if i := f.at(axis); i >= 0 && f.indices[i] != u.Loops[k].Index {
			to := *model.IndexExpr(f.indices[i])
			to.Type = model.IndexExpr(u.Loops[k].Index).Type
			e = e.Subst(u.Loops[k].Index, &to)
		}
	}
	return e
}

// together tells whether u can share the loops of a group.
func (b *builder) together(group []*message.Update, u *message.Update, f frame) bool {
	first := group[0]
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
			fu = fu.with(x[k], &For{Index: l.Index, Lo: l.Lo, Hi: l.Hi})
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
	var clears []Stmt
	for _, u := range group {
		clears = append(clears, b.clears(u, f)...)
	}
	var outer []*For
	for k, axis := range b.graph.Nodes[first.ID].Axes {
		if f.at(axis) >= 0 {
			continue
		}
		l := first.Loops[k]
		loop := &For{Index: l.Index, Lo: b.rename(l.Lo, first, f), Hi: b.rename(l.Hi, first, f)}
		outer = append(outer, loop)
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
	body = joinIfs(body)
	b.apart(group, body)
	for i := len(outer) - 1; i >= 0; i-- {
		outer[i].Body = body
		outer[i].Parallel = parallel && i == 0
		body = []Stmt{outer[i]}
	}
	return append(clears, body...)
}

// independent tells whether the elements of an update over its plate do not
// touch what others of them touch.
func (b *builder) independent(u *message.Update) bool {
	if u.Kind != message.Send && u.Kind != message.Buffer && u.Kind != message.Posterior {
		return false
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
		if a.Slot != nil && a.Slot.Over != nil {
			return false
		}
	}
	reads := withBuffers(u)
	for _, e := range b.graph.Edges {
		if e.From == u.ID && e.To == u.ID {
			return false
		}
		if e.From == u.ID && reads[e.To] {
			for _, o := range e.Offsets {
				if o.Any || o.Steps != 0 {
					return false
				}
			}
		}
	}
	return true
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
	case message.Buffer:
		// Computed where the first message reads it: a buffer is always read
		// fresh, so that it need not be stored.
		b.ready[len(b.ready)-1][u.ID] = false
		return nil
	case message.Posterior:
		var at []*model.Expr
		for _, l := range u.Loops {
			at = append(at, model.IndexExpr(l.Index))
		}
		a.To = &Place{p.Store[u.Variable.ID].Posterior, at}
		a.Pace = b.paces[u.ID]
		a.Own = p.All(u.Variable, at)
	case message.Estimate:
		a.To = &Place{Table: p.Points[u.Variable.ID]}
	}
	var conds []*model.Expr
	boolean := model.Type{Kind: model.Bool}
	for k, axis := range b.graph.Nodes[u.ID].Axes {
		i := f.at(axis)
		if i < 0 {
			continue
		}
		lo, hi := b.rename(u.Loops[k].Lo, u, f), b.rename(u.Loops[k].Hi, u, f)
		at := model.IndexExpr(f.indices[i])
		if !lo.Equal(f.lo[i]) {
			conds = append(conds, model.Call(">=", boolean, at, lo))
		}
		if !hi.Equal(f.hi[i]) {
			conds = append(conds, model.Call("<", boolean, at, hi))
		}
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
			b.renameApply(buffer, w, f)
			body = append(body, buffer)
		}
	}
	if u.Power != nil {
		a.Power = b.rename(u.Power, u, f)
	}
	b.renameApply(a, u, f)
	body = append(body, a)
	b.forget(body, false)
	if len(conds) > 0 {
		return []Stmt{&If{Conds: conds, Body: body}}
	}
	return body
}

// renameApply writes all places of an Apply with the indices of the loops
// around it.
func (b *builder) renameApply(a *Apply, u *message.Update, f frame) {
	index := func(list []*model.Expr) []*model.Expr {
		out := make([]*model.Expr, len(list))
		for i, e := range list {
			out[i] = b.rename(e, u, f)
		}
		return out
	}
	place := func(p *Place) *Place {
		if p == nil {
			return nil
		}
		return &Place{p.Table, index(p.Index)}
	}
	product := func(list Product) Product {
		var out Product
		for _, t := range list {
			c := t.Copies
			if c != nil {
				c = b.rename(c, u, f)
			}
			out = append(out, Term{Place: *place(&t.Place), Except: place(t.Except), Copies: c})
		}
		return out
	}
	for _, l := range u.Loops {
		a.Element = append(a.Element, b.rename(model.IndexExpr(l.Index), u, f))
	}
	a.To, a.Total, a.Own = place(a.To), place(a.Total), product(a.Own)
	for i := range a.Args {
		v := &a.Args[i]
		v.Product, v.Point = product(v.Product), place(v.Point)
		if v.Data != nil {
			v.Data = b.rename(v.Data, u, f)
		}
	}
}
