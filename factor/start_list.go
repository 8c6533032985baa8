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
	set := func(name string, arg *model.Expr, rest string, other *model.Expr) {
		v.Init = &model.Dist{Name: v.Family.String(), Names: []string{name}, Args: []*model.Expr{arg}, At: d.At}
		if other != nil {
			v.Init.Names, v.Init.Args = append(v.Init.Names, rest), append(v.Init.Args, other)
		}
	}
	same := func(x float64) float64 { return x }
	switch vector := v.Family == "mvnormal" || v.Family == "dirichlet" || v.Family == "wishart"; {
	case vector != (values.Type.Dimensions > 0):
		b.noList(v, d)
		return
	case v.Point && !vector:
		v.Init = &model.Dist{Name: "point", Names: d.Names, Args: d.Args, At: d.At}
		return
	}
	switch v.Family {
	case Normal:
		set("mean", values.MapList(same), "variance", model.Number(1))
	case "mvnormal":
		set("mean", values.MapList(same), "variance", values.MapList(func(float64) float64 { return 1 }))
	case Gamma:
		if b.startsWithin(v, d, math.Inf(1)) {
			set("shape", model.Number(1), "rate", values.MapList(func(x float64) float64 { return 1 / x }))
		}
	case InverseGamma:
		if b.startsWithin(v, d, math.Inf(1)) {
			set("shape", model.Number(3), "rate", values.MapList(func(x float64) float64 { return 2 * x }))
		}
	case "beta":
		if b.startsWithin(v, d, 1) {
			set("mean", values.MapList(same), "count", model.Number(3))
		}
	case Bernoulli:
		set("p", values.MapList(func(x float64) float64 { return 0.001 + 0.998*x }), "", nil)
	case Categorical:
		set("near", values.MapList(same), "size", v.Sizes[0])
	case "dirichlet":
		set("mean", values.MapList(same), "count", model.Number(2*values.Lengths()[0].Value))
	case "wishart": // of one row the gamma of shape 1
		df := values.Lengths()[0].Value + 1
		set("df", model.Number(df), "scale", values.MapList(func(x float64) float64 { return x / df }))
	default:
		b.noList(v, d)
	}
}

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
