package bugs

// A site is a relation with the loops around it.
type site struct {
	*Relation
	loops []*For
	data  bool // it stands in data { }
}

// sites lists the relations of statements in order.
func sites(list []Stmt, loops []*For, data bool) (out []*site) {
	for _, s := range list {
		switch s := s.(type) {
		case *For:
			out = append(out, sites(s.Body, append(loops[:len(loops):len(loops)], s), data)...)
		case *Relation:
			out = append(out, &site{s, loops, data})
		}
	}
	return out
}

// loop returns the loop that binds a name, nil if none does.
func (s *site) loop(name string) *For {
	for i := len(s.loops) - 1; i >= 0; i-- {
		if s.loops[i].Index == name {
			return s.loops[i]
		}
	}
	return nil
}

// walk calls f for an expression and all in it, those in subscripts too.
func walk(e Expr, f func(Expr)) {
	if e == nil {
		return
	}
	f(e)
	switch e := e.(type) {
	case *Ref:
		for _, s := range e.Subs {
			walk(s.Lo, f)
			if s.Hi != nil {
				walk(s.Hi, f)
			}
		}
	case *Call:
		for _, a := range e.Args {
			walk(a, f)
		}
	case *Unary:
		walk(e.X, f)
	case *Binary:
		walk(e.X, f)
		walk(e.Y, f)
	}
}

// right lists the expressions that a relation is computed or drawn from.
func (s *Relation) right() []Expr {
	if s.Dist == nil {
		return []Expr{s.Value}
	}
	list := append([]Expr{}, s.Dist.Args...)
	if s.Bounds != nil {
		for _, e := range []Expr{s.Bounds.Lo, s.Bounds.Hi} {
			if e != nil {
				list = append(list, e)
			}
		}
	}
	return list
}

// each calls f for all expressions in the right side of a site, in the subscripts of its target,
// and in the bounds of its loops.
func (s *site) each(f func(Expr)) {
	for _, e := range s.right() {
		walk(e, f)
	}
	for _, sub := range s.Target.Subs {
		walk(sub.Lo, f)
		if sub.Hi != nil {
			walk(sub.Hi, f)
		}
	}
	for _, l := range s.loops {
		walk(l.Range.Lo, f)
		walk(l.Range.Hi, f)
	}
}

// computable finds the names that the program defines and that follow from data alone: all of
// their definitions read data and such names. Draws of them are then observations.
func computable(all []*site, data Data) map[string]bool {
	known := map[string]bool{}
	for _, s := range all {
		if s.Dist == nil && data[s.Target.Name] == nil {
			known[s.Target.Name] = true
		}
	}
	for changed := true; changed; {
		changed = false
		for _, s := range all {
			if s.Dist != nil || !known[s.Target.Name] {
				continue
			}
			s.each(func(e Expr) {
				r, ok := e.(*Ref)
				if !ok || !known[s.Target.Name] || s.loop(r.Name) != nil || known[r.Name] {
					return
				}
				if a := data[r.Name]; a == nil || a.HasMissing() && !s.data && drawn(all, r.Name) {
					delete(known, s.Target.Name)
					changed = true
				}
			})
		}
	}
	unsettle(all, data, known)
	return known
}

// unsettle takes names out that are computed from others that are not known.
func unsettle(all []*site, data Data, known map[string]bool) {
	for changed := true; changed; {
		changed = false
		for _, s := range all {
			if s.Dist == nil && known[s.Target.Name] {
				s.each(func(e Expr) {
					if r, ok := e.(*Ref); ok && s.loop(r.Name) == nil && data[r.Name] == nil && !known[r.Name] {
						delete(known, s.Target.Name)
						changed = true
					}
				})
			}
		}
	}
}

// drawn tells whether a name is drawn anywhere.
func drawn(all []*site, name string) bool {
	for _, s := range all {
		if s.Dist != nil && s.Target.Name == name {
			return true
		}
	}
	return false
}
