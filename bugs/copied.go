package bugs

// Copied is a copy of an expression. Where change has something for a part of it, that stands there as it is; it is asked for the
// outermost parts first, and told whether a part is a bound of a subscript, as i and j + 1 of x[i:j + 1].
func Copied(e Expr, change func(e Expr, subscript bool) Expr) Expr { return copied(e, false, change) }

func copied(e Expr, subscript bool, change func(Expr, bool) Expr) Expr {
	if e == nil {
		return nil
	}
	if y := change(e, subscript); y != nil {
		return y
	}
	switch e := e.(type) {
	case *Ref:
		x := *e
		if e.Subs != nil {
			x.Subs = make([]Sub, len(e.Subs))
		}
		for i, s := range e.Subs {
			s.Lo, s.Hi = copied(s.Lo, true, change), copied(s.Hi, true, change)
			x.Subs[i] = s
		}
		return &x
	case *Call:
		x := *e
		x.Args = make([]Expr, len(e.Args))
		for i, a := range e.Args {
			x.Args[i] = copied(a, false, change)
		}
		return &x
	case *Unary:
		x := *e
		x.X = copied(e.X, false, change)
		return &x
	case *Binary:
		x := *e
		x.X, x.Y = copied(e.X, false, change), copied(e.Y, false, change)
		return &x
	}
	return e
}

// Copied is a copy of a statement with what change has in place of parts of it.
func (s *Relation) Copied(change func(e Expr, subscript bool) Expr) *Relation {
	x := *s
	x.Target, x.Value = Copied(s.Target, change).(*Ref), Copied(s.Value, change)
	if s.Dist != nil {
		x.Dist = Copied(s.Dist, change).(*Call)
	}
	if s.Bounds != nil {
		b := *s.Bounds
		b.Lo, b.Hi = Copied(b.Lo, change), Copied(b.Hi, change)
		x.Bounds = &b
	}
	return &x
}
