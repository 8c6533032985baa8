package bugs

import (
	"fmt"
	"math"

	"mpc/lang"
)

// A subscript that rounds what is drawn as a real number, e[trunc(v)], is no whole number of our language: the element is written as
// a sum over all of them, each times whether the subscript is its place. So it is where the subscript is seen to stay within the
// array.

// chosenByRounding is an element whose subscript d is computed so.
func (t *translator) chosenByRounding(r *Ref, d int) lang.Expr {
	s := r.Subs[d]
	lo, hi := t.rangeOf(s.Lo, 0)
	if dims := t.dims[r.Name]; t.kinds[r.Name] != realKind || d >= len(t.dims[r.Name]) || !(lo >= 1 && hi <= float64(dims[d])) {
		at := "not known"
		if !math.IsInf(lo, 0) || !math.IsInf(hi, 0) {
			at = fmt.Sprintf("%v to %v", lo, hi)
		}
		t.Errorf(s.At, lang.CodeIndex, "the subscript %s of %s is computed from real numbers that are drawn, and what it may be is %s: %s", s, r.Name, at, t.dimensionsOf(r.Name, d, dims)).
			WithHint("bound what is drawn by dunif or T(,)")
		return &lang.Name{At: r.At, Name: t.name(r.Name)}
	}
	name := t.fresh("k")
	loop := &For{At: r.At, Index: "sum " + name}
	t.ours["for "+loop.Index] = name
	outer, within := t.site, *t.site
	within.loops = append(append([]*For{}, outer.loops...), loop)
	k := &Ref{At: s.At, Name: loop.Index}
	y := *r
	y.Subs = append([]Sub{}, r.Subs...)
	y.Subs[d] = Sub{At: s.At, Lo: k}
	t.site = &within
	body := t.value(&Binary{At: r.At, Op: "*", X: &Call{At: s.At, Fun: "equals", Args: []Expr{s.Lo, k}}, Y: &y})
	t.site = outer
	return &lang.Reduce{At: r.At, Fun: "sum", Body: body, Index: lang.Name{At: r.At, Name: name}, Domain: lang.Domain{At: r.At, Lo: whole(r.At, 0), Hi: t.extent(r.Name, d, r.At)}}
}

// isRounded tells whether a subscript rounds what is drawn as a real number, or is defined so.
func (t *translator) isRounded(e Expr) bool {
	switch e := e.(type) {
	case *Ref:
		s := t.onlyDefinition(e.Name)
		if s == nil || s.Dist != nil || t.site.loop(e.Name) != nil || t.known[e.Name] {
			return false
		}
		c, ok := s.Value.(*Call)
		return ok && t.isRounding(c, s)
	case *Call:
		return t.isRounding(e, t.site)
	case *Binary:
		return t.isRounded(e.X) || t.isRounded(e.Y)
	}
	return false
}

func (t *translator) isRounding(c *Call, s *site) bool {
	return (c.Fun == "round" || c.Fun == "trunc") && len(c.Args) == 1 && !t.isKnown(c, s) && t.kindOf(c.Args[0], s) == realKind
}

// rangeOf is between what the values of an expression lie for certain, but for ends that are hit with the probability 0.
func (t *translator) rangeOf(e Expr, depth int) (lo, hi float64) {
	none := math.Inf(1)
	if depth > maxDefined {
		return -none, none
	}
	switch e := e.(type) {
	case *Number:
		return e.Value, e.Value
	case *Ref:
		s := t.onlyDefinition(e.Name)
		switch {
		case s == nil || t.given[e.Name] != nil:
		case s.Dist != nil:
			return t.drawnBetween(s)
		case s.Link == "":
			return t.rangeOf(s.Value, depth+1)
		}
	case *Binary:
		a, b := t.rangeOf(e.X, depth+1)
		c, d := t.rangeOf(e.Y, depth+1)
		switch {
		case e.Op == "+":
			return a + c, b + d
		case e.Op == "-":
			return a - d, b - c
		case e.Op == "*" && a >= 0 && c >= 0 && b < none && d < none:
			return a * c, b * d
		}
	case *Call:
		if f := map[string]func(float64) float64{"round": func(x float64) float64 { return math.Floor(x + 0.5) }, "trunc": math.Trunc}[e.Fun]; f != nil && len(e.Args) == 1 {
			lo, hi = t.rangeOf(e.Args[0], depth+1)
			inside := func(x float64) float64 { return 1e-9 * (1 + math.Abs(x)) }
			return f(lo + inside(lo)), f(hi - inside(hi))
		}
	}
	return -none, none
}

// maxDefined is how many definitions of each other are gone into.
const maxDefined = 20

// drawnBetween is between what all draws of a statement lie, as far as data say it.
func (t *translator) drawnBetween(s *site) (lo, hi float64) {
	v := t.quiet()
	lo, hi = math.Inf(1), math.Inf(-1)
	v.loops(s, func() *unknown {
		a, b, _ := t.support(s, &v)
		if s.Bounds != nil {
			a, b = max(a, t.knownBound(s.Bounds.Lo, s, &v, a)), min(b, t.knownBound(s.Bounds.Hi, s, &v, b))
		}
		lo, hi = min(lo, a), max(hi, b)
		return nil
	})
	return lo, hi
}
