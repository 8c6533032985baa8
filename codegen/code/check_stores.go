package code

// unread reports stores to scratch tables that nothing reads.
func (c *checker) unread() {
	read := map[*Table]bool{}
	for _, e := range c.effects {
		for t := range e.Reads {
			read[t] = true
		}
	}
	for _, r := range c.program.Rows {
		if r.Body == nil {
			continue
		}
		c.row = r
		r.Body.Walk(func(s *Stmt) bool {
			var to *Table
			switch a := s.Do.(type) {
			case *Store:
				to = a.To.Table
			case *Fill:
				to = a.Table
			}
			if to != nil && (to.Keep == Scratch || to.Keep == Local) && !read[to] {
				c.stmt = s
				c.report("the store is dead: nothing reads %s", to.Name)
			}
			return true
		})
	}
	c.row, c.stmt = nil, nil
}

// overwritten reports stores to a place that a later statement of the block stores to before
// anything reads its table.
func (c *checker) overwritten(b *Block) {
	last := map[string]*Stmt{} // store by place
	forget := func(t *Table) {
		for place, s := range last {
			if s.Do.(*Store).To.Table == t {
				delete(last, place)
			}
		}
	}
	for _, s := range b.Stmts {
		e := EffectsOf(s, c.effects)
		for t := range e.Reads {
			forget(t)
		}
		if e.Fails {
			clear(last) // what is kept is read after the function is left
		}
		if a, ok := s.Do.(*Store); ok {
			place := a.To.String()
			if before := last[place]; before != nil {
				c.stmt = before
				c.report("the store is dead: statement %d stores to the same place", s.Number)
				c.stmt = nil
			}
			if a.To.Field == "" {
				forget(a.To.Table) // of its fields, and of places that may be the same
			}
			last[place] = s
		}
		for _, inner := range Blocks(s.Do) {
			c.overwritten(inner)
		}
	}
}
