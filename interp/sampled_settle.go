package interp

import (
	"math"

	"mpc/conditional"
	"mpc/data"
	"mpc/mcmc"
	"mpc/model"
)

// settle draws each variable once. The first values of a chain are draws from the prior,
// left as it is, or keeps one of its bounds, and the first scan is made again.
func (c *chain) settle() error {
	for c.try = 0; ; c.try++ {
		c.beginning, c.skipped = c.course.Scans == 0 && c.try < mcmc.FirstScans, false
		for _, u := range c.scan {
			if err := c.elements(u.Sampled, func() error { return c.draw(u.Sampled) }); err != nil {
				return err
			}
		}
		if !c.skipped {
			c.beginning = false
			if c.course.Scans == 0 {
				return c.look()
			}
			return nil
		}
	}
}

// look finds what has no density after the first scan, whatever is drawn: the data leave
// it none.
func (c *chain) look() error {
	for _, f := range c.program.Sampling.Doubtful() {
		t := &conditional.Term{Factor: f, Loops: f.Loops, Guards: f.Guards, X: f.X, Dist: f.Dist, Holds: f.Holds}
		err := c.instances(t, func() error {
			if t.Holds != nil {
				yes, err := data.Eval(t.Holds, c.env)
				if err == nil && yes == 0 {
					return c.fault(Contradiction, t, "contradictory observation: %s does not hold", f.Text)
				}
				return err
			}
			if err := c.parameters(t, t.Dist); err != nil {
				return err
			}
			log, err := c.logDensity(t.X, t.Dist)
			if err == nil && !(log >= -math.MaxFloat64) {
				return c.fault(Contradiction, t, "contradictory observation: the data leave no value to %s", f.Text)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// again draws a number from its prior until it has a density and is between lo and hi, in
// the first scan; it returns the log density.
func (c *chain) again(d, density *conditional.Draw, at []float64, lo, hi float64) (float64, error) {
	log, err := c.density(density)
	if !c.beginning || c.program.Sampling.StartsAt(d.Variable()) {
		return log, err
	}
	for try := 0; err == nil && try < mcmc.FirstDraws && !(lo <= at[0] && at[0] <= hi && log >= -math.MaxFloat64); try++ {
		if err := c.forwardOf(d, 0, true); err != nil {
			return 0, err
		}
		switch {
		case d.Method == conditional.Elliptical:
		case d.Variable().Type.Kind == model.Real:
			at[0] = mcmc.Inside(&c.course.Stream, at[0], lo, hi)
		default:
			at[0] = min(max(at[0], lo), hi)
		}
		log, err = c.density(density)
	}
	return log, err
}

// oneSide gives up one of the bounds of a number that leave nothing between them, in the
// first scan.
func (c *chain) oneSide(d *conditional.Draw, lo, hi, low, high float64) (float64, float64) {
	if !(lo <= hi) && c.beginning && c.program.Sampling.GivesWay(d) {
		c.skipped = true
		return mcmc.OneSide(c.try, lo, hi, low, high)
	}
	return lo, hi
}

// skips tells whether a variable without a possible value is to be left as it is.
func (c *chain) skips() bool {
	c.skipped = c.skipped || c.beginning
	return c.beginning
}
