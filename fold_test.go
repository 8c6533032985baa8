package mpc_test

import (
	"math"
	"testing"
)

// TestMultiplesAddUp: a sum with several multiples of one value is exact by EP and by
// VMP: an autoregression around a mean, whose posterior is in closed form.
func TestMultiplesAddUp(t *testing.T) {
	const text = `  mu ~ normal(0, variance = 100)
  for (t in 1..<T) { y[t] ~ normal(mu + 0.9 * (y[t-1] - mu), variance = 1) }
infer: [mu, evidence]
`
	y := []float64{0.5, 1, -0.25, 2, 1.5}
	// r = y[t] - 0.9 y[t-1] is normal around mu/10 with variance 1.
	p, h, z := 0.01, 0.0, 0.0
	for t := 1; t < len(y); t++ {
		r := y[t] - 0.9*y[t-1]
		m, v := 0.1*h/p, 1+0.01/p
		z -= (math.Log(2*math.Pi*v) + (r-m)*(r-m)/v) / 2
		p, h = p+0.01, h+0.1*r
	}
	for _, algorithm := range []string{"ep", "vmp"} {
		got := vectorNumbers(t, "model: m\nalgorithm: "+algorithm+"\ninputs: {T: range, y: \"real[T]\"}\nprogram: |\n"+text, map[string]any{"T": len(y), "y": y})
		for i, want := range []float64{z, h / p, 1 / p} {
			if math.Abs(got[i]-want) > 1e-12*math.Max(1, math.Abs(want)) {
				t.Errorf("%s: number %d is %.15g, want %.15g", algorithm, i, got[i], want)
			}
		}
	}
}
