package conditional

import (
	"slices"

	"mpc/model"
)

// linear takes expressions of a factor apart as slope*x + rest, x being the element that
// a draw is about.
type linear struct {
	draw   *Draw
	factor *Factor
	list   []*occurrence
	k      int
	match  *match
	term   *Term
}

// split takes e apart, in terms of what the term's loops bind.
func (l *linear) split(e *model.Expr) (slope, rest *model.Expr, ok bool) {
	own := l.list[l.k]
	simple := len(own.inside) == 0
	for j, o := range l.list {
		if j != l.k && reads(e, o.element) && !o.different(own) {
			simple = false
		}
	}
	if simple {
		slope, rest, ok = affine(e, own.element)
		if !ok {
			return nil, nil, false
		}
		return l.match.apply(slope), l.match.apply(rest), true
	}
	slope = model.Number(0)
	for j := l.k; j < len(l.list); j++ {
		o := l.list[j]
		if j != l.k && o.different(own) {
			continue
		}
		s, ok := slopeOf(e, o.element, o.inside)
		if !ok || mentions(s, l.draw.Variable()) {
			return nil, nil, false
		}
		m := l.match
		if j != l.k {
			m = l.factor.match(o, l.draw.At, l.draw.Variable().Dims)
		}
		// In the instances of this term, at the element.
		s = l.match.apply(m.reduced(s, j == l.k, l.factor))
		slope = sum(slope, s)
	}
	// What is left at the present value of the element.
	x := &model.Expr{Op: model.OpVariable, Type: l.draw.Variable().Type, Variable: l.draw.Variable(), Args: l.draw.At, Random: true, At: e.At}
	return slope, difference(l.match.apply(e), product(slope, x)), true
}

// reduced is the slope at an element: that of the reduction's index that the element
// fixes, or the sum of those that lead to it.
func (m *match) reduced(s *model.Expr, own bool, f *Factor) *model.Expr {
	for _, w := range m.inner {
		s = s.Subst(w.index, w.by)
	}
	cond := m.hits()
	if !own {
		cond = f.within(m)
	}
	if len(m.inside) == 0 {
		if own {
			return s // the term's guards hold
		}
		return choose(cond, s, model.Number(0))
	}
	each := &model.Expr{Op: model.OpBool, Type: boolean, Value: 1}
	for _, g := range m.guards {
		each = and(each, g)
	}
	if !own {
		for _, w := range m.swaps {
			each = and(each, model.Call("==", boolean, model.IndexExpr(w.index), w.by))
		}
	}
	out := choose(each, s, model.Number(0))
	for k := len(m.inside) - 1; k >= 0; k-- {
		out = &model.Expr{Op: model.OpReduce, Fun: "sum", Type: realType, Args: []*model.Expr{out}, Random: out.Random, Loop: m.inside[k], At: s.At}
	}
	return out
}

// slopeOf is the derivative of e, which is linear in x, at one occurrence: the reductions
// around it that are given are left to the caller.
func slopeOf(e, x *model.Expr, left []*model.Loop) (*model.Expr, bool) { return find(x).slope(e, left) }

func (in *finder) slope(e *model.Expr, left []*model.Loop) (*model.Expr, bool) {
	if !in.in(e) {
		return model.Number(0), true
	}
	if e.Op == model.OpVariable {
		return model.Number(1), e.Key() == in.key
	}
	if e.Sums() {
		s, ok := in.slope(e.Args[0], left)
		if !ok || s.IsNumber(0) || bound(e.Loop.Index, left) {
			return s, ok
		}
		return &model.Expr{Op: model.OpReduce, Fun: "sum", Type: realType, Args: []*model.Expr{s}, Random: s.Random, Loop: e.Loop, At: e.At}, true
	}
	if e.Op != model.OpCall {
		return nil, false
	}
	switch e.Fun {
	case "real":
		return in.slope(e.Args[0], left)
	case "neg":
		s, ok := in.slope(e.Args[0], left)
		if !ok {
			return nil, false
		}
		return negated(s), true
	case "+", "-":
		s, ok := in.slope(e.Args[0], left)
		t, ok2 := in.slope(e.Args[1], left)
		if !ok || !ok2 {
			return nil, false
		}
		if e.Fun == "-" {
			return difference(s, t), true
		}
		return sum(s, t), true
	case "*":
		for k := range 2 {
			if f := e.Args[1-k]; !in.in(f) {
				s, ok := in.slope(e.Args[k], left)
				if !ok {
					return nil, false
				}
				return product(s, f), true
			}
		}
	case "/":
		if !in.in(e.Args[1]) {
			s, ok := in.slope(e.Args[0], left)
			if !ok {
				return nil, false
			}
			return quotient(s, e.Args[1]), true
		}
	case model.Choose:
		if !in.in(e.Args[0]) {
			s, ok := in.slope(e.Args[1], left)
			t, ok2 := in.slope(e.Args[2], left)
			if !ok || !ok2 {
				return nil, false
			}
			return choose(e.Args[0], s, t), true
		}
	}
	return nil, false
}

// bound finds the bounds that a condition sets.
func (l *linear) bound(e *model.Expr) {
	if e.Op != model.OpCall || len(e.Args) != 2 {
		return
	}
	left, right := e.Args[0], e.Args[1]
	if left.Type.Kind == model.Bool || left.Type.Dimensions > 0 {
		return
	}
	var d *model.Expr
	closed := false
	switch e.Fun {
	case ">":
		d = difference(left, right)
	case ">=":
		d, closed = difference(left, right), true
	case "<":
		d = difference(right, left)
	case "<=":
		d, closed = difference(right, left), true
	case "==":
		if left.Type.Kind == model.Real || right.Type.Kind == model.Real {
			return
		}
		for _, d := range []*model.Expr{difference(left, right), difference(right, left)} {
			if slope, rest, ok := l.split(d); ok {
				l.term.Bounds = append(l.term.Bounds, &Bound{slope, rest, true})
			}
		}
		return
	default:
		return
	}
	if slope, rest, ok := l.split(d); ok {
		l.term.Bounds = append(l.term.Bounds, &Bound{slope, rest, closed})
	}
}

// dot finds the message of a normal factor to a vector, whose components stand in the
// residual: the slope of each.
func (l *linear) dot(residual, precision *model.Expr) {
	v := l.draw.Variable()
	if mentions(precision, v) {
		return
	}
	component := &model.Index{ID: -1, Name: "k", At: l.term.Factor.At}
	at := model.IndexExpr(component)
	slope := model.Number(0)
	for j, o := range l.list {
		if len(o.element.Args) != len(v.Dims)+1 || len(o.inside) > 0 {
			return
		}
		if o.different(l.list[l.k]) {
			continue
		}
		last := o.element.Args[len(v.Dims)]
		i, c, affine := last.Affine()
		s, ok := slopeOf(residual, o.element, slices.DeleteFunc(slices.Clone(o.around), func(l *model.Loop) bool { return !affine || l.Index != i }))
		if !ok || mentions(s, v) {
			return
		}
		if affine && !bound(i, l.factor.Loops) {
			by := shifted(at, -c)
			s = s.Subst(i, by)
			for _, r := range o.around {
				if r.Index != i {
					continue
				}
				if !r.Lo.IsNumber(0) || c < 0 {
					s = choose(model.Call(">=", boolean, by, r.Lo), s, model.Number(0))
				}
				if c != 0 || !r.Hi.Equal(v.Sizes[0]) {
					s = choose(model.Call("<", boolean, by, r.Hi), s, model.Number(0))
				}
			}
		} else {
			s = choose(model.Call("==", boolean, at, last), s, model.Number(0))
		}
		s = l.match.apply(s)
		if j != l.k && !o.same(l.list[l.k]) {
			m := l.factor.match(o, l.draw.At, v.Dims)
			s = choose(l.match.apply(l.factor.within(m)), s, model.Number(0))
		}
		slope = sum(slope, s)
	}
	l.term.Message = &Message{Operator: "MvNormalDot", Args: []*model.Expr{l.match.apply(residual), slope, l.match.apply(precision)}, Component: component}
}
