package loops

import (
	"slices"

	"mpc/message"
	"mpc/model"
)

// A loop that updates share may reach farther than that of one of them: a sequential
// loop runs as far as the longest row of a ragged array. Beyond its row an update has no
// element, and the sizes of what lies deeper in the array are not there either: the
// conditions that the loops are at a row stand before what asks for its sizes.

// reached lists the conditions under which the loop of the frame over axis k of an
// update is at one of its elements. Those that hold already are not listed.
func (b *builder) reached(u *message.Update, k int, f frame) []*model.Expr {
	i := f.at(b.graph.Nodes[u.ID].Axes[k])
	if i < 0 {
		return nil
	}
	var conds []*model.Expr
	boolean := model.Type{Kind: model.Bool}
	at := model.IndexExpr(f.indices[i])
	if lo := b.rename(u.Loops[k].Lo, u, f); !lo.Equal(f.lo[i]) {
		conds = append(conds, model.Call(">=", boolean, at, lo))
	}
	if hi := b.rename(u.Loops[k].Hi, u, f); !hi.Equal(f.hi[i]) {
		conds = append(conds, model.Call("<", boolean, at, hi))
	}
	return slices.DeleteFunc(conds, func(c *model.Expr) bool { return slices.ContainsFunc(f.holds, c.Equal) })
}

// asks tells whether the bounds of a loop ask for a size at the index of loop k of an
// update.
func asks(l *model.Loop, u *message.Update, k int) bool {
	found := false
	for _, e := range []*model.Expr{l.Lo, l.Hi} {
		e.Walk(func(x *model.Expr) {
			if x.Op == model.OpInput || x.Op == model.OpVariable {
				found = found || slices.ContainsFunc(x.Args, func(a *model.Expr) bool { return a.Uses(u.Loops[k].Index) })
			}
		})
	}
	return found
}

// asked lists the conditions that the loops of the frame are at an element of an
// update, as far as the bounds of its loop j ask for sizes there, or the bounds of loops
// in these conditions do.
func (b *builder) asked(u *message.Update, j int, f frame) []*model.Expr {
	var conds []*model.Expr
	by := []int{j}
	for k := j - 1; k >= 0; k-- {
		if !slices.ContainsFunc(by, func(i int) bool { return asks(u.Loops[i], u, k) }) {
			continue
		}
		if at := b.reached(u, k, f); len(at) > 0 {
			conds, by = append(at, conds...), append(by, k)
		}
	}
	return conds
}

// there is a bound of loop j of an update. Where the loops of the frame are at no element
// of it, there is nothing to run over.
func (b *builder) there(e *model.Expr, u *message.Update, j int, f frame) *model.Expr {
	e = b.rename(e, u, f)
	conds := b.asked(u, j, f)
	if len(conds) == 0 || e.Op == model.OpNumber {
		return e
	}
	c := conds[0]
	for _, next := range conds[1:] {
		c = model.Call("&&", model.Type{Kind: model.Bool}, c, next)
	}
	return &model.Expr{Op: model.OpCall, Fun: model.Choose, Type: e.Type, Args: []*model.Expr{c, e, model.Number(0)}, At: e.At}
}

// wrapped puts statements under conditions, where there are some.
func wrapped(conds []*model.Expr, body []Stmt) []Stmt {
	if len(conds) == 0 || len(body) == 0 {
		return body
	}
	return []Stmt{&If{Conds: conds, Body: body}}
}
