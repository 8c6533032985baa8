package conditional

import (
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
		if len(s.Guards) > 0 || !value.Random && !other.Random {
			continue
		}
		residual := model.Call("-", realType, value, other)
		for _, v := range b.program.Model.Variables {
			if b.solve(s, v, residual) {
				b.used[of] = true
				break
			}
		}
	}
}

// solve solves residual = 0 for a variable, if the equation has one for each of its
// elements.
func (b *builder) solve(s *joint.Statement, v *model.Variable, residual *model.Expr) bool {
	if !v.Random || v.Derived || v.Type.Kind != model.Real || v.Type.Dimensions > 0 || b.solved[v] != nil || b.definitions[v] != nil || !mentions(residual, v) {
		return false
	}
	f := &Factor{X: residual}
	list := f.occurrences(v)
	if len(list) != 1 || len(list[0].inside) > 0 || len(v.Dims) != len(s.Loops) {
		return false
	}
	x := list[0].element
	for k, a := range x.Args {
		i, off, ok := a.Affine()
		if !ok || off != 0 || i != s.Loops[k].Index || !s.Loops[k].Lo.IsNumber(0) {
			return false
		}
		size := v.Dims[k].Map(func(e *model.Expr) *model.Expr {
			if e.Op == model.OpDim {
				return x.Args[e.Dim]
			}
			return e
		})
		if !size.Equal(s.Loops[k].Hi) {
			return false
		}
	}
	slope, rest, ok := affine(residual, x)
	if !ok {
		return false
	}
	value := quotient(negated(rest), slope)
	b.solved[v] = &definition{loops: s.Loops, target: x.Args, value: value, at: s.At, text: s.Text}
	if !slope.IsNumber(1) && !slope.IsNumber(-1) {
		log := model.Call("neg", realType, model.Call("log", realType, model.Call("abs", realType, slope)))
		b.add(&Factor{Loops: s.Loops, Log: log, Text: s.Text, At: s.At})
	}
	return true
}
