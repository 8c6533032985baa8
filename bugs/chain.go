package bugs

import (
	"fmt"
	"slices"
	"strings"
)

// maxChain is how many elements a chain of definitions may have that is written out.
const maxChain = 300

// chains writes arrays out whose elements are computed from each other, p[j] <- p[j - 1] * r[j],
// as variables of their own: our language has running sums and maxima of elements alone. How
// many there are is then part of the translation.
func (t *translator) chains() {
	for _, name := range t.selfReading() {
		t.writeOut(name)
	}
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
		if (e.Fun == "max" || e.Fun == "min") && len(e.Args) == 2 {
			return is(e.Args[0]) && !reads(e.Args[1], name) || is(e.Args[1]) && !reads(e.Args[0], name)
		}
	}
	return false
}

// writeOut replaces the definitions of an array by one for each element. Where their subscripts
// are not known nothing changes.
func (t *translator) writeOut(name string) {
	v := *t.values
	quiet := *t.Collector
	v.report = &quiet
	dims := t.dims[name]
	n := 1
	for _, d := range dims {
		n *= d
	}
	if n > maxChain {
		return
	}
	var made []*site
	good := true
	var rest []*site
	for _, s := range t.all {
		if s.Target.Name != name {
			rest = append(rest, s)
			continue
		}
		if s.Dist != nil || t.keeps(s.Target) {
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
			value := rewrite(replaced(s.Value, with), func(e Expr) Expr {
				if r, ok := e.(*Ref); ok && r.Name == name {
					return scalar(r)
				}
				return nil
			})
			target, _ := replaced(s.Target, with).(*Ref)
			made = append(made, &site{Relation: &Relation{At: s.At, Target: element, Link: s.Link, Value: value}},
				&site{Relation: &Relation{At: s.At, Target: target, Value: element}})
			return nil
		})
		if left != nil || !good || v.report.HasErrors() {
			return
		}
	}
	for _, s := range t.all {
		if s.Target.Name == name {
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

// scalarName is the name of an element as a variable of its own: no name of a program has a
// bracket.
func scalarName(cell string) string {
	return strings.NewReplacer("[", ".", ",", ".", "]", "").Replace(cell) + "."
}
