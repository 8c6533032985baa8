package bugs

import "mpc/lang"

// array computes an expression of data with its size: t(x) and x %*% y have others than what they are computed from. A row of
// numbers is a column to the right of %*% and a row to the left of it, as in JAGS.
func (v *evaluation) array(e Expr) (*Array, *unknown) {
	switch e := e.(type) {
	case *Ref:
		x, left := v.vector(e)
		if left != nil {
			return nil, left
		}
		var dim []int
		if a := v.data[e.Name]; a != nil {
			_, dim, _ = v.places(e, a)
		}
		return sized(x, dim), nil
	case *Unary:
		a, left := v.array(e.X)
		if left != nil {
			return nil, left
		}
		x, left := v.vector(e)
		return sized(x, a.Dim), left
	case *Binary:
		a, left := v.array(e.X)
		if left != nil {
			return nil, left
		}
		b, left := v.array(e.Y)
		if left != nil {
			return nil, left
		}
		if e.Op == "%*%" {
			return v.product(e, a, b), nil
		}
		x, left := v.vector(e)
		if len(a.Values) < len(b.Values) {
			a = b
		}
		return sized(x, a.Dim), left
	case *Call:
		if len(e.Args) == 0 {
			break
		}
		if e.Fun == "t" && len(e.Args) == 1 {
			a, left := v.array(e.Args[0])
			if left != nil {
				return nil, left
			}
			return transposed(a), nil
		}
		x, left := v.vector(e)
		if left != nil || len(x) == 1 {
			return sized(x, nil), left
		}
		a, left := v.array(e.Args[0])
		if left != nil {
			return nil, left
		}
		return sized(x, a.Dim), nil
	}
	x, left := v.vector(e)
	return sized(x, nil), left
}

// sized is an array of some numbers: of that size where there are as many, else a row.
func sized(x []float64, dim []int) *Array {
	n := 1
	for _, d := range dim {
		n *= d
	}
	if n != len(x) || len(dim) == 0 && len(x) != 1 {
		dim = []int{len(x)}
	}
	if len(x) == 1 {
		dim = nil
	}
	return &Array{Dim: dim, Values: x}
}

// transposed is t(a): of a row of numbers a matrix of one row.
func transposed(a *Array) *Array {
	if len(a.Dim) != 2 {
		return &Array{Dim: []int{1, len(a.Values)}, Values: a.Values}
	}
	n, m := a.Dim[0], a.Dim[1]
	b := &Array{Dim: []int{m, n}, Values: make([]float64, len(a.Values))}
	for i := range n {
		for j := range m {
			b.Values[j*n+i] = a.Values[i*m+j]
		}
	}
	return b
}

// product is a %*% b.
func (v *evaluation) product(e *Binary, a, b *Array) *Array {
	size := func(a *Array, row bool) (int, int) {
		switch {
		case len(a.Dim) == 2:
			return a.Dim[0], a.Dim[1]
		case row:
			return 1, len(a.Values)
		}
		return len(a.Values), 1
	}
	n, k := size(a, true)
	k2, m := size(b, false)
	if len(b.Dim) < 2 && k == 1 && k2 > 1 && len(a.Dim) < 2 && len(a.Values) == 1 { // a number times a row
		k2, m = 1, k2
	}
	if k != k2 {
		v.report.Errorf(e.At, lang.CodeDataShape, "%s: a matrix of %d columns times one of %d rows", e, k, k2)
		return sized([]float64{0}, nil)
	}
	x := make([]float64, n*m)
	for i := range n {
		for j := range m {
			for l := range k {
				x[i*m+j] += a.Values[i*k+l] * b.Values[l*m+j]
			}
		}
	}
	if len(a.Dim) == 2 && len(b.Dim) == 2 && n*m > 1 {
		return sized(x, []int{n, m})
	}
	return sized(x, nil)
}

// bareNames gives names that stand alone on the left, S <- inverse(B), the size of what is on the right.
func (v *evaluation) bareNames(defs []*site) {
	quiet := *v
	quiet.report = &lang.Collector{}
	for changed := true; changed; {
		changed = false
		for _, s := range defs {
			a := v.data[s.Target.Name]
			if s.Target.Subs != nil || len(s.loops) > 0 || a == nil || len(a.Dim) > 0 || a.Missing == nil || s.Link != "" {
				continue
			}
			if x, left := quiet.array(s.Value); left == nil && !quiet.report.HasErrors() && len(x.Values) > 1 {
				b := newArray(x.Dim)
				v.data[s.Target.Name], changed = b, true
				for i, y := range x.Values {
					if y == y {
						b.Values[i], b.Missing[i] = y, false
					}
				}
			}
			quiet.report = &lang.Collector{}
		}
	}
}
