package conditional

import (
	"slices"

	"mpc/model"
)

// maxListed is how many elements of an array of a known size, which several statements
// compute, are written as a list: each is then what its statement says.
const maxListed = 4

// wholeArray writes an array of random numbers that stands for a vector, or for a matrix, by
// its elements, so that each is an expression like any other.
func (b *builder) wholeArray(x *model.Expr) *model.Expr {
	v, e := x.Variable, *x
	loops, at := x.Rest(func() int { b.indices++; return -b.indices })
	if size := loops[0].Hi; len(loops) == 1 && len(b.definitions[v]) > 1 && size.Op == model.OpNumber && size.Value >= 1 && size.Value <= maxListed {
		e.Op, e.Variable, e.Args = model.OpList, nil, nil
		for k := range int(size.Value) {
			e.Args = append(e.Args, elementOf(v, append(slices.Clone(x.Args), model.Number(float64(k)))))
		}
		return &e
	}
	e.Args, e.Type.Dimensions = slices.Concat(x.Args, at), 0
	out := &e
	for k := len(loops) - 1; k >= 0; k-- {
		t := model.Type{Kind: v.Type.Kind, Dimensions: out.Type.Dimensions + 1}
		out = &model.Expr{Op: model.OpReduce, Fun: model.Elements, Type: t, Args: []*model.Expr{out}, Random: true, Loop: loops[k], At: x.At}
	}
	return out
}
