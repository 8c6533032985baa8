package factor

import (
	"fmt"

	"mpc/model"
)

// vectorArithmetic adds the factor of out = e, e a random vector or matrix that is
// computed: a sum, a multiple, a linear map.
func (b *builder) vectorArithmetic(c context, e *model.Expr, out *Slot) bool {
	if out.Edge == nil {
		b.Errorf(e.At, CodeNoOperator, "no operator: %s that is observed without noise", e).
			WithHint("say how exactly it was seen: y ~ mvnormal(%s, covariance = S)", e)
		return false
	}
	a := e.Args
	for _, x := range a {
		if x.Type.Dimensions > 0 && !b.randomVector(x, e) {
			return false
		}
	}
	slot := func(i int) *Slot { return b.slot(c, a[i]) }
	re := model.Type{Kind: model.Real}
	if len(a) == 2 && a[0].Random && a[0].Equal(a[1]) {
		b.Errorf(e.At, CodeNoOperator, "%s uses %s twice in one factor, where its messages are not exact", e, a[0]).
			WithHint("rewrite it with one use of %s: a sum of two is 2 * %s", a[0], a[0])
		return false
	}
	switch e.Fun {
	case "+":
		return b.factor(c, "sum", out, slot(0), slot(1))
	case "-":
		return b.factor(c, "difference", out, slot(0), slot(1))
	case "neg":
		return b.factor(c, "scale", out, slot(0), data(model.Number(-1)))
	case "/":
		return b.positive(c, e, a[1]) && b.factor(c, "scale", out, slot(0), data(model.Call("/", re, model.Number(1), a[1])))
	case "*":
		switch {
		case a[0].Type.Dimensions == 2 && a[1].Type.Dimensions == 1:
			return b.wide(c, e) && b.factor(c, "linear_map", out, data(a[0]), slot(1))
		case a[1].Random && e.Type.Dimensions == 1:
			b.Errorf(e.At, CodeNoOperator, "no operator: a random number times a random vector, %s", e).
				WithHint("there is a known number times a random vector, and a gamma times a wishart by algorithm: vmp: P = s * Q, w ~ mvnormal(m, precision = P)")
			return false
		case a[1].Random:
			return b.factor(c, "product", out, slot(0), slot(1))
		}
		return b.positive(c, e, a[1]) && b.factor(c, "scale", out, slot(0), data(a[1]))
	}
	b.Errorf(e.At, CodeNoOperator, "no operator: %s of a random vector, %s", e.Fun, e).
		WithHint("there are a + b, a - b, k * a and A * a, with k and A known")
	return false
}

// positive checks that a multiple of a positive definite matrix is one.
func (b *builder) positive(c context, e, k *model.Expr) bool {
	if e.Type.Dimensions < 2 {
		return true
	}
	ok := model.Call(">", model.Type{Kind: model.Bool}, k, model.Number(0))
	switch {
	case ok.Op == model.OpBool && ok.Value == 0:
		b.Errorf(e.At, model.CodeArguments, "a multiple of a wishart is positive definite, and %s is not above 0: %s", k, e)
		return false
	case ok.Op != model.OpBool:
		ok.At = e.At
		ok.Says = fmt.Sprintf("%s is %%v: a multiple of a wishart is positive definite, its factor above 0", k)
		b.graph.Checks = append(b.graph.Checks, &Check{Value: ok, Parameter: true, Loops: needed(ok, c), Guards: c.guards, Text: c.text, At: e.At})
	}
	return true
}

// randomVector refuses a vector that is put together from random numbers in e.
func (b *builder) randomVector(x, e *model.Expr) bool {
	if !x.Random || x.Op == model.OpCall || x.Op == model.OpReduce || x.Op == model.OpVariable && x.Variable.Type.Dimensions > 0 {
		return true
	}
	b.Errorf(x.At, CodeNoOperator, "no operator: %s with %s, a vector put together from random numbers", e, x).
		WithHint("draw it as a whole: %s ~ mvnormal(m, precision = P)", "w")
	return false
}

// wide checks that A of e = A * a has no more rows than columns: else A * a has no
// density. Where that is the mean of what is drawn there is one factor of both.
func (b *builder) wide(c context, e *model.Expr) bool {
	n := e.Args[0].Lengths()
	if len(n) != 2 || n[0].Equal(n[1]) {
		return true
	}
	ok := model.Call("<=", model.Type{Kind: model.Bool}, n[0], n[1])
	switch {
	case ok.Op == model.OpBool && ok.Value == 0:
		b.Errorf(e.At, CodeNoOperator, "no operator: %s of %s rows and %s columns, as a value of its own: it has no density", e, n[0], n[1]).
			WithHint("draw it: y ~ mvnormal(%s, covariance = S)", e)
		return false
	case ok.Op != model.OpBool:
		ok.At = e.At
		ok.Says = fmt.Sprintf("%s has %%v rows and %%v columns: a vector of more elements than what it is computed from has no density; draw it, y ~ mvnormal(%s, covariance = S)", e.Args[0], e)
		b.graph.Checks = append(b.graph.Checks, &Check{Value: ok, Parameter: true, Loops: needed(ok, c), Guards: c.guards, Text: c.text, At: e.At})
	}
	return true
}

// affine adds the factor of x ~ mvnormal(A * a + offset, ...); done is false where the
// mean e has no such term.
func (b *builder) affine(c context, x *Slot, d *model.Dist, e *model.Expr) (done, ok bool) {
	mapped, rest := b.mapIn(e)
	if mapped == nil {
		return false, false
	}
	for _, v := range mapped.Args {
		if !b.randomVector(v, e) {
			return true, false
		}
	}
	if rest == nil {
		rows := mapped.Lengths()[0]
		rest = &model.Expr{Op: model.OpCall, Fun: "zeros", Type: model.Type{Kind: model.Real, Dimensions: 1}, Args: []*model.Expr{rows}, At: e.At}
	}
	if !b.randomVector(rest, e) {
		return true, false
	}
	if mapped.Args[1].Equal(rest) {
		b.Errorf(e.At, CodeNoOperator, "%s uses %s twice in one factor, where its messages are not exact", e, rest).
			WithHint("add the identity to the matrix: there is one use of %s then", rest)
		return true, false
	}
	matrix, a, offset := data(mapped.Args[0]), b.slot(c, mapped.Args[1]), b.slot(c, rest)
	if p := d.Arg("precision"); p != nil {
		return true, b.factor(c, "mvnormal_affine_precision", x, matrix, a, offset, b.slot(c, p))
	}
	v := d.Arg("covariance")
	return true, b.knownCovariance(d, v) && b.factor(c, "mvnormal_affine_covariance", x, matrix, a, offset, data(v))
}

// mapIn takes the first linear map out of a sum of vectors: the map, and what is left of
// the sum, nil for nothing. The map is nil where there is none.
func (b *builder) mapIn(e *model.Expr) (mapped, rest *model.Expr) {
	if e.Op != model.OpCall || !e.Random {
		return nil, e
	}
	with := func(fun string, args ...*model.Expr) *model.Expr {
		out := &model.Expr{Op: model.OpCall, Fun: fun, Type: e.Type, Args: args, At: e.At}
		for _, a := range args {
			out.Random = out.Random || a.Random
		}
		return out
	}
	switch e.Fun {
	case "*":
		if e.Args[0].Type.Dimensions == 2 && e.Args[1].Type.Dimensions == 1 {
			return e, nil
		}
	case "+", "-":
		x, y := e.Args[0], e.Args[1]
		if m, r := b.mapIn(x); m != nil {
			switch {
			case r != nil && (r.Random || y.Random):
				return m, with(e.Fun, r, y)
			case r == nil && e.Fun == "+":
				return m, y
			case r == nil && y.Random:
				return m, with("neg", y)
			}
			return nil, e
		}
		if m, r := b.mapIn(y); m != nil && e.Fun == "+" {
			switch {
			case r == nil:
				return m, x
			case x.Random || r.Random:
				return m, with("+", x, r)
			}
		}
	}
	return nil, e
}
