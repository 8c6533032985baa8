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
			if c.sameExpression(lower, upper) {
				continue
			}
			c.Errorf(lower.At, CodeArguments, "%s of %s is not symmetric: [%d][%d] is %s, but [%d][%d] is %s", name, d.Name, j, i, upper, i, j, lower).
				WithHint("where both are the same number, write the same expression twice")
			return false
		}
	}
	return true
}

// mirroredEntries reports covariances and precisions with variables in them whose entries are defined one by one, by their
// indices, and of which two that are across from each other are not the same.
func (c *checker) mirroredEntries() {
	told := map[*Variable]bool{}
	for _, r := range c.model.Relations {
		if r.Dist == nil {
			continue
		}
		for k, e := range r.Dist.Args {
			if k >= len(r.Dist.Names) || e == nil || !e.Random || e.Op != OpVariable || e.Type.Dimensions != 2 || told[e.Variable] || demandOf[r.Dist.Name+"."+r.Dist.Names[k]] != "definite" {
				continue
			}
			told[e.Variable] = c.mirroredOf(r.Dist, r.Dist.Names[k], e.Variable)
		}
	}
}

// mirroredOf reports an entry of one matrix, or of an array of them, and tells whether it has.
func (c *checker) mirroredOf(d *Dist, name string, v *Variable) bool {
	entry := func(r *Relation) (i, j float64, of []*Expr, ok bool) {
		if r.Kind != Assign || !r.Target.IsVariable(v) || len(r.Target.Args) < 2 || r.Target.Type.Dimensions > 0 || len(r.Guards)+len(r.Branches) > 0 {
			return 0, 0, nil, false
		}
		last := len(r.Target.Args) - 2
		of = r.Target.Args[:last]
		row, column := r.Target.Args[last], r.Target.Args[last+1]
		return row.Value, column.Value, of, row.Op == OpNumber && column.Op == OpNumber
	}
	for k, lower := range c.model.Relations {
		i, j, of, ok := entry(lower)
		if !ok || i == j {
			continue
		}
		for _, upper := range c.model.Relations[:k] {
			j2, i2, of2, ok := entry(upper)
			if !ok || i != i2 || j != j2 || !slices.EqualFunc(of, of2, (*Expr).Equal) || c.sameExpression(lower.Value, upper.Value) {
				continue
			}
			c.Errorf(lower.At, CodeArguments, "%s of %s is not symmetric: %s is %s, but %s is %s", name, d.Name, upper.Target, upper.Value, lower.Target, lower.Value).
				WithRelated(upper.At, "defined here").WithHint("where both are the same number, write the same expression twice")
			return true
		}
	}
	return false
}

// sameExpression tells whether two expressions are the same, but for the order of terms and factors, with what they read that
// the program computes written out.
func (c *checker) sameExpression(x, y *Expr) bool {
	return x.orderless() == y.orderless() || c.written(x, 0).orderless() == c.written(y, 0).orderless()
}

// written is an expression with the values of variables that one statement computes in their place.
func (c *checker) written(e *Expr, depth int) *Expr {
	if depth > 20 {
		return e
	}
	return e.Map(func(x *Expr) *Expr {
		if x.Op != OpVariable {
			return x
		}
		for _, r := range c.model.Relations {
			if r.Kind == Assign && r.Target.IsVariable(x.Variable) && r.Target.Key() == x.Key() && len(r.Guards)+len(r.Branches) == 0 {
				return c.written(r.Value, depth+1)
			}
		}
		return x
	})
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
