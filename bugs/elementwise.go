package bugs

import "mpc/lang"

// overParts opens a loop of its own over the elements of a slice, in which what is written until it is left stands: the name of its
// index in the model, and the index.
func (t *translator) overParts(at lang.Pos) (name string, part *Ref, leave func()) {
	outer := t.site
	site := *outer
	name = t.fresh("k")
	loop := &For{At: at, Index: "part " + name}
	t.ours["for "+loop.Index] = name
	site.loops = append(append([]*For{}, outer.loops...), loop)
	t.site = &site
	return name, &Ref{At: at, Name: loop.Index}, func() { t.site = outer }
}

// elementwise replaces what references keep by indices.
func (t *translator) elementwise(e Expr, with []Expr) Expr {
	switch e := e.(type) {
	case *Ref:
		lows := t.lows(e)
		if t.site.loop(e.Name) != nil || len(lows) == 0 {
			return e
		}
		if len(lows) != len(with) {
			t.Errorf(e.At, lang.CodeIndex, "%s has %d dimensions here, and what it stands beside %d", e, len(lows), len(with))
			return e
		}
		c := *e
		c.Subs = nil
		subs := e.Subs
		if subs == nil || len(subs) == 1 && subs[0].Empty {
			subs = nil
			for range t.dims[e.Name] {
				subs = append(subs, Sub{At: e.At, Empty: true})
			}
		}
		k := 0
		for _, s := range subs {
			if t.row(s) != nil {
				s = Sub{At: s.At, Lo: t.elementwise(s.Lo, with[k:k+1])}
				k++
			} else if s.Empty || s.Hi != nil {
				x := with[k]
				if lo := lows[k]; lo != nil { // lo + index - 1
					x = &Binary{At: s.At, Op: "-", X: &Binary{At: s.At, Op: "+", X: lo, Y: x}, Y: &Number{At: s.At, Value: 1, Text: "1"}}
				}
				s = Sub{At: s.At, Lo: x}
				k++
			}
			c.Subs = append(c.Subs, s)
		}
		return &c
	case *Unary:
		c := *e
		c.X = t.elementwise(e.X, with)
		return &c
	case *Binary:
		if e.Op == "%*%" {
			return t.product(e, with)
		}
		c := *e
		c.X, c.Y = t.elementwise(e.X, with), t.elementwise(e.Y, with)
		return &c
	case *Call:
		switch {
		case reduces(e):
			return e
		case e.Fun == "t" && len(e.Args) == 1 && len(with) == 2:
			return t.elementwise(e.Args[0], []Expr{with[1], with[0]})
		case (e.Fun == "sort" || e.Fun == "rank" || e.Fun == "order") && len(e.Args) == 1 && len(with) == 1:
			return &Call{At: e.At, Fun: "element of " + e.Fun, Args: []Expr{e.Args[0], with[0]}}
		}
		c := *e
		c.Args = nil
		for _, a := range e.Args {
			c.Args = append(c.Args, t.elementwise(a, with))
		}
		return &c
	}
	return e
}

// array writes a parameter that is a vector or a matrix: a name, or a row of an array.
func (t *translator) array(e Expr, n int) lang.Expr {
	r, ok := e.(*Ref)
	if c, isCall := e.(*Call); isCall && c.Fun == "c" {
		list := &lang.List{At: e.Pos()}
		for _, a := range c.Args {
			list.Elems = append(list.Elems, t.value(a))
		}
		return list
	}
	if !ok {
		t.Errorf(e.Pos(), lang.CodeType, "%s stands where an array is wanted", e).WithHint("define it as a variable first, element by element")
		return &lang.Number{At: e.Pos()}
	}
	name := &lang.Name{At: r.At, Name: t.name(r.Name)}
	dims := t.dims[r.Name]
	if r.Subs == nil || len(r.Subs) == 1 && r.Subs[0].Empty {
		if len(dims) != n {
			t.Errorf(r.At, lang.CodeIndex, "%s has %s, where %d are wanted", r.Name, dimensions(len(dims)), n)
		}
		return name
	}
	if len(r.Subs) < n {
		t.Errorf(r.At, lang.CodeIndex, "%s has %s, where %d are wanted", r.Name, dimensions(len(r.Subs)), n)
		return name
	}
	lead := len(r.Subs) - n
	var args []lang.Expr
	for d, s := range r.Subs {
		kept := s.Empty || s.Hi != nil
		switch {
		case d < lead && kept || d >= lead && !kept:
			t.Errorf(s.At, lang.CodeUnsupported, "%s is no row of %s: only the last dimensions of an array are kept here by this version", r, r.Name).
				WithHint("copy it to an array of its own in a loop")
			return name
		case d < lead:
			args = append(args, t.linear(s.Lo, -1))
		case !s.Empty && !t.covers(r.Name, d, s):
			if n != 1 {
				t.Errorf(r.At, lang.CodeUnsupported, "%s is a part of a matrix, which is not supported by this version", r)
				return name
			}
			return t.part(r)
		}
	}
	if len(args) == 0 {
		return name
	}
	return &lang.Index{At: r.At, X: name, Args: args}
}

// product is an element of a product of matrices: of the first a row, of the second a column.
func (t *translator) product(e *Binary, with []Expr) Expr {
	x, y := t.plain(e.X), t.plain(e.Y)
	if x == nil || y == nil {
		t.Errorf(e.At, lang.CodeUnsupported, "%s: a product of matrices is of names in this version", e).
			WithHint("define each factor as a variable first")
		return e
	}
	row, column := x, y
	if len(t.lows(x)) == 2 && len(with) > 0 {
		row, with = t.kept(x, 0, with[0]), with[1:]
	}
	if len(t.lows(y)) == 2 && len(with) > 0 {
		column, with = t.kept(y, 1, with[0]), with[1:]
	}
	if len(with) > 0 || len(t.lows(row)) != 1 || len(t.lows(column)) != 1 {
		t.Errorf(e.At, lang.CodeIndex, "%s has other dimensions than what it defines", e)
		return e
	}
	return &Call{At: e.At, Fun: "inprod", Args: []Expr{row, column}}
}

func (t *translator) plain(e Expr) *Ref {
	if c, ok := e.(*Call); ok && c.Fun == "t" && len(c.Args) == 1 { // of a row the row itself
		if r, ok := c.Args[0].(*Ref); ok && len(t.lows(r)) == 1 {
			return r
		}
	}
	r, ok := e.(*Ref)
	if !ok || len(t.lows(r)) == 0 {
		return nil
	}
	return r
}

// kept puts an index into one of the dimensions that a reference keeps.
func (t *translator) kept(r *Ref, d int, index Expr) *Ref {
	c := *r
	if r.Subs == nil || len(r.Subs) == 1 && r.Subs[0].Empty {
		c.Subs = nil
		for range t.dims[r.Name] {
			c.Subs = append(c.Subs, Sub{At: r.At, Empty: true})
		}
	}
	c.Subs = append([]Sub{}, c.Subs...)
	k := 0
	for i, s := range c.Subs {
		if !s.Empty && s.Hi == nil {
			continue
		}
		if k == d {
			x := index
			if s.Lo != nil {
				x = &Binary{At: s.At, Op: "-", X: &Binary{At: s.At, Op: "+", X: s.Lo, Y: x}, Y: &Number{At: s.At, Value: 1, Text: "1"}}
			}
			c.Subs[i] = Sub{At: s.At, Lo: x}
		}
		k++
	}
	return &c
}

// lows are the lower ends of the dimensions that a reference keeps, nil for 1.
func (t *translator) lows(r *Ref) (list []Expr) {
	if r.Subs == nil || len(r.Subs) == 1 && r.Subs[0].Empty {
		return make([]Expr, len(t.dims[r.Name]))
	}
	for _, s := range r.Subs {
		switch {
		case s.Empty:
			list = append(list, nil)
		case s.Hi != nil:
			list = append(list, s.Lo)
		case t.row(s) != nil:
			list = append(list, nil)
		}
	}
	return list
}
