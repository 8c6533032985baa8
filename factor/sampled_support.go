package factor

import (
	"slices"

	"mpc/model"
)

// sampledSupport adds checks of what the data give to a distribution of a model that is
// sampled: its parameters, and the value of an observation, as far as no variable has a say
// in it. Conditionals are products of messages that do not ask whether there is such a
// value: a count of -1 would go for one.
func (b *builder) sampledSupport(r *model.Relation, x *model.Expr) {
	d := r.Dist
	c := context{loops: r.Loops, guards: r.Guards, text: r.Text, at: r.At}
	if v := d.Arg("variance"); v != nil && v.Type.Dimensions == 0 && !v.Random {
		b.notPoint(c, v)
		above := *d // 0, which is more
		above.Require = slices.DeleteFunc(slices.Clone(d.Require), func(e *model.Expr) bool { return e.Fun == ">=" && e.Args[0].Equal(v) })
		d = &above
	}
	b.parameters(c, d)
	if x.Random || len(r.Branches) > 0 {
		return // a branch that is impossible is one that is not taken
	}
	b.value(c, x, d)
	boolean := model.Type{Kind: model.Bool}
	sig := model.Distribution(d.Name)
	switch p := d.Arg("p"); {
	case sig == nil: // the data give it
	case sig.Draws == model.Int && sig.Dimensions > 0:
		sizes := x.Lengths()
		if len(sizes) != 1 || d.Arg("n").Random {
			return
		}
		i := &model.Index{Name: "value"}
		each := *x
		each.Args = append(slices.Clone(x.Args), model.IndexExpr(i))
		each.Type.Dimensions = 0
		over := func(fun string, t model.Type, e *model.Expr) *model.Expr {
			return &model.Expr{Op: model.OpReduce, Fun: fun, Type: t, Args: []*model.Expr{e}, Loop: &model.Loop{Index: i, Lo: model.Number(0), Hi: sizes[0], Full: sizes[0]}, At: x.At}
		}
		for _, e := range []*model.Expr{
			over("all", boolean, model.Call(">=", boolean, &each, model.Number(0))),
			model.Call("==", boolean, over("sum", model.Type{Kind: model.Int}, &each), d.Arg("n")),
		} {
			e.At = c.at
			b.holds(c, e)
		}
	case sig.Finite:
		if n := p.Lengths(); len(n) > 0 {
			b.inRange(c, x, p, n[len(n)-1], "p of categorical")
		}
		if !p.Random && (p.Op == model.OpInput || p.Op == model.OpVariable) {
			at := *p
			at.Args = append(slices.Clone(p.Args), x)
			at.Type.Dimensions = 0
			e := model.Call(">", boolean, &at, model.Number(0))
			e.At = c.at
			b.holds(c, e)
		}
	case sig.Draws == model.Bool:
		if p == nil || p.Random || p.Type.Dimensions > 0 {
			return
		}
		e := model.Call("||", boolean, model.Call("&&", boolean, x, model.Call(">", boolean, p, model.Number(0))),
			model.Call("&&", boolean, model.Call("!", boolean, x), model.Call("<", boolean, p, model.Number(1))))
		e.At = c.at
		b.holds(c, e)
	}
}

// notPoint adds the check that a variance is above 0: a draw of a point is none.
func (b *builder) notPoint(c context, v *model.Expr) {
	e := model.Call(">", model.Type{Kind: model.Bool}, v, model.Number(0))
	e.At = v.At
	if e.Op == model.OpBool {
		if e.Value == 0 {
			b.Errorf(v.At, model.CodeArguments, "a normal of variance 0 is a point, which has no density").
				WithHint("write x = m for what is known without noise")
		}
		return
	}
	b.graph.Checks = append(b.graph.Checks, &Check{Value: e, Parameter: true, Loops: needed(e, c), Guards: c.guards, Text: c.text, At: v.At})
}
