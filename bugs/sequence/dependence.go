package sequence

import (
	"fmt"
	"strings"

	"mpc/bugs"
)

// The sides of a dependence: the iteration that defines, and the one that reads; and what an element and a least value are called beside
// them. No name of a program has a space.
const (
	from    = "from "
	to      = "to "
	element = "element "
	least   = "least "
)

// An Edge says that iterations of a statement read what iterations of another define.
type Edge struct {
	From, To *Statement
	Read     *bugs.Ref
	Class    class  // of its subscripts
	pairs    System // which iterations, of the symbols "from i" and "to i"
}

// depends finds which iterations of s read by r what those of d define. It is nil where none does.
func (g *Graph) depends(d, s *Statement, r *bugs.Ref) *Edge {
	e := &Edge{From: d, To: s, Read: r}
	e.pairs.Least = append(g.domain(d, from), g.domain(s, to)...)
	if len(r.Subs) == len(d.Target.Subs) {
		for k, sub := range r.Subs {
			g.meet(e, k, d.Target.Subs[k], sub)
		}
	}
	if e.pairs.empty() {
		return nil
	}
	return e
}

// meet adds that a subscript of the target and one of the read have an element in common.
func (g *Graph) meet(e *Edge, k int, target, read bugs.Sub) {
	if target.Empty || read.Empty {
		return
	}
	bound := func(x bugs.Expr, s *Statement, side string) (Form, bool) {
		f, c := g.subscript(x, s)
		e.Class = max(e.Class, c)
		return g.sided(f, s, side), c != byDraws
	}
	lo, lok := bound(target.Lo, e.From, from)
	hi, hik := lo, lok
	if target.Hi != nil {
		hi, hik = bound(target.Hi, e.From, from)
	}
	rlo, rlok := bound(read.Lo, e.To, to)
	rhi, rhik := rlo, rlok
	if read.Hi != nil {
		rhi, rhik = bound(read.Hi, e.To, to)
	}
	if target.Hi == nil && read.Hi == nil {
		if lok && rlok {
			e.pairs.Zero = append(e.pairs.Zero, lo.minus(rlo))
		}
		return
	}
	x := symbol(fmt.Sprint(element, k))
	for _, b := range []struct {
		f  Form
		ok bool
	}{{x.minus(lo), lok}, {hi.minus(x), hik}, {x.minus(rlo), rlok}, {rhi.minus(x), rhik}} {
		if b.ok {
			e.pairs.Least = append(e.pairs.Least, b.f)
		}
	}
}

// isGlobal tells whether a symbol is a size: no index, and nothing that varies.
func isGlobal(n string) bool {
	for _, p := range []string{from, to, element, least} {
		if strings.HasPrefix(n, p) {
			return false
		}
	}
	return true
}
