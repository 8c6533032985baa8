package exact

import "slices"

// shrink leaves out of a model what can be left out while fails says the same of it.
func (m *gateModel) shrink(fails func(*gateModel) bool) *gateModel {
	for smaller := true; smaller; {
		smaller = false
		if m.size > 0 {
			if c := m.shorter(); c.sound() && fails(c) {
				m, smaller = c, true
			}
		}
		for k := 1; ; k++ {
			c, ok := m.without(k)
			if !ok {
				break
			}
			if c.sound() && fails(c) {
				m, smaller = c, true
				k--
			}
		}
	}
	return m
}

// sound tells whether all that the program reads is defined where it runs, and all
// that it defines is defined once.
func (m *gateModel) sound() (ok bool) {
	defer func() { ok = recover() == nil }()
	m.enumerate()
	return true
}

// shorter is the model with one element less in each array.
func (m *gateModel) shorter() *gateModel {
	c := *m
	c.size--
	c.inputs = nil
	for _, in := range m.inputs {
		n := *in
		if n.array {
			n.values = n.values[:c.size]
		}
		c.inputs = append(c.inputs, &n)
	}
	none := 0
	c.body = m.body.simpler(&none, c.inputs, m.inputs)
	return &c
}

// without is the model with its k-th simplification; false where it has not as many.
func (m *gateModel) without(k int) (*gateModel, bool) {
	c := *m
	c.body = m.body.simpler(&k, nil, nil)
	if k > 0 {
		return nil, false
	}
	c.prune()
	return &c, true
}

// simpler copies a block, with the k-th simplification made; k counts down.
func (b *gateBlock) simpler(k *int, to, from []*gateInput) *gateBlock {
	if b == nil {
		return nil
	}
	turn := func() bool {
		*k--
		return *k == 0
	}
	var expr func(e *gateExpr) *gateExpr
	expr = func(e *gateExpr) *gateExpr {
		if e == nil {
			return nil
		}
		c := *e
		if i := slices.Index(from, e.in); i >= 0 && e.in != nil {
			c.in = to[i]
		}
		c.args = nil
		for _, a := range e.args {
			if turn() {
				return a
			}
			c.args = append(c.args, expr(a))
		}
		return &c
	}
	c := *b
	c.list = nil
	for _, s := range b.list {
		if turn() {
			continue
		}
		if s.kind == gateIf {
			if turn() {
				c.list = append(c.list, s.then.list...)
				continue
			}
			if turn() {
				c.list = append(c.list, s.other.list...)
				continue
			}
		}
		n := *s
		n.target, n.value = expr(s.target), expr(s.value)
		n.then, n.other = s.then.simpler(k, to, from), s.other.simpler(k, to, from)
		c.list = append(c.list, &n)
	}
	return &c
}
