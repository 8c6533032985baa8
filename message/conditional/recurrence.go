package conditional

import (
	"math"
	"slices"

	"mpc/lang"
	"mpc/model"
	"mpc/model/joint"
)

// A function of variables that reads its own element before it, as a running sum does, is
// what it stands for: of c[t] = s*c[t-1] + x[t] for t of lo and more
//
//	c[t] = s^(t-lo+1)*c[lo-1] + sum(s^(t-k)*x[k] : k in lo..<t+1)
//
// where s is the same for all t, and so of running products, maxima, minima and conditions.

// unroll writes a definition that reads the element before its own without that, where it has such a form. Others are left,
// which is an error where they are read.
func (b *builder) unroll(d *definition) {
	if d.reduced || !mentions(d.value, d.of) || len(d.guards) > 0 {
		return
	}
	b.align(d)
	if value := b.unrolled(d); value != nil {
		d.value, d.reduced = value, true
	}
}

// align writes the definition of c[t + 1] for t of lo..<hi as that of c[t] for t of lo+1..<hi+1:
// such a recurrence defines the same elements.
func (b *builder) align(d *definition) {
	for k, e := range d.target {
		t, c, ok := e.Affine()
		n := slices.IndexFunc(d.loops, func(l *model.Loop) bool { return l.Index == t })
		if !ok || c == 0 || n < 0 || d.of.Dims == nil {
			continue
		}
		for j, o := range d.target {
			if j != k && o.Uses(t) {
				return
			}
		}
		for _, l := range d.loops {
			if l.Lo.Uses(t) || l.Hi.Uses(t) || l.Full.Uses(t) {
				return
			}
		}
		b.indices++
		i := &model.Index{ID: -b.indices, Name: t.Name + "Next", At: t.At}
		l := d.loops[n]
		d.loops = slices.Clone(d.loops)
		d.loops[n] = &model.Loop{Index: i, Lo: shifted(l.Lo, c), Hi: shifted(l.Hi, c), Full: shifted(l.Full, c)}
		d.target = slices.Clone(d.target)
		d.target[k] = model.IndexExpr(i)
		d.value = d.value.Subst(t, shifted(model.IndexExpr(i), -c))
	}
}

// reductions are the functions of two values whose repetition is a reduction.
var reductions = map[string]string{"max": "max", "min": "min", "&&": "all", "||": "any"}

// unrolled is the form of a definition that does not read the element before its own; nil
// where there is none.
func (b *builder) unrolled(d *definition) *model.Expr {
	before, k := d.before()
	if before == nil {
		return nil
	}
	t := d.target[k].Index
	l := d.loops[slices.IndexFunc(d.loops, func(l *model.Loop) bool { return l.Index == t })]
	if l.Lo.Op != model.OpNumber || l.Lo.Value < 1 {
		return nil
	}
	b.indices++
	i := &model.Index{ID: -b.indices, Name: t.Name + "Before", Range: t.Range, At: t.At}
	loop := &model.Loop{Index: i, Lo: l.Lo, Hi: shifted(model.IndexExpr(t), 1), Full: shifted(model.IndexExpr(t), 1)}
	at := func(e *model.Expr) *model.Expr { return e.Subst(t, model.IndexExpr(i)) }
	first := *before
	first.Args = slices.Clone(before.Args)
	first.Args[k] = model.Number(l.Lo.Value - 1)
	reduced := func(fun string, e *model.Expr) *model.Expr {
		return &model.Expr{Op: model.OpReduce, Fun: fun, Type: d.value.Type, Args: []*model.Expr{e}, Random: true, Loop: loop, At: d.at}
	}
	if fun := reductions[d.value.Fun]; fun != "" && d.value.Op == model.OpCall && len(d.value.Args) == 2 {
		for n, a := range d.value.Args {
			if rest := d.value.Args[1-n]; a.Key() == before.Key() && !mentions(rest, d.of) {
				return model.Call(d.value.Fun, d.value.Type, &first, reduced(fun, at(rest)))
			}
		}
		return nil
	}
	slope, rest, ok := affine(d.value, before)
	if !ok || d.value.Type.Kind != model.Real || mentions(slope, d.of) || mentions(rest, d.of) {
		return nil
	}
	if slope.Uses(t) {
		if !rest.IsNumber(0) || slope.Random && !b.startsAtNormals(d) {
			return nil
		}
		// The product of what is multiplied: exp of a sum of logarithms, times the sign, cos(pi k) of k factors below 0.
		size := model.Call("exp", realType, reduced("sum", model.Call("log", realType, model.Call("abs", realType, at(slope)))))
		below := reduced("count", model.Call("<", boolean, at(slope), model.Number(0)))
		below.Type = wholeType
		sign := model.Call("cos", realType, model.Call("*", realType, model.Number(math.Pi), below))
		return product(product(size, sign), &first)
	}
	power := func(n *model.Expr) *model.Expr {
		if slope.IsNumber(1) {
			return slope
		}
		return model.Call("^", realType, slope, n)
	}
	steps := model.Call("-", wholeType, model.IndexExpr(t), first.Args[k])
	after := model.Call("-", wholeType, model.IndexExpr(t), model.IndexExpr(i))
	return sum(product(power(steps), &first), reduced("sum", product(power(after), at(rest))))
}

// startsAtNormals tells whether the elements that a recurrence begins with are computed from normals, or are some: a product of
// others is linear in them. What else is multiplied is computed forward, without logarithms.
func (b *builder) startsAtNormals(d *definition) (found bool) {
	seen := map[*definition]bool{d: true}
	var of func(v *model.Variable)
	of = func(v *model.Variable) {
		for _, o := range b.definitions[v] {
			if seen[o] {
				continue
			}
			seen[o] = true
			o.value.Walk(func(x *model.Expr) {
				if x.Op == model.OpVariable {
					of(x.Variable)
				}
			})
		}
		found = found || slices.ContainsFunc(b.joint.Statements, func(s *joint.Statement) bool {
			return s.Kind == joint.Drawn && s.Defines() == v && s.Dist != nil && isNormal(s.Dist)
		})
	}
	of(d.of)
	return found
}

// before is the element before its own that a definition reads, the only one of its
// variable, with the dimension in which it is before; nil where there is none.
func (d *definition) before() (found *model.Expr, dim int) {
	for _, o := range (&Factor{X: d.value}).occurrences(d.of) {
		if found != nil || len(o.around) > 0 || len(o.element.Args) != len(d.target) {
			return nil, 0
		}
		found = o.element
	}
	dim = -1
	for k, a := range found.Args {
		i, c, ok := a.Affine()
		j, own, ok2 := d.target[k].Affine()
		switch {
		case !ok || !ok2 || i != j || own != 0 || !bound(i, d.loops):
			if !a.Equal(d.target[k]) {
				return nil, 0
			}
		case c == -1 && dim < 0:
			dim = k
		case c != 0:
			return nil, 0
		}
	}
	if dim < 0 {
		return nil, 0
	}
	return found, dim
}

// recurs tells whether a function of variables reads elements of its own, in a form that is no reduction.
func (b *builder) recurs(v *model.Variable) bool {
	return b.solved[v] == nil && b.drawnParts[v] == nil && v.Type.Dimensions == 0 && len(v.Dims) > 0 &&
		slices.ContainsFunc(b.definitions[v], func(d *definition) bool { return d.step != nil || mentions(d.value, v) && !d.reduced })
}

// recurrence adds the values of a function that reads elements of its own, p[t] of p[t-1]: they are computed in
// the order of their indices, so that each reads what comes before it. No density reads them.
func (b *builder) recurrence(v *model.Variable) {
	if b.recurrences[v] {
		return
	}
	b.recurrences[v] = true
	loops, at := elements(v)
	var steps []*definition
	for _, d := range b.definitions[v] {
		cp := *d
		if d.step != nil {
			cp.value = d.step
		}
		steps = append(steps, &cp)
	}
	value := b.value(elementOf(v, at), steps, &inlining{depth: map[*model.Variable]int{}, at: v.At, values: true})
	for _, o := range (&Factor{X: value}).occurrences(v) {
		if !before(o.element.Args, at) && !b.HasErrors() {
			b.Errorf(b.definitions[v][0].at, lang.CodeUnsupported, "%s is computed from elements of itself that do not come before it, %s: that is not supported by this version", v.Name, o.element).
				WithHint("number the elements so that each is computed from those before it, as %[1]s[t] from %[1]s[t-1]", v.Name)
		}
	}
	b.program.Values = append(b.program.Values, &Value{Variable: v, Loops: loops, At: at, Expr: value, Fixed: b.fixed(v)})
}

// before tells whether the indices of one element are seen to come before those of another, the first one first.
func before(args, at []*model.Expr) bool {
	for k, a := range args {
		i, c, ok := a.Affine()
		if !ok || i != at[k].Index || c > 0 {
			return false
		}
		if c < 0 {
			return true
		}
	}
	return false
}
