package loops

import (
	"slices"

	"mpc/depanalysis"
	"mpc/lang/functions"
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
		if row, conds := b.rowLoop(updates, outer, f); row != nil {
			row.Body = b.loop(st, f.under(conds).with(outer, row))
			return append(b.earlier(len(f.axes), row.Body), wrapped(conds, []Stmt{row})...)
		}
	}
	var l *For
	guests := false
	for _, u := range updates {
		j := slices.Index(b.graph.Nodes[u.ID].Axes, st.Axis)
		if j < 0 {
			guests = true // it runs again for each element
			continue
		}
		ul := u.Loops[j]
		lo, hi := b.longest("min", ul.Lo, u, j, f), b.longest("max", ul.Hi, u, j, f)
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
// bounds, and along which they read nothing but their own element, with the conditions
// under which there are bounds; nil if they do not.
func (b *builder) rowLoop(updates []*message.Update, axis int, f frame) (row *For, conds []*model.Expr) {
	in := map[int]bool{}
	for _, u := range updates {
		in[u.ID] = true
		j := slices.Index(b.graph.Nodes[u.ID].Axes, axis)
		if j < 0 {
			return nil, nil
		}
		l := u.Loops[j]
		lo, hi, at := b.rename(l.Lo, u, f), b.rename(l.Hi, u, f), b.asked(u, j, f)
		if row == nil {
			row, conds = &For{Index: l.Index, Lo: lo, Hi: hi}, at
		} else if !lo.Equal(row.Lo) || !hi.Equal(row.Hi) || !sameConds(conds, at) {
			return nil, nil
		}
	}
	for _, e := range b.graph.Edges {
		if !in[e.From] || !in[e.To] {
			continue
		}
		for _, o := range e.Offsets {
			if o.Axis == axis && (o.Any || o.Steps != 0) {
				return nil, nil
			}
		}
	}
	return row, conds
}

// longest is a bound of loop j of an update. Where it depends on loops inside, it is its
// least or largest value over these.
func (b *builder) longest(fun string, e *model.Expr, u *message.Update, j int, f frame) *model.Expr {
	e = b.there(e, u, j, f)
	for k := j - 1; k >= 0; k-- {
		l := u.Loops[k]
		if f.at(b.graph.Nodes[u.ID].Axes[k]) >= 0 || !e.Uses(l.Index) {
			continue
		}
		inner := *l
		inner.Lo, inner.Hi = b.there(l.Lo, u, k, f), b.there(l.Hi, u, k, f)
		e = &model.Expr{Op: model.OpReduce, Type: model.Type{Kind: model.Int}, Fun: fun, Args: []*model.Expr{e}, Loop: &inner}
	}
	return e
}

// hull joins two bounds: the smaller of two starts, the larger of two ends.
func hull(fun string, x, y *model.Expr) *model.Expr {
	if functions.Named(fun).Extreme > 0 {
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
