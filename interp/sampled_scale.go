package interp

import (
	"math"

	"mpc/conditional"
	"mpc/data"
	"mpc/mcmc"
)

// moveScale moves a precision together with what it is the precision of: all distances of
// these from their means times a factor, whose log is drawn by slice sampling.
func (c *chain) moveScale(d *conditional.Draw) error {
	s, moved := d.Scale, d.Moved()
	at, err := c.slot(d.Variable(), d.At)
	if err != nil {
		return err
	}
	width, err := c.width(d)
	if err != nil {
		return err
	}
	var far []float64
	err = c.over(s.Loops, func() error {
		o := c.operands()
		x, err := c.slot(s.Of, s.At)
		if err != nil {
			return err
		}
		far = append(far, x[0]-o.Real(s.Mean))
		return o.Err
	})
	if err != nil {
		return err
	}
	power, from := -2/s.Power, at[0]
	half, log := s.Power/2, 0.0
	density := func(scale float64) error {
		l, err := c.densityFrom(moved, power*scale)
		log = l
		return err
	}
	if err := density(0); err != nil {
		return err
	}
	first, last := -690.0, 690.0
	if s.Power < 0 {
		first, last = last, first
	}
	var slice mcmc.Slice
	scale, more := slice.Begin(&c.course.Stream, width.Width, 0, log, (math.Log(from)+first)*half, (math.Log(from)+last)*half)
	for ; more; scale, more = slice.Next(log) {
		times, pass := math.Exp(scale), 0
		at[0] = from * math.Exp(power*scale)
		err := c.over(s.Loops, func() error {
			x, err := c.slot(s.Of, s.At)
			if err != nil {
				return err
			}
			mean, err := data.Eval(s.Mean, c.env)
			x[0] = mean + times*far[pass]
			pass++
			return err
		})
		if err != nil {
			return err
		}
		if err := density(scale); err != nil {
			return err
		}
	}
	switch f := slice.Fault(); {
	case f == mcmc.SliceStart && c.skips():
		return nil
	case f != mcmc.SliceFine:
		return c.moveFault(d, f, at, from)
	}
	if c.course.Burning > 0 {
		width.Tune(0, slice.Value())
	}
	return c.drawn(d, d.Prior[0], at)
}
