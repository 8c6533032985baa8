package bugs

import (
	"sort"

	"mpc/lang"
)

// settle completes data that have missing elements which statements define, as z[i, f[i]] <- 1
// beside draws of what follows: these elements become data. What is missing then, and neither
// drawn nor read, is filled, as where rows begin late.
func (t *translator) settle() {
	var names []string
	for n, a := range t.given {
		if a.HasMissing() && len(a.Dim) > 0 && drawn(t.all, n) {
			names = append(names, n)
		}
	}
	sort.Strings(names)
	for _, n := range names {
		a := t.given[n]
		c := &Array{Dim: a.Dim, Values: append([]float64{}, a.Values...), Missing: append([]bool{}, a.Missing...)}
		if t.fillDefined(n, c) && !t.HasErrors() {
			t.fillUnread(n, c)
		}
		c.tidy()
		t.values.data[n] = c
	}
}

// quiet is the evaluation, whose errors are nobody's.
func (t *translator) quiet() evaluation {
	v := *t.values
	v.report = &lang.Collector{}
	return v
}

// fillDefined gives an array the elements that definitions compute from data, and drops these
// definitions. It tells whether all definitions are such.
func (t *translator) fillDefined(name string, c *Array) bool {
	var defs []*site
	for _, s := range t.all {
		if s.Dist != nil || s.Target.Name != name || t.dropped[s.Relation] {
			continue
		}
		if !t.isKnown(s.Value, s) {
			return false
		}
		defs = append(defs, s)
	}
	v := t.quiet()
	for _, s := range defs {
		left := v.loops(s, func() *unknown {
			places, _, left := v.places(s.Target, c)
			if left != nil {
				return left
			}
			x, left := v.vector(s.Value)
			if left != nil || len(x) != 1 && len(x) != len(places) {
				return &unknown{s.At, name}
			}
			for i, p := range places {
				if !t.given[name].Missing[p] {
					t.Errorf(s.At, lang.CodeDouble, "%s is given by the data, and defined here", c.element(name, p)).
						WithHint("make it NA in the data, or leave it out of the loop")
					return nil
				}
				c.Values[p], c.Missing[p] = linked(s.Link, x[min(i, len(x)-1)]), false
			}
			return nil
		})
		if left != nil || v.report.HasErrors() {
			return false
		}
	}
	for _, s := range defs {
		t.dropped[s.Relation] = true
	}
	return true
}

// fillUnread gives a value to what is missing, and neither drawn nor read.
func (t *translator) fillUnread(name string, c *Array) {
	v := t.quiet()
	open := append([]bool{}, c.Missing...)
	good := true
	for _, s := range t.all {
		if s.Dist == nil || s.Target.Name != name {
			continue
		}
		left := v.loops(s, func() *unknown {
			places, _, left := v.places(s.Target, c)
			for _, p := range places {
				open[p] = false
			}
			return left
		})
		good = good && left == nil && !v.report.HasErrors()
	}
	if !good {
		return
	}
	rest := &Array{Dim: c.Dim, Missing: open, Values: c.Values}
	if !rest.HasMissing() {
		return
	}
	t.holes(name, rest)
	if t.HasErrors() {
		return
	}
	fill := 1.0
	for p, m := range t.given[name].Missing {
		if !m {
			fill = c.Values[p]
			break
		}
	}
	for p, m := range open {
		if m {
			c.Values[p], c.Missing[p] = fill, false
			t.out.Holes[c.element(name, p)] = true
		}
	}
}
