package interp

import (
	"mpc/data"
	"mpc/factor"
	"mpc/message"
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
		if e.estimate = f.next(&e.search, at, m); !f.isFinite(e.estimate) || !f.isProper(m) {
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
		x, err := r.start(e.variable)
		if err != nil {
			return nil, r.evalError(err, d.At, "init "+e.variable.Name, "")
		}
		return f.point(x), nil
	}
	if m := e.defining().message; f.isProper(m) && e.defining().tried {
		return f.point(f.mode(m)), nil
	}
	return f.point(map[factor.Family]float64{factor.Gamma: 1, factor.InverseGamma: 1, factor.Beta: 0.5}[e.variable.Family]), nil
}

// start is the point, or the mean, of the initial marginal of a variable.
func (r *run) start(v *factor.Variable) (float64, error) {
	d := v.Init
	value := func(name string) (float64, error) { return data.Eval(d.Arg(name), r.env) }
	ratio := func(a, b string) (float64, error) {
		x, err := value(a)
		if err != nil {
			return 0, err
		}
		y, err := value(b)
		return x / y, err
	}
	switch d.Name {
	case "given":
		m, err := data.Dist(d.Args[0], r.env)
		if err != nil {
			return 0, err
		}
		return r.family(v).mean(m), nil
	case "point":
		return value("value")
	case "normal", "truncated":
		return value("mean")
	case "gamma":
		return ratio("shape", "rate")
	case "inversegamma":
		shape, err := value("shape")
		if err != nil {
			return 0, err
		}
		rate, err := value("rate")
		return rate / (shape + 1), err
	case "beta":
		a, err := value("a")
		if err != nil {
			return 0, err
		}
		b, err := value("b")
		return a / (a + b), err
	case "uniform":
		low, err := value("low")
		if err != nil {
			return 0, err
		}
		high, err := value("high")
		return (low + high) / 2, err
	}
	return value(d.Names[0])
}

// value is what a variable's element currently is: its point estimate as a
// point mass, or the product of all messages.
func (r *run) value(e *element) (any, error) {
	if !e.variable.Point {
		return r.marginal(e)
	}
	return r.pointOf(e)
}
