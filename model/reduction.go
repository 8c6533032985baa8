package model

import "mpc/lang/functions"

// Reduction is the row of a function over a range that models write; nil of other expressions.
func (e *Expr) Reduction() *functions.Reduction {
	if e.Op != OpReduce {
		return nil
	}
	return functions.Reduces(e.Fun)
}

// Sums tells whether e is the sum of numbers over a range.
func (e *Expr) Sums() bool { r := e.Reduction(); return r != nil && r.Adds() }

// Demands tells whether e is the condition that all conditions of a range hold.
func (e *Expr) Demands() bool { r := e.Reduction(); return r != nil && r.Demands() }

// CountsTruths tells whether e is how many conditions of a range hold.
func (e *Expr) CountsTruths() bool {
	r := e.Reduction()
	return r != nil && r.Result == functions.Whole
}

// Places tells whether e is the index of one pass of a range, as of the largest number.
func (e *Expr) Places() bool {
	r := e.Reduction()
	return r != nil && r.Result == functions.Place
}

// Extreme is 1 of the largest of numbers and -1 of the smallest, of two or over a range; 0 of other expressions.
func (e *Expr) Extreme() int {
	if r := e.Reduction(); r != nil && r.OneOf() {
		return r.Joined().Extreme
	}
	if f := functions.Named(e.Fun); e.Op == OpCall && f != nil {
		return f.Extreme
	}
	return 0
}
