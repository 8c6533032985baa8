package factor

import "mpc/model"

// initSize checks an initial marginal of a vector or a matrix that is written in the
// model: its parameters, and that it has the size of each element.
func (b *builder) initSize(v *Variable, d *model.Dist) {
	c := context{text: "init: " + v.Name, at: d.At}
	b.support(c, nil, d)
	_, a := d.Sizing()
	if a == nil || len(v.Sizes) == 0 {
		return
	}
	varies := false
	v.Sizes[0].Walk(func(x *model.Expr) { varies = varies || x.Op == model.OpDim })
	if varies {
		b.Errorf(d.At, CodeUnsupported, "one initial marginal for all elements of %s, whose sizes vary, is not supported by this version", v.Name).
			WithHint("declare an input of type %s(K) for each element, and give it as init: {%s: start}", v.Family, v.Name)
		return
	}
	have := a.Lengths()[0]
	if have.Equal(v.Sizes[0]) {
		return
	}
	same := model.SameSize("the initial marginal of "+v.Name, have, v.Name, v.Sizes[0], d.At)
	if same.Op == model.OpBool && same.Value == 0 {
		b.Errorf(d.At, model.CodeType, "the initial marginal of %s has %s elements, %s has %s", v.Name, have, v.Name, v.Sizes[0])
	} else if same.Op != model.OpBool {
		b.graph.Checks = append(b.graph.Checks, &Check{Value: same, Parameter: true, Text: c.text, At: d.At})
	}
}
