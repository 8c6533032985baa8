package bugs

import (
	"maps"
	"slices"
	"strings"

	"mpc/lang"
)

// holes fills what is missing of data that nothing draws and nothing reads, as where rows of an
// array differ in length. A value that is missing and read is an error.
func (t *translator) holes(name string, a *Array) *Array {
	v := *t.values
	v.report = &lang.Collector{}
	for _, s := range t.all {
		if t.skipped(s) {
			continue
		}
		var refs []*Ref
		s.each(func(e Expr) {
			if r, ok := e.(*Ref); ok && r.Name == name {
				refs = append(refs, r)
			}
		})
		for _, r := range refs {
			v.loops(s, func() *unknown {
				if t.HasErrors() {
					return nil
				}
				places, _, left := v.places(r, a)
				if left != nil {
					t.Errorf(r.At, lang.CodeMissingInput, "%s may be a value that is missing, and no statement draws %s", r, name)
					return left
				}
				for _, p := range places {
					if a.Missing[p] {
						t.Errorf(r.At, lang.CodeMissingInput, "%s is read here, is missing in the data, and no statement draws it", t.elementAt(name, a, p)).
							WithHint("give its value, or a statement %s ~", r)
						return nil
					}
				}
				return nil
			})
		}
	}
	c := *a
	c.Missing = nil
	return &c
}

// elementAt is the name of an element of an array, by its place in the list of its values.
func (t *translator) elementAt(name string, a *Array, p int) string {
	return elementOf(strings.TrimPrefix(name, seenOf), a, p, t.orders[name])
}

// elementOf is that of an array whose dimensions the program has in some order.
func elementOf(name string, a *Array, p int, o order) string {
	subs := make([]int, len(a.Dim))
	for d := len(a.Dim) - 1; d >= 0; d-- {
		subs[d] = p%a.Dim[d] + 1
		p /= a.Dim[d]
	}
	return element(name, program(o, subs))
}

// gaps gives a value to the elements that nothing defines of arrays that are reported, where the
// definitions of others leave gaps: no statement reads them, and no result has them.
func (t *translator) gaps(f *lang.File, all bool) {
	list, helps := f.Infer, t.helpers()
	if all {
		list = t.alsoDrawn(f)
	}
	for _, in := range list {
		ours := in.Name
		if of, is := helps[in.Name]; is {
			ours = of
		}
		name := ""
		for _, s := range t.all {
			if t.name(s.Target.Name) == ours {
				name = s.Target.Name
			}
		}
		dims := t.dims[name]
		if t.inputs[name] || t.core[name] > 0 || len(dims) == 0 {
			continue
		}
		n := sizeOf(dims)
		if n > maxEdges {
			continue
		}
		there := t.defined(name, dims)
		if slices.Contains(there, false) {
			t.readsGap(name, there)
		}
		a := &Array{Dim: dims}
		for p, is := range there {
			if !is {
				t.out.Holes[t.elementAt(name, a, p)] = true
				none := lang.Expr(whole(in.At, 0))
				if t.kinds[name] == truthKind {
					none = &lang.Bool{At: in.At}
				}
				f.Program = append(f.Program, &lang.Assign{At: in.At, Target: t.cell(in, a, p), Value: none})
			}
		}
	}
}

// defined tells of each element of a name whether a statement defines it.
func (t *translator) defined(name string, dims []int) []bool {
	there := make([]bool, sizeOf(dims))
	v := *t.values
	for _, s := range t.all {
		if s.Target.Name != name {
			continue
		}
		v.report = &lang.Collector{}
		if b, ok := v.box(s, s.Target); ok && b.within(dims) {
			b.each(dims, func(p int) bool {
				there[p] = true
				return true
			})
			continue
		}
		v.loops(s, func() *unknown {
			for _, p := range t.placesOf(&v, s.Target) {
				there[p] = true
			}
			return nil
		})
	}
	return there
}

// alsoDrawn are what is reported, and the arrays beside it that statements of the file draw: densities of observations read these.
func (t *translator) alsoDrawn(f *lang.File) []*lang.Infer {
	list, seen, helps := slices.Clone(f.Infer), map[string]bool{}, t.helpers()
	for _, in := range list {
		seen[in.Name] = true
	}
	draws := sampled(f.Program, map[string]bool{})
	for _, s := range t.all {
		own := t.name(s.Target.Name)
		names := []string{own}
		for _, h := range slices.Sorted(maps.Keys(helps)) {
			if helps[h] == own {
				names = append(names, h)
			}
		}
		for _, n := range names {
			if draws[n] && !seen[n] {
				seen[n] = true
				list = append(list, &lang.Infer{At: s.Target.At, Name: n})
			}
		}
	}
	return list
}

// cell is an element in our language.
func (t *translator) cell(in *lang.Infer, a *Array, p int) lang.Expr {
	x := &lang.Index{At: in.At, X: &lang.Name{At: in.At, Name: in.Name}, Args: make([]lang.Expr, len(a.Dim))}
	for d := len(a.Dim) - 1; d >= 0; d-- {
		x.Args[d] = whole(in.At, p%a.Dim[d])
		p /= a.Dim[d]
	}
	return x
}

// readsGap reports where an element is read that nothing defines.
func (t *translator) readsGap(name string, there []bool) {
	v := *t.values
	a := &Array{Dim: t.dims[name]}
	for _, s := range t.all {
		if t.skipped(s) {
			continue
		}
		s.each(func(e Expr) {
			r, ok := e.(*Ref)
			if !ok || r.Name != name || s.loop(name) != nil {
				return
			}
			v.report = &lang.Collector{}
			v.loops(s, func() *unknown {
				if t.HasErrors() {
					return nil
				}
				list := t.placesOf(&v, r)
				if len(list) == 0 && len(r.Subs) > 0 {
					t.Errorf(r.At, lang.CodeUndefined, "%s may be an element that nothing defines", r)
				}
				for _, p := range list {
					if !there[p] && !t.HasErrors() {
						c := t.elementAt(name, a, p)
						t.Errorf(r.At, lang.CodeUndefined, "%s is read here, and nothing defines it", c).
							WithHint("add a statement for it, %s <- or %s ~, or let the loops and slices that read %s leave it out", c, c, name)
					}
				}
				return nil
			})
		})
	}
}
