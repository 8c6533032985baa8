package special

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestExp(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	worst := 0.0
	for range 200000 {
		x := 1500*r.Float64() - 750
		if r.IntN(2) == 0 {
			x = r.NormFloat64()
		}
		got, want := Exp(x), math.Exp(x)
		ulp := math.Nextafter(want, math.Inf(1)) - want
		if got == want {
			continue
		}
		if d := math.Abs(got-want) / ulp; !(d <= 2) { // math.Exp itself is off by up to 1
			t.Fatalf("Exp(%g) is %g, want %g", x, got, want)
		} else {
			worst = math.Max(worst, d)
		}
	}
	for _, x := range []float64{0, -700, 700, -745.2, 710, math.Inf(1), math.Inf(-1), math.NaN(), 1e-300, -1e-17} {
		if got, want := Exp(x), math.Exp(x); got != want && !math.IsNaN(want) || math.IsNaN(want) && !math.IsNaN(got) {
			t.Errorf("Exp(%g) is %g, want %g", x, got, want)
		}
	}
}

func BenchmarkExp(b *testing.B) {
	x := make([]float64, 1000)
	for i := range x {
		x[i] = -float64(i) * 0.1
	}
	for _, f := range []struct {
		name string
		f    func(float64) float64
	}{{"special", Exp}, {"math", math.Exp}} {
		b.Run(f.name, func(b *testing.B) {
			sum := 0.0
			for b.Loop() {
				for _, x := range x {
					sum += f.f(x)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(x)), "ns/exp")
			sink = sum
		})
	}
}

var sink float64
