package bugs

import (
	"maps"
	"slices"

	"mpc/lang"
)

// replicateOf is what counts are called here that are drawn beside those of the data.
const replicateOf = "drawn"

// countsInPart writes y[i, 1:3] ~ dmulti(p[], n) where the data lack some rows of y: the rows that are there are observed, each row is
// drawn too, and y is the one or the other. A row that nothing reads is drawn after all else. It is nil of other statements.
func (t *translator) countsInPart(s *Relation) []Stmt {
	name := s.Target.Name
	if alias(s.Dist.Fun) != "dmulti" || len(s.Dist.Args) != 2 || s.Bounds != nil {
		return nil
	}
	seen := t.ours["seen of "+name]
	if seen == "" && !t.lacksRows(s) {
		return nil
	}
	seen, drawn := t.beside(name, "seen"), t.beside(name, replicateOf)
	a := t.given[seen]
	at := s.At
	target := &Ref{At: s.Target.At, Name: name, Subs: slices.Clone(s.Target.Subs)}
	if len(target.Subs) == 0 {
		target.Subs = []Sub{{At: at, Empty: true}}
	}
	d := slices.IndexFunc(target.Subs, func(u Sub) bool { return u.Empty || u.Hi != nil })
	loop := t.loopOver(s, "part", constant(at, float64(a.Dim[d])))
	if u := target.Subs[d]; !u.Empty {
		loop.Range.Lo, loop.Range.Hi = u.Lo, u.Hi
	}
	rows := slices.Clone(target.Subs)
	target.Subs[d] = Sub{At: at, Lo: &Ref{At: at, Name: loop.Index}}
	named := func(n string, subs []Sub) *Ref { return &Ref{At: s.Target.At, Name: n, Subs: subs} }
	observed, replicate := *s, *s
	observed.Target, replicate.Target = named(seen, rows), named(drawn, rows)
	there := &Binary{At: at, Op: ">=", X: named(seen, target.Subs), Y: constant(at, 0), Closed: true}
	either := &Call{At: at, Fun: "ifelse", Args: []Expr{there, named(seen, target.Subs), named(drawn, target.Subs)}}
	loop.Body = []Stmt{&Relation{At: at, Target: target, Value: either}}
	return []Stmt{&observed, &replicate, loop}
}

// lacksRows tells whether the data lack some rows of counts, which it then calls by another name. A row of which they lack a part is an error.
func (t *translator) lacksRows(s *Relation) bool {
	name := s.Target.Name
	a := t.given[name]
	if a == nil || !a.HasMissing() {
		return false
	}
	subs := s.Target.Subs
	if len(subs) == 0 {
		subs = []Sub{{Empty: true}}
	}
	row := slices.IndexFunc(subs, func(u Sub) bool { return u.Empty || u.Hi != nil })
	if row < 0 || len(subs) != len(a.Dim) {
		return false
	}
	for _, o := range t.all {
		if o.Target.Name == name && (o.Dist == nil || alias(o.Dist.Fun) != "dmulti" || o.Bounds != nil) {
			return false
		}
	}
	step := 1
	for _, n := range a.Dim[row+1:] {
		step *= n
	}
	c := *a
	c.Values, c.Missing = slices.Clone(a.Values), nil
	for p := range a.Values {
		first := p - p/step%a.Dim[row]*step
		if a.Missing[p] != a.Missing[first] {
			q := p
			if a.Missing[first] {
				q = first
			}
			t.Errorf(s.At, lang.CodeUnsupported, "%s is missing in the data, and other counts of its row are there: dmulti draws a row as a whole", t.elementAt(name, a, q)).
				WithHint("give all of the row, or none; or draw its counts one by one, x[1] ~ dbin(p[1], n), x[2] ~ dbin(p[2] / (1 - p[1]), n - x[1])")
			return false
		}
		if a.Missing[p] {
			c.Values[p] = unseen
		}
	}
	data := maps.Clone(t.given)
	delete(data, name)
	data[t.beside(name, "seen")] = &c
	t.given = data
	return true
}
