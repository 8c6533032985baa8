package loops

import (
	"mpc/message"
	"mpc/model"
)

// A frame holds the loops that statements stand in: the axes, and the index of
// each. The conditions in holds are checked around the statements.
type frame struct {
	axes    []int
	indices []*model.Index
	lo, hi  []*model.Expr
	holds   []*model.Expr
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
func (f frame) first(n int) frame {
	return frame{axes: f.axes[:n], indices: f.indices[:n], lo: f.lo[:n], hi: f.hi[:n]}
}

// under is the frame of statements under conditions.
func (f frame) under(conds []*model.Expr) frame {
	f.holds = append(f.holds[:len(f.holds):len(f.holds)], conds...)
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
	a.To, a.Moments, a.Total, a.Own = place(a.To), place(a.Moments), place(a.Total), product(a.Own)
	if a.Value != nil {
		a.Value = b.rename(a.Value, u, f)
	}
	for i := range a.Weights {
		w := &a.Weights[i]
		w.Product, w.Point, w.Value = product(w.Product), place(w.Point), b.rename(w.Value, u, f)
	}
	for i := range a.Args {
		v := &a.Args[i]
		v.Product, v.Point = product(v.Product), place(v.Point)
		if v.Data != nil {
			v.Data = b.rename(v.Data, u, f)
		}
	}
}
