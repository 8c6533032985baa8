package conditional

import (
	"mpc/model"
)

// equations solves observed equations for a variable that stands in them, which is then
// a function of the others.
func (b *builder) equations() {
	b.used = map[*model.Relation]bool{}
	for _, r := range b.program.Model.Relations {
		if r.Kind != model.ObserveEqual || len(r.Repeats) > 0 {
			continue
		}
		c := b.context(r, 0)
		value, other := b.inline(c.apply(r.Value)), b.inline(c.apply(r.Other))
		if len(c.guards) > 0 || !value.Random && !other.Random {
			continue
		}
		residual := model.Call("-", realType, value, other)
		for _, v := range b.program.Model.Variables {
			if b.solve(r, c, v, residual) {
				break
			}
		}
	}
}

// solve solves residual = 0 for a variable, if the equation has one for each of its
// elements.
func (b *builder) solve(r *model.Relation, c *context, v *model.Variable, residual *model.Expr) bool {
	if !v.Random || v.Derived || v.Type.Kind != model.Real || v.Type.Dimensions > 0 || b.solved[v] != nil || b.definitions[v] != nil || !mentions(residual, v) {
		return false
	}
	f := &Factor{X: residual}
	list := f.occurrences(v)
	if len(list) != 1 || len(list[0].inside) > 0 || len(v.Dims) != len(c.loops) {
		return false
	}
	x := list[0].element
	for k, a := range x.Args {
		i, off, ok := a.Affine()
		if !ok || off != 0 || i != c.loops[k].Index || !c.loops[k].Lo.IsNumber(0) {
			return false
		}
		size := v.Dims[k].Map(func(e *model.Expr) *model.Expr {
			if e.Op == model.OpDim {
				return x.Args[e.Dim]
			}
			return e
		})
		if !size.Equal(c.loops[k].Hi) {
			return false
		}
	}
	slope, rest, ok := affine(residual, x)
	if !ok {
		return false
	}
	value := quotient(negated(rest), slope)
	b.solved[v] = &definition{loops: c.loops, target: x.Args, value: value, at: r.At, text: r.Text}
	b.used[r] = true
	if !slope.IsNumber(1) && !slope.IsNumber(-1) {
		log := model.Call("neg", realType, model.Call("log", realType, model.Call("abs", realType, slope)))
		b.add(&Factor{Loops: c.loops, Log: log, Text: r.Text, At: r.At})
	}
	return true
}
