package code

import (
	"strconv"
	"strings"
)

// An extent is a range of whole numbers: at least lo, below hi.
type extent struct{ lo, hi term }

// A term is a size or a value, or nothing, plus a number. Two terms are of the same size if
// their keys are equal.
type term struct {
	key  string // "" of a number alone
	size bool   // the key is of a size, which is not negative
	plus int64
}

func (t term) add(n int64) term {
	t.plus += n
	return t
}

// extents says what is known of the whole numbers of a function: an index of a loop lies between
// its ends, an element of a table below its bound, what within gives below its second argument;
// sums with constants are moved by them.
type extents struct {
	known map[*Value]extent
	from  map[*Value]*Place // loads of data
	moved map[*Value]term   // a value plus a constant
}

func newExtents(r *Row) *extents {
	x := &extents{map[*Value]extent{}, map[*Value]*Place{}, map[*Value]term{}}
	r.Body.Walk(func(s *Stmt) bool {
		x.stmt(s)
		return true
	})
	return x
}

func (x *extents) stmt(s *Stmt) {
	switch a := s.Do.(type) {
	case *Load:
		if len(s.Results) != 1 || a.From.Field != "" {
			return
		}
		if a.From.Table.Keep == Input {
			x.from[s.Results[0]] = a.From
		}
		if b := a.From.Table.Bound; b != nil && len(a.From.Index) == len(a.From.Table.Dims) {
			x.known[s.Results[0]] = extent{term{}, x.size(b, a.From.Index)}
		}
	case *Apply:
		if len(s.Results) == 1 && s.Results[0].Of == Whole {
			x.apply(s.Results[0], a)
		}
	case *For:
		for _, strand := range a.Strands {
			if strand.List == nil {
				x.known[strand.Index] = extent{x.term(strand.Lo), x.term(strand.Hi)}
			}
		}
	}
}

func (x *extents) apply(v *Value, a *Apply) {
	if len(a.Args) != 2 {
		return
	}
	left, right := a.Args[0], a.Args[1]
	if c, ok := left.(Constant); ok && a.Operation.Symbol == "+" {
		left, right = right, c
	}
	c, ok := right.(Constant)
	n := c.Whole
	switch a.Operation.Symbol {
	case "within":
		x.known[v] = extent{term{}, x.term(right)}
		return
	case "-":
		n = -n
	case "+":
	default:
		return
	}
	if !ok {
		return
	}
	if of, ok := left.(*Value); ok {
		x.moved[v] = x.term(of).add(n)
		if e, ok := x.known[of]; ok {
			x.known[v] = extent{e.lo.add(n), e.hi.add(n)}
		}
	}
}

// term writes an operand as a size or a value plus a number.
func (x *extents) term(o Operand) term {
	switch o := o.(type) {
	case Constant:
		return term{plus: o.Whole}
	case *Value:
		if t, ok := x.moved[o]; ok {
			return t
		}
		if p, ok := x.from[o]; ok {
			return term{key: x.element(p.Table, p.Index), size: true}
		}
		return term{key: o.Name}
	}
	return term{key: "&"} // a place is no index
}

// element is the key of an element of a table of data.
func (x *extents) element(t *Table, index []Operand) string {
	var keys []string
	for _, i := range index {
		at := x.term(i)
		keys = append(keys, at.key+"+"+strconv.FormatInt(at.plus, 10))
	}
	return t.Name + "[" + strings.Join(keys, ", ") + "]"
}

// size is the term of a size at the indices of a place.
func (x *extents) size(s *Size, index []Operand) term {
	if s.Table == nil {
		return term{plus: s.Constant}
	}
	var at []Operand
	for _, d := range s.At {
		at = append(at, index[d])
	}
	return term{key: x.element(s.Table, at), size: true}
}

// within tells whether an index of a place is known to be within its dimension.
func (x *extents) within(p *Place, dim int) bool {
	var e extent
	switch o := p.Index[dim].(type) {
	case Constant:
		e = extent{term{plus: o.Whole}, term{plus: o.Whole + 1}}
	case *Value:
		known, ok := x.known[o]
		if !ok {
			return false
		}
		e = known
	default:
		return false
	}
	size := x.size(p.Table.Dims[dim].Size, p.Index)
	low := e.lo.plus >= 0 && (e.lo.key == "" || e.lo.size)
	high := e.hi.key == size.key && e.hi.plus <= size.plus
	return low && high
}
