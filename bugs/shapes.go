package bugs

import (
	"fmt"

	"mpc/lang"
)

// shapes finds the sizes of all names, and the types of inputs.
func (t *translator) shapes() {
	v := *t.values
	v.report = &lang.Collector{}
	t.dims = map[string][]int{}
	for _, s := range t.all {
		name := s.Target.Name
		if a := t.values.data[name]; a != nil {
			t.dims[name] = a.Dim
			continue
		}
		if b, ok := v.box(s, s.Target); ok {
			t.widen(name, b)
			continue
		}
		v.loops(s, func() *unknown {
			if t.dims[name] == nil {
				t.dims[name] = make([]int, len(s.Target.Subs))
			}
			for i, sub := range s.Target.Subs {
				hi := sub.Lo
				if sub.Hi != nil {
					hi = sub.Hi
				}
				if sub.Empty || i >= len(t.dims[name]) {
					continue
				}
				if k, left := v.whole(hi); left == nil {
					t.dims[name][i] = max(t.dims[name][i], k)
				}
			}
			return nil
		})
	}
	for _, d := range t.prog.Vars {
		for i, e := range d.Dims {
			if k, left := v.whole(e); left == nil && len(t.dims[d.Name]) == len(d.Dims) && t.values.data[d.Name] == nil {
				t.dims[d.Name][i] = max(t.dims[d.Name][i], k)
			}
		}
	}
	for n, a := range t.given {
		t.dims[n] = a.Dim
	}
	// Sizes: scalars of the data that are the upper ends of loops from 1.
	for _, s := range t.all {
		if t.skipped(s) {
			continue
		}
		for _, l := range s.loops {
			if r, ok := l.Range.Hi.(*Ref); ok && t.isSize(r) {
				t.ranges[r.Name] = true
			}
		}
	}
}

// widen makes the sizes of a name those that a box reaches.
func (t *translator) widen(name string, b box) {
	if b.none {
		return
	}
	if t.dims[name] == nil {
		t.dims[name] = make([]int, len(b.spans))
	}
	for i, x := range b.spans {
		if i < len(t.dims[name]) {
			t.dims[name][i] = max(t.dims[name][i], x.hi)
		}
	}
}

// isSize tells whether a reference is to a whole number of the data, 0 or more.
func (t *translator) isSize(r *Ref) bool {
	a := t.values.data[r.Name]
	return r.Subs == nil && a != nil && t.inputs[r.Name] && len(a.Dim) == 0 && a.Missing == nil && a.Whole && a.Values[0] >= 0 && !drawn(t.all, r.Name)
}

// dim is the size of a dimension of an input: the size that loops over it run to, a number
// that they run to, or a range of its own.
func (t *translator) dim(name string, d int) lang.Expr {
	size := t.dims[name][d]
	var found lang.Expr
	look := func(r *Ref, s *site) {
		if found != nil || r.Name != name || d >= len(r.Subs) {
			return
		}
		sub := r.Subs[d]
		var hi Expr
		switch {
		case sub.Empty:
			return
		case sub.Hi != nil:
			if n, ok := sub.Lo.(*Number); ok && n.Value == 1 {
				hi = sub.Hi
			}
		default:
			if i, ok := sub.Lo.(*Ref); ok {
				if l := s.loop(i.Name); l != nil {
					if n, ok := l.Range.Lo.(*Number); ok && n.Value <= float64(size) && n.Value >= 1 {
						hi = l.Range.Hi
					}
				}
			}
		}
		switch hi := hi.(type) {
		case *Number:
			if int(hi.Value) == size {
				found = &lang.Number{At: hi.At, Value: hi.Value, Int: true}
			}
		case *Ref:
			if t.isSize(hi) && int(t.values.data[hi.Name].Values[0]) == size {
				t.ranges[hi.Name] = true
				found = &lang.Name{At: hi.At, Name: t.name(hi.Name)}
			}
		}
	}
	for _, s := range t.all {
		if t.skipped(s) {
			continue
		}
		look(s.Target, s)
		s.each(func(e Expr) {
			if r, ok := e.(*Ref); ok {
				look(r, s)
			}
		})
	}
	if found != nil {
		return found
	}
	return t.ownRange(name, d)
}

// ownRange is a range for one dimension of one input.
func (t *translator) ownRange(name string, d int) lang.Expr {
	text := t.name(name) + "_size"
	if len(t.dims[name]) > 1 {
		text = fmt.Sprintf("%s_size%d", t.name(name), d+1)
	}
	text = t.fresh(text)
	t.own = append(t.own, &lang.Input{Name: lang.Name{Name: text}, Type: lang.TypeExpr{Base: "range"}})
	t.out.Data[text] = &Array{Values: []float64{float64(t.dims[name][d])}, Whole: true}
	return &lang.Name{Name: text}
}

// typeOf is the type of an input.
func (t *translator) typeOf(name string) lang.TypeExpr {
	if x, ok := t.types[name]; ok {
		return x
	}
	a := t.values.data[name]
	x := lang.TypeExpr{Base: "real"}
	switch t.kinds[name] {
	case intKind:
		x.Base = "int"
	case truthKind:
		x.Base = "bool"
	}
	if t.ranges[name] {
		x.Base = "range"
	}
	core := t.core[name]
	for d := range a.Dim {
		e := t.dim(name, d)
		if d >= len(a.Dim)-core && x.Base == "real" || len(x.Params) > 0 {
			x.Params = append(x.Params, e)
		} else {
			x.Dims = append(x.Dims, e)
		}
	}
	if len(x.Params) == 1 {
		x.Base = "vector"
	} else if len(x.Params) == 2 {
		x.Base = "matrix"
	}
	t.types[name] = x
	return x
}

// extent is the size of a dimension of any name, as our language says it.
func (t *translator) extent(name string, d int, at lang.Pos) lang.Expr {
	if t.inputs[name] {
		x := t.typeOf(name)
		if d < len(x.Dims) {
			return x.Dims[d]
		}
		return x.Params[d-len(x.Dims)]
	}
	if d >= len(t.dims[name]) {
		t.Errorf(at, lang.CodeUndefined, "how many elements %s has is not known", name)
		return &lang.Number{At: at, Int: true}
	}
	size := t.dims[name][d]
	quiet := *t.values
	quiet.report = &lang.Collector{}
	for _, s := range t.all {
		if s.Target.Name != name || d >= len(s.Target.Subs) || t.skipped(s) {
			continue
		}
		sub := s.Target.Subs[d]
		hi := sub.Hi
		if hi == nil {
			hi = sub.Lo
		}
		if r, ok := hi.(*Ref); ok && r.Subs == nil {
			if l := s.loop(r.Name); l != nil {
				hi = l.Range.Hi
			}
		}
		if isNumber(hi) || hi == nil {
			continue
		}
		inner := false
		walk(hi, func(e Expr) {
			if r, ok := e.(*Ref); ok && s.loop(r.Name) != nil {
				inner = true
			}
		})
		if k, left := quiet.whole(hi); !inner && left == nil && k == size {
			return t.linear(hi, 0)
		}
	}
	return &lang.Number{At: at, Value: float64(size), Int: true}
}
