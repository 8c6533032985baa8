package bugs

// scalar is the value of an expression of single numbers that all have values, as most are that stand in a loop: it makes no lists. What
// it does not give, number does, or says why.
func (v *evaluation) scalar(e Expr) (x float64, ok bool) {
	switch e := e.(type) {
	case *Number:
		return e.Value, true
	case *Ref:
		if i, is := v.index[e.Name]; is && e.Subs == nil {
			return float64(i), true
		}
		a := v.data[e.Name]
		if a == nil {
			return 0, false
		}
		p, ok := v.place(e, a)
		if !ok || a.Missing != nil && a.Missing[p] {
			return 0, false
		}
		return a.Values[p], true
	case *Unary:
		x, ok := v.scalar(e.X)
		return -x, ok && e.Op == "-"
	case *Binary:
		f := operators[e.Op]
		if f == nil {
			return 0, false
		}
		x, ok := v.scalar(e.X)
		if !ok {
			return 0, false
		}
		y, ok := v.scalar(e.Y)
		if !ok {
			return 0, false
		}
		return f(x, y), true
	}
	return 0, false
}

// place is where a reference to one element stands in its array.
func (v *evaluation) place(r *Ref, a *Array) (p int, ok bool) {
	if len(r.Subs) != len(a.Dim) {
		return 0, false
	}
	for d, u := range r.Subs {
		if u.Empty || u.Hi != nil {
			return 0, false
		}
		x, ok := v.scalar(u.Lo)
		k := int(x)
		if !ok || x != float64(k) || k < 1 || k > a.Dim[d] {
			return 0, false
		}
		p = p*a.Dim[d] + k - 1
	}
	return p, true
}
