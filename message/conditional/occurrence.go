package conditional

import (
	"slices"

	"mpc/model"
)

// An occurrence is where a factor reads an element of a variable. Reads by the same
// indices are one.
type occurrence struct {
	element *model.Expr
	// inside are the loops of reductions around it that its indices read, or bounds of such
	// loops, outermost first; around are all of them.
	inside, around []*model.Loop
}

// args are the indices of the element among those of the variable: those of a component
// of a vector are left out.
func (o *occurrence) args() []*model.Expr {
	return o.element.Args[:min(len(o.element.Args), len(o.element.Variable.Dims))]
}

// same tells whether two occurrences are by the same indices.
func (o *occurrence) same(p *occurrence) bool {
	a, b := o.args(), p.args()
	return len(a) == len(b) && slices.EqualFunc(a, b, (*model.Expr).Equal)
}

// different tells whether two occurrences are seen never to be one element in one
// instance of the factor.
func (o *occurrence) different(p *occurrence) bool {
	a, b := o.args(), p.args()
	for k := range min(len(a), len(b)) {
		if a[k].Op == model.OpNumber && b[k].Op == model.OpNumber && a[k].Value != b[k].Value {
			return true
		}
		i, c, ok := a[k].Affine()
		j, d, ok2 := b[k].Affine()
		if ok && ok2 && i == j && c != d && !bound(i, o.inside) && !bound(i, p.inside) {
			return true
		}
	}
	return false
}

func bound(i *model.Index, loops []*model.Loop) bool {
	return slices.ContainsFunc(loops, func(l *model.Loop) bool { return l.Index == i })
}

// A match says which instances of a factor read a given element at an occurrence.
type match struct {
	swaps  []swap        // of the loops of the factor
	inner  []swap        // of the loops of reductions around the occurrence
	loops  []*model.Loop // of the factor that are left
	guards []*model.Expr // the instance is one of these
	search bool          // guards look for it in loops that are left
	inside []*model.Loop // of reductions, that are left
}

func (m *match) apply(e *model.Expr) *model.Expr {
	if e == nil {
		return nil
	}
	for _, s := range m.swaps {
		e = e.Subst(s.index, s.by)
	}
	return e
}

var wholeType = model.Type{Kind: model.Int}

// match solves for the loop indices that an element at the indices at fixes, of an array
// of the given sizes.
func (f *Factor) match(o *occurrence, at []*model.Expr, dims []*model.Expr) *match {
	m := &match{}
	fixed := map[*model.Index]bool{}
	all := append(f.Loops[:len(f.Loops):len(f.Loops)], o.inside...)
	for k, a := range o.args() {
		i, c, affine := a.Affine()
		if affine && !fixed[i] && bound(i, all) {
			by := at[k]
			by = shifted(by, -c)
			if i.Range != nil && by.Type.Kind != model.IndexKind {
				cp := *by
				cp.Type = model.Type{Kind: model.IndexKind, Range: i.Range}
				by = &cp
			}
			fixed[i] = true
			if bound(i, f.Loops) {
				m.swaps = append(m.swaps, swap{i, by})
			} else {
				m.inner = append(m.inner, swap{i, by})
			}
			l := all[slices.IndexFunc(all, func(l *model.Loop) bool { return l.Index == i })]
			size := dims[k].Map(func(e *model.Expr) *model.Expr {
				if e.Op == model.OpDim {
					return at[e.Dim]
				}
				return e
			})
			if c != 0 || !l.Lo.IsNumber(0) {
				m.guards = append(m.guards, model.Call(">=", boolean, by, l.Lo))
			}
			if c != 0 || !m.apply(l.Hi).Equal(size) {
				m.guards = append(m.guards, model.Call("<", boolean, by, l.Hi))
			}
			continue
		}
		m.guards = append(m.guards, model.Call("==", boolean, a, at[k]))
	}
	for k, g := range m.guards {
		m.guards[k] = m.apply(g)
	}
	m.guards = slices.DeleteFunc(m.guards, func(g *model.Expr) bool { return g.Op == model.OpBool && g.Value != 0 })
	for _, l := range f.Loops {
		if !fixed[l.Index] {
			m.loops = append(m.loops, &model.Loop{Index: l.Index, Lo: m.apply(l.Lo), Hi: m.apply(l.Hi), Full: m.apply(l.Full)})
		}
	}
	for _, l := range o.inside {
		if !fixed[l.Index] {
			m.inside = append(m.inside, &model.Loop{Index: l.Index, Lo: m.apply(l.Lo), Hi: m.apply(l.Hi), Full: m.apply(l.Full)})
		}
	}
	for _, g := range m.guards {
		for _, l := range m.loops {
			m.search = m.search || g.Uses(l.Index)
		}
	}
	return m
}

// shifted is e + n.
func shifted(e *model.Expr, n int) *model.Expr {
	switch {
	case n > 0:
		return model.Call("+", wholeType, e, model.Number(float64(n)))
	case n < 0:
		return model.Call("-", wholeType, e, model.Number(float64(-n)))
	}
	return e
}

// hits is the condition that the element is that of the occurrence, in an instance of the
// factor that other swaps name: true where nothing is left to ask.
func (m *match) hits() *model.Expr {
	out := &model.Expr{Op: model.OpBool, Type: boolean, Value: 1}
	for _, g := range m.guards {
		out = and(out, g)
	}
	for k := len(m.inside) - 1; k >= 0; k-- {
		out = &model.Expr{Op: model.OpReduce, Fun: "any", Type: boolean, Args: []*model.Expr{out}, Random: out.Random, Loop: m.inside[k], At: out.At}
	}
	return out
}

func and(a, b *model.Expr) *model.Expr {
	if a.Op == model.OpBool && a.Value != 0 {
		return b
	}
	return model.Call("&&", boolean, a, b)
}

func not(a *model.Expr) *model.Expr { return model.Call("!", boolean, a) }
