package agree

import (
	"strings"
	"testing"

	"mpc/codegen"
)

// TestLeftOut runs models that say what each observation has given all others: of normal and of other densities of combinations, of densities
// of hyperparameters alone and of numbers that are integrated one by one, with gaps, conditions, and truths that are summed out.
func TestLeftOut(t *testing.T) {
	one := `{"n": 2, "x": [1.5, -0.3], "y": [2.5, null], "c": [1, 0], "d": [0, 3]}`
	mixed := `model: mixed
inputs: {n: range, x: "real[n]", y: {type: "real[n]", missing: true}, c: "int[n]", d: "int[n]"}
program: |
  a ~ normal(0, sd = 2)
  k ~ normal(0, sd = 2)
  observe a > -3
  for (i in n) { z[i] ~ bernoulli(0.6) }
  for (i in n) {
    y[i] ~ normal(a + k * x[i], precision = 1.5)
    if (x[i] > 0) { c[i] ~ poisson(exp(a + 0.3 * k)) }
    if (z[i]) { d[i] ~ poisson(exp(k)) } else { d[i] ~ poisson(0.1) }
  }
infer: [a, k]
`
	rates := `model: rates
inputs: {group: range, n: range, g: "index(group)[n]", y: "int[n]", h: "real[n, group]", w: "real[n]", b: "bool[n]"}
program: |
  k ~ gamma(shape = 2, rate = 1)
  r ~ beta(2, 1)
  for (j in group) { l[j] ~ gamma(shape = k, rate = r) }
  for (i in n) {
    y[i] ~ poisson(l[g[i]])
    for (j in group) { h[i, j] ~ gamma(shape = 2, rate = l[j]) }
    observe y[i] + 1 ~ poisson(k)
    w[i] ~ gamma(shape = k, rate = 2)
    b[i] ~ bernoulli(r)
  }
infer: [k, r, l]
`
	few := `{"group": 2, "n": 1, "g": [1], "y": [2], "h": [[1, 0.2]], "w": [0.3], "b": [true]}`
	All(t, []*Trial{
		{Name: "mixed", Model: mixed, Data: one, Next: `{"n": 2, "x": [-0.5, 0.3], "y": [null, 1.5], "c": [1, 0], "d": [2, 0]}`, LeftOut: true},
		{Name: "rates", Model: rates, Data: few, Next: strings.Replace(few, "[1]", "[0]", 1), LeftOut: true},
	}, codegen.Options{})
}
