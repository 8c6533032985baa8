package latent

import (
	"math"
	"math/rand/v2"
	"testing"

	"mpc/mcmc"
)

// A said is a density of a linear combination: a normal one of what is observed, y, or a site.
type said struct {
	at    []int
	slope []float64
	y     float64
	// precision of a normal density, or of which of theta it is
	precision float64
	of        int // -1: precision
	site      func(s *Sites, b *mcmc.NormalBlock, z float64)
	offset    float64
}

// A linear is a model of such densities, said row by row.
type linear struct {
	size   int
	list   []said
	prior  func(theta []float64) float64
	other  func(row int, z float64) float64
	signed bool

	theta, at []float64
}

func (m *linear) pattern() *mcmc.NormalPattern {
	p := mcmc.NewNormalPattern(m.size)
	if m.signed {
		p.Sign()
	}
	for _, d := range m.list {
		p.SayRow(d.at)
	}
	p.Order()
	return p
}

func (m *linear) Place(theta, normals []float64) {
	m.theta = append(m.theta[:0], theta...)
	m.at = append(m.at[:0], normals...)
}

func (m *linear) value(d *said) float64 {
	z := d.offset
	for k, c := range d.at {
		z += d.slope[k] * m.at[c]
	}
	return z
}

func (m *linear) precision(d *said) float64 {
	if d.of >= 0 {
		return m.theta[d.of]
	}
	return d.precision
}

func (m *linear) Say(b *mcmc.NormalBlock, s *Sites) {
	for i := range m.list {
		d := &m.list[i]
		copy(b.Slope, d.slope)
		if d.site != nil {
			d.site(s, b, m.value(d))
			continue
		}
		b.AddRow(d.y-m.value(d), m.precision(d))
	}
}

func (m *linear) LogDensity() float64 {
	sum := 0.0
	for i := range m.list {
		d := &m.list[i]
		if d.site != nil {
			continue
		}
		rest, p := d.y-m.value(d), m.precision(d)
		sum += 0.5*math.Log(p/(2*math.Pi)) - 0.5*p*rest*rest
	}
	if m.prior != nil {
		sum += m.prior(m.theta)
	}
	return sum
}

func (m *linear) AddLogDensity(row int, z, out []float64) {
	for k, x := range z {
		out[k] += m.other(row, x)
	}
}

func near(a, b, tolerance float64) bool { return math.Abs(a-b) <= tolerance }

// TestFitOne: of one normal, EP with one site for all its rows is exact: mean, variance and
// evidence are those of a fine sum.
func TestFitOne(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for trial := range 60 {
		mean, sd := 3*rng.NormFloat64(), math.Exp(rng.NormFloat64())
		m := &linear{size: 1, list: []said{{at: []int{0}, slope: []float64{1}, y: mean, precision: 1 / (sd * sd), of: -1}}}
		var density []func(z float64) float64
		slope := []float64{1, -2, 0.5}[trial%3]
		for range 1 + rng.IntN(4) {
			offset := rng.NormFloat64()
			d := said{at: []int{0}, slope: []float64{slope}, offset: offset}
			y := rng.IntN(2) == 1
			sign := -1.0
			if y {
				sign = 1
			}
			switch rng.IntN(6) {
			case 0:
				d.site = func(s *Sites, b *mcmc.NormalBlock, z float64) { s.Logit(b, z, y) }
				density = append(density, func(x float64) float64 { return -math.Log1p(math.Exp(-sign * (slope*x + offset))) })
			case 1:
				d.site = func(s *Sites, b *mcmc.NormalBlock, z float64) { s.Probit(b, z, y) }
				density = append(density, func(x float64) float64 { return math.Log(0.5 * math.Erfc(-sign*(slope*x+offset)/math.Sqrt2)) })
			case 2:
				n := rng.IntN(30)
				d.site = func(s *Sites, b *mcmc.NormalBlock, z float64) { s.Poisson(b, z, n) }
				g, _ := math.Lgamma(float64(n) + 1)
				density = append(density, func(x float64) float64 {
					z := slope*x + offset
					return float64(n)*z - math.Exp(z) - g
				})
			case 3:
				k := rng.IntN(5)
				d.site = func(s *Sites, b *mcmc.NormalBlock, z float64) { s.BinomialLogit(b, z, k, 4) }
				density = append(density, func(x float64) float64 {
					z := slope*x + offset
					return float64(k)*z - 4*math.Log1p(math.Exp(z)) + math.Log([]float64{1, 4, 6, 4, 1}[k])
				})
			case 4:
				m.other = func(row int, z float64) float64 { return -math.Pow(z, 4) / 10 }
				d.site = func(s *Sites, b *mcmc.NormalBlock, z float64) { s.Other(b, z, 7) }
				density = append(density, func(x float64) float64 { return -math.Pow(slope*x+offset, 4) / 10 })
			case 5:
				d.site = func(s *Sites, b *mcmc.NormalBlock, z float64) { s.StudentT(b, z, 1.5, 2, 3) }
				m.signed = true
				g1, _ := math.Lgamma(2)
				g2, _ := math.Lgamma(1.5)
				density = append(density, func(x float64) float64 {
					z := slope*x + offset - 1.5
					return g1 - g2 + 0.5*math.Log(2/(3*math.Pi)) - 2*math.Log1p(2*z*z/3)
				})
			}
			m.list = append(m.list, d)
		}
		f := NewFit(m, m.pattern())
		f.Tolerance = 1e-9
		if err := f.At(nil); err != nil {
			t.Errorf("%d: %v", trial, err)
			continue
		}
		all, first, second := 0.0, 0.0, 0.0
		const steps = 20001
		h := 24 * sd / (steps - 1)
		log := func(x float64) float64 {
			d := (x - mean) / sd
			sum := -0.5*d*d - math.Log(sd*math.Sqrt(2*math.Pi))
			for _, g := range density {
				sum += g(x)
			}
			return sum
		}
		for i := range steps {
			x := f.Normals[0] - 12*sd + float64(i)*h
			w := math.Exp(log(x) - log(f.Normals[0]))
			all += w
			first += w * (x - f.Normals[0])
			second += w * (x - f.Normals[0]) * (x - f.Normals[0])
		}
		evidence := math.Log(all*h) + log(f.Normals[0])
		meanWant := f.Normals[0] + first/all
		variance := second/all - (first/all)*(first/all)
		got := f.Block.Variance(0)
		if !near(f.Normals[0], meanWant, 1e-7*math.Sqrt(variance)) || !near(got, variance, 1e-7*variance) || !near(f.LogDensity, evidence, 1e-8) {
			t.Errorf("%d: mean %v, want %v; variance %v, want %v; evidence %v, want %v", trial, f.Normals[0], meanWant, got, variance, f.LogDensity, evidence)
		}
		if f.Sites.Len() != 1 {
			t.Errorf("%d: %d sites", trial, f.Sites.Len())
		}
	}
}
