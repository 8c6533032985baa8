package bugs

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"mpc/lang"
)

// interval writes c ~ dinterval(t, l): how many of the cut points l are below t. Where c is
// known it says between which of them t lies, which is what censoring is.
func (t *translator) interval(s *Relation) []lang.Stmt {
	at := s.Dist.At
	a := t.values.data[s.Target.Name]
	if !t.isInput(s) || a == nil || a.HasMissing() {
		t.Errorf(s.At, lang.CodeUnsupported, "%s, an interval that the data do not give, is not supported by this version", s.Target).
			WithHint("say between which cut points the value lies, by the data or as %s <- ...", s.Target)
		return nil
	}
	t.kinds[s.Target.Name] = intKind
	cuts, ok := s.Dist.Args[1].(*Ref)
	x := func() lang.Expr { return t.value(s.Dist.Args[0]) }
	above := func(cut Expr) *lang.Observe {
		return &lang.Observe{At: s.At, Value: binary(at, ">", x(), t.value(cut))}
	}
	below := func(cut Expr) *lang.Observe {
		return &lang.Observe{At: s.At, Value: binary(at, "<=", x(), t.value(cut))}
	}
	if !ok || len(t.slices(cuts)) == 0 {
		c := s.Dist.Args[1]
		t.classes(s, a, 1)
		return t.whereSeen(s, []lang.Stmt{&lang.If{At: s.At, Cond: binary(at, ">", t.element(s.Target), whole(at, 0)), Then: []lang.Stmt{above(c)}, Else: []lang.Stmt{below(c)}}})
	}
	d := slices.IndexFunc(cuts.Subs, func(u Sub) bool { return u.Empty || u.Hi != nil })
	n, first := 0, 1
	switch {
	case cuts.Subs == nil || d >= 0 && cuts.Subs[d].Empty:
		if n = t.rows(cuts); n == 0 {
			t.Errorf(cuts.At, lang.CodeUnsupported, "the cut points %s, whose number is not known here, are not supported by this version", cuts).
				WithHint("write how many there are, %s[1:3]", cuts.Name)
			return nil
		}
	default:
		lo, one := cuts.Subs[d].Lo.(*Number)
		hi, two := cuts.Subs[d].Hi.(*Number)
		if !one || !two {
			t.Errorf(cuts.At, lang.CodeUnsupported, "the cut points %s, whose number is not written here, are not supported by this version", cuts).
				WithHint("write all of a row, %s[]", cuts.Name)
			return nil
		}
		n, first = int(hi.Value-lo.Value)+1, int(lo.Value)
	}
	cut := func(k int) Expr {
		y := *cuts
		y.Subs = append([]Sub{}, cuts.Subs...)
		if len(y.Subs) == 0 {
			y.Subs = []Sub{{At: at}}
		}
		y.Subs[max(d, 0)] = Sub{At: at, Lo: &Number{At: at, Value: float64(first + k), Text: "1"}}
		return &y
	}
	t.classes(s, a, n)
	var list []lang.Stmt
	for k := range n {
		list = append(list, &lang.If{At: s.At, Cond: binary(at, ">", t.element(s.Target), whole(at, k)), Then: []lang.Stmt{above(cut(k))}, Else: []lang.Stmt{below(cut(k))}})
	}
	return t.whereSeen(s, list)
}

// seenOf is what the data that give an interval in part are called here; unseen is what they have where it is missing.
const (
	seenOf = "seen of "
	unseen = -1
)

// intervalInPart writes c ~ dinterval(t, l) where the data give some of c: these say between which cut points t lies, and c is computed
// from t in all its elements, which gives those again that the data have. It is nil of others.
func (t *translator) intervalInPart(s *Relation) []Stmt {
	name := s.Target.Name
	if s.Dist.Fun != "dinterval" || t.defines(name) || s.Bounds != nil {
		return nil
	}
	seen := t.beside(name, strings.TrimSuffix(seenOf, " of "))
	if a := t.given[name]; a != nil && a.HasMissing() && len(a.Dim) > 0 {
		c := *a
		c.Values, c.Missing = slices.Clone(a.Values), nil
		for i, m := range a.Missing {
			if m {
				c.Values[i] = unseen
			}
		}
		data := maps.Clone(t.given)
		delete(data, name)
		data[seen] = &c
		t.given = data
	}
	if t.given[seen] == nil {
		return nil
	}
	observed := *s
	observed.Target = &Ref{At: s.Target.At, Name: seen, Subs: s.Target.Subs}
	return []Stmt{&observed, t.predicted(s)}
}

// whereSeen writes what an interval says under the condition that the data have it, where these have some alone.
func (t *translator) whereSeen(s *Relation, list []lang.Stmt) []lang.Stmt {
	if !isSeen(s) {
		return list
	}
	first := &Ref{At: s.Target.At, Name: s.Target.Name, Subs: slices.Clone(s.Target.Subs), Order: s.Target.Order}
	if len(first.Subs) == 0 && len(t.dims[first.Name]) == 1 {
		first.Subs = []Sub{{At: s.At, Empty: true}}
	}
	for i, u := range first.Subs { // of a row
		switch {
		case u.Empty:
			first.Subs[i] = Sub{At: s.At, Lo: constant(s.At, 1)}
		case u.Hi != nil:
			first.Subs[i] = Sub{At: s.At, Lo: u.Lo}
		}
	}
	return []lang.Stmt{&lang.If{At: s.At, Cond: binary(s.At, ">=", t.element(first), whole(s.At, 0)), Then: list}}
}

// isSeen tells whether a statement is about data that lack some of what they give.
func isSeen(s *Relation) bool { return strings.HasPrefix(s.Target.Name, seenOf) }

// classes reports what is no number of cut points that a value can be above. What another statement defines of the array is
// not its own.
func (t *translator) classes(s *Relation, a *Array, cuts int) {
	for _, o := range t.all {
		if o.Target.Name == s.Target.Name && o.Relation != s {
			return
		}
	}
	for i, x := range a.Values {
		if x == math.Trunc(x) && 0 <= x && x <= float64(cuts) || isSeen(s) && x == unseen {
			continue
		}
		d := t.Errorf(s.At, lang.CodeContradiction, "%s is %v in the data, and dinterval with %s draws whole numbers from 0 to %d", t.elementAt(s.Target.Name, a, i), x, points(cuts), cuts)
		place(d, a)
		return
	}
}

func points(n int) string {
	if n == 1 {
		return "one cut point"
	}
	return fmt.Sprintf("%d cut points", n)
}

// rounded writes y ~ dround(x, d) of a known y: x lies where it is rounded to y at d digits.
func (t *translator) rounded(s *Relation) []lang.Stmt {
	at := s.Dist.At
	if len(s.Dist.Args) != 2 {
		t.Errorf(at, lang.CodeArguments, "dround takes 2 parameters, here it has %d", len(s.Dist.Args))
		return nil
	}
	if a := t.values.data[s.Target.Name]; !t.isInput(s) || a == nil || a.HasMissing() {
		t.Errorf(s.At, lang.CodeUnsupported, "%s, a rounded value that the data do not give, is not supported by this version", s.Target).
			WithHint("a prediction is %s <- round(...)", s.Target)
		return nil
	}
	half := &Binary{At: at, Op: "*", X: &Number{At: at, Value: 0.5, Text: "0.5"}, Y: &Binary{At: at, Op: "^", X: &Number{At: at, Value: 0.1, Text: "0.1"}, Y: s.Dist.Args[1]}}
	end := func(op string) lang.Expr {
		return t.value(&Binary{At: at, Op: op, X: s.Target, Y: half})
	}
	x := s.Dist.Args[0]
	return []lang.Stmt{
		&lang.Observe{At: s.At, Value: binary(at, ">", t.value(x), end("-"))},
		&lang.Observe{At: s.At, Value: binary(at, "<=", t.value(x), end("+"))},
	}
}
