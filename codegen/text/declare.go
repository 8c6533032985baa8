package text

import "mpc/codegen/code"

// declared finds, for each local variable of a function, the store that begins it: the first of the
// statements that mention it, in the smallest block that all of them stand in.
func declared(b *code.Block, effects map[*code.Row]*code.Effects) map[*code.Stmt]bool {
	found := map[*code.Stmt]bool{}
	tables := map[*code.Table]bool{}
	b.Walk(func(s *code.Stmt) bool {
		if store, ok := s.Do.(*code.Store); ok && variable(store.To) {
			tables[store.To.Table] = true
		}
		return true
	})
	m := mentions{effects, map[*code.Stmt]*code.Effects{}}
	for t := range tables {
		if s := m.begins(b, t); s != nil {
			found[s] = true
		}
	}
	return found
}

// mentions says which statements mention which tables.
type mentions struct {
	rows  map[*code.Row]*code.Effects
	stmts map[*code.Stmt]*code.Effects
}

func (m mentions) in(b *code.Block, t *code.Table) []*code.Stmt {
	var list []*code.Stmt
	for _, s := range b.Stmts {
		e := m.stmts[s]
		if e == nil {
			e = code.EffectsOf(s, m.rows)
			m.stmts[s] = e
		}
		if e.Reads[t] || e.Writes[t] {
			list = append(list, s)
		}
	}
	return list
}

// variable tells whether a place is a local variable.
func variable(p *code.Place) bool {
	return p.Table.Keep == code.Local && len(p.Table.Dims) == 0 && p.Field == ""
}

// begins is the store that begins the variable of a table, nil where there is none.
func (m mentions) begins(b *code.Block, t *code.Table) *code.Stmt {
	list := m.in(b, t)
	if len(list) == 0 {
		return nil
	}
	first := list[0]
	if store, ok := first.Do.(*code.Store); ok && store.To.Table == t {
		return first
	}
	if len(list) > 1 {
		return nil
	}
	var inside []*code.Block
	for _, inner := range code.Blocks(first.Do) {
		if len(m.in(inner, t)) > 0 {
			inside = append(inside, inner)
		}
	}
	if len(inside) != 1 {
		return nil
	}
	return m.begins(inside[0], t)
}
