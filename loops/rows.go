package loops

import (
	"mpc/depanalysis"
	"mpc/message"
	"mpc/model"
	"mpc/schedule"
)

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
