package mpc_test

import (
	"testing"

	"mpc"
	"mpc/codegen"
)

// TestAgreeOnStartsThatChange: where an input is but an initial marginal, its setter
// starts again there, as with new data. In these models nothing else is an input.
func TestAgreeOnStartsThatChange(t *testing.T) {
	list := []*trial{{
		name: "product",
		model: `model: product
algorithm: vmp
inputs: {start: normal}
program: |
  a ~ normal(0, variance = 1)
  b ~ normal(0, variance = 1)
  observe a * b ~ normal(2, variance = 0.1)
init: {a: start}
infer: [a, b, evidence]
`,
		data: `{"start": {"dist": "normal", "mean": 1, "variance": 0.1}}`, next: `{"start": {"dist": "normal", "mean": -1, "variance": 0.1}}`, iterations: 3,
	}, {
		name: "points",
		model: `model: points
algorithm: vmp
inputs: {start: normal}
program: |
  a ~ normal(0, variance = 1)
  b ~ normal(0, variance = 1)
  observe a * b ~ normal(2, variance = 0.1)
init: {a: start}
point: [a]
infer: [a, b]
`,
		data: `{"start": {"dist": "normal", "mean": 1, "variance": 0.1}}`, next: `{"start": {"dist": "normal", "mean": -1, "variance": 0.1}}`, iterations: 3,
	}, {
		name: "mixture",
		model: `model: mixture
inputs: {start: "normal[2]"}
program: |
  for (k in 0..<2) { mu[k] ~ normal(0, variance = 4) }
  for (i in 0..<3) {
    z[i] ~ bernoulli(0.5)
    if (z[i]) { observe mu[0] ~ normal(2 * i - 2, variance = 1) } else { observe mu[1] ~ normal(2 * i - 2, variance = 1) }
  }
init: {mu: start}
infer: [mu, z, evidence]
`,
		data: `{"start": [{"dist": "normal", "mean": -2, "variance": 1}, {"dist": "normal", "mean": 2, "variance": 1}]}`,
		next: `{"start": [{"dist": "normal", "mean": 2, "variance": 1}, {"dist": "normal", "mean": -2, "variance": 1}]}`, iterations: 2,
	}}
	for _, x := range list {
		c, err := mpc.Compile(x.name+".yaml", []byte(x.model), mpc.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range c.Loops.Steps {
			if s.Iterate && len(s.Inputs) == 0 {
				t.Errorf("%s: step %d depends on no input", x.name, s.ID)
			}
		}
	}
	agreeAll(t, list, codegen.Options{})
}
