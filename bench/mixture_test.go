package bench

import (
	"context"
	"fmt"
	"math"
	"testing"
	"unsafe"

	"mpc/bench/limits"
	"mpc/bench/mixture"
)

// mixtureOf returns the generated inference for the points of a mixture.
func mixtureOf(tb testing.TB, m *limits.Mixture) *mixture.Inference {
	inf, err := mixture.New(mixtureData(m))
	if err != nil {
		tb.Fatal(err)
	}
	return inf
}

func mixtureData(m *limits.Mixture) mixture.Data {
	d := mixture.Data{Component: limits.Components, N: len(m.X), X: m.X}
	for k := range limits.Components {
		d.Mean = append(d.Mean, mixture.NormalMeanPrecision(limits.MixtureStart(k), 1))
		d.Precision = append(d.Precision, mixture.GammaShapeRate(2, 2))
	}
	return d
}

// mixtureSweep returns a function that runs one more iteration.
func mixtureSweep(tb testing.TB, inf *mixture.Inference) func() {
	ctx := context.Background()
	one := mixture.Iterations(1)
	return func() {
		if _, err := inf.Run(ctx, one); err != nil {
			tb.Fatal(err)
		}
	}
}

// TestMixtureAgrees compares after each iteration: the order of updates is the same,
// but that the weights come before the points, and not after them.
func TestMixtureAgrees(t *testing.T) {
	plain, fused := limits.NewMixture(2000), limits.NewMixture(2000)
	inf := mixtureOf(t, plain)
	run := mixtureSweep(t, inf)
	for n := 1; n <= 30; n++ {
		run()
		before := plain.Alpha
		plain.SweepPlain()
		fused.Sweep()
		mu, tau, w := inf.Mu(), inf.Tau(), inf.W()
		for k := range limits.Components {
			for _, m := range []*limits.Mixture{plain, fused} {
				for _, x := range []struct {
					name      string
					got, want float64
				}{
					{"mean", mu[k].Mean(), m.M[k]},
					{"precision of the mean", mu[k].P, m.P[k]},
					{"shape", tau[k].Shape, m.Shape[k]},
					{"rate", tau[k].Rate, m.Rate[k]},
					{"weight", w.A[k], before[k]},
				} {
					if math.Abs(x.got-x.want) > 1e-9*math.Abs(x.want) {
						t.Fatalf("iteration %d, component %d: %s is %g, want %g", n, k, x.name, x.got, x.want)
					}
				}
			}
		}
	}
	for k, got := range inf.Mu() {
		if truth := 6 * (float64(k) - 4.5); math.Abs(got.Mean()-truth) > 0.3 {
			t.Errorf("component %d: %v, drawn with mean %g", k, got, truth)
		}
	}
}

// TestMixtureAllocations compares one iteration with twenty.
func TestMixtureAllocations(t *testing.T) {
	ctx := context.Background()
	inf := mixtureOf(t, limits.NewMixture(100))
	count := func(iterations int) float64 {
		o := mixture.Iterations(iterations)
		return testing.AllocsPerRun(10, func() {
			if _, err := inf.Run(ctx, o); err != nil {
				t.Fatal(err)
			}
		})
	}
	if one, many := count(1), count(20); one != many {
		t.Errorf("19 iterations allocate %g times", many-one)
	}
}

// BenchmarkMixture measures a sweep over all points.
func BenchmarkMixture(b *testing.B) {
	for _, points := range []int{10000, 100000, 1000000} {
		b.Run(fmt.Sprintf("points=%d", points), func(b *testing.B) {
			plain, fused := limits.NewMixture(points), limits.NewMixture(points)
			inf := mixtureOf(b, plain)
			interleave(b, points,
				rival{"generated", mixtureSweep(b, inf)},
				rival{"plain", plain.SweepPlain},
				rival{"fused", fused.Sweep})
		})
	}
}

// BenchmarkMixtureMemory measures what BenchmarkMemory does.
func BenchmarkMixtureMemory(b *testing.B) {
	for _, points := range []int{10000, 100000} {
		b.Run(fmt.Sprintf("points=%d", points), func(b *testing.B) {
			m := limits.NewMixture(points)
			d := mixtureData(m)
			byHand := 8*points*(1+limits.Components) + int(unsafe.Sizeof(*m))
			memory(b, points, byHand, func() any {
				inf, err := mixture.New(d)
				if err != nil {
					b.Fatal(err)
				}
				mixtureSweep(b, inf)()
				return inf.Mu()
			})
		})
	}
}
