package run_test

import (
	"math"
	"testing"
)

// TestConditionsWithHypers: a condition that jumps in a hyperparameter beside one of normals has its probability: a and b may change places,
// so that a > b holds half of the time whatever the precision is.
func TestConditionsWithHypers(t *testing.T) {
	r, err := interpretText(t, `model: m
inputs: {y: real}
program: |
  a ~ normal(0, sd = 1)
  b ~ normal(0, sd = 1)
  t ~ gamma(shape = 2, rate = 1)
  y ~ normal(a + b, precision = t)
  both = t > 1 && a > b
  either = t > 2 || a > b
infer: [both, either]
`, `{"y": 0.7}`)
	if err != nil {
		t.Fatal(err)
	}
	var all, above1, above2 float64
	for i := range 40000 {
		x := (float64(i) + 0.5) * 1e-3
		w := x * math.Exp(-x) * math.Exp(-0.49/(2*(2+1/x))) / math.Sqrt(2+1/x)
		all += w
		if x > 1 {
			above1 += w
		}
		if x > 2 {
			above2 += w
		}
	}
	for name, want := range map[string]float64{"both": above1 / all / 2, "either": (1 + above2/all) / 2} {
		list, err := r.Posteriors[name].Marginals()
		if err != nil || len(list) != 1 {
			t.Fatal(name, list, err)
		}
		if math.Abs(list[0].Mean-want) > 0.003 {
			t.Errorf("%s holds with probability %g, want %g", name, list[0].Mean, want)
		}
	}
}
