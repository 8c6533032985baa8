package bugs

// Nodes of dsum, dround and dinterval follow from others. Where no data give one it is computed, as in predictions: nil
// of all other statements.
func (t *translator) predicted(s *Relation) *Relation {
	if t.given[s.Target.Name] != nil || s.Bounds != nil || t.defines(s.Target.Name) {
		return nil
	}
	at, args := s.Dist.At, s.Dist.Args
	of := func(op string, x, y Expr) Expr { return &Binary{At: at, Op: op, X: x, Y: y, Closed: true} }
	var value Expr
	switch {
	case s.Dist.Fun == "dsum" && len(args) > 1:
		value = args[0]
		for _, a := range args[1:] {
			value = of("+", value, a)
		}
	case s.Dist.Fun == "dround" && len(args) == 2:
		shift := of("^", constant(at, 10), args[1])
		value = of("/", &Call{At: at, Fun: "round", Args: []Expr{of("*", args[0], shift)}}, shift)
	case s.Dist.Fun == "dinterval" && len(args) == 2:
		value = of(">", args[0], args[1])
		if r, ok := args[1].(*Ref); ok && t.isRow(r) {
			value = &Call{At: at, Fun: "sum", Args: []Expr{of("<", r, args[0])}}
		}
	default:
		return nil
	}
	return &Relation{At: s.At, Target: s.Target, Value: value}
}

// defines tells whether a statement computes elements of a name.
func (t *translator) defines(name string) bool {
	for _, s := range t.all {
		if s.Dist == nil && s.Target.Name == name {
			return true
		}
	}
	return false
}

// isRow tells whether a reference is several elements: by its subscripts, or as a bare name of an array.
func (t *translator) isRow(r *Ref) bool {
	if r.Subs != nil {
		return t.keeps(r)
	}
	if a := t.given[r.Name]; a != nil {
		return len(a.Dim) > 0
	}
	for _, s := range t.all {
		if s.Target.Name == r.Name && s.Target.Subs != nil {
			return true
		}
	}
	return false
}
