package bugs

import (
	"math"
	"strconv"
	"strings"

	"mpc/lang"
)

// observed looks at values that the data give of what is drawn: each is one that its distribution
// draws, as far as that follows from data.
func (t *translator) observed() {
	v := t.quiet()
	looked := 0
	for _, s := range t.all {
		if s.Dist == nil || t.HasErrors() {
			continue
		}
		if alias(s.Dist.Fun) == "dmulti" {
			t.countsAddUp(s, &v)
		}
		if len(t.keptBy(s)) > 0 {
			continue
		}
		name := s.Target.Name
		a := t.values.data[name]
		if a == nil {
			continue
		}
		if t.insideSupport(s, &v, a) {
			continue
		}
		v.loops(s, func() *unknown {
			if looked++; looked > maxLooked || t.HasErrors() {
				return nil
			}
			places, _, left := v.places(s.Target, a)
			if left != nil || len(places) != 1 || a.Missing != nil && a.Missing[places[0]] {
				v.report = &lang.Collector{}
				return nil
			}
			x := a.Values[places[0]]
			lo, hi, from := t.support(s, &v)
			if x < lo || x > hi || x == 0 && lo == 0 && from == "above 0" || t.atOpenEnd(s, &v, x) {
				t.Errorf(s.At, lang.CodeContradiction, "%s is %v in the data, and %s draws %s", t.elementAt(name, a, places[0]), x, s.Dist, says(lo, hi, from))
			}
			return nil
		})
	}
}

// insideSupport tells of a statement that draws a box of elements, all from one support, that what the data give of them is in it.
func (t *translator) insideSupport(s *site, v *evaluation, a *Array) bool {
	fun := alias(s.Dist.Fun)
	for _, e := range s.Dist.Args {
		if (fun == "dbin" || fun == "dunif" || fun == "dbeta") && s.readsLoop(e) {
			return false // each element has its own
		}
	}
	lo, hi, from := t.support(s, v)
	if math.IsInf(lo, -1) && math.IsInf(hi, 1) {
		return true
	}
	b, ok := v.box(s, s.Target)
	if !ok || !b.within(a.Dim) {
		return false
	}
	inside := true
	b.each(a.Dim, func(p int) bool {
		x := a.Values[p]
		inside = a.Missing != nil && a.Missing[p] || x > lo && x < hi || from == "" && x >= lo && x <= hi
		return inside
	})
	return inside
}

// somethingRandom reports a program all of whose draws the data give.
func (t *translator) somethingRandom() {
	var first *site
	for _, s := range t.all {
		if first == nil && !s.data {
			first = s
		}
		if a := t.values.data[s.Target.Name]; s.Dist != nil && (a == nil || a.HasMissing()) {
			return
		}
	}
	if first != nil && !t.options.Simulate {
		t.Errorf(first.At, lang.CodeInfer, "the data give all that the program draws: there is nothing to infer").
			WithHint("draw a parameter from a prior, as in mu ~ dnorm(0, 0.001)")
	}
}

// atOpenEnd tells whether a value of dbeta is one of its bounds, where the density is 0 or infinite: but of a parameter that is known
// to be 1.
func (t *translator) atOpenEnd(s *site, v *evaluation, x float64) bool {
	if alias(s.Dist.Fun) != "dbeta" || x != 0 && x != 1 || len(s.Dist.Args) != 2 {
		return false
	}
	e := s.Dist.Args[int(x)]
	if !t.isKnown(e, s) {
		return true
	}
	p, left := v.number(e)
	v.report = &lang.Collector{}
	return left == nil && p != 1
}

// countsAddUp reports counts of a multinomial whose sum is not its size, where the data give both.
func (t *translator) countsAddUp(s *site, v *evaluation) {
	a := t.values.data[s.Target.Name]
	if a == nil || len(s.Dist.Args) != 2 || !t.isKnown(s.Dist.Args[1], s) {
		return
	}
	looked := 0
	v.loops(s, func() *unknown {
		if looked++; looked > maxLooked || t.HasErrors() {
			return nil
		}
		places, _, left := v.places(s.Target, a)
		n, open := v.number(s.Dist.Args[1])
		if left != nil || open != nil {
			v.report = &lang.Collector{}
			return nil
		}
		sum := 0.0
		for _, p := range places {
			if a.Missing != nil && a.Missing[p] || isSeen(s.Relation) && a.Values[p] == unseen {
				return nil
			}
			sum += a.Values[p]
		}
		if sum != n && len(places) > 1 {
			first, last := t.elementAt(s.Target.Name, a, places[0]), t.elementAt(s.Target.Name, a, places[len(places)-1])
			t.Errorf(s.At, lang.CodeContradiction, "the counts %s to %s have the sum %s in the data, and %s is %s in %s: the size of dmulti is the sum of its counts",
				first, last, inShort(sum), s.Dist.Args[1], inShort(n), s.Dist).WithHint("give %s as the data, or compute it: n <- sum(%s)", inShort(sum), strings.TrimPrefix(s.Target.String(), seenOf))
		}
		return nil
	})
}

// keptBy are the dimensions that a target keeps.
func (t *translator) keptBy(s *site) (list []Sub) {
	for _, u := range s.Target.Subs {
		if u.Empty || u.Hi != nil {
			list = append(list, u)
		}
	}
	return list
}

func says(lo, hi float64, from string) string {
	switch {
	case from != "" && math.IsInf(hi, 1):
		return "numbers " + from
	case from != "":
		return "numbers " + from + inShort(lo) + " and " + inShort(hi)
	case math.IsInf(hi, 1):
		return "numbers from " + inShort(lo) + " on"
	}
	return "numbers from " + inShort(lo) + " to " + inShort(hi)
}

// support is where the values of a draw lie, as far as data say it.
func (t *translator) support(s *site, v *evaluation) (lo, hi float64, from string) {
	lo, hi = math.Inf(-1), math.Inf(1)
	number := func(k int, none float64) float64 {
		if k >= len(s.Dist.Args) || !t.isKnown(s.Dist.Args[k], s) {
			return none
		}
		x, left := v.number(s.Dist.Args[k])
		if left != nil {
			v.report = &lang.Collector{}
			return none
		}
		return x
	}
	switch alias(s.Dist.Fun) {
	case "dpois":
		lo = 0
	case "dbern":
		lo, hi = 0, 1
	case "dbin":
		lo, hi = 0, number(1, hi)
	case "dbeta":
		lo, hi, from = 0, 1, "between "
	case "dgeom":
		lo = 1
	case "dcat":
		lo = 1
		if r, ok := s.Dist.Args[0].(*Ref); ok {
			t.site = s
			if list := t.slices(r); len(list) == 1 {
				if n := t.rows(r); n > 0 {
					hi = float64(n)
				}
			}
			t.site = nil
		}
	case "dunif":
		lo, hi = number(0, lo), number(1, hi)
	case "dgamma", "dlnorm", "dweib", "dchisqr":
		lo, from = 0, "above 0"
	case "dexp":
		lo = 0
	}
	return lo, hi, from
}

func inShort(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }
