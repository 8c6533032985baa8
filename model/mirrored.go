package model

import (
	"slices"
	"strings"
)

// A covariance or a precision that is written as a list with variables in it is read by its lower triangle: the entries above it
// are to be written the same, but for the order of what is added or multiplied.

// mirrored reports an entry of a matrix that is written otherwise than the one across from it.
func (c *checker) mirrored(d *Dist, name string, e *Expr) bool {
	if e.Op != OpList {
		return true
	}
	for i, row := range e.Args {
		for j := range i {
			if row.Op != OpList || j >= len(row.Args) || i >= len(e.Args[j].Args) {
				continue // another mistake
			}
			lower, upper := row.Args[j], e.Args[j].Args[i]
			if lower.orderless() == upper.orderless() {
				continue
			}
			c.Errorf(lower.At, CodeArguments, "%s of %s is not symmetric: [%d][%d] is %s, but [%d][%d] is %s", name, d.Name, j, i, upper, i, j, lower).
				WithHint("where both are the same number, write the same expression twice")
			return false
		}
	}
	return true
}

// orderless is the text of an expression with the terms of its sums and the factors of its products sorted.
func (e *Expr) orderless() string {
	if x, ok := constantNumber(e); ok {
		return exactText(x)
	}
	if e.Op != OpCall || e.Density != nil {
		return e.Key()
	}
	args := e.Args
	commutes := e.Fun == "+" || e.Fun == "*"
	if commutes {
		args = e.flat(e.Fun)
	}
	var list []string
	for _, a := range args {
		list = append(list, a.orderless())
	}
	if commutes {
		slices.Sort(list)
	}
	return e.Fun + "(" + strings.Join(list, ", ") + ")"
}

// flat are the terms of a sum, or the factors of a product.
func (e *Expr) flat(fun string) (list []*Expr) {
	if e.Op != OpCall || e.Fun != fun {
		return []*Expr{e}
	}
	for _, a := range e.Args {
		list = append(list, a.flat(fun)...)
	}
	return list
}
