package special

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestExpRow(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	x, got := make([]float64, 1000), make([]float64, 1000)
	for _, scale := range []float64{1e-300, 1e-9, 0.01, 1, 30, 300, 2000} {
		for k := range x {
			x[k] = scale * rng.NormFloat64()
		}
		copy(x, []float64{0, math.Inf(-1), math.Inf(1), math.NaN(), -745, 709.7, 710, -700, 700})
		shift := scale * rng.NormFloat64()
		sum := ExpRow(got, x, shift)
		total := 0.0
		for k, l := range x {
			want := math.Exp(l - shift)
			total += got[k]
			if got[k] != want && !(math.Abs(got[k]-want) <= 4e-16*want) && want == want {
				t.Errorf("exp(%v) is %v, want %v", l-shift, got[k], want)
			}
			if want != want && got[k] == got[k] {
				t.Errorf("exp(%v) is %v", l-shift, got[k])
			}
		}
		if total != sum && total == total {
			t.Errorf("sum %v, want %v", sum, total)
		}
	}
}

func TestLogRow(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	x, got := make([]float64, 2000), make([]float64, 2000)
	for _, scale := range []float64{1e-9, 0.01, 1, 30, 300, 700} {
		for k := range x {
			x[k] = math.Exp(scale * rng.NormFloat64())
		}
		copy(x, []float64{0, math.Inf(1), math.NaN(), -1, math.Inf(-1), 5e-324, 2.2250738585072014e-308, math.MaxFloat64, 1, 2, 0.5, math.Nextafter(1, 0), math.Nextafter(1, 2),
			math.Nextafter(2, 0), math.Sqrt2, math.Nextafter(math.Sqrt2, 1), 1.4140625, 1.41796875, 0.70703125, 0.998, 1.002})
		LogRow(got, x, 0)
		for k, v := range x {
			want := math.Log(v)
			if got[k] != want && !(math.Abs(got[k]-want) <= 8e-16*math.Abs(want)) && want == want {
				t.Errorf("log(%v) is %v, want %v", v, got[k], want)
			}
			if want != want && got[k] == got[k] {
				t.Errorf("log(%v) is %v", v, got[k])
			}
		}
	}
}

func BenchmarkExpRow(b *testing.B) {
	x, dst := make([]float64, 10), make([]float64, 10)
	for k := range x {
		x[k] = -float64(k)
	}
	for range b.N {
		ExpRow(dst, x, 0)
	}
}

func BenchmarkLogRow(b *testing.B) {
	x, dst := make([]float64, 10), make([]float64, 10)
	for k := range x {
		x[k] = 1 / float64(k+1)
	}
	for range b.N {
		LogRow(dst, x, 0)
	}
}

func BenchmarkExpPlain(b *testing.B) {
	x, dst := make([]float64, 10), make([]float64, 10)
	for k := range x {
		x[k] = -float64(k)
	}
	for range b.N {
		for k := range x {
			dst[k] = math.Exp(x[k])
		}
	}
}

func BenchmarkLogPlain(b *testing.B) {
	x, dst := make([]float64, 10), make([]float64, 10)
	for k := range x {
		x[k] = 1 / float64(k+1)
	}
	for range b.N {
		for k := range x {
			dst[k] = math.Log(x[k])
		}
	}
}
