package latent

import (
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"mpc/mcmc"
)

// A field is a grid of normals whose neighbors are near each other, with a count at each.
type field struct {
	n  int
	y  []int
	at []float64
}

func newField(n int) *field {
	rng := rand.New(rand.NewPCG(5, uint64(n)))
	m := &field{n: n, y: make([]int, n*n)}
	for c := range m.y {
		i, j := c/n, c%n
		mean := math.Exp(0.5 + 0.7*math.Sin(float64(i)/20)*math.Cos(float64(j)/30))
		for t := rng.ExpFloat64(); t < mean; t += rng.ExpFloat64() {
			m.y[c]++
		}
	}
	return m
}

func (m *field) neighbors(each func(c, d int)) {
	for c := range m.y {
		if c >= m.n {
			each(c, c-m.n)
		}
		if c%m.n > 0 {
			each(c, c-1)
		}
	}
}

func (m *field) pattern() *mcmc.NormalPattern {
	p := mcmc.NewNormalPattern(len(m.y))
	for c := range m.y {
		p.Say(c)
	}
	m.neighbors(func(c, d int) { p.Say(c, d) })
	for c := range m.y {
		p.SayRow([]int{c})
	}
	p.OrderForMoments()
	return p
}

func (m *field) Place(_, normals []float64) { m.at = normals }

func (m *field) Say(b *mcmc.NormalBlock, s *Sites) {
	for _, x := range m.at {
		b.Add1(-0.1*x, 0.1)
	}
	const precision = 10
	m.neighbors(func(c, d int) {
		v := -precision * (m.at[c] - m.at[d])
		b.Add2(v, -v, precision, -precision, precision)
	})
	b.Slope[0] = 1
	for c, y := range m.y {
		s.Poisson(b, m.at[c], y)
	}
}

func (m *field) LogDensity() float64                     { return 0 }
func (m *field) AddLogDensity(int, []float64, []float64) {}

// BenchmarkLarge are sweeps of EP of large models: a grid of 300 x 300 counts, a logistic regression of
// 10,000 rows on 200 coefficients, and one of 1,000,000 rows on 10 coefficients and the effects of
// 100,000 groups. MB is what the heap holds after them.
func BenchmarkLarge(b *testing.B) {
	for _, x := range []struct {
		name string
		make func() (Model, *mcmc.NormalPattern)
	}{
		{"grid", func() (Model, *mcmc.NormalPattern) { m := newField(300); return m, m.pattern() }},
		{"dense", func() (Model, *mcmc.NormalPattern) { m := newMixed(1, 10000, 198, 1); return m, m.pattern() }},
		{"groups", func() (Model, *mcmc.NormalPattern) { m := newMixed(100000, 1000000, 9, 1); return m, m.pattern() }},
	} {
		b.Run(x.name, func(b *testing.B) {
			m, p := x.make()
			f := NewFit(m, p)
			f.MaxSweeps, f.Tolerance = 30, 1e-3
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
			b.StopTimer()
			var memory runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&memory)
			b.ReportMetric(float64(memory.HeapAlloc)/1e6, "MB")
			runtime.KeepAlive(f)
		})
	}
}
