package interp

import (
	"mpc/data"
	"mpc/dist"
	"mpc/factor"
	"mpc/factor/families"
	"mpc/message"
	"mpc/model"
)

// estimate computes the point estimate of a variable: for each element a point
// nearer to where the mode of the product of all messages to it is the point.
func (r *run) estimate(u *message.Update) error {
	f := r.family(u.Variable)
	for _, e := range r.order {
		if e.variable != u.Variable {
			continue
		}
		m, err := r.product(e)
		if err != nil {
			return err
		}
		at, err := r.pointOf(e)
		if err != nil {
			return err
		}
		if e.estimate = f.Next(&e.search, at, m); !f.IsFinite(e.estimate) || !f.IsProper(m) {
			p := e.defining()
			err := r.errorf(Improper, p.edge.Factor.At, p.edge.Factor.Text, "%s has no point estimate: the product of its messages has no mode", e)
			err.Hint = "give it a narrower prior"
			return err
		}
	}
	return nil
}

// pointOf is the current point estimate of an element, as a point mass: before
// the first estimate the initial one, or the mode of the message that defines it.
func (r *run) pointOf(e *element) (any, error) {
	if e.estimate != nil {
		return e.estimate, nil
	}
	f := r.family(e.variable)
	if d := e.variable.Init; d != nil {
		x, err := r.start(e.variable, e.index)
		if err != nil {
			return nil, r.evalError(err, d.At, "init "+e.variable.Name, "")
		}
		return e.pointAt(f, x), nil
	}
	if m := e.defining().message; f.IsProper(m) && e.defining().tried {
		return e.pointAt(f, f.Mode(m)), nil
	}
	if f.Vector() {
		return f.Begin(e.uniform), nil
	}
	return f.Point(f.Start), nil
}

// pointAt is the point mass at a value of an element: a whole number has as many values
// as it may take.
func (e *element) pointAt(f *families.Family, x any) any {
	u, ok := e.uniform.(dist.Categorical)
	if !ok {
		return f.Point(x)
	}
	d := u.Copy()
	d.SetPoint(int(x.(float64)))
	return d
}

// start is the point that the initial marginal of a variable stands for: of one
// that the data give, or that is drawn, its mean, of a truth or a whole number the most
// probable value.
func (r *run) start(v *factor.Variable, index []int) (any, error) {
	d := v.Init
	env := *r.env
	env.Dims = index
	switch in, point := d.Given(), d.Point(); {
	case in != nil || d.Name == model.Random:
		m, err := any(nil), error(nil)
		if in == nil {
			m, err = r.drawn(v, index)
		} else {
			m, err = data.Dist(in, &env)
		}
		if err != nil {
			return nil, err
		}
		if r.family(v).Draws() != model.Real {
			return r.family(v).Mode(m), nil
		}
		return r.family(v).Mean(m), nil
	case point != nil:
		return data.Eval(point, &env)
	}
	if r.family(v).Vector() {
		m, err := r.written(v, index)
		if err != nil {
			return nil, err
		}
		if r.family(v).Draws() != model.Real {
			return r.family(v).Mode(m), nil
		}
		return r.family(v).Mean(m), nil
	}
	return data.Eval(r.family(v).StartAt(d.Arg), &env)
}

// value is what a variable's element currently is: its point estimate as a
// point mass, or the product of all messages.
func (r *run) value(e *element) (any, error) {
	if !e.variable.Point {
		return r.marginal(e)
	}
	return r.pointOf(e)
}
