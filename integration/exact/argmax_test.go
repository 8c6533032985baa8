package exact

import (
	"math"
	"testing"

	"mpc/special"
)

// TestArgmax: the place of the largest, with what is said of it: its posterior, the moments
// of the largest and the evidence are those of the mixture over its values.
func TestArgmax(t *testing.T) {
	r, err := interpretTree(t, `model: place
inputs: {p: "real[2]", z: bool}
program: |
  a[0] ~ normal(1, variance = 1)
  a[1] ~ normal(0, variance = 3)
  y = argmax(a[i] : i in 0..<2)
  switch (y) { z ~ bernoulli(p[y]) }
infer: [a, y, evidence]
`, map[string]any{"p": []float64{0.9, 0.2}, "z": true})
	if err != nil {
		t.Fatal(err)
	}
	first := special.NormalCdf(0.5)
	z := 0.9*first + 0.2*(1-first)
	if math.Abs(r.LogEvidence-math.Log(z)) > 1e-10 {
		t.Errorf("log evidence %v, want %v", r.LogEvidence, math.Log(z))
	}
	// d log Z / d mean is the step of the mean over the variance.
	slope := 0.7 * special.NormalDensity(0.5) / 2 / z
	for i, want := range []float64{1 + slope, -3 * slope} {
		if got := r.Posteriors[0].Value.([]any)[i].(interface{ Mean() float64 }).Mean(); math.Abs(got-want) > 1e-9 {
			t.Errorf("a[%d]: mean %v, want %v", i, got, want)
		}
	}
}
