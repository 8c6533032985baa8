package latent

import (
	"math"
	"math/rand/v2"
	"testing"

	"mpc/mcmc"
	"mpc/special"
)

// A counts model is a negative binomial regression with an intercept for each group; the precision of these
// and the dispersion are hyperparameters. Its densities are not known to the package.
type counts struct {
	groups       int
	g            []int
	x            []float64
	y            []float64
	precision, r float64
	at           []float64
	evaluated    int // log densities
}

func newCounts(groups, rows int) *counts {
	rng := rand.New(rand.NewPCG(3, 5))
	m := &counts{groups: groups}
	u := make([]float64, groups)
	for j := range u {
		u[j] = 0.7 * rng.NormFloat64()
	}
	for i := range rows {
		g, x := i%groups, rng.NormFloat64()
		rate := math.Exp(0.5+0.4*x+u[g]) * (rng.ExpFloat64() + rng.ExpFloat64() + rng.ExpFloat64()) / 3
		y := 0.0
		for t := rng.ExpFloat64(); t < rate; t += rng.ExpFloat64() {
			y++
		}
		m.g, m.x, m.y = append(m.g, g), append(m.x, x), append(m.y, y)
	}
	return m
}

// Coordinates: groups, then the intercept and the slope.
func (m *counts) pattern() *mcmc.NormalPattern {
	p := mcmc.NewNormalPattern(m.groups + 2)
	for j := range m.groups + 2 {
		p.Say(j)
	}
	for i := range m.y {
		p.SayRow([]int{m.g[i], m.groups, m.groups + 1})
	}
	p.OrderForMoments()
	return p
}

func (m *counts) Place(theta, normals []float64) {
	m.precision, m.r, m.at = theta[0], theta[1], normals
}

func (m *counts) Say(b *mcmc.NormalBlock, s *Sites) {
	for j, x := range m.at {
		p := m.precision
		if j >= m.groups {
			p = 0.01
		}
		b.Add1(-p*x, p)
	}
	for i, x := range m.x {
		b.Slope[0], b.Slope[1], b.Slope[2] = 1, 1, x
		s.Other(b, m.at[m.g[i]]+m.at[m.groups]+x*m.at[m.groups+1], i)
	}
}

func (m *counts) LogDensity() float64 {
	sum := 0.0
	for j, x := range m.at {
		p := m.precision
		if j >= m.groups {
			p = 0.01
		}
		sum += 0.5*math.Log(p/(2*math.Pi)) - 0.5*p*x*x
	}
	return sum + math.Log(m.precision) - m.precision + math.Log(m.r) - 0.5*m.r
}

func (m *counts) AddLogDensity(row int, z, out []float64) {
	y := m.y[row]
	for k, x := range z {
		rate := math.Exp(x)
		out[k] += special.GammaLn(y+m.r) - special.GammaLn(m.r) - special.GammaLn(y+1) + m.r*math.Log(m.r/(m.r+rate)) + y*math.Log(rate/(m.r+rate))
		m.evaluated++
	}
}

// BenchmarkCounts is the posterior of 300 rows in 30 groups, both hyperparameters integrated.
func BenchmarkCounts(b *testing.B) {
	m := newCounts(30, 300)
	p := m.pattern()
	for range b.N {
		m.evaluated = 0
		post, err := Integrate([]Model{m}, p, []Hyper{Positive(1), Positive(1)}, Options{})
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(post.Sweeps), "sweeps/op")
		b.ReportMetric(float64(len(post.Nodes)), "nodes/op")
		b.ReportMetric(float64(m.evaluated)/float64(len(m.y)), "densities/row")
	}
}
