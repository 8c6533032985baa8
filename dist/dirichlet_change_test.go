package dist

import (
	"math"
	"math/rand/v2"
	"testing"
)

// LargerChange is the larger of two changes, whatever it leaves out.
func TestDirichletLargerChange(t *testing.T) {
	rng := rand.New(rand.NewPCG(18, 9))
	same := 0
	for range 20000 {
		n := 1 + rng.IntN(12)
		a, b := DirichletUniform(n), DirichletUniform(n)
		scale := math.Exp(8*rng.NormFloat64() - 8)
		for k := range n {
			a.A[k] = math.Exp(5 * rng.NormFloat64())
			b.A[k] = a.A[k] * math.Exp(scale*rng.NormFloat64())
			switch rng.IntN(60 * n) {
			case 0:
				a.A[k] = math.NaN()
			case 1:
				b.A[k] = 0
			case 2:
				a.Point = true
			case 3:
				b.A[k] *= 1e12
			}
		}
		exact := a.Change(b)
		before := exact * []float64{0, 0.5, 1 - 1e-12, 1, 1 + 1e-12, 1.5, 1e3}[rng.IntN(7)]
		if math.IsInf(exact, 1) {
			before = 0.5
		}
		got := a.LargerChange(b, before)
		if got != math.Max(before, exact) {
			t.Fatalf("larger of %v and %v is %v, of %v and %v", before, exact, got, a, b)
		}
		if got == before {
			same++
		}
	}
	if same < 1000 {
		t.Errorf("%d changes are not the larger", same)
	}
}
