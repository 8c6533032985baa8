package interp

import (
	"math"

	"mpc/data"
	"mpc/message/conditional"
	"mpc/model/joint/evaluate"
)

// instances runs over the instances of a factor that a term is of.
func (c *scene) instances(t *conditional.Term, body func() error) error {
	if err := evaluate.Instances(t.Loops, t.Guards, c.env, body); err != nil {
		return c.evalError(err, t.Factor.At, t.Factor.Text, c.place(t.Loops))
	}
	return nil
}

// density is the log density of a conditional at the present values, a sum over all
// instances of all terms.
func (c *scene) density(d *conditional.Draw) (float64, error) { return c.densityFrom(d, 0) }

// densityFrom is density added to log.
func (c *scene) densityFrom(d *conditional.Draw, log float64) (float64, error) {
	for _, t := range d.Terms {
		if d.Within(t) {
			continue // within the bounds it holds
		}
		if err := c.instances(t, func() error { return c.addTerm(t, &log) }); err != nil {
			return 0, err
		}
	}
	return log, nil
}

// addTerm adds one instance of a term to a log density.
func (c *scene) addTerm(t *conditional.Term, log *float64) error {
	x, err := c.logTerm(t)
	if t.Holds != nil {
		if x != 0 {
			*log = math.Inf(-1)
		}
		return err
	}
	if err == nil && t.Times != nil {
		var times float64
		times, err = data.Eval(t.Times, c.env)
		x *= times
	}
	*log += x
	return err
}

// logTerm is what one instance of a term adds to the log density: of a condition 0 or
// -Inf.
func (c *scene) logTerm(t *conditional.Term) (float64, error) {
	switch {
	case t.Log != nil:
		return data.Eval(t.Log, c.env)
	case t.Holds != nil:
		x, err := data.Eval(t.Holds, c.env)
		if x == 0 {
			return math.Inf(-1), err
		}
		return 0, err
	}
	return c.logDensity(t.X, t.Dist)
}
