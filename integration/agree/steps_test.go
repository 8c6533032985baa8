package agree

import (
	"testing"

	"mpc/codegen"
)

// TestAgreeOnSharedArrays: one array of which a step that runs once writes some
// elements and an iteration the others, with new data for the iteration alone; and
// initial marginals by element.
func TestAgreeOnSharedArrays(t *testing.T) {
	All(t, []*Trial{{
		Name: "a chain that begins apart",
		Model: `model: apart
inputs:
  T: range
  y: bool[T]
program: |
  x[0] ~ normal(1, variance = 2)
  for (t in 1..<T) {
    x[t] ~ normal(x[t-1], variance = 0.5)
    y[t] ~ bernoulli(logit = x[t])
  }
  y[0] ~ bernoulli(logit = x[0])
infer: [x]
`,
		Data:       `{"T": 4, "y": [true, false, false, true]}`,
		Next:       `{"T": 4, "y": [true, true, false, true]}`,
		Iterations: 4,
	}, {
		Name: "initial marginals by element",
		Model: `model: started
algorithm: vmp
inputs:
  n: range
  d: range
  y: real[n][d]
  start: normal[d]
program: |
  for (j in d) { w[j] ~ normal(0, variance = 1) }
  for (i in n) {
    z[i] ~ normal(0, variance = 1)
    for (j in d) { y[i][j] ~ normal(z[i] * w[j], variance = 0.25) }
  }
infer: [w, z, evidence]
init: {w: start}
`,
		Data: `{"n": 3, "d": 2, "y": [[2, -1], [-1.5, 1], [0.5, -0.5]],
 "start": [{"dist": "normal", "mean": 1, "variance": 0.01}, {"dist": "normal", "mean": -0.5, "variance": 0.01}]}`,
		Iterations: 5,
	}}, codegen.Options{})
}
