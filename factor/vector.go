package factor

import (
	"fmt"

	"mpc/model"
)

// categorical adds the factor of a row of a table, and checks what p is else.
func (b *builder) categorical(c context, x *Slot, d *model.Dist) (ok, done bool) {
	if ok, done := b.ofTable(c, x, d); done {
		return ok, true
	}
	if !b.vectorOnly(d, "p") {
		return false, true
	}
	p := d.Arg("p")
	if n := p.Lengths(); len(n) > 0 && x.Edge == nil {
		b.inRange(c, x.Data, p, n[0], "p of categorical")
	}
	return false, false
}

// member tells whether an index is seen to lie below a size: it is of that range.
func member(x, size *model.Expr) bool {
	return x.Type.Kind == model.IndexKind && size.Op == model.OpInput && x.Type.Range == size.Input
}

// vectorOnly refuses a random vector or matrix that is put together from random numbers.
func (b *builder) vectorOnly(d *model.Dist, name string) bool {
	e := d.Arg(name)
	if !e.Random || e.Op == model.OpVariable && e.Variable.Type.Dimensions > 0 || e.Op == model.OpReduce || e.Op == model.OpCall {
		return true
	}
	what, whole := "vector", "p ~ dirichlet([1, 1]), w ~ mvnormal(m, precision = P)"
	if e.Type.Dimensions > 1 {
		what, whole = "matrix", "P ~ wishart(df = n, scale = S)"
	}
	b.Errorf(e.At, CodeNoOperator, "no operator: %s of %s is %s, a %s put together from random numbers", name, d.Name, e, what).
		WithHint("draw it as a whole: %s", whole)
	return false
}

// mvNormal adds the factor of x ~ mvnormal(m, ...) around a linear map, and checks the parameters of another.
func (b *builder) mvNormal(c context, x *Slot, d *model.Dist) (ok, done bool) {
	if !b.vectorOnly(d, "mean") {
		return false, true
	}
	if e := d.Arg("mean"); e.Random && e.Op == model.OpCall {
		if done, ok := b.affine(c, x, d, e); done {
			return ok, true
		}
	}
	if d.Arg("precision") != nil {
		return false, !b.vectorOnly(d, "precision")
	}
	return false, !b.knownCovariance(d, d.Arg("covariance"))
}

// knownCovariance refuses a covariance that is random.
func (b *builder) knownCovariance(d *model.Dist, v *model.Expr) bool {
	if v.Random {
		b.Errorf(v.At, CodeNoOperator, "no operator: mvnormal with a random covariance %s, which is %s", v, b.describe(v)).
			WithHint("draw its inverse: P ~ wishart(df = n, scale = S), mvnormal(%s, precision = P)", d.Arg("mean"))
	}
	return !v.Random
}

// wishart checks the parameters of x ~ wishart(df = n, ...).
func (b *builder) wishart(_ context, _ *Slot, d *model.Dist) (ok, done bool) {
	if df := d.Arg("df"); df.Random {
		b.Errorf(df.At, CodeNoOperator, "no operator: wishart with a random df, %s", df).
			WithHint("there are operators for a df that is constant or observed")
		return false, true
	}
	s := d.Arg("scale")
	if s == nil {
		return false, !b.vectorOnly(d, "inverse")
	}
	if s.Random {
		b.Errorf(s.At, CodeNoOperator, "no operator: wishart with a random scale, %s", s).
			WithHint("with a random inverse scale there is one: wishart(df = n, inverse = R)")
	}
	return false, s.Random
}

// dotVector adds the factor of out = dot(w, x), w a random vector.
func (b *builder) dotVector(c context, e *model.Expr, out *Slot) bool {
	w, x := e.Args[0], e.Args[1]
	if out.Edge == nil {
		b.Errorf(e.At, CodeNoOperator, "no operator: %s that is observed without noise", e).
			WithHint("say how exactly it was seen: y ~ normal(%s, variance = v)", e)
		return false
	}
	if x.Random {
		for _, a := range e.Args {
			if !b.randomVector(a, e) {
				return false
			}
		}
		return b.factor(c, "dot_vector", out, b.slot(c, w), b.slot(c, x))
	}
	nw, nx := w.Lengths()[0], x.Lengths()[0]
	same := model.SameSize(w.String(), nw, x.String(), nx, e.At)
	if same.Op == model.OpBool && same.Value == 0 {
		b.Errorf(e.At, model.CodeType, "dot takes vectors of one size; %s has %s elements, %s has %s", w, nw, x, nx)
		return false
	}
	if !nw.Equal(nx) {
		b.graph.Checks = append(b.graph.Checks, &Check{Value: same, Parameter: true, Loops: c.loops, Guards: c.guards, Text: c.text, At: e.At})
	}
	return b.factor(c, "dot_vector", out, b.slot(c, w), data(x))
}

// component adds the factor of out = w[k].
func (b *builder) component(c context, e *model.Expr, out *Slot) bool {
	w := e.Args[0]
	if len(e.Args) != 2 || w.Op != model.OpVariable {
		b.Errorf(e.At, CodeNoOperator, "no operator: an element of a random matrix, %s", e)
		return false
	}
	k := e.Args[1]
	n := w.Lengths()[0]
	if !inside(k, n, c) {
		check := model.Call("between", model.Type{Kind: model.Bool}, k, model.Number(0), n)
		switch {
		case check.Op == model.OpBool && check.Value == 0:
			b.Errorf(e.At, model.CodeIndex, "%s has %s elements, %s is out of range", w, n, k).WithHint("indices count from 0")
			return false
		case check.Op != model.OpBool:
			check.At = e.At
			check.Says = fmt.Sprintf("%s has %%[3]v elements, %%[1]v is out of range", w)
			b.graph.Checks = append(b.graph.Checks, &Check{Value: check, Parameter: true, Loops: c.loops, Guards: c.guards, Text: c.text, At: e.At})
		}
	}
	return b.factor(c, "component", out, b.slot(c, w), data(k))
}

// inside tells whether an index is seen to lie below a size.
func inside(k, n *model.Expr, c context) bool {
	if member(k, n) {
		return true
	}
	for _, l := range c.loops {
		if i, off, ok := k.Affine(); ok && off == 0 && i == l.Index && l.Lo.IsNumber(0) && l.Hi.Equal(n) {
			return true
		}
	}
	return false
}
