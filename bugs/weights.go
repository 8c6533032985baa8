package bugs

import (
	"math"

	"mpc/lang"
)

// weights writes the probabilities of dcat, which are divided by their sum where they are not
// seen to have the sum 1.
func (t *translator) weights(e Expr) lang.Expr {
	if c, ok := e.(*Call); ok && c.Fun == "c" {
		return t.listed(c)
	}
	r, ok := e.(*Ref)
	if !ok || !t.unequal(r) {
		return t.array(e, 1)
	}
	at := r.At
	list := t.slices(r)
	if len(list) != 1 {
		return t.array(e, 1)
	}
	x, index := t.ownName("share", r)
	name, part, leave := t.overParts(at)
	value := t.value(t.elementwise(r, []Expr{part}))
	leave()
	value = binary(at, "/", value, t.reduce(at, "sum", r))
	cell := &lang.Index{At: at, X: x, Args: append(append([]lang.Expr{}, index...), &lang.Name{At: at, Name: name})}
	t.ahead(r, &lang.For{At: at, Index: lang.Name{At: at, Name: name}, Domain: lang.Domain{At: at, Lo: whole(at, 0), Hi: list[0].count},
		Body: []lang.Stmt{&lang.Assign{At: at, Target: cell, Value: value}}})
	if len(index) == 0 {
		return x
	}
	return &lang.Index{At: at, X: x, Args: index}
}

// listed writes the weights c(1, 2, 3), each over their sum unless that is 1.
func (t *translator) listed(c *Call) lang.Expr {
	list := &lang.List{At: c.At}
	total, known := 0.0, true
	var sum Expr
	for _, a := range c.Args {
		n, ok := a.(*Number)
		if known = known && ok; known {
			total += n.Value
		}
		if sum == nil {
			sum = a
		} else {
			sum = &Binary{At: c.At, Op: "+", X: sum, Y: a}
		}
	}
	for _, a := range c.Args {
		x := t.value(a)
		if !known || math.Abs(total-1) > 1e-9 {
			x = binary(c.At, "/", x, t.value(sum))
		}
		list.Elems = append(list.Elems, x)
	}
	return list
}

// unequal tells whether the rows of an array are not seen to have the sum 1. Of data they are
// added up. What is drawn by ddirch has it, and so have shares, definitions that are quotients,
// and rows that some element completes, 1 - p[1] - p[2].
func (t *translator) unequal(r *Ref) bool {
	if a := t.values.data[r.Name]; a != nil {
		if len(a.Dim) == 0 || a.HasMissing() {
			return false
		}
		n := a.Dim[len(a.Dim)-1]
		for k := 0; n > 0 && k+n <= len(a.Values); k += n {
			sum := 0.0
			for _, x := range a.Values[k : k+n] {
				sum += x
			}
			if math.Abs(sum-1) > 1e-6 {
				return true
			}
		}
		return false
	}
	for _, s := range t.all {
		if s.Target.Name != r.Name {
			continue
		}
		if s.Dist != nil && alias(s.Dist.Fun) == "ddirch" || s.Value != nil && completes(s.Value) {
			return false
		}
		if c, ok := s.Value.(*Ref); ok && len(t.slices(c)) == 0 && t.core[c.Name] > 0 {
			return false
		}
	}
	return true
}

// completes tells whether an expression is a quotient, or 1 less something.
func completes(e Expr) bool {
	b, ok := e.(*Binary)
	if !ok {
		return false
	}
	for b.Op == "-" || b.Op == "+" {
		if n, ok := b.X.(*Number); ok && b.Op == "-" && n.Value == 1 {
			return true
		}
		if b, ok = b.X.(*Binary); !ok {
			return false
		}
	}
	return b.Op == "/"
}
