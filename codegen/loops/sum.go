package loops

import (
	"slices"

	"mpc/depanalysis"
	"mpc/factor"
	"mpc/message"
	"mpc/model"
)

// alone finds the edges whose messages something reads without others of the same
// edge, as a cavity is read: they must be stored one by one.
func alone(p *message.Program) map[int]bool {
	set := map[int]bool{}
	note := func(list []message.Arg) {
		for _, a := range list {
			if a.Source == message.Cavity {
				set[a.Slot.Edge.ID] = true
			}
		}
	}
	for _, u := range p.Updates {
		note(u.Args)
		for _, t := range u.Terms {
			note(t.Args)
		}
	}
	return set
}

// summed tells whether of the messages over an edge only the product is kept, for
// each element of the variable.
func (b *builder) summed(e *factor.Edge) bool {
	u := b.program.Message.To[e.ID]
	return u.Pooled || u.Summed() && !b.alone[e.ID]
}

// sumOf is the table that the messages of an update are multiplied into, or nil.
func (b *builder) sumOf(u *message.Update) *Table {
	if u.Kind != message.Send {
		return nil
	}
	if t := b.program.Store[u.Edge.Variable.ID].byEdge[u.Edge.ID]; t != nil && t.Role == Sum {
		return t
	}
	return nil
}

// clears makes the statements that empty the sum of an update before its plate
// runs: all of it, or the elements that the sequential loops around are at. Where
// other passes of one of these loops have messages to the same elements, it is
// emptied before that loop.
func (b *builder) clears(u *message.Update, f frame) []Stmt {
	t := b.sumOf(u)
	if t == nil {
		return nil
	}
	depth := len(f.axes)
	for k, axis := range b.graph.Nodes[u.ID].Axes {
		if d, _ := dimOf(u.Edge, u.Loops[k].Index); d < 0 && f.at(axis) >= 0 {
			depth = min(depth, f.at(axis))
		}
	}
	if depth == len(f.axes) {
		return b.clearsIn(u, t, f)
	}
	for _, axis := range f.axes[depth:] {
		if depanalysis.LoopOf(b.graph, u, axis) == nil {
			b.store(u) // it runs again and again, on the same elements
			return nil
		}
	}
	b.early = append(b.early, early{u, depth, b.clearsIn(u, t, f.first(depth))})
	return nil
}

// An early is what empties the sum of an update before the loop at a depth.
type early struct {
	update *message.Update
	depth  int
	clears []Stmt
}

// earlier takes the statements that empty sums before the loop at a depth, which
// must not read them. Where it does, the messages must be stored, and the program is
// built again.
func (b *builder) earlier(depth int, body []Stmt) []Stmt {
	var list []Stmt
	var left []early
	seen := map[*message.Update]bool{}
	for _, e := range b.early {
		if e.depth != depth {
			left = append(left, e)
			continue
		}
		if seen[e.update] || readsTable(body, b.sumOf(e.update)) {
			b.store(e.update)
		}
		seen[e.update] = true
		list = append(list, e.clears...)
	}
	b.early = left
	return list
}

// clearsIn makes the statements that empty the elements of a sum that the loops of a
// frame are at. Those that have no message there are empty anyway.
func (b *builder) clearsIn(u *message.Update, t *Table, f frame) []Stmt {
	e := u.Edge
	at := make([]*model.Expr, len(t.Dims))
	conds := make([][]*model.Expr, len(t.Dims))
	boolean := model.Type{Kind: model.Bool}
	whole := true
	for k, axis := range b.graph.Nodes[u.ID].Axes {
		if f.at(axis) < 0 {
			continue
		}
		whole = false
		d, c := dimOf(e, u.Loops[k].Index)
		at[d] = b.rename(e.Index[d], u, f)
		if i := f.at(axis); c != 0 || !f.lo[i].IsNumber(0) {
			conds[d] = append(conds[d], model.Call(">=", boolean, at[d], model.Number(0)))
		}
		if i := f.at(axis); c != 0 || !f.hi[i].Equal(atDims(t.Dims[d], at)) {
			conds[d] = append(conds[d], model.Call("<", boolean, at[d], t.Dims[d]))
		}
	}
	if whole {
		return []Stmt{&Clear{Table: t}}
	}
	return clearElements(t, at, conds)
}

// dimOf finds the dimension of an edge's variable that a loop index is, up to a
// constant, the index of; -1 if there is none.
func dimOf(e *factor.Edge, i *model.Index) (d, c int) {
	for d, x := range e.Index {
		if j, c, ok := x.Affine(); ok && j == i {
			return d, c
		}
	}
	return -1, 0
}

// clearElements makes the statements that empty the elements of a table at the
// given indices, each under conditions; nil is any.
func clearElements(t *Table, at []*model.Expr, conds [][]*model.Expr) []Stmt {
	index := make([]*model.Expr, len(at))
	around := make([]*For, len(at))
	for k, x := range at {
		index[k] = x
		if x == nil {
			around[k] = &For{Index: &model.Index{Name: "e"}, Lo: model.Number(0), Hi: atDims(t.Dims[k], index)}
			index[k] = model.IndexExpr(around[k].Index)
		}
	}
	list := []Stmt{&Clear{Table: t, Index: index}}
	var under []*model.Expr // of the dimensions from the last loop on
	for k := len(at) - 1; k >= 0; k-- {
		for i := len(conds[k]) - 1; i >= 0; i-- {
			under = slices.Insert(under, 0, atDims(conds[k][i], index))
		}
		if around[k] != nil {
			around[k].Body = wrapped(under, list)
			list, under = []Stmt{around[k]}, nil
		}
	}
	return wrapped(under, list)
}

// atDims writes a size, which may depend on outer dimensions, for the elements at an
// index.
func atDims(e *model.Expr, index []*model.Expr) *model.Expr {
	return e.Map(func(x *model.Expr) *model.Expr {
		if x.Op == model.OpDim && x.Dim < len(index) && index[x.Dim] != nil {
			return index[x.Dim]
		}
		return x
	})
}

// store says that the messages of an update are to be stored one by one. Pooled
// ones, which are of data alone, run in no loop.
func (b *builder) store(u *message.Update) {
	if !u.Pooled {
		b.alone[u.Edge.ID] = true
		b.again = true
	}
}

// apart sees to it that no statement of a plate reads a sum that the plate is
// adding to.
func (b *builder) apart(group []*message.Update, body []Stmt) {
	for _, u := range group {
		if t := b.sumOf(u); t != nil && readsTable(body, t) {
			b.store(u)
		}
	}
}

// readsTable tells whether statements read a table.
func readsTable(list []Stmt, t *Table) bool {
	for a := range Applied(list) {
		if slices.ContainsFunc(a.terms(), func(x Term) bool { return x.Table == t }) || slices.Contains(a.Reads, t) {
			return true
		}
	}
	return false
}
