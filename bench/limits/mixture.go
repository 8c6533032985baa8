package limits

import (
	"math"
	"math/rand/v2"
)

// Components is the number of components of a Mixture: a constant, as whoever writes
// the loop for one data set would have it.
const Components = 10

// A Mixture is the posterior of variational message passing for a mixture of normals
// of one dimension: of weights with the prior Dirichlet(1, ..., 1), means with
// Normal(0, precision 0.01) and precisions with Gamma(1, 1), all independent.
type Mixture struct {
	X           []float64
	Alpha       [Components]float64
	M, P        [Components]float64 // of means: mean and precision
	Shape, Rate [Components]float64 // of precisions
	// Shares holds of each point the probabilities of its component: of SweepPlain alone.
	Shares []float64
}

// MixtureStart is where the mean of a component starts, with precision 1.
func MixtureStart(k int) float64 { return 5.5*float64(k) - 25 }

// NewMixture draws n points from as many normals as there are components, whose means
// lie 6 apart about 0: well spread.
func NewMixture(n int) *Mixture {
	r := rand.New(rand.NewPCG(3, 4))
	m := &Mixture{X: make([]float64, n)}
	for i := range m.X {
		k := r.IntN(Components)
		m.X[i] = 6*(float64(k)-4.5) + (0.7+0.1*float64(k%3))*r.NormFloat64()
	}
	for k := range Components {
		m.Alpha[k] = 1
		m.M[k], m.P[k] = MixtureStart(k), 1
		m.Shape[k], m.Rate[k] = 2, 2
	}
	return m
}

// logShares are the coefficients of the log probability of each component at x: those
// of 1, x and x^2.
func (m *Mixture) logShares() (c0, c1, c2 [Components]float64) {
	total := 0.0
	for _, a := range m.Alpha {
		total += a
	}
	psi := digamma(total)
	for k := range Components {
		tau := m.Shape[k] / m.Rate[k]
		c2[k] = -tau / 2
		c1[k] = tau * m.M[k]
		c0[k] = digamma(m.Alpha[k]) - psi +
			(digamma(m.Shape[k])-math.Log(m.Rate[k])-tau*(m.M[k]*m.M[k]+1/m.P[k]))/2
	}
	return c0, c1, c2
}

// update makes the posteriors of component k those of n points of sum s1 and sum of
// squares s2.
func (m *Mixture) update(k int, n, s1, s2 float64) {
	tau := m.Shape[k] / m.Rate[k]
	m.P[k] = 0.01 + tau*n
	m.M[k] = tau * s1 / m.P[k]
	m.Shape[k] = 1 + n/2
	m.Rate[k] = 1 + (s2-2*m.M[k]*s1+n*(m.M[k]*m.M[k]+1/m.P[k]))/2
	m.Alpha[k] = 1 + n
}

// SweepPlain updates the points, then means, precisions and weights, with a stored
// probability for every point and component.
func (m *Mixture) SweepPlain() {
	if m.Shares == nil {
		m.Shares = make([]float64, Components*len(m.X))
	}
	c0, c1, c2 := m.logShares()
	for i, x := range m.X {
		r := m.Shares[i*Components : (i+1)*Components]
		top := math.Inf(-1)
		for k := range r {
			r[k] = c0[k] + x*(c1[k]+x*c2[k])
			top = math.Max(top, r[k])
		}
		sum := 0.0
		for k := range r {
			r[k] = math.Exp(r[k] - top)
			sum += r[k]
		}
		for k := range r {
			r[k] /= sum
		}
	}
	for k := range Components {
		var n, s1, s2 float64
		for i, x := range m.X {
			r := m.Shares[i*Components+k]
			n += r
			s1 += r * x
			s2 += r * x * x
		}
		m.update(k, n, s1, s2)
	}
}

// Sweep is SweepPlain in one pass over the points, whose probabilities live in
// registers alone: one exponential for each point and component that is not far, and
// one division a point.
func (m *Mixture) Sweep() {
	c0, c1, c2 := m.logShares()
	var n, s1, s2 [Components]float64
	for _, x := range m.X {
		var l [Components]float64
		top := math.Inf(-1)
		for k := range Components {
			y := c0[k] + x*(c1[k]+x*c2[k])
			l[k] = y
			if y > top {
				top = y
			}
		}
		sum := 0.0
		for k := range Components {
			// Below e^-40 a component adds nothing to the sums.
			if d := l[k] - top; d > -40 {
				l[k] = expTable(d)
				sum += l[k]
			} else {
				l[k] = 0
			}
		}
		inv := 1 / sum
		xx := x * x
		for k := range Components {
			r := l[k] * inv
			n[k] += r
			s1[k] += r * x
			s2[k] += r * xx
		}
	}
	for k := range Components {
		m.update(k, n[k], s1[k], s2[k])
	}
}
