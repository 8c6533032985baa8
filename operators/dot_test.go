package operators

import (
	"math"
	"math/rand/v2"
	"testing"

	"mpc/dist"
)

// The messages from the sum of all terms against those from sums of the others,
// over scales at which one term has most of the variance, or of the mean, or
// neither: an error of H counts beside the terms that H is a sum of.
func TestDotWithout(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	scale := func(decades float64) float64 { return math.Pow(10, decades*(2*rng.Float64()-1)) }
	taken := 0
	for range 20000 {
		n := 1 + rng.IntN(6)
		decades := []float64{0.3, 3, 30}[rng.IntN(3)]
		x, w := make([]float64, n), make([]dist.Normal, n)
		got, want := make([]dist.Normal, n), make([]dist.Normal, n)
		for i := range x {
			p := scale(decades)
			x[i], w[i] = rng.NormFloat64()*scale(decades), dist.Normal{H: p * rng.NormFloat64() * scale(decades), P: p}
		}
		if rng.IntN(5) == 0 {
			x[rng.IntN(n)] = 0
		}
		out := dist.Normal{H: rng.NormFloat64() * scale(decades), P: scale(decades)}
		sum := DotSum(x, w)
		if !dotWithout(out, x, w, sum, got) {
			continue
		}
		taken++
		if !dotToProper(out, x, w, want) {
			t.Fatalf("%v, %v, %v: no proper messages", out, x, w)
		}
		for i := range got {
			variance, size := 0.0, math.Abs(out.H)
			for j, k := range x {
				if j != i {
					variance += k * k / w[j].P
					size += math.Abs(k*w[j].H/w[j].P) * out.P
				}
			}
			size *= math.Abs(x[i]) / (1 + variance*out.P)
			if math.Abs(got[i].P-want[i].P) > 1e-14*want[i].P || math.Abs(got[i].H-want[i].H) > 1e-14*size {
				t.Fatalf("message %d of %v, %v, %v is %v, want %v", i, out, x, w, got[i], want[i])
			}
		}
	}
	if taken < 5000 {
		t.Errorf("only %d sums were taken apart", taken)
	}
}
