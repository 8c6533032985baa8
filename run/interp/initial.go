package interp

import (
	"errors"

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
	if d.Name == model.Random {
		return r.drawn(v, index)
	}
	if in := d.Given(); in != nil {
		env := *r.env
		env.Dims = index
		return data.Dist(in, &env)
	}
	return r.written(v, index)
}

// written is the initial marginal that the model has for a variable.
func (r *run) written(v *factor.Variable, index []int) (any, error) {
	d := v.Init
	env := *r.env
	env.Dims = index
	args := make([]any, len(d.Args))
	for i, a := range d.Args {
		var err error
		if a.Type.Dimensions > 0 {
			args[i], err = data.Vector(a, &env)
		} else {
			args[i], err = data.Eval(a, &env)
		}
		switch {
		case errors.Is(err, data.ErrNoElement):
			return r.uniform(v, index) // a check of the list says it
		case err != nil:
			return nil, err
		}
	}
	c := r.family(v).Constructor(d.Names)
	if c == nil {
		return nil, r.errorf(Internal, d.At, "init "+v.Name, "no %s has the parameters %v", v.Family, d.Names)
	}
	if r.family(v).Vector() {
		m, err := c.Make(args...)
		if err != nil {
			return r.uniform(v, index) // a check of the parameters says it
		}
		return m, nil
	}
	return c.Call(args...), nil
}
