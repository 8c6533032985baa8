package bugs

import (
	"fmt"
	"slices"
	"sort"

	"mpc/lang"
	"mpc/lang/functions"
)

// write makes the file.
func (t *translator) write(opt Options) {
	at := lang.Pos{Line: 1, Col: 1}
	f := &lang.File{Name: t.prog.Name, Source: t.prog.Source}
	f.Model = lang.Name{At: at, Name: opt.Model}
	if f.Model.Name == "" {
		f.Model.Name = "program"
	}
	f.Algorithm.Default = lang.Name{At: at, Name: "gibbs"}
	t.out.File = f
	// Names of the program come before those of loops, so that these give way.
	for _, s := range t.all {
		for n := range t.given {
			if n == s.Target.Name {
				t.name(n)
			}
		}
		t.name(s.Target.Name)
	}
	var given []string
	for n := range t.given {
		given = append(given, n)
	}
	sort.Strings(given)
	for _, n := range given {
		t.name(n)
	}
	f.Program = append(t.stmts(t.prog.Model, nil), t.completed()...)
	names := written(f.Program)
	t.writeInputs(f, names)
	t.infer(f, opt, names)
	t.gaps(f, opt.Densities)
	t.starts(f, opt.Inits)
}

// stmts writes statements, and leaves out what data have computed.
func (t *translator) stmts(list []Stmt, loops []*For) (out []lang.Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *For:
			t.site = &site{nil, loops, false}
			domain, one := t.domain(s)
			body := t.stmts(s.Body, append(loops[:len(loops):len(loops)], s))
			out = t.leads(out, loops)
			if len(body) > 0 && !one {
				out = append(out, &lang.For{At: s.At, Index: lang.Name{At: s.At, Name: t.loopName(s.Index)}, Domain: domain, Body: body})
			}
		case *Relation:
			t.site = &site{s, loops, false}
			if !t.skipped(t.site) && !t.unread(t.site) {
				list := t.relation(s)
				out = append(t.leads(out, loops), list...)
			}
		}
	}
	return out
}

// leads adds what the outermost loop, or a statement in no loop, needs before it.
func (t *translator) leads(out []lang.Stmt, loops []*For) []lang.Stmt {
	if len(loops) == 0 {
		out, t.lead = append(out, t.lead...), nil
	}
	return out
}

// unread tells whether a definition is of a name that data compute and that nothing reads.
func (t *translator) unread(s *site) bool {
	if !t.known[s.Target.Name] || s.Dist != nil {
		return false
	}
	for _, o := range t.all {
		if o.Target.Name == s.Target.Name || t.skipped(o) {
			continue
		}
		found := false
		o.each(func(e Expr) {
			if r, ok := e.(*Ref); ok && r.Name == s.Target.Name {
				found = true
			}
		})
		if found {
			return false
		}
	}
	return true
}

// domain is what a loop runs over; empty tells that it is empty in any case.
func (t *translator) domain(s *For) (d lang.Domain, empty bool) {
	lo, isNumber := s.Range.Lo.(*Number)
	if r, ok := s.Range.Hi.(*Ref); ok && isNumber && lo.Value == 1 && t.ranges[r.Name] && r.Subs == nil && t.site.loop(r.Name) == nil && t.fits(s) {
		return lang.Domain{At: s.Range.At, Lo: &lang.Name{At: r.At, Name: t.name(r.Name)}}, false
	}
	if hi, ok := s.Range.Hi.(*Number); ok && isNumber && hi.Value < lo.Value {
		return d, true
	}
	return lang.Domain{At: s.Range.At, Lo: t.linear(s.Range.Lo, -1), Hi: t.linear(s.Range.Hi, 0)}, false
}

// fits tells whether all inputs that a loop runs over have its range as their size.
func (t *translator) fits(s *For) bool {
	name := t.name(s.Range.Hi.(*Ref).Name)
	fits := true
	look := func(r *Ref) {
		for d, sub := range r.Subs {
			i, ok := sub.Lo.(*Ref)
			if !ok || sub.Hi != nil || i.Name != s.Index || i.Subs != nil || !t.inputs[r.Name] || d >= len(t.dims[r.Name]) {
				continue
			}
			if n, ok := t.extent(r.Name, d, r.At).(*lang.Name); !ok || n.Name != name {
				fits = false
			}
		}
	}
	for _, o := range sites(s.Body, nil, false) {
		if t.skipped(o) {
			continue
		}
		look(o.Target)
		o.each(func(e Expr) {
			if r, ok := e.(*Ref); ok {
				look(r)
			}
		})
	}
	return fits
}

// target is what a statement defines.
func (t *translator) target(r *Ref) lang.Expr {
	name := &lang.Name{At: r.At, Name: t.name(r.Name)}
	n := len(r.Subs) - t.core[r.Name]
	if r.Subs == nil || len(r.Subs) == 1 && r.Subs[0].Empty {
		return name
	}
	whole := true
	for d := max(n, 0); d < len(r.Subs); d++ {
		s := r.Subs[d]
		whole = whole && (s.Empty || s.Hi != nil && t.covers(r.Name, d, s))
	}
	x := &lang.Index{At: r.At, X: name}
	for d, s := range r.Subs {
		if whole && d >= n {
			break
		}
		if s.Empty || s.Hi != nil {
			t.Errorf(s.At, lang.CodeUnsupported, "%s is a part of %s: only whole rows of an array are drawn or defined together in this version", r, r.Name).
				WithHint("give what is drawn together an array of its own")
			return name
		}
		x.Args = append(x.Args, t.linear(s.Lo, -1))
	}
	if len(x.Args) == 0 {
		return name
	}
	return x
}

func (t *translator) relation(s *Relation) []lang.Stmt {
	if s.Dist != nil {
		return t.draw(s)
	}
	if t.keeps(s.Target) {
		return t.several(s)
	}
	var x lang.Expr
	t.before = nil
	switch {
	case t.kinds[s.Target.Name] == truthKind && s.Link == "":
		x = t.truth(s.Value)
	case t.kinds[s.Target.Name] == intKind && s.Link == "":
		x = t.linear(s.Value, 0)
	default:
		x = t.value(s.Value)
	}
	switch f := functions.OfLink(s.Link); {
	case f != nil:
		x = call(s.At, f.Name, x)
	case s.Link == cloglog:
		x = cloglogInverse(s.At, x)
	}
	target := t.target(s.Target)
	return append(t.before, &lang.Assign{At: s.At, Target: target, Value: x})
}

// writeInputs adds the inputs that the program reads.
func (t *translator) writeInputs(f *lang.File, read map[string]bool) {
	var names []string
	for n := range t.inputs {
		if read[t.name(n)] {
			names = append(names, n)
		}
	}
	sort.Strings(names)
	done := map[string]bool{}
	var list []*lang.Input
	for again := true; again; { // a type may make a range of another
		again = false
		for _, n := range names {
			if done[n] {
				continue
			}
			done[n], again = true, true
			a := t.values.data[n]
			if a == nil && t.HasErrors() {
				continue // what is wrong may have kept it from being computed
			}
			x := t.typeOf(n)
			if a.HasMissing() && !drawn(t.all, n) {
				a = t.holes(n, a)
				t.values.data[n] = a
			}
			list = append(list, &lang.Input{Name: lang.Name{At: t.values.first(n), Name: t.name(n)}, Type: x, Missing: a.HasMissing()})
			if a.HasMissing() && len(x.Params) == 0 && x.Base == "range" {
				t.Errorf(t.values.first(n), lang.CodeMissingInput, "%s is a size, and the data have no value for it", n)
			}
		}
		for _, n := range names {
			for _, in := range list {
				if in.Name.Name == t.name(n) && t.ranges[n] {
					in.Type = lang.TypeExpr{Base: "range"}
				}
			}
		}
		for n := range t.ranges {
			if !slices.Contains(names, n) {
				names = append(names, n)
			}
		}
		sort.Strings(names)
	}
	for _, in := range append(t.own, list...) {
		if in.Type.Base == "range" {
			f.Inputs = append(f.Inputs, in)
		}
	}
	for _, in := range append(t.own, list...) {
		if in.Type.Base != "range" {
			f.Inputs = append(f.Inputs, in)
		}
	}
	f.Inputs = slices.DeleteFunc(f.Inputs, func(in *lang.Input) bool {
		return in.Type.Base == "range" && !sizes(f.Inputs)[in.Name.Name] && !read[in.Name.Name]
	})
	for _, n := range names {
		if !slices.ContainsFunc(f.Inputs, func(in *lang.Input) bool { return in.Name.Name == t.name(n) }) {
			continue // a size of what is written element by element
		}
		a := t.finite(n)
		if t.shift[n] {
			c := *a
			c.Values = append([]float64{}, a.Values...)
			for i := range c.Values {
				c.Values[i]--
			}
			a = &c
		}
		t.out.Data[t.name(n)] = a
		if t.given[n] == nil {
			t.out.Computed = append(t.out.Computed, n)
		}
	}
	for n := range t.shift {
		t.out.Shifted[t.name(n)] = true
	}
}

// sizes are the names in types of inputs.
func sizes(list []*lang.Input) map[string]bool {
	w := names{}
	for _, in := range list {
		for _, e := range append(append([]lang.Expr{}, in.Type.Params...), in.Type.Dims...) {
			w.expr(e)
		}
	}
	return w
}

// nothingToMonitor says that a name is known: a warning where others are monitored too.
func (t *translator) nothingToMonitor(at lang.Pos, name string, of int) *lang.Diagnostic {
	say := t.Warnf
	if of == 1 {
		say = t.Errorf
	}
	d := say(at, lang.CodeInfer, "%s follows from the data: there is nothing to monitor", name)
	if a := t.values.data[name]; a != nil && len(a.Values) == 1 {
		d.Message = fmt.Sprintf("%s is %s, as the data say: there is nothing to monitor", name, inShort(a.Values[0]))
	}
	return d
}

// infer says what is reported: what is asked for, else what is drawn and what nothing reads.
func (t *translator) infer(f *lang.File, opt Options, names map[string]bool) {
	read := map[string]bool{}
	for _, s := range t.all {
		s.each(func(e Expr) {
			if r, ok := e.(*Ref); ok && r.Name != s.Target.Name {
				read[r.Name] = true
			}
		})
	}
	seen := map[string]bool{}
	add := func(n string, at lang.Pos) {
		if !seen[n] {
			seen[n] = true
			f.Infer = append(f.Infer, &lang.Infer{At: at, Name: t.name(n)})
		}
	}
	for _, m := range opt.Monitor {
		found := false
		for _, s := range t.all {
			if s.Target.Name == m {
				found = true
				if a := t.values.data[m]; (t.inputs[m] || t.known[m] && !names[t.name(m)]) && a != nil && !a.HasMissing() {
					t.nothingToMonitor(s.Target.At, m, len(opt.Monitor))
					break
				}
				if !names[t.name(m)] {
					t.Errorf(s.Target.At, lang.CodeInfer, "%s is summed out, or nothing defines it for these data: there is nothing to monitor", m)
					break
				}
				add(m, s.Target.At)
			}
		}
		if !found && t.given[m] != nil {
			d := t.nothingToMonitor(lang.Pos{}, m, len(opt.Monitor))
			d.File = "--monitor " + m
		}
	}
	if opt.Monitor != nil {
		return
	}
	for _, s := range t.all {
		n := s.Target.Name
		if s.data || t.known[n] {
			continue
		}
		a := t.values.data[n]
		if a != nil && (!a.HasMissing() || t.core[n] > 0) {
			continue
		}
		if !names[t.name(n)] || t.internal[n] {
			continue // loops that define it are empty, or it is summed out
		}
		if _, inParts := t.byKind[n]; s.Dist != nil || !read[n] || inParts || t.given[seenOf+n] != nil {
			add(n, s.Target.At)
		}
	}
}
