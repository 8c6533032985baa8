package bugs

import (
	"fmt"
	"slices"
	"strings"

	"mpc/lang"
)

// foreign are the functions of data that our language has not.
var foreign = map[string]bool{"sd": true, "var": true, "trunc": true, "round": true, "loggam": true, "logfact": true, "phi": true, "probit": true,
	"prod": true, "logdet": true, "sort": true, "sin": true, "cos": true, "tan": true, "arcsin": true, "arccos": true, "arctan": true, "length": true,
	"min.bound": true, "dim": true, "max.bound": true, "rep": true}

// hoist makes definitions of calls that are computed from data, where our language has no such
// function.
func (t *translator) hoist() {
	n := 0
	for _, s := range append([]*site{}, t.all...) {
		if s.Dist == nil && t.known[s.Target.Name] {
			continue
		}
		made := func(c Expr, at lang.Pos, fun, name string) Expr {
			used := map[string]bool{}
			walk(c, func(e Expr) {
				if r, ok := e.(*Ref); ok {
					used[r.Name] = true
				}
			})
			for t.given[name] != nil || t.known[name] || drawn(t.all, name) {
				n++
				name = fmt.Sprintf("%s.%d", fun, n)
			}
			x := &Ref{At: at, Name: name}
			var loops []*For
			for _, l := range s.loops {
				if used[l.Index] {
					loops = append(loops, l)
					x.Subs = append(x.Subs, Sub{At: at, Lo: &Ref{At: at, Name: l.Index}})
				}
			}
			for _, l := range loops {
				walk(l.Range.Lo, func(e Expr) { usedLoops(e, s, used) })
				walk(l.Range.Hi, func(e Expr) { usedLoops(e, s, used) })
			}
			t.all = append(t.all, &site{&Relation{At: at, Target: x, Value: c}, loops, true})
			t.known[name] = true
			return x
		}
		change := func(e Expr) Expr {
			switch c := e.(type) {
			case *Call:
				if c.Fun == "c" && !s.passes(c) && t.isKnown(e, s) && len(t.loopsIn(c, s)) == 0 {
					n++
					x := made(c, c.At, "c", fmt.Sprintf("c.%d", n)).(*Ref)
					return &Ref{At: c.At, Name: x.Name, Subs: []Sub{{At: c.At, Empty: true}}}
				}
				if !foreign[alias(c.Fun)] && !ofList(c) || !t.isKnown(e, s) {
					return nil
				}
				name := c.Fun
				if len(c.Args) == 1 {
					if r, ok := c.Args[0].(*Ref); ok && !strings.Contains(r.Name, " ") { // of a loop that the program does not have
						name += "." + r.Name
					}
				}
				return made(c, c.At, c.Fun, name)
			case *Ref:
				for d, u := range c.Subs {
					if u.Hi == nil && u.Lo != nil && callsForeign(u.Lo) && t.isKnown(u.Lo, s) {
						c.Subs[d].Lo = made(u.Lo, u.At, "place", "place."+c.Name)
					}
				}
			}
			return nil
		}
		s.rewrite(change)
		for _, l := range s.loops {
			l.Range.Lo, l.Range.Hi = rewrite(l.Range.Lo, change), rewrite(l.Range.Hi, change)
		}
	}
}

// ofList tells whether a function makes a number of a list c(...).
func ofList(c *Call) bool {
	return reduces(c) && slices.ContainsFunc(c.Args, func(e Expr) (found bool) {
		walk(e, func(e Expr) {
			l, ok := e.(*Call)
			found = found || ok && l.Fun == "c"
		})
		return found
	})
}

// passes tells whether a list c(...) is a parameter as it stands, or all that is on the right.
func (s *Relation) passes(c *Call) bool {
	return s.Value == Expr(c) || s.Dist != nil && slices.Contains(s.Dist.Args, Expr(c))
}

// loopsIn are the loops around a statement whose indices an expression reads.
func (t *translator) loopsIn(e Expr, s *site) map[string]bool {
	used := map[string]bool{}
	walk(e, func(e Expr) { usedLoops(e, s, used) })
	return used
}

// callsForeign tells whether an expression calls a function that our language has of data alone.
func callsForeign(e Expr) (found bool) {
	walk(e, func(e Expr) {
		if c, ok := e.(*Call); ok && foreign[alias(c.Fun)] {
			found = true
		}
	})
	return found
}

func usedLoops(e Expr, s *site, used map[string]bool) {
	if r, ok := e.(*Ref); ok && s.loop(r.Name) != nil {
		used[r.Name] = true
	}
}
