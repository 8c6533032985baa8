package bugs

import (
	"mpc/lang/functions"
)

// m <- c(a, b, 0) and m <- rep(a, 3) put numbers together that are not known: they are a definition of each element.

// combined lists the definitions of the elements of such a row; nil where there is none.
func (t *translator) combined(s *Relation) (list []Stmt) {
	call, ok := s.Value.(*Call)
	if !ok || s.Dist != nil || s.Link != "" {
		return nil
	}
	parts := t.partsOf(call)
	if len(parts) < 2 || t.allGiven(parts) {
		return nil
	}
	for _, p := range parts {
		if !t.single(p, 0) {
			return nil
		}
	}
	subs, k, from := append([]Sub{}, s.Target.Subs...), 0, 1
	if len(subs) == 0 {
		subs = []Sub{{At: s.Target.At}}
	} else if k, from = rangeOf(subs, len(parts)); k < 0 {
		return nil
	}
	for i, p := range parts {
		target := &Ref{At: s.Target.At, Name: s.Target.Name, Subs: append([]Sub{}, subs...)}
		target.Subs[k] = Sub{At: subs[k].At, Lo: constant(s.Target.At, float64(from+i))}
		list = append(list, &Relation{At: s.At, Target: target, Value: p})
	}
	return list
}

// partsOf are the numbers that c and rep put together.
func (t *translator) partsOf(call *Call) (parts []Expr) {
	const most = 1000
	switch {
	case call.Fun == "c":
		return call.Args
	case call.Fun == "rep" && len(call.Args) == 2:
		n := 0.0
		switch times := call.Args[1].(type) {
		case *Number:
			n = times.Value
		case *Ref:
			if a := t.given[times.Name]; a != nil && len(a.Values) == 1 && times.Subs == nil {
				n = a.Values[0]
			}
		}
		for range min(int(n), most+1) {
			parts = append(parts, call.Args[0])
		}
	}
	if len(parts) > most {
		return nil
	}
	return parts
}

// allGiven tells whether expressions read data alone: they are computed as such.
func (t *translator) allGiven(list []Expr) bool {
	all := true
	for _, e := range list {
		walk(e, func(e Expr) {
			if r, ok := e.(*Ref); ok && t.given[r.Name] == nil {
				all = false
			}
		})
	}
	return all
}

// rangeOf finds the one range among subscripts, of so many elements, and where it begins; -1 where there is no such range.
func rangeOf(subs []Sub, n int) (at, from int) {
	at = -1
	for d, u := range subs {
		if u.Hi == nil && !u.Empty {
			continue
		}
		lo, one := u.Lo.(*Number)
		hi, two := u.Hi.(*Number)
		if at >= 0 || !one || !two || int(hi.Value-lo.Value)+1 != n {
			return -1, 0
		}
		at, from = d, int(lo.Value)
	}
	return at, from
}

// single tells whether an expression is seen to be one number.
func (t *translator) single(e Expr, depth int) bool {
	const deepest = 8
	switch e := e.(type) {
	case *Number:
		return true
	case *Unary:
		return t.single(e.X, depth)
	case *Binary:
		return e.Op != "%*%" && t.single(e.X, depth) && t.single(e.Y, depth)
	case *Call:
		if reduces(e) {
			return true
		}
		for _, a := range e.Args {
			if !t.single(a, depth) {
				return false
			}
		}
		return ofNumber(e.Fun) != nil || functions.OfBUGS(alias(e.Fun)) != nil
	case *Ref:
		for _, u := range e.Subs {
			if u.Empty || u.Hi != nil {
				return false
			}
		}
		if a := t.given[e.Name]; e.Subs != nil || a != nil {
			return e.Subs != nil || len(a.Dim) == 0
		}
		for _, s := range t.all {
			if s.Target.Name != e.Name {
				continue
			}
			drawn := s.Dist != nil && vectors[alias(s.Dist.Fun)] == 0
			if s.Target.Subs != nil || !drawn && (s.Dist != nil || depth > deepest || !t.single(s.Value, depth+1)) {
				return false
			}
		}
		return true
	}
	return false
}
