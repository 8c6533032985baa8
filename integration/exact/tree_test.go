package exact

// A gateLevel holds which elements are connected: outside of all gates, or in one
// branch. There each element that is known outside is at first by itself: which of
// them a gate joins is a matter of the level around it.
type gateLevel struct{ parent map[int]int }

func (l *gateLevel) root(e int) int {
	p, ok := l.parent[e]
	if !ok {
		l.parent[e] = e
		return e
	}
	if p == e {
		return e
	}
	p = l.root(p)
	l.parent[e] = p
	return p
}

// join connects elements; false where some already were.
func (l *gateLevel) join(list []int) bool {
	if len(list) > 0 {
		l.root(list[0])
	}
	for k, e := range list {
		for _, o := range list[:k] {
			if l.root(e) == l.root(o) {
				return false
			}
		}
	}
	for _, e := range list {
		l.parent[l.root(e)] = l.root(list[0])
	}
	return true
}

// A gateWalk sees whether the factor graph of a program is a tree: outside of the
// gates, and in each branch.
type gateWalk struct {
	gateWorld
	known []string // conditions of the branches around
}

// tree tells whether the factor graph is one.
func (m *gateModel) tree() bool {
	w := &gateWalk{gateWorld: gateWorld{m: m, loops: map[string]int{}}}
	return w.block(m.body, &gateLevel{map[int]int{}})
}

// leaves are the random elements in an expression.
func (w *gateWalk) leaves(e *gateExpr) (list []int) {
	if e == nil {
		return nil
	}
	for _, k := range w.known {
		if e.text() == k {
			return nil
		}
	}
	if e.v != nil && e.v.random {
		return []int{w.element(e.v, e.at)}
	}
	for _, a := range e.args {
		list = append(list, w.leaves(a)...)
	}
	return list
}

func (w *gateWalk) block(b *gateBlock, l *gateLevel) bool {
	for _, s := range b.list {
		ok := true
		switch s.kind {
		case gateFor:
			for i := s.from; i < w.m.size && ok; i++ {
				w.loops[s.loop] = i
				ok = w.block(s.then, l)
			}
		case gateIf:
			ok = w.gate(s, l)
		default:
			var list []int
			if s.kind != gateSeen {
				list = w.leaves(s.target)
			}
			ok = l.join(append(list, w.leaves(s.value)...))
		}
		if !ok {
			return false
		}
	}
	return true
}

func (w *gateWalk) gate(s *gateStmt, l *gateLevel) bool {
	on := w.leaves(s.value)
	if len(on) == 0 { // inputs say which branch, or it is known
		return w.block(s.then, l) && w.block(s.other, l)
	}
	known := s.value
	for known.op == "!" {
		known = known.args[0]
	}
	before := w.known
	if known.v != nil {
		w.known = append(before[:len(before):len(before)], known.text())
	}
	seen := map[int]bool{}
	for _, b := range []*gateBlock{s.then, s.other} {
		branch := &gateLevel{map[int]int{}}
		if !w.block(b, branch) {
			return false
		}
		for e := range w.m.elements {
			if _, ok := branch.parent[e]; ok && !seen[e] {
				seen[e] = true
				on = append(on, e)
			}
		}
	}
	w.known = before
	return l.join(on)
}
