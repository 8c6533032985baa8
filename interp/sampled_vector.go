package interp

import (
	"mpc/conditional"
	"mpc/dist"
	"mpc/mcmc"
)

// messages runs over the messages about an element that is drawn, each with how often its
// factor counts.
func (c *chain) messages(d *conditional.Draw, say func(o *operands, m *conditional.Message, times float64) bool) error {
	for _, t := range d.Terms {
		err := c.instances(t, func() error {
			o := c.operands()
			times := 1.0
			if t.Times != nil {
				times = o.Real(t.Times)
				c.vector.Apart()
			}
			if ok := say(o, t.Message, times); !ok && o.Err == nil {
				return c.noDistribution(t, t.Dist)
			}
			if t.Times != nil {
				c.vector.Together(times)
			}
			return o.Err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// counts adds up the messages about n probabilities: prior counts, and those that are seen,
// all less 1.
func (c *chain) counts(d *conditional.Draw, n int) ([]float64, error) {
	counts := make([]float64, n)
	err := c.messages(d, func(o *operands, m *conditional.Message, times float64) bool {
		switch m.Operator {
		case "DirichletPrior":
			for k, a := range o.Vector(m.Args[0]) {
				counts[k] += times * (a - 1)
			}
		case "DirichletValue":
			if k := o.Whole(m.Args[0]); o.Err == nil {
				counts[k] += times
			}
		case "DirichletCounts":
			for k, n := range o.Vector(m.Args[0]) {
				counts[k] += times * n
			}
		case "GivenDirichlet":
			g, _ := o.Given(m.Args[0]).(dist.Dirichlet)
			for k, a := range g.A {
				counts[k] += times * (a - 1)
			}
		default:
			o.Fail("the message %s is not known", m.Operator)
		}
		return true
	})
	return counts, err
}

// drawDirichlet draws probabilities.
func (c *chain) drawDirichlet(d *conditional.Draw) error {
	to, err := c.slot(d.Variable(), d.At)
	if err != nil {
		return err
	}
	counts, err := c.counts(d, len(to))
	if err != nil {
		return err
	}
	for k := range counts {
		counts[k]++
	}
	if !mcmc.DrawDirichlet(&c.course.Stream, to, counts) {
		return c.improperVector(d)
	}
	return c.drawn(d, d.Prior[0], to)
}

// sayMvNormal adds up the messages about a normal vector.
func (c *chain) sayMvNormal(d *conditional.Draw, to []float64) error {
	w := &c.vector
	w.Reset(len(to))
	return c.messages(d, func(o *operands, m *conditional.Message, _ float64) bool {
		switch m.Operator {
		case "MvNormalPrecision":
			if mean, p := o.Vector(m.Args[0]), o.Vector(m.Args[1]); o.Err == nil {
				w.AddPrecision(mean, p)
			}
		case "MvNormalCovariance":
			mean, v := o.Vector(m.Args[0]), o.Vector(m.Args[1])
			return o.Err != nil || w.AddCovariance(mean, v)
		case "MvNormalDot":
			for k := range to {
				c.env.Index[m.Component] = k
				w.Row[k] = o.Real(m.Args[1])
			}
			delete(c.env.Index, m.Component)
			w.AddResidual(to, o.Real(m.Args[0]), o.Real(m.Args[2]))
		case "GivenMvNormal":
			g, _ := o.Given(m.Args[0]).(dist.MvNormal)
			w.AddNatural(g.H, g.P)
		default:
			o.Fail("the message %s is not known", m.Operator)
		}
		return true
	})
}

// drawMvNormal draws a normal vector from the product of messages.
func (c *chain) drawMvNormal(d *conditional.Draw) error {
	to, err := c.slot(d.Variable(), d.At)
	if err != nil {
		return err
	}
	if err := c.sayMvNormal(d, to); err != nil {
		return err
	}
	w, o := &c.vector, c.operands()
	seen := o.Seen(d.Seen)
	w.Observe(seen)
	if o.Err != nil {
		return o.Err
	}
	if !mcmc.DrawMvNormal(&c.course.Stream, to, w.H, w.P, w.Factor) {
		return c.improperVector(d)
	}
	mcmc.Keep(to, seen)
	return c.drawn(d, d.Prior[0], to)
}

// multiple is the number that a matrix is multiplied with in a message.
func (o *operands) multiple(m *conditional.Message) float64 {
	if len(m.Args) < 3 {
		return 1
	}
	return o.Real(m.Args[2])
}

// sayWishart adds up the messages about a matrix of k rows, and returns the shape.
func (c *chain) sayWishart(d *conditional.Draw, k int) (shape float64, err error) {
	w := &c.vector
	w.Reset(k)
	shape = 0.5 * float64(k+1)
	err = c.messages(d, func(o *operands, m *conditional.Message, times float64) bool {
		switch m.Operator {
		case "WishartScale", "WishartInverse":
			shape += times * 0.5 * (o.Real(m.Args[0]) - float64(k+1))
			a, half := o.Vector(m.Args[1]), 0.5*o.multiple(m)
			if m.Operator == "WishartScale" {
				return o.Err != nil || w.AddInverse(a, half)
			}
			w.AddMatrix(a, half)
		case "WishartResidual":
			shape += times * 0.5
			if x, y := o.Vector(m.Args[0]), o.Vector(m.Args[1]); o.Err == nil {
				w.AddOuter(x, y, o.multiple(m))
			}
		default:
			o.Fail("the message %s is not known", m.Operator)
		}
		return true
	})
	return shape, err
}

// drawWishart draws a matrix from the product of messages.
func (c *chain) drawWishart(d *conditional.Draw) error {
	to, err := c.slot(d.Variable(), d.At)
	if err != nil {
		return err
	}
	w, k := &c.vector, rows(to)
	shape, err := c.sayWishart(d, k)
	if err != nil {
		return err
	}
	if !mcmc.DrawWishart(&c.course.Stream, to, shape, w.P, k, w.Factor, w.Work) {
		return c.improperVector(d)
	}
	return c.drawn(d, d.Prior[0], to)
}
