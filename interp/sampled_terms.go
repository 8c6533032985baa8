package interp

import (
	"math"

	"mpc/conditional"
	"mpc/data"
	"mpc/model"
)

// instances runs over the instances of a factor that a term is of: the conditions of an
// instance are asked as soon as the indices are there that they read.
func (c *chain) instances(t *conditional.Term, body func() error) error {
	guards := append([]*model.Expr(nil), t.Guards...)
	ready := func(rest []*model.Loop) (asked []*model.Expr) {
		var later []*model.Expr
		for _, g := range guards {
			bound := true
			for _, l := range rest {
				bound = bound && !g.Uses(l.Index)
			}
			if bound {
				asked = append(asked, g)
			} else {
				later = append(later, g)
			}
		}
		guards = later
		return asked
	}
	asked := [][]*model.Expr{ready(t.Loops)}
	for k := range t.Loops {
		asked = append(asked, ready(t.Loops[k+1:]))
	}
	var walk func(k int) error
	walk = func(k int) error {
		for _, g := range asked[k] {
			if yes, err := data.Eval(g, c.env); err != nil || yes == 0 {
				return err
			}
		}
		if k == len(t.Loops) {
			return body()
		}
		return c.over(t.Loops[k:k+1], func() error { return walk(k + 1) })
	}
	if err := walk(0); err != nil {
		return c.evalError(err, t.Factor.At, t.Factor.Text, c.place(t.Loops))
	}
	return nil
}

// density is the log density of a conditional at the present values, a sum over all
// instances of all terms.
func (c *chain) density(d *conditional.Draw) (float64, error) { return c.densityFrom(d, 0) }

// densityFrom is density added to log.
func (c *chain) densityFrom(d *conditional.Draw, log float64) (float64, error) {
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
func (c *chain) addTerm(t *conditional.Term, log *float64) error {
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
func (c *chain) logTerm(t *conditional.Term) (float64, error) {
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

// An operands collects values until one cannot be computed.
type operands struct {
	c   *chain
	err error
}

func (o *operands) real(e *model.Expr) float64 {
	if o.err != nil {
		return 0
	}
	x, err := data.Eval(e, o.c.env)
	o.err = err
	return x
}

func (o *operands) truth(e *model.Expr) bool { return o.real(e) != 0 }

func (o *operands) whole(e *model.Expr) int {
	if o.err != nil {
		return 0
	}
	x, err := data.Int(e, o.c.env)
	o.err = err
	return x
}

func (o *operands) vector(e *model.Expr) []float64 {
	if o.err != nil {
		return nil
	}
	x, err := data.Vector(e, o.c.env)
	o.err = err
	return x
}

// seen is the datum of a vector that is drawn, NaN where it has no component.
func (o *operands) seen(e *model.Expr) []float64 {
	if o.err != nil {
		return nil
	}
	x, err := data.Seen(e, o.c.env)
	o.err = err
	return x
}

// logOdds are those of a softmax.
func (o *operands) logOdds(e *model.Expr) []float64 {
	if o.err != nil {
		return nil
	}
	x, err := data.LogOdds(e, o.c.env)
	o.err = err
	return x
}

// given is a distribution that the data give.
func (o *operands) given(e *model.Expr) any {
	if o.err != nil {
		return nil
	}
	x, err := data.Dist(e, o.c.env)
	o.err = err
	return x
}
