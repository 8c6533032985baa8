package agree

import (
	"testing"

	"mpc"
	"mpc/codegen"
)

// TestAgreeOnStartsThatChange: where an input is but an initial marginal, its setter
// starts again there, as with new data. In these models nothing else is an input.
func TestAgreeOnStartsThatChange(t *testing.T) {
	list := []*Trial{{
		Name: "product",
		Model: `model: product
algorithm: vmp
inputs: {start: normal}
program: |
  a ~ normal(0, variance = 1)
  b ~ normal(0, variance = 1)
  observe a * b ~ normal(2, variance = 0.1)
init: {a: start}
infer: [a, b, evidence]
`,
		Data: `{"start": {"dist": "normal", "mean": 1, "variance": 0.1}}`, Next: `{"start": {"dist": "normal", "mean": -1, "variance": 0.1}}`, Iterations: 3,
	}, {
		Name: "points",
		Model: `model: points
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
		Data: `{"start": {"dist": "normal", "mean": 1, "variance": 0.1}}`, Next: `{"start": {"dist": "normal", "mean": -1, "variance": 0.1}}`, Iterations: 3,
	}, {
		Name: "mixture",
		Model: `model: mixture
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
		Data: `{"start": [{"dist": "normal", "mean": -2, "variance": 1}, {"dist": "normal", "mean": 2, "variance": 1}]}`,
		Next: `{"start": [{"dist": "normal", "mean": 2, "variance": 1}, {"dist": "normal", "mean": -2, "variance": 1}]}`, Iterations: 2,
	}}
	for _, x := range list {
		c, err := mpc.Compile(x.Name+".yaml", []byte(x.Model), mpc.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range c.Loops.Steps {
			if s.Iterate && len(s.Inputs) == 0 {
				t.Errorf("%s: step %d depends on no input", x.Name, s.ID)
			}
		}
	}
	All(t, list, codegen.Options{})
}
