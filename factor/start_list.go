package factor

import (
	"math"

	"mpc/model"
)

// listed makes of the values that a list gives the initial marginals of the family of the
// variable: of a point estimate the value, of the others as wide a one as those that are
// drawn, around the value.
func (b *builder) listed(v *Variable) {
	d := v.Init
	values := d.Args[0]
	switch vector := v.Family.Row().Vector() && v.Family != Categorical; {
	case vector != (values.Type.Dimensions > 0):
		b.noList(v, d)
		return
	case v.Point && !vector:
		v.Init = &model.Dist{Name: "point", Names: d.Names, Args: d.Args, At: d.At}
		return
	}
	row, ok := listedStarts[v.Family]
	switch {
	case !ok:
		b.noList(v, d)
		return
	case row.below > 0 && !b.startsWithin(v, d, row.below):
		return
	}
	v.Init = &model.Dist{Name: v.Family.String(), Names: row.names, Args: row.args(v, values), At: d.At}
}

// listedStarts are the distributions of initial marginals around values, by family: their parameters, and the bound of values that
// lie between 0 and it.
var listedStarts = map[Family]struct {
	below float64
	names []string
	args  func(v *Variable, values *model.Expr) []*model.Expr
}{
	Normal: {names: []string{"mean", "variance"}, args: func(_ *Variable, x *model.Expr) []*model.Expr { return two(plain(x), model.Number(1)) }},
	"mvnormal": {names: []string{"mean", "variance"}, args: func(_ *Variable, x *model.Expr) []*model.Expr {
		return two(plain(x), x.MapList(func(float64) float64 { return 1 }))
	}},
	Gamma: {math.Inf(1), []string{"shape", "rate"}, func(_ *Variable, x *model.Expr) []*model.Expr {
		return two(model.Number(1), x.MapList(func(x float64) float64 { return 1 / x }))
	}},
	InverseGamma: {math.Inf(1), []string{"shape", "rate"}, func(_ *Variable, x *model.Expr) []*model.Expr {
		return two(model.Number(3), x.MapList(func(x float64) float64 { return 2 * x }))
	}},
	"beta": {1, []string{"mean", "count"}, func(_ *Variable, x *model.Expr) []*model.Expr { return two(plain(x), model.Number(3)) }},
	Bernoulli: {names: []string{"p"}, args: func(_ *Variable, x *model.Expr) []*model.Expr {
		return []*model.Expr{x.MapList(func(x float64) float64 { return 0.001 + 0.998*x })}
	}},
	Categorical: {names: []string{"near", "size"}, args: func(v *Variable, x *model.Expr) []*model.Expr { return two(plain(x), v.Sizes[0]) }},
	"dirichlet": {names: []string{"mean", "count"}, args: func(_ *Variable, x *model.Expr) []*model.Expr {
		return two(plain(x), model.Number(2*x.Lengths()[0].Value))
	}},
	"wishart": {names: []string{"df", "scale"}, args: func(_ *Variable, x *model.Expr) []*model.Expr { // of one row the gamma of shape 1
		df := x.Lengths()[0].Value + 1
		return two(model.Number(df), x.MapList(func(x float64) float64 { return x / df }))
	}},
}

func two(a, b *model.Expr) []*model.Expr { return []*model.Expr{a, b} }

func plain(x *model.Expr) *model.Expr { return x.MapList(func(x float64) float64 { return x }) }

// noList reports that a variable has messages for whose starts a list has no rule.
func (b *builder) noList(v *Variable, d *model.Dist) {
	kind := v.Family.String()
	if v.Family.Row().Vector() {
		kind += "(K)"
	}
	b.Errorf(d.At, CodeUnsupported, "a list of starts of %s, whose messages are %s, is not supported by this version", v.Name, v.Family).
		WithHint("declare an input of type %s for each element, and give it as init: {%s: start}", kind, v.Name)
}

// startsWithin reports a start that is no mean of the family of the variable, which lie above 0
// and below a bound.
func (b *builder) startsWithin(v *Variable, d *model.Dist, high float64) bool {
	ok := true
	d.Args[0].Walk(func(x *model.Expr) {
		if x.Op != model.OpNumber || x.Value > 0 && x.Value < high {
			return
		}
		ok = false
		bound := "above 0"
		if high == 1 {
			bound = "between 0 and 1"
		}
		name := v.Name
		if len(v.Dims) > 0 {
			name = "an element of " + name
		}
		b.Errorf(x.At, model.CodeArguments, "%s starts at %s, and its messages are %s, whose mean is %s", name, x, v.Family, bound)
	})
	return ok
}
