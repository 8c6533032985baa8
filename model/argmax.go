package model

import "fmt"

// RandomArgmax returns the first argmax of random values that an expression holds, nil if
// it holds none.
func RandomArgmax(e *Expr) *Expr {
	if e == nil {
		return nil
	}
	var found *Expr
	e.Walk(func(x *Expr) {
		if found == nil && x.Op == OpReduce && x.Fun == "argmax" && x.Random {
			found = x
		}
	})
	return found
}

// ArgmaxHint says what to write where the value of an argmax is wanted: it is observed,
// and whether an element is the largest is a truth that Gibbs sampling has.
func (e *Expr) ArgmaxHint() string {
	body, l, k := e.Args[0], e.Loop, "k"
	if l.Index.Name == k {
		k = "j"
	}
	other := body.Subst(l.Index, IndexExpr(&Index{Name: k}))
	return fmt.Sprintf("write observe argmax(%[1]s : %[2]s) == %[3]s of a known %[3]s; with algorithm: gibbs, for (%[4]s) { best[%[3]s] = all(%[5]s >= %[1]s : %[2]s) } tells of each whether it is the largest",
		body, l, k, (&Loop{Index: &Index{Name: k, Range: l.Index.Range}, Lo: l.Lo, Hi: l.Hi}), other)
}
