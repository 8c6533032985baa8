package bugs

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"mpc/lang"
)

// uneven tells whether the rows of an array differ in length, as where a bound or a subscript of one
// dimension is of another.
func (t *translator) uneven(name string) bool {
	for _, s := range t.all {
		if s.Target.Name != name || len(s.Target.Subs) < 2 {
			continue
		}
		reads := func(e Expr, own string) (found bool) {
			walk(e, func(e Expr) {
				if r, ok := e.(*Ref); ok && (s.loop(r.Name) != nil && r.Name != own) {
					found = true
				}
			})
			return found
		}
		for _, u := range s.Target.Subs {
			own := ""
			if r, ok := u.Lo.(*Ref); ok && r.Subs == nil {
				own = r.Name
			}
			if l := s.loop(own); l != nil && reads(l.Range.Hi, "") {
				return true
			}
			if own == "" && u.Lo != nil && !isNumber(u.Lo) {
				for _, l := range s.loops {
					if r, ok := u.Lo.(*Ref); ok && r.Subs != nil && reads(r, "") && l != nil {
						return true
					}
				}
			}
		}
	}
	return false
}

// starts writes where chains start: all at the same values, or each at others.
func (t *translator) starts(f *lang.File, chains []Data) {
	if len(chains) < 2 {
		all := Data{}
		if len(chains) == 1 {
			all = chains[0]
		}
		t.inits(f, t.flatStarts(t.partStarts(all)), 0)
		return
	}
	f.Starts = len(chains)
	for k, of := range chains {
		t.inits(f, t.flatStarts(t.partStarts(of)), k+1)
	}
	if len(f.Init) == 0 {
		f.Starts = 0
	}
}

// inits writes where a chain starts, or all. Starts of names that nothing draws, or that the data give,
// are left out.
func (t *translator) inits(f *lang.File, inits Data, chain int) {
	var names []string
	for n := range inits {
		names = append(names, n)
	}
	sort.Strings(names)
	draws := sampled(f.Program, map[string]bool{})
	for _, n := range names {
		a, start := inits[n], t.name(n)
		var s *site
		for _, o := range t.all {
			if o.Dist != nil && o.Target.Name == n {
				s = o
			}
		}
		if len(a.Missing) > 0 && !slices.Contains(a.Missing, false) {
			continue // NA alone starts nothing
		}
		if of := t.ofMissing(n, a); s != nil && of != nil && draws[start] {
			a = of
		} else if s == nil || t.given[n] != nil {
			t.unknownStart(a, n, chain)
			continue
		}
		switch {
		case t.given[n] == nil && t.inputs[n] || t.known[n] || t.dropped[s.Relation]:
			continue // of missing entries, and of what follows from others
		case len(a.Dim) != len(t.dims[n]):
			d := t.started.Errorf(s.Target.At, lang.CodeDataShape, "the start of %s has %s, and the program has %s of it", n, dimensions(len(a.Dim)), dimensions(len(t.dims[n])))
			place(d, a)
			continue
		}
		if t.noNumber(a, s, n) || t.startsOutside(a, n) || a.HasMissing() && t.core[n] > 0 {
			continue
		}
		if !draws[start] {
			log := t.ours["helper log "+start]
			if alias(s.Dist.Fun) != "dlnorm" || !draws[log] || !a.above(0) {
				t.Warnf(s.Target.At, lang.CodeUnused, "the start of %s is left out: it is computed here from what is drawn in its place", n)
				continue
			}
			a, start = a.log(), log
		}
		if t.uneven(n) {
			t.Warnf(s.Target.At, lang.CodeUnused, "the starts of %s are left out, as its rows differ in length: it starts at draws from its prior", n)
			continue
		}
		f.Init = append(f.Init, &lang.Init{Name: lang.Name{At: s.Target.At, Name: start}, Value: t.startList(a, n, s.Target.At), Chain: chain})
	}
}

// startList is where the elements of a name start, in our language, as lists in lists. One that has no start begins at the last one given.
func (t *translator) startList(a *Array, n string, at lang.Pos) lang.Expr {
	fill := 0.0
	for i, v := range a.Values {
		if a.Missing == nil || !a.Missing[i] {
			fill = v
		}
	}
	k := 0
	var value func(d int) lang.Expr
	value = func(d int) lang.Expr {
		if d == len(a.Dim) {
			x := a.Values[k]
			if a.Missing != nil && a.Missing[k] {
				x = fill
			}
			k++
			if t.shift[n] {
				x--
			}
			if t.kinds[n] == truthKind {
				return &lang.Bool{At: at, Value: x != 0}
			}
			y := lang.Expr(&lang.Number{At: at, Value: math.Abs(x), Int: x == math.Trunc(x) && math.Abs(x) < 1e15})
			if x < 0 {
				y = &lang.Unary{At: at, Op: "-", X: y}
			}
			return y
		}
		list := &lang.List{At: at}
		for range a.Dim[d] {
			list.Elems = append(list.Elems, value(d+1))
		}
		return list
	}
	return value(0)
}

// ofMissing is where chains start with an array that the data give in part: at what is said of its missing entries, beside the data of
// the others. It is nil where nothing is, or where vectors are drawn whole.
func (t *translator) ofMissing(name string, a *Array) *Array {
	g := t.given[name]
	if g == nil || !g.HasMissing() || t.core[name] > 0 || !slices.Equal(g.Dim, a.Dim) {
		return nil
	}
	lacks := func(x *Array, i int) bool { return x.Missing != nil && x.Missing[i] }
	found, last := false, 0.0
	b := newArray(slices.Clone(a.Dim))
	b.File, b.At = a.File, a.At
	for i, x := range g.Values {
		b.Values[i], b.Missing[i] = x, false
		if lacks(g, i) && !lacks(a, i) {
			b.Values[i], found, last = a.Values[i], true, a.Values[i]
		}
	}
	if !found {
		return nil
	}
	for i := range b.Values {
		if lacks(g, i) && lacks(a, i) {
			b.Values[i] = last
		}
	}
	return b
}

// flatStarts begins chains of dflat() with bounds near these, where the caller says nothing: a draw from between them, or from all
// of the line, is far from where any data are.
func (t *translator) flatStarts(inits Data) Data {
	all := Data{}
	for n, a := range inits {
		all[n] = a
	}
	v := t.quiet()
	for _, s := range t.all {
		n := s.Target.Name
		if s.Dist == nil || alias(s.Dist.Fun) != "dflat" || s.Bounds == nil || all[n] != nil || t.inputs[n] || t.uneven(n) {
			continue
		}
		start := 0.0
		if b := s.Bounds; b != nil {
			lo, hi := math.Inf(-1), math.Inf(1)
			for _, x := range []struct {
				e  Expr
				to *float64
			}{{b.Lo, &lo}, {b.Hi, &hi}} {
				if x.e != nil && t.isKnown(x.e, s) {
					if y, left := v.number(x.e); left == nil {
						*x.to = y
					}
				}
			}
			switch {
			case !math.IsInf(lo, -1) && !math.IsInf(hi, 1):
				start = (lo + hi) / 2
			case !math.IsInf(lo, -1):
				start = lo + 1
			case !math.IsInf(hi, 1):
				start = hi - 1
			}
		}
		size := 1
		for _, d := range t.dims[n] {
			size *= d
		}
		if size > maxChain {
			continue
		}
		a := &Array{Dim: t.dims[n], Values: make([]float64, size)}
		for i := range a.Values {
			a.Values[i] = start
		}
		all[n] = a
	}
	return all
}

// unknownStart warns of a start of what the program does not draw, or the data give, once for all chains.
func (t *translator) unknownStart(a *Array, name string, chain int) {
	if chain > 1 {
		return
	}
	at := lang.Pos{Line: 1, Col: 1}
	if g := t.given[name]; g != nil && g.HasMissing() && drawn(t.all, name) {
		place(t.Warnf(at, lang.CodeUnused, "the starts of %s are left out: the data give %s, and what is missing of it starts at draws", name, name), a)
		return
	} else if g != nil {
		place(t.Warnf(at, lang.CodeUnused, "the start of %s is left out: the data give %s", name, name), a)
		return
	}
	d := t.Warnf(at, lang.CodeUnused, "the start of %s is left out: the program draws no %s", name, name)
	place(d, a)
	var names []string
	for _, o := range t.all {
		if o.Dist != nil {
			names = append(names, o.Target.Name)
		}
	}
	if near := lang.Nearest(name, names); near != "" {
		d.WithHint("did you mean %s?", near)
	}
}

// place moves what is said of a start into the file that gives it.
func place(d *lang.Diagnostic, a *Array) {
	if a.File != "" {
		d.File, d.Pos = a.File, a.At
	}
}

// noNumber tells whether what is given as a start of whole numbers or truths is none, which is an error.
func (t *translator) noNumber(a *Array, s *site, name string) bool {
	most := 0
	if alias(s.Dist.Fun) == "dcat" && len(s.Dist.Args) == 1 {
		if p, is := s.Dist.Args[0].(*Ref); is && len(t.dims[p.Name]) > 0 {
			most = t.dims[p.Name][len(t.dims[p.Name])-1]
		}
	}
	for i, x := range a.Values {
		text := ""
		switch kind := t.kinds[name]; {
		case a.Missing != nil && a.Missing[i]:
		case (kind == truthKind || t.shift[name]) && x != math.Trunc(x):
			text = "a whole number"
		case kind == truthKind && x != 0 && x != 1:
			text = "0 or 1"
		case t.shift[name] && x < 1:
			text = "a whole number from 1 on"
		case t.shift[name] && most > 0 && x > float64(most):
			text = fmt.Sprintf("a whole number from 1 to %d", most)
		}
		if text != "" {
			d := t.started.Errorf(s.Target.At, lang.CodeArguments, "%s starts at %v, and %s draws %s", t.elementAt(name, a, i), x, s.Dist.Fun, text)
			place(d, a)
			return true
		}
	}
	return false
}

// startsOutside tells whether a start is none that its distribution draws, as far as data say it, which is an error.
func (t *translator) startsOutside(a *Array, name string) (found bool) {
	v := t.quiet()
	looked := 0
	for _, s := range t.all {
		if s.Dist == nil || s.Target.Name != name || found {
			continue
		}
		v.loops(s, func() *unknown {
			places, dim, left := v.places(s.Target, a)
			v.report = &lang.Collector{}
			if looked++; looked > maxLooked || found || left != nil {
				return nil
			}
			if vectors[alias(s.Dist.Fun)] > 0 {
				found = t.reportVector(s, a, places, dim, &v)
				return nil
			}
			if len(places) != 1 || a.Missing != nil && a.Missing[places[0]] {
				return nil
			}
			x := a.Values[places[0]]
			lo, hi, from := t.support(s, &v)
			text := says(lo, hi, from)
			if b := s.Bounds; b != nil {
				lo, hi = max(lo, t.knownBound(b.Lo, s, &v, lo)), min(hi, t.knownBound(b.Hi, s, &v, hi))
				text = fmt.Sprintf("numbers from %s to %s", inShort(lo), inShort(hi))
			}
			if x < lo || x > hi || x == 0 && lo == 0 && from == "above 0" {
				found = true
				place(t.started.Errorf(s.Target.At, lang.CodeArguments, "%s starts at %v, and %s draws %s", t.elementAt(name, a, places[0]), x, s.Dist, text), a)
			}
			return nil
		})
	}
	return found
}

// knownBound is a bound that data give, or else another.
func (t *translator) knownBound(e Expr, s *site, v *evaluation, none float64) float64 {
	if e == nil || !t.isKnown(e, s) {
		return none
	}
	x, left := v.number(e)
	if left != nil {
		v.report = &lang.Collector{}
		return none
	}
	return x
}

// sampled collects the names that statements of our language draw.
func sampled(list []lang.Stmt, names map[string]bool) map[string]bool {
	for _, s := range list {
		switch s := s.(type) {
		case *lang.Sample:
			x := s.Target
			if i, ok := x.(*lang.Index); ok {
				x = i.X
			}
			if n, ok := x.(*lang.Name); ok {
				names[n.Name] = true
			}
		case *lang.If:
			sampled(s.Then, names)
			sampled(s.Else, names)
		case *lang.For:
			sampled(s.Body, names)
		}
	}
	return names
}

// above tells whether all values that are there are above a number.
func (a *Array) above(x float64) bool {
	for i, y := range a.Values {
		if !(y > x) && (a.Missing == nil || !a.Missing[i]) {
			return false
		}
	}
	return true
}

// log is the array of the logs.
func (a *Array) log() *Array {
	b := &Array{Dim: a.Dim, Values: make([]float64, len(a.Values)), Missing: a.Missing}
	for i, x := range a.Values {
		b.Values[i] = math.Log(x)
	}
	return b
}
