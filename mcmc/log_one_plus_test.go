package mcmc

import (
	"math"
	"testing"
)

// TestLogOnePlus: against math.Log1p, to four roundings.
func TestLogOnePlus(t *testing.T) {
	for i := range 200001 {
		for _, e := range []float64{float64(i) / 200000, math.Exp(-float64(i) / 300)} {
			if got, want := logOnePlus(e), math.Log1p(e); math.Abs(got-want) > 4.5e-16*want {
				t.Fatalf("log(1 + %v) is %v, want %v", e, got, want)
			}
		}
	}
}

func BenchmarkLogOnePlus(b *testing.B) {
	sum := 0.0
	for i := range b.N {
		sum += logOnePlus(float64(i&1023) / 1024)
	}
	if sum < 0 {
		b.Fatal(sum)
	}
}
