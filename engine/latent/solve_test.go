package latent

import (
	"errors"
	"math"
	"testing"

	"mpc/dist"
	"mpc/engine"
	"mpc/mcmc"
	"mpc/special"
)

// A whole is a linear model that allocates its values; rows of factors are numbered as these are.
type whole struct {
	*linear
	allocated int
	hypers    []Hyper
}

func (m *whole) Allocate()                    { m.allocated++ }
func (m *whole) Pattern() *mcmc.NormalPattern { return m.pattern() }
func (m *whole) Hypers() []Hyper              { return m.hypers }
func (m *whole) Factor(row int) int           { return row }

// asked is a combination of the normals that a factor asks for.
func asked(factor, element, kind int, at []int, slope ...float64) said {
	return said{at: at, slope: slope, site: func(s *Sites, b *mcmc.NormalBlock, z float64) { s.Ask(b, z, factor, element, kind) }}
}

// Of two normals that nothing else is said of, the posterior is the prior, and so is that of what is asked for of them, with one
// worker and with two.
func TestSolve(t *testing.T) {
	for workers := 1; workers <= 2; workers++ {
		var models []*whole
		s, err := Solve(engine.Where{Line: 3}, workers, func() *whole {
			m := &whole{linear: &linear{size: 2, list: []said{
				{at: []int{0}, slope: []float64{1}, y: 1, precision: 1 / 4.0, of: -1},
				{at: []int{1}, slope: []float64{1}, y: -2, precision: 1 / 9.0, of: -1},
				asked(7, 1, askSum, []int{0, 1}, 2, 1),
				asked(5, 0, askAboveSum, []int{0}, 1),
			}}}
			models = append(models, m)
			return m
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range models {
			if m.allocated != 1 {
				t.Errorf("a model has made memory %d times", m.allocated)
			}
		}
		near := func(what string, got, want float64) {
			t.Helper()
			if !(math.Abs(got-want) <= 1e-9) {
				t.Errorf("%s: %.12g, want %.12g", what, got, want)
			}
		}
		x, of := make([]dist.Normal, 1), make([]engine.Quantiles, 1)
		s.SetNormals(1, x)
		s.SetQuantiles(1, of)
		near("mean", x[0].Mean(), -2)
		near("variance", x[0].Variance(), 9)
		near("median", of[0].Q50, -2)
		sums, quantiles := make([]dist.Normal, 2), make([]engine.Quantiles, 2)
		SetAnswers(s, 7, dist.NormalMeanVariance, sums)
		s.SetAnswerQuantiles(7, quantiles)
		near("mean of a sum", sums[1].Mean(), 0)
		near("variance of a sum", sums[1].Variance(), 4*4+9)
		near("upper quantile of a sum", quantiles[1].Q95, 5*special.NormalQuantile(0.95))
		if sums[0] != (dist.Normal{}) || quantiles[0] != (engine.Quantiles{}) {
			t.Error("an element has become something that nothing asks for:", sums[0], quantiles[0])
		}
		truths := make([]dist.Bernoulli, 1)
		SetAnswers(s, 5, Truth, truths)
		near("probability", truths[0].P(), special.NormalCdf(0.5))
	}
}

// What cannot be integrated is an error that says where.
func TestSolveFails(t *testing.T) {
	_, err := Solve(engine.Where{Line: 3}, 1, func() *whole {
		return &whole{linear: &linear{size: 1, list: []said{{at: []int{0}, slope: []float64{1}, precision: 1, of: -1}}}, hypers: make([]Hyper, MaxHypers+1)}
	})
	var of *engine.IntegralError
	if !errors.As(err, &of) || of.Where.Line != 3 || !errors.Is(err, ErrTooMany) {
		t.Error(err)
	}
}
