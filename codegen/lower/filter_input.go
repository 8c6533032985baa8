package lower

import (
	"mpc/factor"
	"mpc/model"
)

// inputNow is an input at the present time. Its indices have been written so already.
func (c *filtering) inputNow(x *model.Expr) *model.Expr {
	in := x.Input
	switch {
	case in == c.Now || c.stood[in]:
		return x
	case in == c.time || in.Type.Kind == model.IndexKind || in.Missing:
		panic(unfit{})
	case len(in.Dims) == 0 || !c.times(in.Dims[0]):
		return c.same(x)
	case len(x.Args) != 1 || len(in.Dims) > 1 && in.Type.Kind != model.Real:
		panic(unfit{}) // a number of a vector that is seen
	}
	if at := x.Args[0]; !(at.Op == model.OpInput && at.Input == c.Now) && !(c.first && at.IsNumber(0)) {
		panic(unfit{})
	}
	if c.Stands[in] == nil {
		now := *in
		now.Dims = nil
		for _, size := range in.Dims[1:] {
			now.Dims = append(now.Dims, c.present(size, nil))
		}
		c.Stands[in], c.stood[&now] = &now, true
	}
	c.Seen = withInput(c.Seen, in)
	return &model.Expr{Op: model.OpInput, Type: x.Type, Input: c.Stands[in], At: x.At}
}

// same is an input that is the same at all times: a number, or a whole vector or matrix.
func (c *filtering) same(x *model.Expr) *model.Expr {
	in := x.Input
	if len(x.Args) > 0 || len(in.Dims) > 0 && in.Type.Kind != model.Real {
		panic(unfit{})
	}
	for _, size := range in.Dims {
		c.present(size, nil)
	}
	for _, size := range in.Sizes {
		c.present(size, nil)
	}
	c.Fixed = withInput(c.Fixed, in)
	return x
}

func withInput(list []*model.Input, in *model.Input) []*model.Input {
	for _, x := range list {
		if x == in {
			return list
		}
	}
	return append(list, in)
}

// always tells whether a check is of inputs that never change.
func (c *filtering) always(check *factor.Check) bool {
	same := true
	check.Value.Walk(func(e *model.Expr) {
		if e.Op == model.OpIndex || e.Op == model.OpInput && (e.Input == c.time || len(e.Input.Dims) > 0 && c.times(e.Input.Dims[0])) {
			same = false
		}
	})
	return same
}
