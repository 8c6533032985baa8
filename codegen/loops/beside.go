package loops

import "slices"

// besideAll finds pairs of loops, one after the other, that run over the same range in
// opposite directions, each with a message that one pass leaves to the next, and that
// have nothing to do with each other, as the two directions of a chain. Each waits for
// itself all the time; pass by pass beside each other they wait together.
func besideAll(list []Stmt) {
	for i, s := range list {
		switch s := s.(type) {
		case *For:
			besideAll(s.Body)
			if i+1 == len(list) || i > 0 && besideNext(list[i-1]) {
				continue
			}
			if next, ok := list[i+1].(*For); ok {
				s.Beside = waits(s) && waits(next) && s.Reverse != next.Reverse &&
					s.Lo.Equal(next.Lo) && s.Hi.Equal(next.Hi) && apart(s.Body, next.Body) && apart(next.Body, s.Body)
			}
		case *If:
			besideAll(s.Body)
		}
	}
}

func besideNext(s Stmt) bool {
	l, ok := s.(*For)
	return ok && l.Beside
}

// waits tells whether a loop has a message that one pass leaves to the next, and does
// nothing that may end in an error: else the order of the two loops would say which.
func waits(l *For) bool {
	return !l.Parallel && len(l.Carries) > 0 && len(l.Ahead) == 0 && !slices.ContainsFunc(l.Body, func(s Stmt) bool {
		a, ok := s.(*Apply)
		return !ok || a.To == nil || !carries(a) || len(a.Own) > 0 || a.Row != nil
	})
}

// apart tells whether no statement of the one list writes what the other reads or writes.
func apart(writer, other []Stmt) bool {
	for w := range Applied(writer) {
		for a := range Applied(other) {
			if a.To.Table == w.To.Table || slices.ContainsFunc(a.terms(), func(t Term) bool {
				return t.Table == w.To.Table || t.Except != nil && t.Except.Table == w.To.Table
			}) {
				return false
			}
		}
	}
	return true
}
