package bugs

import (
	"math"

	"mpc/lang"
)

// places lists the places that a reference names, with the dimensions that ranges keep.
func (v *evaluation) places(r *Ref, a *Array) (list []int, dim []int, left *unknown) {
	if r.Subs == nil {
		for i := range a.Values {
			list = append(list, i)
		}
		return list, a.Dim, nil
	}
	if len(r.Subs) == 1 && r.Subs[0].Empty {
		for i := range a.Values {
			list = append(list, i)
		}
		return list, a.Dim, nil
	}
	if len(r.Subs) != len(a.Dim) {
		v.report.Errorf(r.At, lang.CodeIndex, "%s has %d subscripts, and %s %d dimensions", r, len(r.Subs), r.Name, len(a.Dim))
		return nil, nil, &unknown{at: r.At, what: r.String()}
	}
	if p, ok := v.place(r, a); ok {
		return []int{p}, nil, nil
	}
	list = []int{0}
	for i, s := range r.Subs {
		lo, hi := 1, a.Dim[i]
		if v.isRow(s) {
			if list, dim, left = v.chosen(s, list, dim, r, a.Dim[i]); left != nil {
				return nil, nil, left
			}
			continue
		}
		if !s.Empty {
			if lo, left = v.whole(s.Lo); left != nil {
				return nil, nil, left
			}
			hi = lo
			if s.Hi != nil {
				if hi, left = v.whole(s.Hi); left != nil {
					return nil, nil, left
				}
			}
			if hi >= lo && (lo < 1 || hi > a.Dim[i]) {
				k := lo
				if lo >= 1 {
					k = hi
				}
				v.report.Errorf(s.At, lang.CodeIndex, "%s is %d here, and %s has %d there", s, k, r.Name, a.Dim[i])
				return nil, nil, &unknown{at: s.At, what: r.String()}
			}
		}
		if s.Empty || s.Hi != nil {
			dim = append(dim, max(0, hi-lo+1))
		}
		var next []int
		for _, p := range list {
			for k := lo; k <= hi; k++ {
				next = append(next, p*a.Dim[i]+k-1)
			}
		}
		list = next
	}
	return list, dim, nil
}

// isRow tells whether a subscript is a row of whole numbers, b[idx[1:3]].
func (v *evaluation) isRow(s Sub) (found bool) {
	if s.Empty || s.Hi != nil {
		return false
	}
	if r, ok := s.Lo.(*Ref); ok && r.Subs == nil {
		if _, index := v.index[r.Name]; index {
			return false
		}
	}
	return s.IsRow(func(name string) bool {
		_, index := v.index[name]
		return !index && v.data[name] != nil && len(v.data[name].Dim) > 0
	})
}

// IsRow tells whether a subscript reads several elements of an array; array says what a bare name is.
func (s Sub) IsRow(array func(name string) bool) (found bool) {
	walkWithin(s.Lo, func(e Expr) {
		r, ok := e.(*Ref)
		if !ok {
			return
		}
		found = found || r.Subs == nil && array(r.Name)
		for _, u := range r.Subs {
			found = found || u.Empty || u.Hi != nil
		}
	}, func(e Expr) bool {
		c, ok := e.(*Call)
		return !ok || !reduces(c) && !OfSize(c)
	})
	return found
}

// chosen takes the elements of a dimension that a row of whole numbers says.
func (v *evaluation) chosen(s Sub, list, dim []int, r *Ref, size int) (places, dims []int, left *unknown) {
	x, left := v.vector(s.Lo)
	if left != nil {
		return nil, nil, left
	}
	for _, p := range list {
		for _, k := range x {
			if k != math.Round(k) || k < 1 || k > float64(size) {
				v.report.Errorf(s.At, lang.CodeIndex, "%s has %v among its elements here, and %s has %d there", s, k, r.Name, size)
				return nil, nil, &unknown{at: s.At, what: r.String()}
			}
			places = append(places, p*size+int(k)-1)
		}
	}
	return places, append(dim, len(x)), nil
}
