package interp

import (
	"math"

	"mpc/conditional"
	"mpc/mcmc"
)

// drawElliptical draws a number or a vector by elliptical slice sampling.
func (c *chain) drawElliptical(d *conditional.Draw) error {
	to, err := c.slot(d.Variable(), d.At)
	if err != nil {
		return err
	}
	mean, prior := c.elliptical.Room(len(to))
	for _, t := range d.Prior {
		err := c.instances(t, func() error {
			o := c.operands()
			if t.Dist.Name == "normal" {
				precision := 0.0
				m := o.Real(t.Dist.Arg("mean"))
				if t.Dist.Arg("precision") != nil {
					precision = o.Real(t.Dist.Arg("precision"))
				} else {
					precision = 1 / o.Real(t.Dist.Arg("variance"))
				}
				mean[0], prior[0] = m, mcmc.DrawNormal(&c.course.Stream, 0, precision)
				return o.Err
			}
			copy(mean, o.Vector(t.Dist.Arg("mean")))
			if !o.drawVector(prior, t.Dist, false, o.Seen(d.Seen)) && o.Err == nil {
				return c.noDistribution(t, t.Dist)
			}
			if d.Seen != nil {
				mcmc.MeanMvNormal(mean, c.vector.H, c.vector.Factor)
			}
			for k, m := range mean {
				prior[k] -= m
			}
			return o.Err
		})
		if err != nil {
			return err
		}
	}
	likelihood := d.Likelihood()
	log, err := c.again(d, likelihood, to, math.Inf(-1), math.Inf(1))
	if err != nil {
		return err
	}
	for more := c.elliptical.Begin(&c.course.Stream, to, log); more; more = c.elliptical.Next(log) {
		if log, err = c.density(likelihood); err != nil {
			return err
		}
	}
	switch f := c.elliptical.Fault(); {
	case f == mcmc.SliceStart && !c.program.Sampling.StartsAt(d.Variable()) && c.skips():
		return nil
	case f != mcmc.SliceFine:
		return c.sliceFault(d, f, to, to[0], math.Inf(-1), math.Inf(1))
	}
	return c.drawn(d, d.Prior[0], to)
}
