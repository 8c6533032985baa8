package interp

import (
	"math"

	"mpc/conditional"
	"mpc/data"
	"mpc/mcmc"
)

// drawSlice draws a number by slice sampling.
func (c *chain) drawSlice(d *conditional.Draw) error {
	low, high := d.Support()
	lo, hi := low, high
	for _, t := range d.Terms {
		if t.Bounds == nil {
			continue
		}
		err := c.instances(t, func() error {
			o := c.operands()
			if !o.bounds(t, &lo, &hi) && o.Err == nil && !c.skips() {
				return c.excluded(d, t)
			}
			return o.Err
		})
		if err != nil {
			return err
		}
	}
	if d.Fixed() && !(lo < hi) {
		return c.empty(d)
	}
	lo, hi = c.oneSide(d, lo, hi, low, high)
	at, err := c.slot(d.Variable(), d.At)
	if err != nil {
		return err
	}
	width, err := c.width(d)
	if err != nil {
		return err
	}
	var slice interface {
		Begin(stream *mcmc.Stream, width, x0, logDensity, lo, hi float64) (float64, bool)
		Next(logDensity float64) (float64, bool)
		Value() float64
		Fault() mcmc.SliceFault
	} = &c.slice
	if d.Method == conditional.AdaptiveRejection {
		slice = &c.adaptive
	}
	log, err := c.again(d, d, at, lo, hi)
	if err != nil {
		return err
	}
	from, first := at[0], width.Width
	if d.Gaps() {
		first = mcmc.WideWidth(&c.course.Stream, first)
	}
	for x, more := slice.Begin(&c.course.Stream, first, from, log, lo, hi); more; x, more = slice.Next(log) {
		at[0] = x
		if log, err = c.density(d); err != nil {
			return err
		}
	}
	at[0] = slice.Value()
	switch f := slice.Fault(); {
	case f == mcmc.SliceStart && !c.program.Sampling.StartsAt(d.Variable()) && c.skips():
		return nil
	case f != mcmc.SliceFine:
		return c.sliceFault(d, f, at, from, lo, hi)
	}
	if c.course.Burning > 0 {
		width.Tune(from, at[0])
	}
	return c.drawn(d, d.Prior[0], at)
}

// drawWholeSlice draws a count by slice sampling.
func (c *chain) drawWholeSlice(d *conditional.Draw) error {
	low, _ := d.Support()
	lo, hi, bounded := int(max(low, 0)), math.MaxInt, false
	if n := d.Values(); n != nil { // as many as are kept
		values, err := data.Int(n, c.env)
		if err != nil {
			return err
		}
		hi = values - 1
	}
	for _, t := range d.Terms {
		if t.Bounds == nil {
			continue
		}
		bounded = true
		err := c.instances(t, func() error {
			o := c.operands()
			for _, b := range t.Bounds {
				if slope, rest := o.Real(b.Slope), o.Real(b.Rest); o.Err == nil {
					lo, hi = mcmc.WholeBounds(lo, hi, slope, rest, b.Closed)
				}
			}
			return o.Err
		})
		if err != nil {
			return err
		}
	}
	at, err := c.slot(d.Variable(), d.At)
	if err != nil {
		return err
	}
	if bounded && lo >= hi {
		return c.onlyValue(d, at, lo, hi)
	}
	width, err := c.width(d)
	if err != nil {
		return err
	}
	var slice mcmc.WholeSlice
	log, err := c.again(d, d, at, float64(lo), float64(hi))
	if err != nil {
		return err
	}
	from := int(at[0])
	for k, more := slice.Begin(&c.course.Stream, width.Width, from, log, lo, hi); more; k, more = slice.Next(log) {
		at[0] = float64(k)
		if log, err = c.density(d); err != nil {
			return err
		}
	}
	at[0] = float64(slice.Value())
	switch f := slice.Fault(); {
	case f == mcmc.SliceStart && !c.program.Sampling.StartsAt(d.Variable()) && c.skips():
		return nil
	case f != mcmc.SliceFine:
		return c.sliceFault(d, f, at, float64(from), float64(lo), float64(hi))
	}
	if c.course.Burning > 0 {
		width.Tune(float64(from), at[0])
	}
	return nil
}

// onlyValue gives a count the one value that conditions leave, lo; there is none where hi is
// below. In the first scan it must be possible.
func (c *chain) onlyValue(d *conditional.Draw, at []float64, lo, hi int) error {
	if lo == hi {
		if at[0] = float64(lo); c.course.Scans > 0 {
			return nil
		}
		log, err := c.density(d)
		if err == nil && !(log >= -math.MaxFloat64) && !c.skips() {
			return c.sliceFault(d, mcmc.SliceStart, at, at[0], at[0], at[0])
		}
		return err
	}
	if c.skips() {
		return nil
	}
	return c.drawFault(Contradiction, d, "no value is left: %s is at least %d and at most %d", c.name(d), lo, hi)
}

// width is what is known of how wide slices of an element are.
func (c *chain) width(d *conditional.Draw) (*mcmc.SliceWidth, error) {
	v := d.Variable()
	index, err := c.indexOf(d.At)
	if err != nil {
		return nil, err
	}
	from, _, err := c.values[v].part(index)
	return &c.widths[v][from], err
}
