package interp

import (
	"math"

	"errors"

	"mpc/conditional"
	"mpc/data"
	"mpc/dist"
	"mpc/mcmc"
	"mpc/model"
)

// start gives each variable its first value: a draw from its prior, of vague priors one
// that is not far out, or what the model says under init.
func (c *chain) start() error {
	for _, d := range c.program.Sampling.Starts() {
		err := c.elements(d, func() error {
			for k, v := range d.Variables {
				err := error(nil)
				if from := c.program.Sampling.Init(v); from != nil {
					err = c.startAt(d, k, from)
				} else {
					err = c.forwardOf(d, k, true)
				}
				if err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return c.unstarted(d, err)
		}
	}
	return nil
}

// unstarted is an error about the first value of an element, with a word on what helps.
func (c *chain) unstarted(d *conditional.Draw, err error) error {
	if e := (*Error)(nil); errors.As(err, &e) && e.Hint == "" {
		e.Hint = "so it is where chains begin, at draws from the priors, or at 0 of what is drawn after it; " + startingPoint(d.Variable())
	}
	return err
}

// startAt gives an element the first value that the model says, or one drawn from the
// distribution that it says.
func (c *chain) startAt(d *conditional.Draw, k int, from *model.Dist) error {
	if from = from.OfElement(d.At); from.Name != "point" {
		return c.prior(d, k, d.Prior[0], from, false)
	}
	o := c.operands()
	to, err := c.slot(d.Variables[k], d.At)
	if err != nil {
		return err
	}
	if d.Variables[k].Type.Dimensions > 0 {
		copy(to, o.Vector(from.Args[0]))
		mcmc.Keep(to, o.Seen(d.Seen))
	} else {
		to[0] = o.Real(from.Args[0])
	}
	if o.Err == nil && notFinite(to...) {
		return c.drawFault(NotFinite, d, "%s begins with %v", c.name(d), to[0])
	}
	return o.Err
}

// forward draws an element from its prior.
func (c *chain) forward(d *conditional.Draw) error {
	for k := range d.Variables {
		if given, err := c.given(d, k); given || err != nil {
			if err != nil {
				return err
			}
			continue
		}
		if err := c.forwardOf(d, k, false); err != nil {
			return err
		}
	}
	return nil
}

// given gives an element the value that the caller has for it.
func (c *chain) given(d *conditional.Draw, k int) (bool, error) {
	if c.settings.Given == nil || d.Method != conditional.Forward {
		return false, nil
	}
	to, err := c.slot(d.Variables[k], d.At)
	if err != nil {
		return false, err
	}
	index, err := data.Index(d.At, c.env)
	if err != nil {
		return false, err
	}
	return c.settings.Given(c.count, c.program.Sampling.Original(d.Variables[k]), index, to), nil
}

// forwardOf draws one of the variables from its prior. At the start of a chain it is
// dispersed no more than a chain recovers from.
func (c *chain) forwardOf(d *conditional.Draw, k int, start bool) error {
	for _, t := range d.Prior {
		if t.Factor.Drawn.Variable != d.Variables[k] {
			continue
		}
		if err := c.instances(t, func() error { return c.prior(d, k, t, t.Dist, start) }); err != nil {
			return err
		}
	}
	return nil
}

// prior draws one of the variables from a distribution of a term.
func (c *chain) prior(d *conditional.Draw, k int, t *conditional.Term, from *model.Dist, start bool) error {
	if err := c.parameters(t, from); err != nil {
		return err
	}
	to, err := c.slot(d.Variables[k], d.At)
	if err != nil {
		return err
	}
	o := c.operands()
	if !o.draw(to, from, start, o.Seen(d.Seen)) && o.Err == nil {
		return c.noDistribution(t, from)
	}
	if o.Err != nil {
		return o.Err
	}
	return c.drawn(d, t, to)
}

// draw draws from a distribution, of a vector given the components that are seen. It is false
// where there is none of these parameters.
func (o *operands) draw(to []float64, d *model.Dist, start bool, seen []float64) bool {
	s := &o.c.course.Stream
	arg := func(name string) float64 { return o.Real(d.Arg(name)) }
	switch d.Name {
	case "given":
		return o.drawGiven(to, d.Args[0], start)
	case "multinomial":
		n, p := o.Whole(d.Arg("n")), o.Vector(d.Arg("p"))
		return o.Err == nil && drawMultinomial(s, to, n, p)
	case "dirichlet", "mvnormal", "wishart":
		return o.drawVector(to, d, start, seen)
	case "normal":
		mean, precision := arg("mean"), 0.0
		if d.Arg("precision") != nil {
			precision = arg("precision")
		} else {
			precision = 1 / arg("variance")
		}
		if start {
			precision = mcmc.StartPrecision(precision)
		}
		to[0] = mcmc.DrawNormal(s, mean, precision)
	case "truncated":
		to[0] = mcmc.DrawTruncatedNormal(s, arg("mean"), sqrt(arg("variance")), arg("low"), arg("high"))
	case "gamma":
		if start {
			to[0] = mcmc.StartGamma(s, arg("shape"), arg("rate"))
		} else {
			to[0] = mcmc.DrawGamma(s, arg("shape"), arg("rate"))
		}
	case "inversegamma":
		if start {
			to[0] = 1 / mcmc.StartGamma(s, arg("shape"), arg("rate"))
		} else {
			to[0] = mcmc.DrawInverseGamma(s, arg("shape"), arg("rate"))
		}
	case "beta":
		to[0] = mcmc.DrawBeta(s, arg("a"), arg("b"))
	case "uniform":
		to[0] = mcmc.DrawUniform(s, arg("low"), arg("high"))
	case "point":
		to[0] = arg("value")
	case "bernoulli":
		if d.Arg("logit") != nil {
			to[0] = number(mcmc.DrawBernoulli(s, arg("logit")))
		} else {
			to[0] = number(mcmc.DrawBernoulliP(s, arg("p")))
		}
	case "categorical":
		k, ok := mcmc.DrawCategoricalP(s, o.Vector(d.Arg("p")))
		to[0] = float64(k)
		return ok
	case "discreteuniform":
		to[0] = float64(mcmc.DrawDiscreteUniform(s, o.Whole(d.Arg("n"))))
		return to[0] >= 0
	case "binomial":
		to[0] = float64(mcmc.DrawBinomial(s, o.Whole(d.Arg("n")), arg("p")))
	case "poisson":
		to[0] = float64(mcmc.DrawPoisson(s, arg("rate")))
	case "polyagamma":
		trials := 1
		if d.Arg("trials") != nil {
			trials = o.Whole(d.Arg("trials"))
			if count := o.Whole(d.Arg("seen")); count < 0 || count > trials {
				return false
			}
		}
		if trials > 0 {
			to[0] = mcmc.DrawPolyaGamma(s, float64(trials), arg("logit"))
		}
	case "signed":
		to[0] = mcmc.DrawSignedNormal(s, arg("mean"), o.Truth(d.Arg("positive")))
	default:
		return o.drawRow(to, d)
	}
	return true
}

// drawRow draws from a distribution of the table. It is false where there is no draw.
func (o *operands) drawRow(to []float64, d *model.Dist) bool {
	row, truncated := d.Row()
	if row == nil {
		o.Fail("%s cannot be drawn from", d.Name)
		return false
	}
	f := row.Draw
	if truncated {
		f = row.TruncatedDraw
	}
	args := o.Parameters(d)
	if o.Err != nil {
		return false
	}
	to[0] = mcmc.CallRow(f, &o.c.course.Stream, args...)
	return !row.Whole || to[0] >= 0
}

// drawMultinomial draws how often each of the outcomes of probabilities p is among n trials: one
// count after the other given those before.
func drawMultinomial(s *mcmc.Stream, to []float64, n int, p []float64) bool {
	left := 0.0
	for _, x := range p {
		left += x
	}
	if n < 0 || !(left > 0) || math.IsInf(left, 1) {
		return false
	}
	last := len(p) - 1
	for last > 0 && p[last] == 0 {
		last--
	}
	for k := range to {
		switch {
		case k > last:
			to[k] = 0
			continue
		case k == last:
			to[k] = float64(n)
		default:
			to[k] = float64(mcmc.DrawBinomial(s, n, min(1, p[k]/left)))
		}
		n -= int(to[k])
		left = max(0, left-p[k])
	}
	return true
}

// drawGiven draws from a distribution that the data give.
func (o *operands) drawGiven(to []float64, e *model.Expr, start bool) bool {
	s := &o.c.course.Stream
	switch d := o.Given(e).(type) {
	case dist.Normal:
		if start {
			to[0] = mcmc.DrawNormalNatural(s, d.H, mcmc.StartPrecision(d.P))
		} else {
			to[0] = mcmc.DrawGivenNormal(s, d)
		}
	case dist.Gamma:
		if start {
			to[0] = mcmc.StartGamma(s, d.Shape, d.Rate)
		} else {
			to[0] = mcmc.DrawGivenGamma(s, d)
		}
	case dist.InverseGamma:
		if start {
			to[0] = 1 / mcmc.StartGamma(s, d.Shape, d.Rate)
		} else {
			to[0] = mcmc.DrawGivenInverseGamma(s, d)
		}
	case dist.Beta:
		to[0] = mcmc.DrawGivenBeta(s, d)
	case dist.Bernoulli:
		to[0] = number(mcmc.DrawBernoulliP(s, d.P()))
	case dist.Categorical:
		k, ok := mcmc.DrawCategorical(s, d.LogP)
		to[0] = float64(k)
		return ok
	case dist.Dirichlet:
		return mcmc.DrawGivenDirichlet(s, to, d)
	default:
		o.Fail("a given %s cannot be drawn from", e.Type.Family)
	}
	return true
}

// drawVector draws a vector or a matrix from its prior.
func (o *operands) drawVector(to []float64, d *model.Dist, start bool, seen []float64) bool {
	s, w := &o.c.course.Stream, &o.c.vector
	vector := func(name string) []float64 { return o.Vector(d.Arg(name)) }
	switch d.Name {
	case "dirichlet":
		alpha := vector("alpha")
		return o.Err == nil && mcmc.DrawDirichlet(s, to, alpha)
	case "mvnormal":
		w.Reset(len(to))
		mean := vector("mean")
		if d.Arg("precision") != nil {
			if p := vector("precision"); o.Err == nil {
				w.AddPrecision(mean, p)
			}
		} else if v := vector("covariance"); o.Err != nil || !w.AddCovariance(mean, v) {
			return false
		}
		if start {
			w.Tame()
		}
		w.Observe(seen)
		if o.Err != nil || !mcmc.DrawMvNormal(s, to, w.H, w.P, w.Factor) {
			return false
		}
		mcmc.Keep(to, seen)
		return true
	}
	k := rows(to)
	w.Reset(k)
	if d.Arg("inverse") != nil {
		if a := vector("inverse"); o.Err == nil {
			w.AddMatrix(a, 0.5)
		}
	} else if a := vector("scale"); o.Err != nil || !w.AddInverse(a, 0.5) {
		return false
	}
	df := o.Real(d.Arg("df"))
	return o.Err == nil && mcmc.DrawWishart(s, to, 0.5*df, w.P, k, w.Factor, w.Work)
}
