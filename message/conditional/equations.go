package conditional

import (
	"slices"

	"mpc/model"
	"mpc/model/joint"
)

// equations solves observed equations for a variable that stands in them, which is then
// a function of the others.
func (b *builder) equations() {
	b.used = map[*joint.Statement]bool{}
	for _, of := range b.joint.Statements {
		if of.Kind != joint.Equation || len(of.Relation.Repeats) > 0 {
			continue
		}
		s := b.placed(of)
		value, other := b.inline(s.Value), b.inline(s.Other)
		if !value.Random && !other.Random {
			continue
		}
		residual := model.Call("-", realType, value, other)
		if len(s.Guards) > 0 {
			b.used[of] = slices.ContainsFunc(b.program.Model.Variables, func(v *model.Variable) bool { return b.pin(s, v, residual) })
			continue
		}
		for _, v := range b.program.Model.Variables {
			if !b.onlyUnsolved(v) && b.solve(s, v, residual) {
				b.used[of] = true
				break
			}
		}
	}
}

// solve solves residual = 0 for a variable, if the equation has one for each of its
// elements.
func (b *builder) solve(s *joint.Statement, v *model.Variable, residual *model.Expr) bool {
	x, value, slope := b.solution(s, v, residual)
	if value == nil {
		return false
	}
	b.solved[v] = &definition{loops: s.Loops, target: x.Args, value: value, at: s.At, text: s.Text}
	b.jacobian(s, slope, nil)
	return true
}

// solution is what an element of a variable is in terms of others, and the slope of the residual in it; nil where the equation
// has none for each element.
func (b *builder) solution(s *joint.Statement, v *model.Variable, residual *model.Expr) (x, value, slope *model.Expr) {
	if !v.Random || v.Derived || v.Type.Kind != model.Real || v.Type.Dimensions > 0 || b.solved[v] != nil || b.definitions[v] != nil || !mentions(residual, v) {
		return nil, nil, nil
	}
	f := &Factor{X: residual}
	list := f.occurrences(v)
	if len(list) != 1 || len(list[0].inside) > 0 || len(v.Dims) != len(s.Loops) {
		return nil, nil, nil
	}
	x = list[0].element
	if !b.coversDrawn(s.Loops, x) {
		return nil, nil, nil
	}
	slope, rest, ok := affine(residual, x)
	if !ok || slope.IsNumber(0) {
		return nil, nil, nil
	}
	return x, quotient(negated(rest), slope), slope
}

// jacobian adds the log of the derivative of what is solved for.
func (b *builder) jacobian(s *joint.Statement, slope *model.Expr, guards []*model.Expr) {
	if !slope.IsNumber(1) && !slope.IsNumber(-1) {
		log := model.Call("neg", realType, model.Call("log", realType, model.Call("abs", realType, slope)))
		b.add(&Factor{Loops: s.Loops, Guards: guards, Log: log, Text: s.Text, At: s.At})
	}
}

// onlyUnsolved tells whether a variable is the only one that a joint normal still has.
func (b *builder) onlyUnsolved(v *model.Variable) bool {
	return b.whole && !slices.ContainsFunc(b.program.Model.Variables, func(o *model.Variable) bool {
		return o != v && o.Random && !o.Derived && b.solved[o] == nil
	})
}

// coversDrawn tells whether an element that stands in loops by their indices is in turn each one that a variable has, or
// each one that its only statement draws.
func (b *builder) coversDrawn(loops []*model.Loop, x *model.Expr) bool {
	if (&Factor{Loops: loops}).covers(x) {
		return true
	}
	var drawn *joint.Statement
	for _, s := range b.joint.Statements {
		if s.Defines() != x.Variable {
			continue
		}
		if drawn != nil || s.Kind != joint.Drawn || len(s.Guards) > 0 || len(s.Copies) > 0 || len(s.Home) > 0 {
			return false
		}
		drawn = s
	}
	if drawn == nil || len(drawn.Loops) != len(loops) || len(x.Args) != len(loops) || len(drawn.X.Args) != len(loops) {
		return false
	}
	// The loops around x that stand for those of the draw, by the place of their index.
	of := map[*model.Index]*model.Loop{}
	for k, a := range x.Args {
		i, off, ok := a.Affine()
		j, offDrawn, okDrawn := drawn.X.Args[k].Affine()
		if !ok || !okDrawn || off != offDrawn || of[j] != nil {
			return false
		}
		at := slices.IndexFunc(loops, func(l *model.Loop) bool { return l.Index == i })
		if at < 0 {
			return false
		}
		of[j] = loops[at]
	}
	same := func(drawn, here *model.Expr) bool { // all indices at once: two may be exchanged
		return drawn.Map(func(e *model.Expr) *model.Expr {
			if l := of[e.Index]; e.Op == model.OpIndex && l != nil {
				return model.IndexExpr(l.Index)
			}
			return e
		}).Equal(here)
	}
	seen := map[*model.Loop]bool{}
	for _, l := range drawn.Loops {
		here := of[l.Index]
		if here == nil || seen[here] || !same(l.Lo, here.Lo) || !same(l.Hi, here.Hi) {
			return false
		}
		seen[here] = true
	}
	return true
}
