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
func walk(e Expr, f func(Expr)) { walkWithin(e, f, func(Expr) bool { return true }) }

// walkValues is walk of what has to have a value: not of what is asked for its size.
func walkValues(e Expr, f func(Expr)) { walkWithin(e, f, func(e Expr) bool { return !OfSize(e) }) }

// walkWithin calls f for an expression and all in it, as far as some expressions are gone into.
func walkWithin(e Expr, f func(Expr), into func(Expr) bool) {
	if e == nil {
		return
	}
	f(e)
	if !into(e) {
		return
	}
	switch e := e.(type) {
	case *Ref:
		for _, s := range e.Subs {
			walkWithin(s.Lo, f, into)
			if s.Hi != nil {
				walkWithin(s.Hi, f, into)
			}
		}
	case *Call:
		for _, a := range e.Args {
			walkWithin(a, f, into)
		}
	case *Unary:
		walkWithin(e.X, f, into)
	case *Binary:
		walkWithin(e.X, f, into)
		walkWithin(e.Y, f, into)
	}
}

// OfSize tells whether a call asks for the size of a variable, and reads no value of it: length(y), dim(y).
func OfSize(e Expr) bool {
	c, ok := e.(*Call)
	if !ok || len(c.Args) != 1 || c.Fun != "length" && c.Fun != "dim" {
		return false
	}
	_, ok = c.Args[0].(*Ref)
	return ok
}

// Each calls f for an expression and all in it that has to have a value.
func Each(e Expr, f func(Expr)) { walkValues(e, f) }

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
func (s *site) each(f func(Expr)) { s.eachWithin(func(e Expr) { walk(e, f) }) }

// eachValue is each of what has to have a value.
func (s *site) eachValue(f func(Expr)) { s.eachWithin(func(e Expr) { walkValues(e, f) }) }

func (s *site) eachWithin(f func(Expr)) {
	for _, e := range s.right() {
		f(e)
	}
	for _, sub := range s.Target.Subs {
		f(sub.Lo)
		if sub.Hi != nil {
			f(sub.Hi)
		}
	}
	for _, l := range s.loops {
		f(l.Range.Lo)
		f(l.Range.Hi)
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
			s.eachValue(func(e Expr) {
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
				s.eachValue(func(e Expr) {
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
