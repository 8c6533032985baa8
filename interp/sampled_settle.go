package interp

import (
	"math"

	"mpc/conditional"
	"mpc/model"
)

// How often a first scan is made again, and a first value drawn again.
const (
	firstScans = 200
	firstDraws = 50
)

// settle draws each variable once. The first values of a chain are draws from the prior,
// and some may be impossible given others: a variable that has no possible value then is
// left as it is, and the first scan is made again.
func (c *chain) settle() error {
	for try := 0; ; try++ {
		c.beginning, c.skipped = c.scans == 0 && try < firstScans, false
		for _, u := range c.scan {
			if err := c.elements(u.Sampled, func() error { return c.draw(u.Sampled) }); err != nil {
				return err
			}
		}
		if !c.skipped {
			c.beginning = false
			if c.scans == 0 {
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
		t := &conditional.Term{Factor: f, Loops: f.Loops, Guards: f.Guards, X: f.X, Dist: f.Dist}
		err := c.instances(t, func() error {
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

// startsAt tells whether the model says where a variable starts: it is left there.
func (c *chain) startsAt(v *model.Variable) bool {
	return c.program.Sampling.Init(v) != nil
}

// again draws a number from its prior until it has a density and is between lo and hi, in
// the first scan; it returns the log density.
func (c *chain) again(d, density *conditional.Draw, at []float64, lo, hi float64) (float64, error) {
	log, err := c.density(density)
	if !c.beginning || c.startsAt(d.Variable()) {
		return log, err
	}
	for try := 0; err == nil && try < firstDraws && !(lo <= at[0] && at[0] <= hi && log >= -math.MaxFloat64); try++ {
		if err := c.forwardOf(d, 0, true); err != nil {
			return 0, err
		}
		switch {
		case d.Method == conditional.Elliptical:
		case d.Variable().Type.Kind == model.Real:
			at[0] = c.inside(at[0], lo, hi)
		default:
			at[0] = min(max(at[0], lo), hi)
		}
		log, err = c.density(density)
	}
	return log, err
}

// inside returns x, or a point between lo and hi where it is not there.
func (c *chain) inside(x, lo, hi float64) float64 {
	switch {
	case lo < x && x < hi:
		return x
	case hi-lo <= math.MaxFloat64:
		return lo + (hi-lo)*c.stream.Open()
	case lo >= -math.MaxFloat64:
		return lo + c.stream.Exponential()
	case hi <= math.MaxFloat64:
		return hi - c.stream.Exponential()
	}
	return x
}

// skips tells whether a variable without a possible value is to be left as it is.
func (c *chain) skips() bool {
	c.skipped = c.skipped || c.beginning
	return c.beginning
}
