package interp

import (
	"math"
	"slices"

	"mpc/conditional"
	"mpc/data"
	"mpc/dist"
	"mpc/mcmc"
	"mpc/model"
	"mpc/operators"
)

func sqrt(x float64) float64 { return math.Sqrt(x) }

// number is 1 for true and 0 for false.
func number(x bool) float64 {
	if x {
		return 1
	}
	return 0
}

// rows is how many rows a square matrix of all these entries has.
func rows(entries []float64) int { return int(math.Round(math.Sqrt(float64(len(entries))))) }

// draw draws one element anew, given the present values of all others.
func (c *chain) draw(d *conditional.Draw) error {
	if seen := c.operands().Seen(d.Seen); seen != nil && !mcmc.Lacks(seen) {
		return nil // all of it is a datum
	}
	switch d.Method {
	case conditional.Conjugate:
		for _, t := range d.Terms {
			err := c.instances(t, func() error { return c.parameters(t, t.Dist) })
			if err != nil {
				return err
			}
		}
		switch d.Family {
		case "dirichlet":
			return c.drawDirichlet(d)
		case "mvnormal":
			return c.drawMvNormal(d)
		case "wishart":
			return c.drawWishart(d)
		}
		return c.drawConjugate(d)
	case conditional.Finite, conditional.Summed:
		return c.drawFinite(d)
	case conditional.Slice, conditional.AdaptiveRejection:
		if d.Variable().Type.Kind != model.Real {
			return c.drawWholeSlice(d)
		}
		return c.drawSlice(d)
	case conditional.Elliptical:
		return c.drawElliptical(d)
	case conditional.Forward, conditional.Augmented:
		return c.forward(d)
	case conditional.Joint:
		if d.Block.Tables != nil {
			return c.drawNetwork(d)
		}
		return c.drawBlock(d)
	}
	return c.errorf(Internal, d.Pos(), d.Name(), "no method %s of drawing %s", d.Method, d.Name())
}

// natural are the two natural parameters of a product of messages about a number, and the
// interval that conditions leave it.
type natural struct{ a, b, lo, hi float64 }

// product is the product of all messages about a number, and tells whether conditions cut
// it off.
func (c *chain) product(d *conditional.Draw) (n natural, cut bool, err error) {
	n = natural{lo: math.Inf(-1), hi: math.Inf(1)}
	switch d.Family {
	case "gamma", "inversegamma":
		n.lo = 0
	case "beta":
		n.lo, n.hi = 0, 1
	}
	cut = slices.ContainsFunc(d.Terms, func(t *conditional.Term) bool { return t.Bounds != nil })
	for _, t := range d.Terms {
		err = c.instances(t, func() error {
			o := c.operands()
			before := n
			if t.Message != nil {
				n.a, n.b = o.sayTimes(t, n.a, n.b)
			}
			if o.Err == nil && notFinite(n.a, n.b) && !notFinite(before.a, before.b) {
				return c.notFiniteMessage(d, t)
			}
			if o.Err == nil && !o.bounds(t, &n.lo, &n.hi) && o.Err == nil && !c.skips() {
				return c.excluded(d, t)
			}
			return o.Err
		})
		if err != nil {
			break
		}
	}
	return n, cut, err
}

// drawConjugate draws a number from the product of messages.
func (c *chain) drawConjugate(d *conditional.Draw) error {
	n, cut, err := c.product(d)
	if err != nil {
		return err
	}
	if !n.proper(d.Family, cut) {
		if d.StartsImproper() && c.skips() {
			return nil
		}
		return c.improper(d, n)
	}
	low, high := d.Support()
	n.lo, n.hi = c.oneSide(d, n.lo, n.hi, low, high)
	if cut && !(n.lo <= n.hi && n.proper(d.Family, cut)) || d.Fixed() && n.lo == n.hi {
		if c.skips() {
			return nil
		}
		return c.empty(d)
	}
	to, err := c.slot(d.Variable(), d.At)
	if err != nil {
		return err
	}
	to[0] = n.draw(&c.course.Stream, d.Family, cut)
	if err := c.drawn(d, d.Prior[0], to); err != nil || d.Scale == nil {
		return err
	}
	return c.moveScale(d)
}

// proper tells whether natural parameters are those of a distribution, cut off between the
// bounds or not.
func (n natural) proper(family string, cut bool) bool {
	switch {
	case family == "normal" && cut:
		return mcmc.ProperTruncatedNormal(n.a, n.b, n.lo, n.hi)
	case family == "normal":
		return n.b > 0
	case family == "gamma" && cut:
		return mcmc.ProperTruncatedGamma(n.a+1, n.b, n.lo, n.hi)
	case family == "gamma":
		return n.a > -1 && n.b > 0
	case family == "inversegamma" && cut:
		return mcmc.ProperTruncatedInverseGamma(n.a-1, n.b, n.lo, n.hi)
	case family == "inversegamma":
		return n.a > 1 && n.b > 0
	}
	return n.a > -1 && n.b > -1
}

func (n natural) draw(s *mcmc.Stream, family string, cut bool) float64 {
	switch {
	case family == "normal" && cut:
		return mcmc.DrawTruncatedNormalNatural(s, n.a, n.b, n.lo, n.hi)
	case family == "normal":
		return mcmc.DrawNormalNatural(s, n.a, n.b)
	case family == "gamma" && cut:
		return mcmc.DrawTruncatedGamma(s, n.a+1, n.b, n.lo, n.hi)
	case family == "gamma":
		return mcmc.DrawGamma(s, n.a+1, n.b)
	case family == "inversegamma" && cut:
		return mcmc.DrawTruncatedInverseGamma(s, n.a-1, n.b, n.lo, n.hi)
	case family == "inversegamma":
		return mcmc.DrawInverseGamma(s, n.a-1, n.b)
	case cut:
		return mcmc.DrawTruncatedBeta(s, n.a+1, n.b+1, n.lo, n.hi)
	}
	return mcmc.DrawBeta(s, n.a+1, n.b+1)
}

// sayTimes adds a message to natural parameters, as often as its factor counts.
func (o *operands) sayTimes(t *conditional.Term, a, b float64) (float64, float64) {
	if t.Times == nil {
		return o.say(t.Message, a, b)
	}
	x, y := o.say(t.Message, 0, 0)
	times := o.Real(t.Times)
	return a + times*x, b + times*y
}

// say adds a message to natural parameters.
func (o *operands) say(m *conditional.Message, a, b float64) (float64, float64) {
	arg := func(k int) float64 { return o.Real(m.Args[k]) }
	switch m.Operator {
	case "GivenNormal":
		d, _ := o.Given(m.Args[0]).(dist.Normal)
		return a + d.H, b + d.P
	case "GivenGamma":
		d, _ := o.Given(m.Args[0]).(dist.Gamma)
		return a + (d.Shape - 1), b + d.Rate
	case "GivenInverseGamma":
		d, _ := o.Given(m.Args[0]).(dist.InverseGamma)
		return a + (d.Shape + 1), b + d.Rate
	case "GivenBeta":
		d, _ := o.Given(m.Args[0]).(dist.Beta)
		return a + (d.A - 1), b + (d.B - 1)
	case "NormalResidual":
		return operators.NormalResidual(a, b, arg(0), arg(1), arg(2))
	case "GammaPrior":
		return operators.GammaPrior(a, b, arg(0), arg(1))
	case "GammaResidual":
		return operators.GammaResidual(a, b, arg(0), arg(1))
	case "GammaRate":
		return operators.GammaRate(a, b, arg(0), arg(1))
	case "GammaCount":
		return operators.GammaCount(a, b, o.Whole(m.Args[0]), arg(1))
	case "InverseGammaPrior":
		return operators.InverseGammaPrior(a, b, arg(0), arg(1))
	case "InverseGammaResidual":
		return operators.InverseGammaResidual(a, b, arg(0), arg(1))
	case "InverseGammaScale":
		return operators.InverseGammaScale(a, b, arg(0), arg(1))
	case "GammaMvNormal":
		x, mean, precision := o.Vector(m.Args[1]), o.Vector(m.Args[2]), o.Vector(m.Args[3])
		if o.Err != nil {
			return a, b
		}
		return o.c.vector.SayNormal(a, b, arg(0), x, mean, precision)
	case "GammaWishartScale", "GammaWishartInverse":
		x, scale := o.Vector(m.Args[2]), o.Vector(m.Args[3])
		switch {
		case o.Err != nil:
			return a, b
		case m.Operator == "GammaWishartScale":
			return o.c.vector.SayWishart(a, b, arg(0), arg(1), x, scale)
		}
		return o.c.vector.SayWishartInverse(a, b, arg(0), arg(1), x, scale)
	case "BetaPrior":
		return operators.BetaPrior(a, b, arg(0), arg(1))
	case "BetaTruth":
		return operators.BetaTruth(a, b, o.Truth(m.Args[0]))
	case "BetaCount":
		return operators.BetaCount(a, b, o.Whole(m.Args[0]), o.Whole(m.Args[1]))
	}
	o.Fail("the message %s is not known", m.Operator)
	return a, b
}

// bounds narrows an interval to what the conditions of a term leave. It is false where
// a condition that does not depend on the value does not hold.
func (o *operands) bounds(t *conditional.Term, lo, hi *float64) bool {
	holds := true
	for _, b := range t.Bounds {
		slope, rest := o.Real(b.Slope), o.Real(b.Rest)
		switch {
		case slope > 0:
			*lo = max(*lo, -rest/slope)
		case slope < 0:
			*hi = min(*hi, -rest/slope)
		case !(rest > 0 || b.Closed && rest == 0):
			holds = false
		}
	}
	return holds
}

// drawFinite draws a whole number or a truth by the density of all its values.
func (c *chain) drawFinite(d *conditional.Draw) error {
	slot, err := c.slot(d.Variable(), d.At)
	if err != nil {
		return err
	}
	size, err := data.Int(d.Values(), c.env)
	if err != nil {
		return err
	}
	var weights []float64
	for value := range size {
		slot[0] = float64(value)
		log, err := c.density(d)
		if err != nil {
			return err
		}
		weights = append(weights, log)
	}
	if c.course.Burning == 0 && mcmc.Several(weights) {
		index, err := c.indexOf(d.At)
		if err != nil {
			return err
		}
		at, _, err := c.values[d.Variable()].part(index)
		if err != nil {
			return err
		}
		c.free[d.Variable()][at] = true
	}
	value, ok := mcmc.DrawCategorical(&c.course.Stream, weights)
	if !ok {
		if size == 0 || !c.skips() {
			return c.noValue(d, size, slot)
		}
		value = int(c.course.Stream.Float64() * float64(size))
	}
	slot[0] = float64(value)
	return nil
}
