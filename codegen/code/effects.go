package code

// Effects are what a row does beside giving results: to the tables of the program, and to what
// is passed to it.
type Effects struct {
	Reads, Writes map[*Table]bool
	Draws         bool // from a stream
	Fails         bool // may leave with a fault
}

// FindEffects returns the effects of all rows. Those of functions that call each other are the
// least ones that hold of all.
func FindEffects(p *Program) map[*Row]*Effects {
	all := map[*Row]*Effects{}
	for _, r := range p.Rows {
		all[r] = &Effects{map[*Table]bool{}, map[*Table]bool{}, r.Draws(), r.Fails()}
	}
	for changed := true; changed; {
		changed = false
		for _, r := range p.Rows {
			if r.Body == nil {
				continue
			}
			e := all[r]
			before := len(e.Reads) + len(e.Writes)
			r.Body.Walk(func(s *Stmt) bool {
				e.add(s.Do, all)
				return true
			})
			changed = changed || len(e.Reads)+len(e.Writes) != before
		}
	}
	return all
}

// add adds what an action does itself, without its blocks.
func (e *Effects) add(a Action, all map[*Row]*Effects) {
	switch a := a.(type) {
	case *Load:
		e.Reads[a.From.Table] = true
	case *Fill:
		e.Writes[a.Table] = true
	case *Store:
		e.Writes[a.To.Table] = true
	case *Fail:
		e.Fails = true
	case *Draw:
		e.Draws = true
		e.given(a.Row, a.Args)
	case *Call:
		e.given(a.Row, a.Args)
		callee := all[a.Row]
		if callee == nil {
			return
		}
		for t := range callee.Reads {
			e.Reads[t] = true
		}
		for t := range callee.Writes {
			e.Writes[t] = true
		}
		e.Draws = e.Draws || callee.Draws
	}
}

// given adds what a row does to the places that are its arguments.
func (e *Effects) given(r *Row, args []Operand) {
	for i, x := range args {
		place, ok := x.(*Place)
		if !ok || i >= len(r.Params) {
			continue
		}
		access := r.Params[i].Access
		if access == Work {
			continue
		}
		if access != Write {
			e.Reads[place.Table] = true
		}
		if access != Read {
			e.Writes[place.Table] = true
		}
	}
}

// EffectsOf returns the effects of a statement and of all in its blocks.
func EffectsOf(s *Stmt, all map[*Row]*Effects) *Effects {
	e := &Effects{Reads: map[*Table]bool{}, Writes: map[*Table]bool{}}
	(&Block{Stmts: []*Stmt{s}}).Walk(func(s *Stmt) bool {
		e.add(s.Do, all)
		return true
	})
	return e
}
