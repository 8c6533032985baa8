package bugs

import "mpc/lang"

// totals finds the draws that s ~ dsum(a, b) replaces: of terms whose sum is known the last one follows from the
// others, and its own distribution is a density of that.
func (t *translator) totals() {
	for _, s := range t.all {
		if s.Dist == nil || s.Dist.Fun != "dsum" {
			continue
		}
		if len(s.Dist.Args) < 2 || t.given[s.Target.Name] == nil && !t.known[s.Target.Name] {
			t.Errorf(s.At, lang.CodeUnsupported, "%s ~ %s: dsum takes two terms or more, of a sum that is known", s.Target, s.Dist)
			continue
		}
		last, ok := s.Dist.Args[len(s.Dist.Args)-1].(*Ref)
		if !ok || t.drawOf(last) == nil {
			t.Errorf(s.At, lang.CodeUnsupported, "the last term of %s is not drawn by one statement, element by element: that is not supported by this version", s.Dist)
			continue
		}
		t.dropped[t.drawOf(last).Relation] = true
	}
}

// drawOf is the one statement that draws an element by indices of its loops; nil where it is not so.
func (t *translator) drawOf(r *Ref) *site {
	o := t.onlyDefinition(r.Name)
	if o == nil || o.Dist == nil || o.Bounds != nil || len(o.Target.Subs) != len(r.Subs) || t.given[r.Name] != nil || len(o.loops) != len(r.Subs) {
		return nil
	}
	for d, u := range o.Target.Subs {
		i, ok := u.Lo.(*Ref)
		if !ok || u.Hi != nil || i.Subs != nil || o.loop(i.Name) == nil || r.Subs[d].Lo == nil || r.Subs[d].Hi != nil {
			return nil
		}
	}
	return o
}

// total writes s ~ dsum(a, b).
func (t *translator) total(s *Relation) []lang.Stmt {
	last := s.Dist.Args[len(s.Dist.Args)-1].(*Ref)
	o := t.drawOf(last)
	if o == nil {
		return nil
	}
	others := s.Dist.Args[0]
	for _, a := range s.Dist.Args[1 : len(s.Dist.Args)-1] {
		others = &Binary{At: s.At, Op: "+", X: others, Y: a}
	}
	with := map[string]Expr{}
	for d, u := range o.Target.Subs {
		with[u.Lo.(*Ref).Name] = last.Subs[d].Lo
	}
	dist := &Call{At: o.Dist.At, Fun: o.Dist.Fun}
	for _, a := range o.Dist.Args {
		dist.Args = append(dist.Args, replaced(a, with))
	}
	t.before = nil
	target := t.element(last)
	var value lang.Expr
	var out []lang.Stmt
	if t.kinds[last.Name] == realKind {
		value = binary(s.At, "-", t.value(s.Target), t.value(others))
	} else {
		value = binary(s.At, "-", t.linear(s.Target, 0), t.linear(others, 0)) // of what is known a sum: not below 0 as it is observed
		out = append(out, &lang.Observe{At: s.At, Value: binary(s.At, ">=", value, whole(s.At, 0))})
	}
	out = append(append(t.before, out...), &lang.Assign{At: s.At, Target: target, Value: value})
	for _, x := range t.drawAs(&Relation{At: o.At, Target: last, Dist: dist}, target) {
		if draw, ok := x.(*lang.Sample); ok && draw.Target == target {
			x = &lang.Observe{At: s.At, Value: target, Dist: draw.Dist}
		}
		out = append(out, x)
	}
	return out
}
