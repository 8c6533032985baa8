package interp

import (
	"math"
	"slices"

	"mpc/dist"
	"mpc/mcmc"
	"mpc/message/conditional"
	"mpc/operators"
)

// natural are the two natural parameters of a product of messages about a number, and the
// interval that conditions leave it.
type natural struct{ a, b, lo, hi float64 }

// product is the product of all messages about a number, and tells whether conditions cut
// it off.
func (c *scene) product(d *conditional.Draw) (n natural, cut bool, err error) {
	n = natural{lo: math.Inf(-1), hi: math.Inf(1)}
	if of := mcmc.Natural(d.Family); of != nil {
		n.lo, n.hi = of.Low, of.High
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
			if o.Err == nil && !o.bounds(t, &n.lo, &n.hi) && o.Err == nil {
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

// proper tells whether natural parameters are those of a distribution, cut off between the
// bounds or not.
func (n natural) proper(family string, cut bool) bool {
	of := mcmc.Natural(family)
	if cut {
		return of.HoldsBetween(n.a, n.b, n.lo, n.hi)
	}
	return of.Holds(n.a, n.b)
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
	case "GammaMvNormal", "InverseGammaMvNormal":
		x, mean, matrix := o.Vector(m.Args[1]), o.Vector(m.Args[2]), o.Vector(m.Args[3])
		if o.Err != nil {
			return a, b
		}
		if m.Operator == "InverseGammaMvNormal" {
			return o.c.vector.SayNormalCovariance(a, b, arg(0), x, mean, matrix)
		}
		return o.c.vector.SayNormal(a, b, arg(0), x, mean, matrix)
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
