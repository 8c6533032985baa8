package sequence

import (
	"strconv"
	"strings"
)

// Distance is by how much the iteration that reads lies behind the one that defines, a part for
// each loop that both statements stand in; of statements in different loops, by how much the
// element that it defines lies behind the one that it reads, a part for each subscript. A part is a
// number, bounds (0..2, >=1, <=-1), or * where it is not known. What data decide is marked so.
func (g *Graph) Distance(e *Edge) string {
	var list []string
	for k := 0; k < len(e.From.Loops) && k < len(e.To.Loops) && e.From.Loops[k] == e.To.Loops[k]; k++ {
		i := e.From.Loops[k].Index
		list = append(list, e.part(symbol(to+i).minus(symbol(from+i))))
	}
	text := "(" + strings.Join(list, ", ") + ")"
	if len(list) == 0 && len(e.From.Loops)+len(e.To.Loops) > 0 {
		if text = "each"; len(e.From.Target.Subs) > 0 && len(e.From.Target.Subs) == len(e.To.Target.Subs) {
			text = "elements " + g.apart(e)
		}
	}
	switch e.Class {
	case byData:
		text += " by data"
	case byDraws:
		text += " by draws"
	}
	return text
}

// apart is by how much the subscripts of what is defined with an element lie behind its own.
func (g *Graph) apart(e *Edge) string {
	var list []string
	for k, s := range e.From.Target.Subs {
		r := e.To.Target.Subs[k]
		part := "*"
		if !s.Empty && !r.Empty && s.Hi == nil && r.Hi == nil {
			x, c := g.subscript(s.Lo, e.From)
			y, d := g.subscript(r.Lo, e.To)
			if c == affine && d == affine {
				part = e.part(g.sided(y, e.To, to).minus(g.sided(x, e.From, from)))
			}
		}
		list = append(list, part)
	}
	return "(" + strings.Join(list, ", ") + ")"
}

func (e *Edge) part(d Form) string {
	lo, lok := e.pairs.least(d)
	hi, hik := e.pairs.least(d.times(-1))
	hi = -hi
	switch {
	case lok && hik && lo == hi:
		return strconv.Itoa(lo)
	case lok && hik && lo == 0:
		return "0.." + strconv.Itoa(hi)
	case lok:
		return ">=" + strconv.Itoa(lo)
	case hik:
		return "<=" + strconv.Itoa(hi)
	}
	return "*"
}
