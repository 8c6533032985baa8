package run_test

import (
	"math"
	"testing"
)

// TestSoftTruth: the truth that a comparison is, of which data say how probable it is, has its own probability where it is asked
// for, and not that of the normal that is nearest to what is compared.
func TestSoftTruth(t *testing.T) {
	r, err := interpretText(t, `model: soft
inputs: {p: real}
program: |
  a ~ normal(0, sd = 1)
  c ~ normal(0.3, sd = 2)
  d = a > c
  observe d ~ bernoulli(p)
infer: [a, c, d]
`, `{"p": 0.8}`)
	if err != nil {
		t.Fatal(err)
	}
	list, err := r.Posteriors["d"].Marginals()
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	prior := math.Erfc(0.3/math.Sqrt(2*5)) / 2
	if want := 0.8 * prior / (0.8*prior + 0.2*(1-prior)); math.Abs(list[0].Mean-want) > 1e-9 {
		t.Errorf("d holds with probability %g, want %g", list[0].Mean, want)
	}
}
