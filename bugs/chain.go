package bugs

import (
	"fmt"
	"slices"
	"strings"

	"mpc/lang/functions"
)

// maxChain is how many elements a chain of definitions may have that is written out.
const maxChain = 300

// chains writes arrays out whose elements are computed from each other, p[j] <- p[j - 1] * r[j],
// as variables of their own: our language has running sums and maxima of elements alone. How
// many there are is then part of the translation.
func (t *translator) chains() {
	done := map[string]bool{}
	for _, group := range t.mutual() {
		if !t.isRecursion(group) {
			t.writeOut(group)
		}
		for _, name := range group {
			done[name] = true
		}
	}
	for _, name := range t.selfReading() {
		if !done[name] && t.inDensities()[name] && !t.isReduction(name) && !t.isRecursion([]string{name}) {
			t.writeOut([]string{name})
			done[name] = true
		}
	}
	for _, name := range t.crooked() {
		if !done[name] {
			t.writeOut([]string{name})
		}
	}
}

// crooked lists arrays that definitions compute at subscripts that are no loop index, or one and a number: z[2 * i], z[id[i]].
func (t *translator) crooked() (list []string) {
	for _, s := range t.all {
		name := s.Target.Name
		if s.Dist != nil || t.skipped(s) || t.known[name] || slices.Contains(list, name) || t.keeps(s.Target) {
			continue
		}
		for _, u := range s.Target.Subs {
			if u.Lo != nil && !s.isStraight(u.Lo) && !slices.Contains(list, name) {
				list = append(list, name)
			}
		}
	}
	return list
}

// isStraight tells whether a subscript is a number, or the index of a loop and a number.
func (s *site) isStraight(e Expr) bool {
	used := map[string]bool{}
	walk(e, func(e Expr) { usedLoops(e, s, used) })
	if len(used) == 0 {
		return true
	}
	switch e := e.(type) {
	case *Ref:
		return e.Subs == nil
	case *Binary:
		return (e.Op == "+" || e.Op == "-") && isNumber(e.Y) && s.isStraight(e.X) || e.Op == "+" && isNumber(e.X) && s.isStraight(e.Y)
	}
	return false
}

// mutual lists the groups of arrays whose definitions read each other, as the means and the errors
// of a moving average: m[t] <- a + b * e[t - 1], e[t] <- y[t] - m[t].
func (t *translator) mutual() (groups [][]string) {
	from := map[string]map[string]bool{}
	var names []string
	for _, s := range t.all {
		n := s.Target.Name
		if s.Dist != nil || t.skipped(s) || t.known[n] {
			continue
		}
		if from[n] == nil {
			from[n] = map[string]bool{}
			names = append(names, n)
		}
		walk(s.Value, func(e Expr) {
			if r, ok := e.(*Ref); ok && s.loop(r.Name) == nil {
				from[n][r.Name] = true
			}
		})
	}
	reach := map[string]map[string]bool{}
	for _, n := range names {
		seen := map[string]bool{}
		for list := []string{n}; len(list) > 0; list = list[1:] {
			for m := range from[list[0]] {
				if !seen[m] && from[m] != nil {
					seen[m] = true
					list = append(list, m)
				}
			}
		}
		reach[n] = seen
	}
	done := map[string]bool{}
	for _, n := range names {
		if done[n] || !reach[n][n] {
			continue
		}
		var group []string
		for _, m := range names {
			if reach[n][m] && reach[m][n] {
				group, done[m] = append(group, m), true
			}
		}
		if len(group) > 1 {
			groups = append(groups, group)
		}
	}
	return groups
}

// selfReading lists arrays that definitions compute from elements of themselves, after an element
// of the same iteration has been replaced by what defines it.
func (t *translator) selfReading() (list []string) {
	for _, s := range t.all {
		name := s.Target.Name
		if s.Dist != nil || t.skipped(s) || t.known[name] || s.Target.Subs == nil || slices.Contains(list, name) {
			continue
		}
		s.Value = rewrite(s.Value, func(e Expr) Expr {
			r, ok := e.(*Ref)
			if !ok || r.Name != name {
				return nil
			}
			for _, d := range t.all {
				if d != s && d.Dist == nil && d.Link == "" && d.Target.String() == r.String() && slices.Equal(d.loops, s.loops) && !reads(d.Value, name) {
					return d.Value
				}
			}
			return nil
		})
		if reads(s.Value, name) && !running(s.Value, name) {
			list = append(list, name)
		}
	}
	return list
}

func reads(e Expr, name string) (found bool) {
	walk(e, func(e Expr) {
		if r, ok := e.(*Ref); ok && r.Name == name {
			found = true
		}
	})
	return found
}

// running tells whether an expression adds to an element, or is the larger or smaller of one and
// something else.
func running(e Expr, name string) bool {
	is := func(e Expr) bool {
		r, ok := e.(*Ref)
		return ok && r.Name == name
	}
	switch e := e.(type) {
	case *Binary:
		switch e.Op {
		case "+":
			return (is(e.X) || running(e.X, name)) && !reads(e.Y, name) || (is(e.Y) || running(e.Y, name)) && !reads(e.X, name)
		case "-":
			return (is(e.X) || running(e.X, name)) && !reads(e.Y, name)
		}
	case *Call:
		if r := functions.ReducesBUGS(e.Fun); r != nil && r.OneOf() && len(e.Args) == 2 {
			return is(e.Args[0]) && !reads(e.Args[1], name) || is(e.Args[1]) && !reads(e.Args[0], name)
		}
	}
	return false
}

// writeOut replaces the definitions of arrays by one for each element, and draws of some of their
// elements too. Where their subscripts are not known nothing changes.
func (t *translator) writeOut(names []string) {
	v := *t.values
	quiet := *t.Collector
	v.report = &quiet
	for _, name := range names {
		n := 1
		for _, d := range t.dims[name] {
			n *= d
		}
		if n > maxChain || t.inputs[name] {
			return
		}
	}
	in := func(name string) bool { return slices.Contains(names, name) }
	var made []*site
	good := true
	var rest []*site
	for _, s := range t.all {
		if !in(s.Target.Name) {
			rest = append(rest, s)
			continue
		}
		if t.keeps(s.Target) {
			return
		}
		left := v.loops(s, func() *unknown {
			with := map[string]Expr{}
			for _, l := range s.loops {
				i := v.index[l.Index]
				with[l.Index] = &Number{At: s.At, Value: float64(i), Text: fmt.Sprint(i)}
			}
			scalar := func(r *Ref) *Ref {
				cells := t.cells(&v, r)
				if len(cells) != 1 {
					good = false
					return r
				}
				return &Ref{At: r.At, Name: scalarName(cells[0])}
			}
			element := scalar(s.Target)
			written := func(e Expr) Expr {
				if e == nil {
					return nil
				}
				return rewrite(replaced(e, with), func(e Expr) Expr {
					if c, ok := e.(*Call); ok && len(c.Args) == 1 {
						if r, ok := c.Args[0].(*Ref); ok && in(r.Name) && t.keeps(r) {
							return spread(c, t.cells(&v, r))
						}
					}
					if r, ok := e.(*Ref); ok && in(r.Name) {
						return scalar(r)
					}
					return nil
				})
			}
			of := &Relation{At: s.At, Target: element, Link: s.Link, Value: written(s.Value)}
			if s.Dist != nil {
				t.byKind[s.Target.Name] = nil // what is drawn is reported
				dist := &Call{At: s.Dist.At, Fun: s.Dist.Fun}
				for _, a := range s.Dist.Args {
					dist.Args = append(dist.Args, written(a))
				}
				of.Dist = dist
				if b := s.Bounds; b != nil {
					of.Bounds = &Bounds{At: b.At, Kind: b.Kind, Lo: written(b.Lo), Hi: written(b.Hi)}
				}
			}
			target, _ := replaced(s.Target, with).(*Ref)
			made = append(made, &site{Relation: of}, &site{Relation: &Relation{At: s.At, Target: target, Value: element}})
			return nil
		})
		if left != nil || !good || v.report.HasErrors() {
			return
		}
	}
	t.standFor(in, rest, made)
}

// standFor puts statements of single elements in the place of those of some variables.
func (t *translator) standFor(in func(name string) bool, rest, made []*site) {
	for _, s := range t.all {
		if in(s.Target.Name) {
			t.dropped[s.Relation] = true
		}
	}
	t.all = append(rest, made...)
	for _, s := range made {
		t.prog.Model = append(t.prog.Model, s.Relation)
		if s.Target.Subs == nil {
			t.dims[s.Target.Name] = []int{}
			t.internal[s.Target.Name] = true
		}
	}
}

// spread writes the sum or the product of elements out, nil for other functions.
func spread(c *Call, cells []string) Expr {
	op, f := "", ours[c.Fun]
	if r := functions.ReducesBUGS(c.Fun); r != nil && r.Adds() {
		op = r.Joins
	} else if f != nil {
		op = f.joins
	}
	if op == "" || len(cells) == 0 {
		return nil
	}
	var out Expr
	for _, cell := range cells {
		x := Expr(&Ref{At: c.At, Name: scalarName(cell)})
		if out != nil {
			x = &Binary{At: c.At, Op: op, X: out, Y: x}
		}
		out = x
	}
	out = closed(out)
	if f != nil && f.mean {
		out = &Binary{At: c.At, Op: "/", X: out, Closed: true, Y: &Number{At: c.At, Value: float64(len(cells)), Text: "1"}}
	}
	return out
}

// closed puts an expression into brackets.
func closed(e Expr) Expr {
	if b, ok := e.(*Binary); ok {
		b.Closed = true
	}
	return e
}

// scalarName is the name of an element as a variable of its own: no name of a program has a
// bracket.
func scalarName(cell string) string {
	return strings.NewReplacer("[", ".", ",", ".", "]", "").Replace(cell) + "."
}
