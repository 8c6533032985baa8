package conditional

import (
	"slices"

	"mpc/model"
)

// What lives in branches alone is part of the model where they are taken. Where they are
// not it is drawn from its prior all the same, see joint.Statement, but those draws are none of its
// posterior, which is that given that the branches are taken.

// locals notes, of each variable that is asked for and lives in branches alone, where its
// elements are there, as the values of a variable of truths.
func (b *builder) locals() {
	for _, v := range b.program.Model.Infer {
		if !v.Random || len(v.Home) == 0 {
			continue
		}
		there := b.latent(v.Name, "There", v.Dims, v.Ranges, v.At)
		there.Type, there.Derived = boolean, true
		loops, at := elements(v)
		b.program.Values = append(b.program.Values, &Value{Variable: there, Of: v, Loops: loops, At: at, Expr: b.inline(b.present(v, at))})
	}
}

// present is the condition that an element of a variable is there: that the branches around
// one of the statements that define it are taken. Of what a repeat draws it is that of the
// first copy.
func (b *builder) present(v *model.Variable, at []*model.Expr) *model.Expr {
	of, dims := v, v.Dims
	if w := b.copies[v]; w != nil {
		of, dims, at = w, w.Dims, slices.Clone(at)
		for len(at) < len(dims) {
			at = append(at, model.Number(0))
		}
	}
	var out *model.Expr
	var seen []string
	for _, s := range b.joint.Defining(v) {
		s = b.placed(s)
		f := &Factor{Loops: s.Loops, X: s.X}
		m := f.match(f.occurrences(of)[0], at, dims)
		holds := m.among(func() *model.Expr {
			out := m.hits()
			for _, taken := range s.Home {
				out = and(out, m.apply(taken))
			}
			return out
		})
		if key := holds.Key(); !slices.Contains(seen, key) {
			seen = append(seen, key)
			if out == nil {
				out = holds
			} else {
				out = model.Call("||", boolean, out, holds)
			}
		}
	}
	return out
}

// among is the condition that something holds of one of the instances that are left.
func (m *match) among(holds func() *model.Expr) *model.Expr {
	out := holds()
	for _, l := range slices.Backward(m.loops) {
		out = &model.Expr{Op: model.OpReduce, Fun: "any", Type: boolean, Args: []*model.Expr{out}, Random: out.Random, Loop: l, At: out.At}
	}
	return out
}

// There is the variable of truths that tells where the elements of v are there; nil of one
// that does not live in branches alone, and of one that is not asked for.
func (p *Program) There(v *model.Variable) *model.Variable {
	for _, x := range p.Values {
		if x.Of == v {
			return x.Variable
		}
	}
	return nil
}
