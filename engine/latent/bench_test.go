package latent

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"mpc/mcmc"
)

// A mixed model is a logistic regression with an intercept for each group, as a generated package
// says it: loops over arrays.
type mixed struct {
	groups, covariates int
	g                  []int
	x                  [][]float64
	y                  []bool

	precision float64
	at        []float64
}

// newMixed draws data of so many groups and rows.
func newMixed(groups, rows, covariates int, sd float64) *mixed {
	rng := rand.New(rand.NewPCG(7, uint64(groups)))
	m := &mixed{groups: groups, covariates: covariates}
	u := make([]float64, groups)
	for j := range u {
		u[j] = sd * rng.NormFloat64()
	}
	for i := range rows {
		g := i % groups
		z := -0.5 + u[g]
		x := make([]float64, covariates)
		for k := range x {
			x[k] = rng.NormFloat64()
			z += x[k] * 0.5 / float64(k+1)
		}
		m.g, m.x, m.y = append(m.g, g), append(m.x, x), append(m.y, rng.Float64() < 1/(1+math.Exp(-z)))
	}
	return m
}

// Coordinates: groups, then the intercept, then slopes.
func (m *mixed) pattern() *mcmc.NormalPattern {
	p := mcmc.NewNormalPattern(m.groups + 1 + m.covariates)
	for j := range m.groups {
		p.Say(j)
	}
	for k := range 1 + m.covariates {
		p.Say(m.groups + k)
	}
	for i := range m.y {
		p.Tie(m.g[i])
		for k := range 1 + m.covariates {
			p.Tie(m.groups + k)
		}
		p.SayTied()
	}
	p.Order()
	return p
}

func (m *mixed) Place(theta, normals []float64) {
	m.precision = 1 / (theta[0] * theta[0])
	m.at = normals
}

func (m *mixed) Say(b *mcmc.NormalBlock, s *Sites) {
	for j := range m.groups {
		b.Add1(-m.precision*m.at[j], m.precision)
	}
	for k := range 1 + m.covariates {
		b.Add1(-0.04*m.at[m.groups+k], 0.04)
	}
	fixed := m.at[m.groups:]
	b.Slope[0], b.Slope[1] = 1, 1
	for i, y := range m.y {
		z := m.at[m.g[i]] + fixed[0]
		for k, x := range m.x[i] {
			b.Slope[2+k] = x
			z += x * fixed[1+k]
		}
		s.Logit(b, z, y)
	}
}

func (m *mixed) LogDensity() float64 {
	sum := float64(m.groups)/2*math.Log(m.precision/(2*math.Pi)) + float64(1+m.covariates)/2*math.Log(0.04/(2*math.Pi))
	for j, x := range m.at {
		if j < m.groups {
			sum -= 0.5 * m.precision * x * x
		} else {
			sum -= 0.5 * 0.04 * x * x
		}
	}
	return sum - 0.5/m.precision // half-normal sd
}

func (m *mixed) AddLogDensity(int, []float64, []float64) {}

// BenchmarkSweep is a sweep of EP: 100,000 rows, 10,000 groups.
func BenchmarkSweep(b *testing.B) {
	m := newMixed(10000, 100000, 3, 1)
	f := NewFit(m, m.pattern())
	if err := f.At([]float64{1}); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		f.model.Place(f.theta, f.Normals)
		if err := f.say(); err != nil {
			b.Fatal(err)
		}
		f.Block.Invert()
		f.update()
		f.Sites.step(1)
	}
}

// BenchmarkIntegrate is the whole posterior of that model, the sd integrated, and of one of 10 coefficients.
func BenchmarkIntegrate(b *testing.B) {
	for _, covariates := range []int{3, 9} {
		b.Run(fmt.Sprintf("coefficients=%d", covariates+1), func(b *testing.B) {
			m := newMixed(10000, 100000, covariates, 1)
			p := m.pattern()
			for range b.N {
				post, err := Integrate([]Model{m}, p, []Hyper{Positive(1)}, Options{})
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(post.Sweeps), "sweeps/op")
				b.ReportMetric(float64(len(post.Nodes)), "nodes/op")
			}
		})
	}
}
