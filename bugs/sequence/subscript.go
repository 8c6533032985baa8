package sequence

import (
	"mpc/bugs"
)

// A class is what the value of a subscript depends on.
type class byte

const (
	affine  class = iota // indices of loops and sizes, linearly
	byData               // data, or indices other than linearly: known when data are read
	byDraws              // what is drawn
)

// subscript is an expression as a form, and its class. Of drawn ones there is no form. What is no
// linear form is a symbol of its own: with @ before it where it varies with the loops.
func (g *Graph) subscript(e bugs.Expr, s *Statement) (Form, class) {
	switch e := e.(type) {
	case *bugs.Number:
		if e.Value == float64(int(e.Value)) {
			return constant(int(e.Value)), affine
		}
	case *bugs.Ref:
		if e.Subs == nil && s.loop(e.Name) != nil {
			return symbol(e.Name), affine
		}
	case *bugs.Unary:
		if f, c := g.subscript(e.X, s); e.Op == "-" && c == affine {
			return f.times(-1), affine
		}
	case *bugs.Binary:
		x, cx := g.subscript(e.X, s)
		y, cy := g.subscript(e.Y, s)
		if max(cx, cy) == byDraws {
			break
		}
		c := max(cx, cy)
		switch {
		case e.Op == "+":
			return x.plus(y), c
		case e.Op == "-":
			return x.minus(y), c
		case e.Op == "*" && x.isConstant():
			return y.times(x.C), c
		case e.Op == "*" && y.isConstant():
			return x.times(y.C), c
		}
	}
	varies, drawn := false, false
	bugs.Each(e, func(e bugs.Expr) {
		if r, ok := e.(*bugs.Ref); ok {
			if s.loop(r.Name) != nil {
				varies = true
			} else if g.kinds[r.Name] != All && !g.known[r.Name] {
				drawn = true
			}
		}
	})
	switch {
	case drawn:
		return Form{}, byDraws
	case varies:
		return symbol("@" + e.String()), byData
	}
	return symbol(e.String()), affine
}

// domain is the inequalities that the loops of a statement give, with each symbol that varies
// named by side.
func (g *Graph) domain(s *Statement, side string) (least []Form) {
	for _, l := range s.Loops {
		i := symbol(l.Index)
		if lo, c := g.subscript(l.Range.Lo, s); c != byDraws {
			least = append(least, g.sided(i.minus(lo), s, side))
		}
		if hi, c := g.subscript(l.Range.Hi, s); c != byDraws {
			least = append(least, g.sided(hi.minus(i), s, side))
		}
	}
	return least
}

// sided names what varies in a form by a side: the symbols of two statements are not the same.
func (g *Graph) sided(f Form, s *Statement, side string) Form {
	return f.renamed(func(n string) string {
		if n[0] == '@' || s.loop(n) != nil {
			return side + n
		}
		return n
	})
}
