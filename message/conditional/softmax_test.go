package conditional

import (
	"testing"

	"mpc/model"
)

// TestSoftmaxOf: weights over their sum are a softmax of their logs where the weights are seen to be positive, and are the same.
func TestSoftmaxOf(t *testing.T) {
	n, m := size("n"), size("m")
	variable := &model.Variable{Name: "a", Type: realType, Random: true}
	k, j := &model.Index{ID: 1, Name: "k"}, &model.Index{ID: 2, Name: "j"}
	a := func(i *model.Index) *model.Expr {
		return &model.Expr{Op: model.OpVariable, Type: realType, Variable: variable, Args: []*model.Expr{model.IndexExpr(i)}, Random: true}
	}
	exp := func(e *model.Expr) *model.Expr { return model.Call("exp", realType, e) }
	over := func(fun string, i *model.Index, lo float64, hi, e *model.Expr) *model.Expr {
		return &model.Expr{Op: model.OpReduce, Fun: fun, Type: realType, Args: []*model.Expr{e}, Loop: &model.Loop{Index: i, Lo: model.Number(lo), Hi: hi, Full: hi}}
	}
	shares := func(weight func(i *model.Index) *model.Expr, lo float64, hi *model.Expr) *model.Expr {
		return over(model.Elements, k, 0, n, model.Call("/", realType, weight(k), over("sum", j, lo, hi, weight(j))))
	}
	first := func(i *model.Index) *model.Expr {
		return model.Call("==", boolean, model.IndexExpr(i), model.Number(0))
	}
	two := model.Number(2)
	for _, row := range []struct {
		what   string
		weight func(i *model.Index) *model.Expr
		lo     float64
		hi     *model.Expr
		log    *model.Expr
	}{
		{"exponentials", func(i *model.Index) *model.Expr { return exp(a(i)) }, 0, n, a(k)},
		{"multiples of them", func(i *model.Index) *model.Expr { return model.Call("*", realType, two, exp(a(i))) }, 0, n,
			model.Call("+", realType, model.Number(0.6931471805599453), a(k))},
		{"the first of them 1", func(i *model.Index) *model.Expr { return choose(first(i), model.Number(1), exp(a(i))) }, 0, n,
			choose(first(k), model.Number(0), a(k))},
		{"weights of any sign", func(i *model.Index) *model.Expr { return a(i) }, 0, n, nil},
		{"a weight of 0", func(i *model.Index) *model.Expr { return choose(first(i), model.Number(0), exp(a(i))) }, 0, n, nil},
		{"the sum of others", func(i *model.Index) *model.Expr { return exp(a(i)) }, 0, m, nil},
		{"the sum of all but the first", func(i *model.Index) *model.Expr { return exp(a(i)) }, 1, n, nil},
	} {
		got := softmaxOf(shares(row.weight, row.lo, row.hi))
		switch {
		case row.log == nil && got != nil:
			t.Errorf("%s: %s, which they are not", row.what, got.Key())
		case row.log != nil && (got == nil || !got.Equal(over("softmax", k, 0, n, row.log))):
			t.Errorf("%s: no softmax of %s, but %v", row.what, row.log.Key(), got)
		}
	}
	// Over a sum of other weights.
	if got := softmaxOf(over(model.Elements, k, 0, n, model.Call("/", realType, exp(a(k)), over("sum", j, 0, n, exp(model.Call("neg", realType, a(j))))))); got != nil {
		t.Errorf("over the sum of other weights: %s", got.Key())
	}
	// Of a factor it is the argument p alone, and the distribution that is given stays as it was.
	dist := &model.Dist{Name: "categorical", Names: []string{"p"}, Args: []*model.Expr{shares(func(i *model.Index) *model.Expr { return exp(a(i)) }, 0, n)}}
	key := dist.Args[0].Key()
	f := &Factor{Dist: dist}
	if f.softmax(); f.Dist.Args[0].Fun != "softmax" || dist.Args[0].Key() != key {
		t.Errorf("the factor has %s, of %s", f.Dist.Args[0].Key(), dist.Args[0].Key())
	}
}
