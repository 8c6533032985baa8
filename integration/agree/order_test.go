package agree

import (
	"testing"

	"mpc/codegen"
)

// TestOrderOfInputs: ranges and sizes may be declared after the inputs that need them.
func TestOrderOfInputs(t *testing.T) {
	All(t, []*Trial{
		{Name: "order_index", Model: `model: m
inputs:
  x: index(c)
  c: range
program: |
  p ~ dirichlet([1, 2])
  x ~ categorical(p)
infer: [p, evidence]
`, Data: `{"c": 2, "x": 1}`, Next: `{"c": 2, "x": 0}`},
		{Name: "order_sizes", Model: `model: m
inputs:
  prior: dirichlet(k)
  x: "index(k)[n]"
  n: range
  k: range
program: |
  p ~ prior
  for (i in n) { x[i] ~ categorical(p) }
infer: [p]
`, Data: `{"k": 2, "n": 2, "x": [0, 1], "prior": {"dist": "dirichlet", "alpha": [1, 2]}}`},
	}, codegen.Options{})
}
