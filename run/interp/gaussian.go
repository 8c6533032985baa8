package interp

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"mpc/data"
	"mpc/dist"
	"mpc/engine/latent"
	"mpc/factor"
	"mpc/message"
	"mpc/message/conditional"
	"mpc/model"
)

// A gaussian is a latent Gaussian model as package latent asks for it. It is a scene
// whose values are the hyperparameters and the normals.
type gaussian struct {
	*scene
	of     *conditional.Gaussian
	update *message.Update
	block  *block
	sites  *latent.Sites
	others []other
	err    error // the first at these hyperparameters
	beyond error // the first that was not finite at some: there is no density there
}

// integrate computes the posteriors of all variables.
func (r *run) integrate(u *message.Update) error {
	g, err := r.newGaussian(u)
	if err != nil {
		return err
	}
	var hypers []latent.Hyper
	for _, d := range g.of.Hyper {
		h, err := g.hyper(d)
		if err != nil {
			return err
		}
		hypers = append(hypers, h)
	}
	for _, d := range g.of.Matrices {
		if hypers, err = g.matrix(hypers, d); err != nil {
			return err
		}
	}
	posterior, err := latent.Integrate([]latent.Model{g}, g.block.pattern, hypers, latent.Options{})
	switch {
	case g.err != nil:
		return g.err
	case err != nil && g.beyond != nil:
		return g.beyond
	case r.options.Context.Err() != nil:
		return r.options.Context.Err()
	case err != nil:
		if e := g.indefinite(); e != nil {
			return e
		}
		var free *latent.Undetermined
		if errors.As(err, &free) {
			return g.undetermined(free)
		}
		return r.notIntegrated(u, err)
	}
	r.logEvidence, r.quantiles = posterior.LogEvidence, map[*element]any{}
	if err := g.vectors(posterior); err != nil {
		return err
	}
	for k, d := range g.of.Parts() {
		if d.Variable().Type.Dimensions > 0 {
			continue
		}
		for i, e := range g.elementsOf(d.Variable()) {
			c := g.block.from[k] + i
			if e != nil {
				e.posterior = dist.NormalMeanVariance(posterior.Mean(c), posterior.Variance(c))
				r.quantiles[e] = posterior.Quantiles(c)
			}
		}
	}
	for k, d := range g.of.Hyper {
		mean, variance := posterior.HyperMean(k), posterior.HyperVariance(k)
		for _, e := range g.elementsOf(d.Variable()) {
			e.posterior = momentsOf(e.variable, mean, variance)
			r.quantiles[e] = posterior.HyperQuantiles(k)
		}
	}
	r.doubts = posterior.Doubts(g.block.from...)
	if err := g.answers(posterior); err != nil {
		return err
	}
	if err := g.leaveOut(posterior); err != nil {
		return err
	}
	if err := g.draw(posterior); err != nil {
		return err
	}
	return g.weigh(posterior) // last, as what fails there is no failure of the posterior
}

// answers computes the posteriors of functions.
func (g *gaussian) answers(posterior *latent.Posterior) error {
	elements := map[*model.Variable][]*element{}
	for i := range posterior.Answers() {
		a := posterior.Answer(g, i)
		v := g.others[a.Row].row.Site.Answer.Variable
		if elements[v] == nil {
			elements[v] = g.elementsOf(v)
		}
		e := elements[v][a.Element]
		if e == nil {
			continue
		}
		if e.variable.Family == factor.Bernoulli {
			e.posterior = dist.BernoulliP(a.Mean)
			continue
		}
		if math.IsNaN(a.Mean) {
			name := cmp.Or(v.Asked, fmt.Sprint(e))
			err := g.run.errorf(Unintegrated, v.At, v.Name, "the posterior of %s was not found: it is not a number where the posterior of what it reads goes", name)
			err.Hint = "a condition keeps it where it has values, as observe x > 0 does sqrt(x)"
			return err
		}
		if a.Overflows() {
			name := cmp.Or(v.Asked, fmt.Sprint(e))
			err := g.run.errorf(Unintegrated, v.At, v.Name, "the posterior of %s was not found: more than a twentieth of it is beyond what doubles hold, 1.8e308, and so are its mean and sd", name)
			err.Hint = "ask for its log"
			return err
		}
		e.posterior = momentsOf(e.variable, a.Mean, a.Variance)
		g.run.quantiles[e] = a.Quantiles
	}
	return g.err
}

// hyper is a hyperparameter as package latent asks for it.
func (g *gaussian) hyper(d *conditional.Draw) (latent.Hyper, error) {
	h := latent.Hyper{Low: math.Inf(-1), High: math.Inf(1)}
	low, high := g.of.Bounds(d)
	var err error
	if low != nil {
		h.Low, err = data.Eval(low, g.run.env)
	}
	if high != nil && err == nil {
		h.High, err = data.Eval(high, g.run.env)
	}
	if err != nil {
		err = g.run.evalError(err, d.Pos(), d.Prior[0].Factor.Text, "")
	}
	return h, err
}

// momentsOf is the distribution of a hyperparameter's family that has moments.
func momentsOf(v *factor.Variable, mean, variance float64) any {
	if of := v.Family.Row().OfMoments; of != nil {
		return of(mean, variance)
	}
	return dist.NormalMeanVariance(mean, variance)
}

// notIntegrated is the error of a posterior that there is none of.
func (r *run) notIntegrated(u *message.Update, err error) error {
	first, of := u.Gaussian.First(), u.Gaussian
	if errors.Is(err, latent.ErrTooLarge) && of.Ties != nil {
		f := of.Ties.Term.Factor
		e := r.errorf(Unintegrated, f.At, f.Text, "the posterior of %s was not found, which %s ties: %v", of.Name(), f.Text, err)
		e.Hint = "fewer normals in one combination; blocks: [] passes messages about single variables instead; algorithm: gibbs draws them"
		return e
	}
	var held *latent.HeldError
	if errors.As(err, &held) {
		for _, row := range of.Rows() {
			if f := row.Term.Factor; row.Held && f.At.Line == held.Line {
				e := r.errorf(Unintegrated, f.At, f.Text, "%v", held)
				e.Hint = "leave it out, or observe it with noise, as in observe x ~ normal(y, sd = 0.01)"
				return e
			}
		}
	}
	var empty *latent.Empty
	if errors.As(err, &empty) {
		f := of.Coordinate(empty.Hyper).Prior[0].Factor
		e := r.errorf(Unintegrated, f.At, f.Text, "%s has no value: it is to be above %.6g and below %.6g", of.Coordinate(empty.Hyper).Variable().Name, empty.Low, empty.High)
		e.Hint = "its prior and the conditions on it contradict each other"
		return e
	}
	var none *latent.Contradicted
	if errors.As(err, &none) {
		return r.contradicted(of, none)
	}
	var away *latent.RunsAway
	if errors.As(err, &away) {
		f := of.Coordinate(away.Hyper).Prior[0].Factor
		why := "its prior falls too slowly there, or the data favor it" // which is proper all the same
		if f.Dist != nil && f.Dist.Flat() {
			why = "its flat prior leaves it undetermined"
		}
		e := r.errorf(Unintegrated, f.At, f.Text, "the posterior of %s was not found: the density of %s does not fall, which goes to %.3g: %s",
			of.Name(), of.Coordinate(away.Hyper).Variable().Name, away.Value, why)
		e.Hint = "give it a prior that says how small and how large it may be; integrate: [] passes messages about single variables instead"
		if of.Held {
			e.Hint = "what is observed exactly has a density, which may grow without end as a scale falls: divide by the scale, as in observe sum(u[i] : i in n) / tau == 0"
		}
		return e
	}
	if x := r.matrices(of, err); x != nil {
		return x
	}
	if errors.Is(err, latent.ErrTooMany) {
		f := of.Coordinate(0).Prior[0].Factor
		e := r.errorf(Unintegrated, f.At, f.Text, "the posterior of %s was not found: %v", of.Name(), err)
		e.Hint = "algorithm: gibbs draws all variables; fewer such numbers are integrated, as where one that the data hardly tell is given"
		return e
	}
	e := r.errorf(Unintegrated, first.At, first.Text, "the posterior of %s was not found: %v", of.Name(), err)
	e.Hint = "narrower priors may help; algorithm: gibbs draws all variables; integrate: [] passes messages about single variables instead"
	return e
}

func (r *run) newGaussian(u *message.Update) (*gaussian, error) {
	c := &scene{sampler: &sampler{run: r}, values: map[*model.Variable]*values{}}
	env := *r.env
	env.Index = map[*model.Index]int{}
	env.Drawn = c.present
	env.Density, env.Inverse, env.Whitening = c.densityIn, c.vector.Inverse, c.vector.WhiteningOf
	c.env = &env
	g := &gaussian{scene: c, of: u.Gaussian, update: u}
	c.saySite = g.saySite
	var variables []*model.Variable
	for _, d := range slices.Concat(g.of.Parts(), g.of.Integrated(), g.of.Singles) {
		variables = append(variables, d.Variable())
	}
	for _, r := range g.of.Answers() {
		variables = append(variables, r.Site.Answer.Variable)
	}
	for _, v := range variables {
		dims := v.Dims
		if v.Type.Dimensions > 0 {
			dims = append(dims[:len(dims):len(dims)], v.Sizes...)
		}
		table, err := newValues(v.Name, dims, *r.env)
		if err != nil {
			return nil, r.evalError(err, v.At, v.Name, "")
		}
		c.values[v] = table
	}
	for _, row := range slices.Concat(g.of.Sites(), g.of.SingleRows(), g.of.Answers()) {
		stand := []*model.Variable{row.Site.At, row.Site.Value} // nil of a condition
		if a := row.Site.Answer; a != nil {
			stand = append(stand, a.Stands...)
		}
		for _, v := range stand {
			if v == nil {
				continue // of a condition
			}
			c.values[v] = &values{name: v.Name, numbers: make([]float64, 1)}
		}
	}
	var err error
	g.block, err = c.newBlock(g.of.Normals, g.of.Fixed)
	return g, err
}

// elementsOf are the elements of a variable as the graph has them, nil where it has none.
func (g *gaussian) elementsOf(v *model.Variable) []*element {
	list := make([]*element, len(g.values[v].numbers))
	for _, x := range g.run.program.Graph.Variables {
		if x.Source != v {
			continue
		}
		g.run.posteriors[x] = true
		for i := range list {
			list[i] = g.run.elements[x.ID][key(g.values[v].indexAt(i))]
		}
	}
	return list
}

// fail notes the first error.
func (g *gaussian) fail(err error) {
	if g.err == nil {
		g.err = err
	}
}

// Place sets the values of the hyperparameters and of the normals.
func (g *gaussian) Place(theta, normals []float64) {
	var e *Error
	if errors.As(g.err, &e) && e.Kind == NotFinite {
		if g.beyond == nil {
			g.beyond = g.err
		}
		g.err = nil
	}
	for k, d := range g.of.Hyper {
		g.values[d.Variable()].numbers[0] = theta[k]
	}
	theta = theta[len(g.of.Hyper):]
	for _, d := range g.of.Matrices {
		theta = theta[copy(g.values[d.Variable()].numbers, theta):]
	}
	for k, d := range g.of.Parts() {
		if normals == nil {
			break
		}
		copy(g.values[d.Variable()].numbers, normals[g.block.from[k]:])
	}
}
