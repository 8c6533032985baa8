package agree

import (
	"testing"

	"mpc/codegen"
)

// TestAgreeOnPoints: point estimates of every family, from initial marginals of
// each form: as a distribution, given as data, as a point, none.
func TestAgreeOnPoints(t *testing.T) {
	All(t, []*Trial{{
		Name: "points of reals",
		Model: `model: points
inputs:
  n: range
  y: real[n]
  k: int
  before: normal
program: |
  m ~ normal(1, variance = 4)
  low ~ normal(0, variance = 9)
  t ~ gamma(shape = 3, rate = 2)
  p ~ beta(2, 3)
  q ~ beta(2, 2)
  for (i in n) { y[i] ~ normal(m + low, precision = t) }
  k ~ binomial(10, p)
  k ~ binomial(12, q)
infer: [m, low, t, p, q]
point: [m, low, t, p, q]
init:
  m: before
  low: point(0.5)
  t: gamma(shape = 5, rate = 2)
  p: beta(mean = 0.25, count = 6)
`,
		Data:       `{"n": 3, "y": [1, 2.5, 0.25], "k": 4, "before": {"dist": "normal", "mean": 2, "sd": 3}}`,
		Iterations: 3,
	}, {
		Name: "points of booleans",
		Model: `model: truths
inputs:
  y: real
  before: bernoulli
program: |
  b ~ bernoulli(0.3)
  c ~ bernoulli(0.6)
  d ~ bernoulli(0.5)
  e ~ bernoulli(0.25)
  x ~ normal(0, variance = 1)
  positive = x > 0
  both = b && positive
  observe b || positive
  observe c || both
  observe d || c
  observe e || !d
  y ~ normal(x, variance = 1)
infer: [b, c, d, e, x]
point: [b, c, d, e]
init:
  c: bernoulli(0.9)
  d: before
  e: bernoulli(logit = -2)
`,
		Data:       `{"y": -1, "before": {"dist": "bernoulli", "p": 0.2}}`,
		Iterations: 1,
	}, {
		Name: "points of whole numbers",
		Model: `model: numbers
inputs:
  y: bool
  more: categorical(4)
program: |
  k ~ discreteuniform(4)
  j ~ binomial(3, 0.5)
  l ~ categorical([0.1, 0.2, 0.3, 0.4])
  m ~ discreteuniform(4)
  s = k + j
  y = s > 3
  t = l + m
  observe t > 3
infer: [k, j, s, l, m]
point: [k, j, l, m]
init:
  j: point(1)
  k: categorical([0.1, 0.6, 0.2, 0.1])
  l: more
`,
		Data:       `{"y": true, "more": {"dist": "categorical", "p": [0.1, 0.5, 0.2, 0.2]}}`,
		Iterations: 3,
	}, {
		Name: "points that select a branch",
		Model: `model: selected
algorithm: vmp
inputs:
  n: range
  x: real[n]
  y: real
program: |
  for (k in 0..<2) { mu[k] ~ normal(0, variance = 100) }
  for (i in n) {
    z[i] ~ categorical([0.4, 0.6])
    x[i] ~ normal(mu[z[i]], variance = 1)
  }
  b ~ bernoulli(0.3)
  if (b) { y ~ normal(mu[0], variance = 1) } else { y ~ normal(mu[1], variance = 1) }
infer: [z, mu, b, evidence]
point: [z, b]
init: {z: point(1)}
`,
		Data:       `{"n": 4, "x": [1, 2, 8, 9], "y": 3}`,
		Iterations: 3,
	}, {
		Name: "marginals to start with",
		Model: `model: starts
inputs:
  y: real
program: |
  b ~ bernoulli(0.3)
  x ~ normal(0, variance = 1)
  t ~ gamma(shape = 3, rate = 2)
  c = x > 1
  observe b || c
  y ~ normal(x, precision = t)
infer: [b, x, t]
init:
  b: bernoulli(logit = -3)
  x: normal(2, precision = 0.5)
  t: gamma(shape = 5, scale = 0.25)
`,
		Data:       `{"y": 0.5}`,
		Iterations: 1,
	}}, codegen.Options{})
}
