package bugs

import "mpc/lang"

// bare gives subscripts to targets that are a name alone where what is on the right is an array, as JAGS does:
// w ~ ddirch(a[]) is w[1:n] ~ ddirch(a[]), and s <- sort(x) is s[1:n] <- sort(x). Sizes are those of the data and
// of other definitions.
func (t *translator) bare() {
	v := t.quiet()
	for changed := true; changed; {
		changed = false
		for _, s := range t.all {
			if s.Target.Subs != nil || t.given[s.Target.Name] != nil || t.known[s.Target.Name] || t.onlyDefinition(s.Target.Name) != s || t.declared(s.Target.Name) {
				continue
			}
			dim := t.sizeOfRight(s, &v)
			for _, n := range dim {
				one := func(k int) Expr { return &Number{At: s.Target.At, Value: float64(k), Text: inShort(float64(k))} }
				s.Target.Subs = append(s.Target.Subs, Sub{At: s.Target.At, Lo: one(1), Hi: one(n)})
				changed = true
			}
		}
	}
}

// declared tells whether var says the size of a name.
func (t *translator) declared(name string) bool {
	for _, d := range t.prog.Vars {
		if d.Name == name {
			return true
		}
	}
	return false
}

// sizeOfRight is the size of what a relation computes or draws; nil of a number, and where it is not known.
func (t *translator) sizeOfRight(s *site, v *evaluation) []int {
	if s.Dist == nil {
		return t.sizeOf(s.Value, s, v)
	}
	if alias(s.Dist.Fun) == "dscaled.wishart" && len(s.Dist.Args) > 0 { // its scales are those of the rows
		if dim := t.sizeOf(s.Dist.Args[0], s, v); len(dim) == 1 {
			return []int{dim[0], dim[0]}
		}
	}
	if vectors[alias(s.Dist.Fun)] == 0 || len(s.Dist.Args) == 0 {
		return nil
	}
	return t.sizeOf(s.Dist.Args[0], s, v)
}

func (t *translator) sizeOf(e Expr, s *site, v *evaluation) []int {
	switch e := e.(type) {
	case *Ref:
		if s.loop(e.Name) != nil {
			return nil
		}
		return t.sizeOfRef(e, v)
	case *Unary:
		return t.sizeOf(e.X, s, v)
	case *Binary:
		x, y := t.sizeOf(e.X, s, v), t.sizeOf(e.Y, s, v)
		switch {
		case e.Op == "%*%" && len(x) == 2 && len(y) == 2:
			return []int{x[0], y[1]}
		case e.Op == "%*%" && len(x) == 2:
			return x[:1]
		case e.Op == "%*%" && len(y) == 2:
			return y[1:]
		case e.Op == "%*%":
			return nil
		case x != nil:
			return x
		}
		return y
	case *Call:
		switch {
		case reduces(e) || len(e.Args) == 0:
			return nil
		case e.Fun == "c":
			n := 0
			for _, a := range e.Args {
				k := 1
				for _, d := range t.sizeOf(a, s, v) {
					k *= d
				}
				n += k
			}
			return []int{n}
		case e.Fun == "rep" && len(e.Args) == 2:
			if n, left := v.whole(e.Args[1]); left == nil {
				return []int{n}
			}
			return nil
		case e.Fun == "t":
			if x := t.sizeOf(e.Args[0], s, v); len(x) == 2 {
				return []int{x[1], x[0]}
			}
			return nil
		}
		for _, a := range e.Args {
			if x := t.sizeOf(a, s, v); x != nil {
				return x
			}
		}
	}
	return nil
}

// sizeOfRef is the size of what a reference keeps.
func (t *translator) sizeOfRef(r *Ref, v *evaluation) []int {
	list, _ := v.sizeOf(r)
	v.report = &lang.Collector{}
	return list
}

// sizeOf is the size of what a reference keeps: of data, or as far as definitions and draws reach.
func (v *evaluation) sizeOf(r *Ref) (list []int, left *unknown) {
	var dims []int
	if a := v.data[r.Name]; a != nil {
		dims = a.Dim
	} else if dims, left = v.defined(r.Name); dims == nil && left == nil {
		left = &unknown{at: r.At, what: r.String()}
	}
	if r.Subs == nil || len(r.Subs) == 1 && r.Subs[0].Empty {
		return dims, left
	}
	for d, u := range r.Subs {
		switch {
		case u.Empty && d < len(dims):
			list = append(list, dims[d])
		case u.Hi != nil:
			lo, left := v.whole(u.Lo)
			hi, left2 := v.whole(u.Hi)
			if left != nil || left2 != nil {
				return nil, &unknown{at: r.At, what: r.String()}
			}
			list = append(list, hi-lo+1)
		}
	}
	return list, left
}

// defined is how far the statements reach that define a name or draw it, nil of none.
func (v *evaluation) defined(name string) (dims []int, open *unknown) {
	inner := *v
	inner.index = map[string]int{}
	for _, s := range v.all {
		if s.Target.Name != name {
			continue
		}
		for len(dims) < len(s.Target.Subs) {
			dims = append(dims, 0)
		}
		left := inner.loops(s, func() *unknown {
			for d, u := range s.Target.Subs {
				hi := u.Hi
				if hi == nil {
					hi = u.Lo
				}
				if hi == nil {
					continue
				}
				k, left := inner.whole(hi)
				if left != nil {
					return left
				}
				dims[d] = max(dims[d], k)
			}
			return nil
		})
		if left != nil {
			open = left
		}
	}
	return dims, open
}
