package interp

import (
	"mpc/data"
	"mpc/factor"
	"mpc/model"
)

// initial is what an element of a variable starts with: the initial marginal that
// the user gave, or uniform.
func (r *run) initial(v *factor.Variable, index []int) (any, error) {
	d := v.Init
	if d == nil || v.Point {
		return r.uniform(v, index)
	}
	switch d.Name {
	case model.Random:
		return r.drawn(v, index)
	case "given":
		env := *r.env
		env.Dims = index
		return data.Dist(d.Args[0], &env)
	}
	args := make([]any, len(d.Args))
	for i, a := range d.Args {
		x, err := data.Eval(a, r.env)
		if err != nil {
			return nil, err
		}
		args[i] = x
	}
	c := r.family(v).Constructor(d.Names)
	if c == nil {
		return nil, r.errorf(Internal, d.At, "init "+v.Name, "no %s has the parameters %v", v.Family, d.Names)
	}
	return c.Call(args...), nil
}
