package families

import (
	"math"
	"reflect"

	"mpc/dist"
	"mpc/mcmc"
	"mpc/special"
)

// values are what the messages of a family say of single values; nil where there is no such thing.
type values struct {
	// quantile is that of a proper message about a number.
	quantile func(message any, p float64) float64
	// below is the probability of values below x, upTo that of values of at most x.
	below, upTo func(message any, x float64) float64
	// sample draws a value; false where the message has none.
	sample func(s *mcmc.Stream, message any, to []float64) bool
	// component is the marginal of component i of a vector, components how many there are.
	component  func(message any, i int) any
	components func(message any) int
}

// Quantile returns the value that a number with this message stays below with probability p, 0 < p < 1.
// It is NaN where the message is improper, or is of a family without an order of its values.
func (f *Family) Quantile(message any, p float64) float64 {
	if f.quantile == nil || !f.IsProper(message) {
		return math.NaN()
	}
	return f.quantile(message, p)
}

// Cdf returns the probability that a value with this message is below x, and that it is at most x. They
// differ where x has a probability. It is false where the message is improper, or is of a family without
// an order of its values.
func (f *Family) Cdf(message any, x float64) (below, upTo float64, ok bool) {
	if f.below == nil || !f.IsProper(message) {
		return 0, 0, false
	}
	return f.below(message, x), f.upTo(message, x), true
}

// Sample draws a value with this message, which is a number or a vector as long as to. It is false where
// the message has no values, or is of a family that nothing draws from.
func (f *Family) Sample(s *mcmc.Stream, message any, to []float64) bool {
	return f.sample != nil && len(to) > 0 && f.sample(s, message, to)
}

// Components is how many components with marginals a message about a vector has, 0 of another message.
func (f *Family) Components(message any) int {
	if f.components == nil {
		return 0
	}
	return f.components(message)
}

// Component is the marginal of component i of a vector, with its family.
func (f *Family) Component(message any, i int) (*Family, any) {
	marginal := f.component(message, i)
	return Of(reflect.TypeOf(marginal)), marginal
}

// reals are the values of a family of real numbers.
func reals[D scalars[D]](quantile, cdf func(d D, x float64) float64, draw func(*mcmc.Stream, D) float64) values {
	atPoint := func(yes bool) float64 {
		if yes {
			return 1
		}
		return 0
	}
	return values{
		quantile: func(m any, p float64) float64 {
			if d := m.(D); d.IsPoint() {
				return d.Mean()
			}
			return quantile(m.(D), p)
		},
		below: func(m any, x float64) float64 {
			if d := m.(D); d.IsPoint() {
				return atPoint(d.Mean() < x)
			}
			return cdf(m.(D), x)
		},
		upTo: func(m any, x float64) float64 {
			if d := m.(D); d.IsPoint() {
				return atPoint(d.Mean() <= x)
			}
			return cdf(m.(D), x)
		},
		sample: func(s *mcmc.Stream, m any, to []float64) bool {
			if len(to) != 1 || !m.(D).IsProper() {
				return false
			}
			to[0] = draw(s, m.(D))
			return true
		},
	}
}

func normalCdf(d dist.Normal, x float64) float64 {
	return special.NormalCdf((x - d.Mean()) / math.Sqrt(d.Variance()))
}

func gammaCdf(d dist.Gamma, x float64) float64 {
	if x <= 0 {
		return 0
	}
	return special.GammaLower(d.Shape, d.Rate*x)
}

func inverseGammaCdf(d dist.InverseGamma, x float64) float64 {
	if x <= 0 {
		return 0
	}
	return special.GammaUpperRegularized(d.Shape, d.Rate/x)
}

func betaCdf(d dist.Beta, x float64) float64 {
	return special.BetaCdf(min(max(x, 0), 1), d.A, d.B)
}

// truths are the values of bernoulli, 0 and 1.
func truths() values {
	below := func(m any, x float64) float64 {
		switch p := m.(dist.Bernoulli).P(); {
		case x <= 0:
			return 0
		case x <= 1:
			return 1 - p
		}
		return 1
	}
	return values{
		below: below,
		upTo:  func(m any, x float64) float64 { return below(m, math.Nextafter(x, math.Inf(1))) },
		sample: func(s *mcmc.Stream, m any, to []float64) bool {
			if to[0] = 0; mcmc.DrawBernoulliP(s, m.(dist.Bernoulli).P()) {
				to[0] = 1
			}
			return len(to) == 1
		},
	}
}

// wholes are the values of categorical.
func wholes() values {
	sum := func(m any, counts func(k float64) bool) (sum float64) {
		for k, p := range m.(dist.Categorical).P(nil) {
			if counts(float64(k)) {
				sum += p
			}
		}
		return sum
	}
	return values{
		below: func(m any, x float64) float64 { return sum(m, func(k float64) bool { return k < x }) },
		upTo:  func(m any, x float64) float64 { return sum(m, func(k float64) bool { return k <= x }) },
		sample: func(s *mcmc.Stream, m any, to []float64) bool {
			k, ok := mcmc.DrawCategorical(s, m.(dist.Categorical).LogP)
			to[0] = float64(k)
			return ok && len(to) == 1
		},
	}
}

// shares are the values of dirichlet: a component is a beta.
func shares() values {
	return values{
		sample: func(s *mcmc.Stream, m any, to []float64) bool {
			d := m.(dist.Dirichlet)
			return d.Size() == len(to) && mcmc.DrawGivenDirichlet(s, to, d)
		},
		components: func(m any) int { return m.(dist.Dirichlet).Size() },
		component: func(m any, i int) any {
			d := m.(dist.Dirichlet)
			if d.Point {
				return dist.BetaPoint(d.A[i])
			}
			rest := 0.0
			for j, a := range d.A {
				if j != i {
					rest += a
				}
			}
			return dist.BetaCounts(d.A[i], rest)
		},
	}
}

// vectorsOfReals are the values of mvnormal: a component is a normal.
func vectorsOfReals() values {
	return values{
		sample: func(s *mcmc.Stream, m any, to []float64) bool {
			d := m.(dist.MvNormal)
			if d.Size() != len(to) || !d.IsProper(nil) {
				return false
			}
			if d.IsPoint() {
				copy(to, d.MeanTo(nil, nil))
				return true
			}
			factor := make([]float64, len(d.P))
			return mcmc.DrawMvNormal(s, to, d.H, d.P, factor)
		},
		components: func(m any) int { return m.(dist.MvNormal).Size() },
		component:  func(m any, i int) any { return m.(dist.MvNormal).Marginal(i) },
	}
}
