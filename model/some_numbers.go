package model

import (
	"slices"

	"mpc/lang"
	"mpc/mcmc"
)

// someNumbers takes a discreteuniform apart that is drawn from in branches, each of which
// has its own number of values, as in switch (n) { z ~ discreteuniform(n) }. In a branch
// without a number to draw the statement is impossible, and so is the branch, as where
// n is random: that there are some is observed, and z is drawn from one at least.
func (c *checker) someNumbers(d *Dist, st lang.Stmt, s scope) {
	row := mcmc.Row(d.Name)
	if row == nil || !row.Below {
		return
	}
	n := d.Arg("n")
	if n == nil || n.Random || !n.usesSelector() {
		return
	}
	if i, off, ok := n.Affine(); ok && i.Selects && off > 0 {
		return // there always are
	}
	r := c.relation(ObserveTrue, st, s)
	r.Value = Call(">", Type{Kind: Bool}, n, Number(0))
	d.Some, d.Require = n, nil
	d.Args[0] = Call("max", Type{Kind: Int}, n, Number(1))
}

// counted is the cardinality of a number of things in r. In branches it may vary with
// their values, also in ways that leave less than none in some: where nothing is drawn.
func (r *Relation) counted(n *Expr) *Expr {
	whole := Type{Kind: Int}
	if i, c, ok := n.Affine(); ok && c < 0 && i.Selects {
		if k := IndexExpr(i).cardinality(r.selector); k != nil {
			return Call("max", whole, Call("-", whole, k, Number(float64(-c))), Number(1))
		}
		return nil
	}
	if k := n.cardinality(r.selector); k != nil {
		return k
	}
	if most := r.mostHere(n); most != nil {
		return Call("max", whole, Call("+", whole, most, Number(1)), Number(1))
	}
	return nil
}

// mostHere is the largest value in r of what varies with the values of branches, nil of what
// does not, or where it is not known how many branches there are. Branches that r is not
// in do not count.
func (r *Relation) mostHere(e *Expr) *Expr {
	if e.Random || !e.usesSelector() {
		return nil
	}
	var indices []*Index
	e.Walk(func(x *Expr) {
		if x.Op == OpIndex && x.Index.Selects && !slices.Contains(indices, x.Index) {
			indices = append(indices, x.Index)
		}
	})
	if here := r.here(e); here != nil {
		e = &Expr{Op: OpCall, Fun: Choose, Type: e.Type, Args: []*Expr{here, e, Number(0)}, At: e.At}
	}
	for _, i := range indices {
		size := IndexExpr(i).cardinality(r.selector)
		if size == nil || size.usesSelector() {
			return nil
		}
		e = e.peak(i, size)
	}
	return e
}

// here are the conditions in r on the indices that e reads, nil for none: elsewhere e may
// have no value.
func (r *Relation) here(e *Expr) *Expr {
	truth := Type{Kind: Bool}
	var conds []*Expr
	for _, l := range r.Loops {
		if i := IndexExpr(l.Index); e.Uses(l.Index) && !l.Index.Selects && (l.Lo.usesSelector() || l.Hi.usesSelector()) {
			conds = append(conds, Call(">=", truth, i, l.Lo), Call("<", truth, i, l.Hi))
		}
	}
	for _, g := range r.Guards {
		known := !g.Random
		g.Walk(func(x *Expr) { known = known && (x.Op != OpIndex || e.Uses(x.Index)) })
		if known {
			conds = append(conds, g)
		}
	}
	var all *Expr
	for _, c := range conds {
		if all == nil {
			all = c
		} else {
			all = Call("&&", truth, all, c)
		}
	}
	return all
}
