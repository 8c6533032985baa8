package bugs

import (
	"slices"

	"mpc/lang/functions"
)

// isRecursion tells whether arrays that are computed from each other stay loops: each element from those before it in a loop that is
// the same for all of them, in any way, as n[t] <- n[t - 1] * exp(r - n[t - 1]). Gibbs sampling computes them pass by pass. What
// comes before the loop is given by single definitions or draws.
func (t *translator) isRecursion(group []string) bool {
	in := func(name string) bool { return slices.Contains(group, name) }
	var at *steps
	for _, s := range t.all {
		if !in(s.Target.Name) || t.skipped(s) || t.inputs[s.Target.Name] {
			if in(s.Target.Name) {
				return false
			}
			continue
		}
		if !readsAny(s.Value, group) {
			continue
		}
		a := stepsOf(s, in)
		if s.Dist != nil || a == nil || at != nil && *a != *at {
			return false
		}
		at = a
	}
	if at == nil {
		return false
	}
	for _, s := range t.all {
		if in(s.Target.Name) && (s.Dist != nil || !readsAny(s.Value, group)) && !at.before(s) {
			return false
		}
	}
	return t.allReal(group)
}

func readsAny(e Expr, group []string) bool {
	return e != nil && slices.ContainsFunc(group, func(name string) bool { return reads(e, name) })
}

// steps are the elements that the passes of a loop define: the first one, and the end of the loop with what is added to its index.
type steps struct {
	dim, first, added int
	end               string
}

// stepsOf are those of a definition that reads no element but of its own pass, of those before, and from before the loop; nil of others.
func stepsOf(s *site, in func(string) bool) *steps {
	if len(s.loops) != 1 {
		return nil
	}
	l := s.loops[0]
	lo, ok := l.Range.Lo.(*Number)
	if !ok || l.Range.Hi == nil {
		return nil
	}
	var a *steps
	for d, u := range s.Target.Subs {
		if u.Lo == nil || u.Hi != nil {
			return nil
		}
		if _, constant := u.Lo.(*Number); constant {
			continue
		}
		i, own, ok := offset(u.Lo)
		if !ok || i != l.Index || a != nil {
			return nil
		}
		a = &steps{dim: d, first: int(lo.Value) + own, added: own, end: l.Range.Hi.String()}
	}
	good := a != nil && a.first >= 2
	walk(s.Value, func(e Expr) {
		r, ok := e.(*Ref)
		if !ok || !in(r.Name) || !good {
			return
		}
		if len(r.Subs) != len(s.Target.Subs) {
			good = false
			return
		}
		for d, u := range r.Subs {
			if u.Lo == nil || u.Hi != nil {
				good = false
				return
			}
			n, constant := u.Lo.(*Number)
			i, k, ok := offset(u.Lo)
			switch {
			case d != a.dim:
				good = good && constant
			case constant:
				good = good && int(n.Value) < a.first
			default:
				good = good && ok && i == l.Index && k <= a.added && int(lo.Value)+k >= 1
			}
		}
	})
	if !good {
		return nil
	}
	return a
}

// before tells whether a statement defines a single element that comes before those of the loop.
func (a *steps) before(s *site) bool {
	if len(s.loops) > 0 || len(s.Target.Subs) <= a.dim {
		return false
	}
	for d, u := range s.Target.Subs {
		n, ok := u.Lo.(*Number)
		if !ok || u.Hi != nil || d == a.dim && int(n.Value) >= a.first {
			return false
		}
	}
	return true
}

// allReal tells whether all of some names are real numbers: a definition has a fraction in it, or a draw of a real number.
func (t *translator) allReal(names []string) bool {
	real := map[string]bool{}
	for _, s := range t.all {
		if s.Dist != nil && t.drawnAs(s.Dist.Fun) == "real" {
			real[s.Target.Name] = true
		}
	}
	for grown := true; grown; {
		grown = false
		for _, s := range t.all {
			if n := s.Target.Name; s.Dist == nil && !real[n] && (s.Link != "" || fractional(s.Value, real)) {
				real[n], grown = true, true
			}
		}
	}
	return !slices.ContainsFunc(names, func(n string) bool { return !real[n] })
}

// fractional tells whether an expression is a real number, given which names are.
func fractional(e Expr, real map[string]bool) bool {
	switch e := e.(type) {
	case *Number:
		return e.Value != float64(int(e.Value))
	case *Ref:
		return real[e.Name]
	case *Binary:
		return e.Op == "/" || fractional(e.X, real) || fractional(e.Y, real)
	case *Call:
		f := functions.OfBUGS(e.Fun)
		return f != nil && (f.Result == functions.Number || f.Result == functions.Alike && slices.ContainsFunc(e.Args, func(a Expr) bool { return fractional(a, real) }))
	}
	return false
}
