package bugs

import (
	"math"

	"mpc/lang"
)

// A variable of BUGS may be drawn as a real number in some elements and as a whole number in others, N[1] ~
// dnorm(50, 0.01) T(0, ) beside N[t] ~ dpois(lambda * N[t - 1]), or as a whole number beside elements that are computed from what is
// drawn. Each kind is drawn in an array of its own then, and the variable is computed from these.

// countOf are the kinds of whole numbers that distributions draw: "whole", and "category" of what counts from 1.
var countOf = map[string]string{"dbern": "whole", "dbin": "whole", "dpois": "whole", "dinterval": "whole", "dcat": "category", "dgeom": "category", "dmulti": "whole"}

// drawnAs is what kind of number a distribution draws.
func (t *translator) drawnAs(fun string) string {
	fun = alias(fun)
	if k := countOf[fun]; k != "" {
		return k
	}
	if r := t.rowOf(fun); r != nil && r.of.Whole {
		return "whole"
	}
	return "real"
}

// findParts finds the variables that are drawn as numbers of several kinds.
func (t *translator) findParts() {
	t.byKind = map[string][]string{}
	kinds, open := map[string]map[string]bool{}, map[string]bool{}
	for _, s := range t.all {
		n := s.Target.Name
		if s.Dist == nil {
			continue
		}
		if kinds[n] == nil {
			kinds[n] = map[string]bool{}
		}
		kinds[n][t.drawnAs(s.Dist.Fun)] = true
		open[n] = open[n] || t.keeps(s.Target) || s.data || t.given[n] != nil
	}
	for _, s := range t.all {
		t.wholeTrials(s, kinds)
	}
	known := computable(t.all, t.given)
	for _, s := range t.all { // counts some of which are computed from others that are drawn
		n := s.Target.Name
		if k := kinds[n]; s.Dist == nil && k != nil && !k["real"] && !t.readsKnownAlone(s, known) {
			k["computed"] = true
			open[n] = open[n] || t.keeps(s.Target) || s.data || s.Target.Subs == nil
		}
	}
	for n, k := range kinds {
		if len(k) > 1 && !open[n] {
			t.byKind[n] = nil
		}
	}
}

// wholeTrials reports trials that are drawn as a real number, or computed from one.
func (t *translator) wholeTrials(s *site, kinds map[string]map[string]bool) {
	if s.Dist == nil || len(s.Dist.Args) != 2 || alias(s.Dist.Fun) != "dbin" && alias(s.Dist.Fun) != "dmulti" {
		return
	}
	trials := s.Dist.Args[1]
	real := t.realSource(trials, kinds, map[string]bool{})
	var d *lang.Diagnostic
	switch r, ok := trials.(*Ref); {
	case real == nil:
		return
	case ok && real == r:
		d = t.Errorf(r.At, lang.CodeDataType, "%s, which is drawn as a real number, is the number of trials of %s, a whole number", r, s.Dist.Fun)
	default:
		d = t.Errorf(trials.Pos(), lang.CodeDataType, "%s, which is computed from %s, drawn as a real number, is the number of trials of %s, a whole number", trials, real, s.Dist.Fun)
	}
	if n := s.Dist.Args[0]; t.isWhole(n, s) {
		d.WithHint("the probability comes first here, and R has it last: dbin(%s, %s)", trials, n)
		return
	}
	d.WithHint("draw it by a distribution of whole numbers, or take k <- round(%s) for the trials, of a normal that has T(0, )", real)
}

// isWhole tells whether an expression is a whole number above 1 of the data, or a definition of one.
func (t *translator) isWhole(e Expr, s *site) bool {
	r, ok := e.(*Ref)
	if !ok || s.loop(r.Name) != nil {
		n, is := e.(*Number)
		return is && n.Value > 1
	}
	if a := t.given[r.Name]; a != nil {
		return a.Whole && !a.HasMissing() && a.above(1)
	}
	d := t.onlyDefinition(r.Name)
	return d != nil && d.Dist == nil && d.Link == "" && isNumber(d.Value) && d.Value.(*Number).Value > 1
}

// realSource is what an expression takes from a draw of real numbers, through what is computed, up to calls: round(x) is whole.
func (t *translator) realSource(e Expr, kinds map[string]map[string]bool, seen map[string]bool) *Ref {
	switch e := e.(type) {
	case *Ref:
		if kinds[e.Name]["real"] {
			return e
		}
		if seen[e.Name] {
			return nil
		}
		seen[e.Name] = true
		for _, s := range t.all {
			if s.Target.Name == e.Name && s.Dist == nil && s.Link == "" && t.given[e.Name] == nil {
				if r := t.realSource(s.Value, kinds, seen); r != nil {
					return r
				}
			}
		}
	case *Binary:
		if e.Op == "+" || e.Op == "-" || e.Op == "*" {
			if r := t.realSource(e.X, kinds, seen); r != nil {
				return r
			}
			return t.realSource(e.Y, kinds, seen)
		}
	}
	return nil
}

// readsKnownAlone tells whether a definition reads what follows from data alone.
func (t *translator) readsKnownAlone(s *site, known map[string]bool) bool {
	alone := true
	s.each(func(e Expr) {
		if r, ok := e.(*Ref); ok && s.loop(r.Name) == nil && t.given[r.Name] == nil && !known[r.Name] {
			alone = false
		}
	})
	return alone
}

// part writes a draw of a variable that is drawn in parts; nil of others.
func (t *translator) partOf(s *Relation) []Stmt {
	if _, is := t.byKind[s.Target.Name]; !is {
		return nil
	}
	of := &Ref{At: s.Target.At, Name: t.beside(s.Target.Name, t.drawnAs(s.Dist.Fun)), Subs: s.Target.Subs}
	t.byKind[s.Target.Name] = append(t.byKind[s.Target.Name], of.Name)
	return []Stmt{drawing(s, of, s.Dist, s.Bounds), &Relation{At: s.At, Target: s.Target, Value: of}}
}

// partStarts gives the starts of a variable that is drawn in parts to these.
func (t *translator) partStarts(inits Data) Data {
	all := Data{}
	for n, a := range inits {
		parts, is := t.byKind[n]
		if !is {
			all[n] = a
		}
		for p, x := range a.Values { // of what is written out element by element
			if name := scalarName(t.elementAt(n, a, p)); is && drawn(t.all, name) && (a.Missing == nil || !a.Missing[p]) {
				all[name] = &Array{Values: []float64{x}, Whole: a.Whole, File: a.File, At: a.At}
			}
		}
		for _, p := range parts {
			if b := corner(a, t.dims[p]); b != nil {
				all[p] = b
			}
		}
	}
	for of, helper := range t.nearest {
		if a := inits[of]; a != nil {
			b := &Array{Dim: a.Dim, Missing: a.Missing, Whole: true}
			for _, x := range a.Values {
				b.Values = append(b.Values, math.Floor(x+0.5))
			}
			all[helper] = b
		}
	}
	return all
}

// corner is the part of an array that has given sizes, from its first element on; nil where it has no such.
func corner(a *Array, dim []int) *Array {
	if len(dim) != len(a.Dim) {
		return nil
	}
	b := newArray(append([]int{}, dim...))
	for p := range b.Values {
		from, step, q := 0, 1, p
		for d := len(dim) - 1; d >= 0; d-- {
			if dim[d] > a.Dim[d] {
				return nil
			}
			from += q % dim[d] * step
			q, step = q/dim[d], step*a.Dim[d]
		}
		b.Values[p], b.Missing[p] = a.Values[from], a.Missing != nil && a.Missing[from]
	}
	b.tidy()
	return b
}

// findRounded finds the numbers that are drawn only to be rounded, n1 ~ dnorm(m, t) T(0, ) beside N[1] <- round(n1): by the
// names of what is drawn.
func (t *translator) findRounded() {
	t.nearest = map[string]string{}
	read := map[string]int{}
	for _, s := range t.all {
		s.each(func(e Expr) {
			if r, ok := e.(*Ref); ok {
				read[r.Name]++
			}
		})
	}
	for _, s := range t.all {
		c, ok := s.Value.(*Call)
		if !ok || s.Dist != nil || s.Link != "" || c.Fun != "round" || len(c.Args) != 1 {
			continue
		}
		x, ok := c.Args[0].(*Ref)
		if !ok || read[x.Name] != 1 || t.given[x.Name] != nil {
			continue
		}
		o, _ := t.drawnBy(x)
		if o == nil || t.onlyDefinition(x.Name) != o || alias(o.Dist.Fun) != "dnorm" || len(o.Dist.Args) != 2 {
			continue
		}
		if b := o.Bounds; b == nil || b.Lo == nil || b.Hi != nil || !isNumber(b.Lo) {
			continue
		}
		t.nearest[x.Name] = t.beside(x.Name, "rounded")
	}
}

// roundedNormal writes a draw of what is only rounded: the whole number is drawn, and the number itself given that, on which
// nothing else depends. A chain that drew the number first could never leave a whole number.
func (t *translator) roundedNormal(s *Relation) []Stmt {
	helper := t.nearest[s.Target.Name]
	if helper == "" {
		return nil
	}
	at := s.At
	k := &Ref{At: at, Name: helper, Subs: s.Target.Subs}
	half := &Number{At: at, Value: 0.5, Text: "0.5"}
	near := func(op string) Expr { return &Binary{At: at, Op: op, X: k, Y: half, Closed: true} }
	lo := &Call{At: at, Fun: "max", Args: []Expr{near("-"), s.Bounds.Lo}}
	return []Stmt{
		drawing(s, k, &Call{At: s.Dist.At, Fun: "drounded.norm", Args: append(append([]Expr{}, s.Dist.Args...), s.Bounds.Lo)}, nil),
		drawing(s, s.Target, s.Dist, &Bounds{At: s.Bounds.At, Kind: "T", Lo: lo, Hi: near("+")}),
	}
}

// roundedOf is the whole number that stands for round(x) of such a number; nil of others.
func (t *translator) roundedOf(s *Relation) Expr {
	c, ok := s.Value.(*Call)
	if !ok || c.Fun != "round" || len(c.Args) != 1 {
		return nil
	}
	x, ok := c.Args[0].(*Ref)
	if !ok || t.nearest[x.Name] == "" {
		return nil
	}
	return &Ref{At: x.At, Name: t.nearest[x.Name], Subs: x.Subs}
}
