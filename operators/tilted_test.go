package operators

import (
	"math"
	"math/rand/v2"
	"testing"

	"mpc/dist"
)

// Moments of a posterior that are set in one go are those that come from the message of a
// gate, the product with it, and its probabilities.
func TestSetTilted(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 18))
	set := 0
	for range 5000 {
		n := 1 + rng.IntN(12)
		d, evidence := dist.CategoricalUniform(n), make([]float64, n)
		finite := true
		scale := math.Exp(4 * rng.NormFloat64())
		for k := range n {
			d.LogP[k], evidence[k] = scale*rng.NormFloat64(), 100*scale*rng.NormFloat64()
			list := []*float64{&d.LogP[k], &evidence[k]}
			if rng.IntN(6*n) == 0 {
				*list[rng.IntN(2)] = []float64{math.Inf(-1), math.Inf(1), math.NaN()}[rng.IntN(3)]
				finite = false
			}
		}
		var fast, slow dist.CategoricalMoments
		ok := fast.SetTilted(d, evidence)
		if finite && !ok {
			t.Fatalf("%v tilted by %v is not finite", d, evidence)
		}
		to := dist.CategoricalUniform(n)
		fault := GateToCategorical(evidence, &to)
		to.SetTimes(d, to)
		slow.Set(to)
		if !ok {
			continue
		}
		set++
		if fault != dist.NoFault || !slow.IsProper() {
			t.Fatalf("%v tilted by %v is %v, but there is no message: %v", d, evidence, fast.P, fault)
		}
		for k, p := range slow.P {
			if !(math.Abs(fast.P[k]-p) <= 1e-12*p+1e-322) {
				t.Fatalf("%v tilted by %v has probabilities %v, want %v", d, evidence, fast.P, slow.P)
			}
		}
	}
	if set < 2000 {
		t.Errorf("%d in one go", set)
	}
	var m dist.CategoricalMoments
	if m.SetTilted(dist.CategoricalUniform(2), make([]float64, 3)) || m.SetTilted(dist.CategoricalUniform(0), nil) {
		t.Error("of no value, or of different sizes")
	}
}
