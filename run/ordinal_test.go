package run_test

import (
	"encoding/json"
	"math"
	"testing"
)

// TestOrdinalShares: answers of three levels with two cut points, whose probabilities are a list, have the moments of a sum over a
// grid, though the search for the mode begins where the cut points are one and the middle level has no probability.
func TestOrdinalShares(t *testing.T) {
	const text = `model: ordinal
inputs: {n: range, x: "real[n]", y: "int[n]"}
program: |
  b ~ normal(0, sd = 2)
  low ~ normal(-1, sd = 2)
  high ~ normal(1, sd = 2)
  for (i in n) {
    y[i] ~ categorical([logistic(low - b * x[i]), logistic(high - b * x[i]) - logistic(low - b * x[i]), 1 - logistic(high - b * x[i])])
  }
infer: [b, low, high]
`
	x := []float64{-2, -1.6, -1.3, -1, -0.8, -0.5, -0.3, -0.1, 0, 0.2, 0.4, 0.6, 0.9, 1.1, 1.5, 1.8}
	y := []int{0, 0, 1, 0, 0, 1, 0, 2, 1, 1, 2, 0, 2, 1, 2, 2}
	given, err := json.Marshal(map[string]any{"n": len(x), "x": x, "y": y})
	if err != nil {
		t.Fatal(err)
	}
	r, err := interpretText(t, text, string(given))
	if err != nil {
		t.Fatal(err)
	}
	logistic := func(z float64) float64 { return 1 / (1 + math.Exp(-z)) }
	var sum float64
	var first, second [3]float64
	const steps = 56
	for i := range steps {
		for j := range steps {
			for k := range steps {
				b, low, high := -2+7*(float64(i)+0.5)/steps, -5+8*(float64(j)+0.5)/steps, -3+9*(float64(k)+0.5)/steps
				if high <= low {
					continue
				}
				log := -(b*b + (low+1)*(low+1) + (high-1)*(high-1)) / 8
				for n, v := range x {
					f, g := logistic(low-b*v), logistic(high-b*v)
					log += math.Log([]float64{f, g - f, 1 - g}[y[n]])
				}
				w := math.Exp(log)
				sum += w
				for n, v := range []float64{b, low, high} {
					first[n] += w * v
					second[n] += w * v * v
				}
			}
		}
	}
	for n, name := range []string{"b", "low", "high"} {
		list, err := r.Posteriors[name].Marginals()
		if err != nil || len(list) != 1 {
			t.Fatal(name, list, err)
		}
		mean := first[n] / sum
		sd := math.Sqrt(second[n]/sum - mean*mean)
		if m := list[0]; math.Abs(m.Mean-mean) > 0.01*sd || math.Abs(m.SD/sd-1) > 0.01 {
			t.Errorf("%s has mean %g and sd %g, want %g and %g", name, m.Mean, m.SD, mean, sd)
		}
	}
}
