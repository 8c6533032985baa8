package interp

import (
	"mpc/conditional"
	"mpc/mcmc"
)

// integrate draws precisions with normals integrated out.
func (c *chain) integrate(d *conditional.Draw, n *mcmc.NormalIntegral) error {
	i := d.Block.Integral
	x := d.Variables[i.Part]
	n.Reset(len(c.values[x].numbers))
	square, count := 0.0, 0.0
	for _, r := range i.Rows {
		err := c.instances(r.Row.Term, func() error {
			at, err := c.position(x, r.At)
			if err != nil {
				return err
			}
			o := c.operands()
			slope, rest, weight := o.Real(r.Slope), o.Real(r.Rest), o.Real(r.Weight)
			if o.Err == nil && notFinite(slope, rest, weight) {
				return c.fault(NotFinite, r.Row.Term, "what %s says is not finite", r.Row.Term.Factor.Text)
			}
			t := weight * slope
			n.Precision[at] += t * slope
			n.Linear[at] += t * rest
			square += weight * rest * rest
			count++
			return o.Err
		})
		if err != nil {
			return err
		}
	}
	n.Say(square, count)
	return c.drawPrecisions(i, n)
}

// drawPrecisions draws them.
func (c *chain) drawPrecisions(i *conditional.Integral, n *mcmc.NormalIntegral) error {
	o := c.operands()
	within, between := o.Real(i.Within), o.Real(i.Between)
	var priors, to []float64
	for _, q := range i.Precisions {
		var sum natural
		for _, t := range q.Terms {
			err := c.instances(t, func() error {
				if err := c.parameters(t, t.Dist); err != nil {
					return err
				}
				before := sum
				sum.a, sum.b = o.sayTimes(t, sum.a, sum.b)
				if o.Err == nil && notFinite(sum.a, sum.b) && !notFinite(before.a, before.b) {
					return c.notFiniteMessage(q.Draw, t)
				}
				return o.Err
			})
			if err != nil {
				return err
			}
		}
		if !sum.proper(q.Draw.Family, false) {
			return c.improper(q.Draw, sum)
		}
		shape := sum.a + 1
		if q.Inverse {
			shape = sum.a - 1
		}
		priors = append(priors, shape, sum.b)
	}
	switch {
	case o.Err != nil:
		return o.Err
	case len(i.Precisions) == 2:
		w, b := n.Draw(&c.course.Stream, within, between, priors[0], priors[1], priors[2], priors[3])
		to = []float64{w, b}
	case i.Precisions[0].Within:
		to = []float64{n.DrawWithin(&c.course.Stream, within, between, priors[0], priors[1])}
	default:
		to = []float64{n.DrawBetween(&c.course.Stream, within, between, priors[0], priors[1])}
	}
	for k, q := range i.Precisions {
		if q.Inverse {
			to[k] = 1 / to[k]
		}
		slot, err := c.slot(q.Draw.Variable(), nil)
		if err != nil {
			return err
		}
		slot[0] = to[k]
		if err := c.drawn(q.Draw, q.Draw.Prior[0], slot); err != nil {
			return err
		}
	}
	return nil
}
