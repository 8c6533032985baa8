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
			o := &operands{c: c}
			move := o.real(m.Move)
			weight := o.real(m.Row.Precision) * move
			square += weight * move
			cross += weight * o.real(m.Row.Rest)
			return o.err
		})
		if err != nil {
			return err
		}
	}
	t, err := c.slot(r.Variable, nil)
	if err != nil {
		return err
	}
	o := &operands{c: c}
	shape, rate := o.real(r.Shape), o.real(r.Rate)
	if o.err != nil {
		return o.err
	}
	if r.Inverse {
		rate /= t[0]
	} else {
		rate *= t[0]
	}
	scale := mcmc.DrawScale(c.stream, square, cross, shape, rate)
	err = c.instances(r.Term, func() error {
		o := &operands{c: c}
		mean := o.real(r.Mean)
		x, err := c.slot(d.Variables[r.Part], r.X.Args)
		if err == nil && o.err == nil {
			x[0] = mean + scale*(x[0]-mean)
		}
		if err == nil {
			err = o.err
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
