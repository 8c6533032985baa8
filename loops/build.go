package loops

import (
	"mpc/depanalysis"
	"mpc/message"
	"mpc/model"
	"mpc/schedule"
)

// Build makes the loop program of a schedule.
func Build(p *message.Program, g *depanalysis.Graph, s *schedule.Schedule) *Program {
	b := &builder{
		program: &Program{Message: p, Constants: map[*model.Variable]*Table{}},
		graph:   g,
	}
	b.tables()
	for _, st := range s.Steps {
		b.step(st)
	}
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
	return b.program
}

type builder struct {
	program *Program
	graph   *depanalysis.Graph
}

// step adds a top-level step of the schedule. Marginals and the evidence are
// computed when they are asked for.
func (b *builder) step(st schedule.Step) {
	step := &Step{ID: len(b.program.Steps)}
	if it, ok := st.(*schedule.Iterate); ok {
		step.Iterate = true
		step.Init = b.block(it.Init, frame{})
		step.Body = b.block(it.Body, frame{})
		step.Final = b.block(it.Final, frame{})
	} else {
		step.Body = b.block([]schedule.Step{st}, frame{})
		if len(step.Body) == 0 {
			return
		}
		// What runs once is one step, with what ran once before it.
		if n := len(b.program.Steps); n > 0 && !b.program.Steps[n-1].Iterate {
			last := b.program.Steps[n-1]
			last.Body = append(last.Body, step.Body...)
			return
		}
	}
	b.program.Steps = append(b.program.Steps, step)
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
	for i := 0; i < len(steps); i++ {
		switch st := steps[i].(type) {
		case *schedule.Loop:
			out = append(out, b.loop(st, f)...)
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
			out = append(out, b.plate(group, f)...)
		}
	}
	return out
}

// loop turns a sequential loop of the schedule into a For.
func (b *builder) loop(st *schedule.Loop, f frame) []Stmt {
	updates := b.within(st.Body)
	var l *For
	for _, u := range updates {
		ul := depanalysis.LoopOf(b.graph, u, st.Axis)
		lo, hi := b.rename(ul.Lo, u, f), b.rename(ul.Hi, u, f)
		if l == nil {
			l = &For{Index: ul.Index, Lo: lo, Hi: hi, Reverse: st.Reverse}
			continue
		}
		l.Lo, l.Hi = hull("min", l.Lo, lo), hull("max", l.Hi, hi)
	}
	if l == nil {
		return nil
	}
	l.Body = b.block(st.Body, f.with(st.Axis, l))
	return []Stmt{l}
}

// hull joins two bounds: the smaller of two starts, the larger of two ends.
func hull(fun string, x, y *model.Expr) *model.Expr {
	if x.Equal(y) {
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
	if u.Kind > message.Buffer || first.Kind > message.Buffer {
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
	for _, e := range b.graph.Edges {
		for _, v := range group {
			if e.From == v.ID && e.To == u.ID || e.From == u.ID && e.To == v.ID {
				for _, o := range e.Offsets {
					if f.at(o.Axis) < 0 && (o.Any || o.Steps != 0) {
						return false
					}
				}
			}
		}
	}
	return true
}

// plate makes the loops of a group of updates over one plate.
func (b *builder) plate(group []*message.Update, f frame) []Stmt {
	first := group[0]
	if first.Kind == message.Marginal || first.Kind == message.Evidence {
		return nil
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
	for _, u := range group {
		body = append(body, b.apply(u, f)...)
		parallel = parallel && b.independent(u)
	}
	for i := len(outer) - 1; i >= 0; i-- {
		outer[i].Body = body
		outer[i].Parallel = parallel && i == 0
		body = []Stmt{outer[i]}
	}
	return body
}

// independent tells whether the elements of an update over its plate do not
// touch what others of them touch.
func (b *builder) independent(u *message.Update) bool {
	if u.Kind != message.Send && u.Kind != message.Buffer {
		return false
	}
	if u.Kind == message.Send {
		t := b.program.Store[u.Edge.Variable.ID].byEdge[u.Edge.ID]
		if t.Role == Replicated || u.Op.Array() || !u.Edge.Injective() {
			return false
		}
	}
	for _, a := range u.Args {
		if a.Slot != nil && a.Slot.Over != nil {
			return false
		}
	}
	for _, e := range b.graph.Edges {
		if e.From == u.ID && e.To == u.ID {
			return false
		}
	}
	return true
}

// apply makes the statements of one update inside its loops.
func (b *builder) apply(u *message.Update, f frame) []Stmt {
	p := b.program
	a := &Apply{Update: u}
	switch u.Kind {
	case message.Assign:
		a.To = &Place{p.Constants[u.Assign.Variable], u.Assign.Index}
	case message.Send:
		a.Args = p.values(u.Args)
		a.To = p.MessagePlace(u.Edge)
		if u.Proper || !u.Op.Safe {
			a.Own = p.Cavity(u.Edge)
		}
		if a.To.Table.Role == Replicated {
			a.Total = &Place{p.Store[u.Edge.Variable.ID].Total, u.Edge.Index}
		}
	case message.Buffer:
		a.Args = p.values(u.Args)
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
	b.renameApply(a, u, f)
	if len(conds) > 0 {
		return []Stmt{&If{Conds: conds, Body: []Stmt{a}}}
	}
	return []Stmt{a}
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
			out = append(out, Term{Place: *place(&t.Place), Except: place(t.Except)})
		}
		return out
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
