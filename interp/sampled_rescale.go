package interp

import (
	"mpc/conditional"
	"mpc/mcmc"
)

// rescale moves a hierarchy and its precision together.
func (c *chain) rescale(d *conditional.Draw, r *conditional.Rescale) error {
	square, cross := 0.0, 0.0
	for _, m := range r.Rows {
		err := c.instances(m.Row.Term, func() error {
			o := c.operands()
			move := o.Real(m.Move)
			weight := o.Real(m.Row.Precision) * move
			square += weight * move
			cross += weight * o.Real(m.Row.Rest)
			return o.Err
		})
		if err != nil {
			return err
		}
	}
	t, err := c.slot(r.Variable, nil)
	if err != nil {
		return err
	}
	o := c.operands()
	shape, rate := o.Real(r.Shape), o.Real(r.Rate)
	if o.Err != nil {
		return o.Err
	}
	if r.Inverse {
		rate /= t[0]
	} else {
		rate *= t[0]
	}
	scale := mcmc.DrawScale(&c.course.Stream, square, cross, shape, rate)
	err = c.instances(r.Term, func() error {
		o := c.operands()
		mean := o.Real(r.Mean)
		x, err := c.slot(d.Variables[r.Part], r.X.Args)
		if err == nil && o.Err == nil {
			x[0] = mean + scale*(x[0]-mean)
		}
		if err == nil {
			err = o.Err
		}
		return err
	})
	if err != nil {
		return err
	}
	if r.Inverse {
		t[0] *= scale * scale
	} else {
		t[0] /= scale * scale
	}
	return nil
}
