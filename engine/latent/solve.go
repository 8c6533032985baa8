package latent

import (
	"errors"

	"mpc/dist"
	"mpc/engine"
	"mpc/mcmc"
)

// A Whole is a model that says all that its posterior is computed from. It is told to make memory for its values before it is
// asked for anything.
type Whole interface {
	Model
	Allocate()
	// Pattern finds which normals are tied to each other.
	Pattern() *mcmc.NormalPattern
	// Hypers are the hyperparameters.
	Hypers() []Hyper
	// Factor is the factor that a row of Sites.Other, or of Sites.Ask, is an instance of.
	Factor(row int) int
}

// A Solution is the posterior of a model, and what it says of functions of the variables.
type Solution struct {
	*Posterior
	given []givenBy
}

// A givenBy is an answer, and the factor that asked for it.
type givenBy struct {
	factor int
	said   Answer
}

// Solve computes the posterior of a model, of which each worker has one of its own. The error is an *engine.IntegralError.
func Solve[M Whole](where engine.Where, workers int, another func() M) (*Solution, error) {
	first := another()
	first.Allocate()
	pattern := first.Pattern()
	models := []Model{first}
	for range workers - 1 {
		m := another()
		m.Allocate()
		models = append(models, m)
	}
	posterior, err := Integrate(models, pattern, first.Hypers(), Options{})
	if err != nil {
		var held *HeldError
		if errors.As(err, &held) {
			where = engine.Where{Line: held.Line, Statement: "an observed sum"}
		}
		return nil, &engine.IntegralError{Where: where, Err: err}
	}
	s := &Solution{posterior, nil}
	for i := range posterior.Answers() {
		a := posterior.Answer(first, i)
		s.given = append(s.given, givenBy{first.Factor(a.Row), a})
	}
	return s, nil
}

// Joint is the joint posterior: m is a model of the data that it was solved for, which nothing else is asked of.
func (s *Solution) Joint(m Whole) *JointPosterior {
	m.Allocate()
	return NewJointPosterior(s.Posterior, m, m.Pattern())
}

// Again gives a function that fits once more at the first node, as all nodes are: m is a model as Joint takes it.
func (s *Solution) Again(m Whole) func() error {
	m.Allocate()
	f, theta := NewFit(m, m.Pattern()), s.Nodes[0].Theta
	return func() error { return f.At(theta) }
}

// SetNormals makes elements the normals with the moments of the coordinates from the first on.
func (s *Solution) SetNormals(first int, to []dist.Normal) {
	for i := range to {
		to[i] = dist.NormalMeanVariance(s.Mean(first+i), s.Variance(first+i))
	}
}

// SetVectors makes vectors the normals with the moments of the coordinates from the first on.
func (s *Solution) SetVectors(first int, to []dist.MvNormal) error {
	for i := range to {
		x, err := s.Vector(first)
		if err != nil {
			return err
		}
		to[i].Set(x)
		first += x.Size()
	}
	return nil
}

// SetMatrix makes the one element the wishart of a matrix of hyperparameters, by its number.
func (s *Solution) SetMatrix(number int, to []dist.Wishart) error {
	x, err := s.Wishart(number)
	if err == nil {
		to[0].Set(x)
	}
	return err
}

// SetQuantiles makes them the quantiles of these coordinates.
func (s *Solution) SetQuantiles(first int, to []engine.Quantiles) {
	for i := range to {
		to[i] = s.Quantiles(first + i)
	}
}

// SetHyperQuantiles makes the one element the quantiles of a hyperparameter.
func (s *Solution) SetHyperQuantiles(k int, to []engine.Quantiles) { to[0] = s.HyperQuantiles(k) }

// SetMatrixQuantiles makes them the quantiles of the entries of a matrix, by its number.
func (s *Solution) SetMatrixQuantiles(number int, to []engine.Quantiles) {
	copy(to, s.MatrixQuantiles(number))
}

// SetAnswers makes elements what is known of those that a factor asks for: distributions that have their moments.
func SetAnswers[D any](s *Solution, factor int, moments func(mean, variance float64) D, to []D) {
	for _, a := range s.given {
		if a.factor == factor {
			to[a.said.Element] = moments(a.said.Mean, a.said.Variance)
		}
	}
}

// SetAnswerQuantiles makes elements their quantiles.
func (s *Solution) SetAnswerQuantiles(factor int, to []engine.Quantiles) {
	for _, a := range s.given {
		if a.factor == factor {
			to[a.said.Element] = a.said.Quantiles
		}
	}
}

// Truth is the distribution of a truth with this mean.
func Truth(mean, _ float64) dist.Bernoulli { return dist.BernoulliP(mean) }
