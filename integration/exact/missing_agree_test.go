package exact

import (
	"testing"

	"mpc/codegen"
	"mpc/integration/agree"
)

// missingModels are models of data with missing entries, with data, and other data
// of the same sizes that lack other entries.
var missingModels = []*agree.Trial{{
	Name: "responses and regressors",
	Model: `model: both
inputs:
  n: range
  x: {type: "real[n]", missing: true}
  y: {type: "real[n]", missing: true}
program: |
  a ~ normal(0, variance = 100)
  b ~ normal(0, variance = 100)
  for (i in n) { x[i] ~ normal(0.5, variance = 2); y[i] ~ normal(a + b * x[i], variance = 0.3) }
blocks: []
infer: [a, b, x, y, evidence]
`,
	Data: `{"x": [0.1, null, 1.5, -0.4, 0.9, null], "y": [1.2, 3.3, 4.1, null, 2.4, null]}`,
	Next: `{"x": [0.1, 0.3, 1.5, -0.4, 0.9, 1.1], "y": [1.2, 3.3, 4.1, 0.2, 2.4, 2.5]}`,
}, {
	Name: "by VMP",
	Model: `model: variational
algorithm: vmp
inputs:
  n: range
  x: {type: "real[n]", missing: true}
  y: {type: "real[n]", missing: true}
program: |
  a ~ normal(0, variance = 100)
  b ~ normal(0, variance = 100)
  t ~ gamma(shape = 2, rate = 1)
  for (i in n) { x[i] ~ normal(0.5, variance = 2); y[i] ~ normal(a + b * x[i], precision = t) }
infer: [a, b, t, x, y, evidence]
`,
	Data: `{"x": [0.1, 0.2, 1.5, -0.4, 0.9, 1.3], "y": [1.2, 3.3, 4.1, 0.4, 2.4, 3.5]}`,
	Next: `{"x": [0.1, null, 1.5, -0.4, null, null], "y": [null, 3.3, 4.1, null, 2.4, null]}`,
}, {
	Name: "sums",
	Model: `model: sums
inputs:
  n: range
  k: range
  x: {type: "real[n,k]", missing: true}
  z: {type: "real[n]", missing: true}
  y: real[n]
program: |
  b0 ~ normal(0, variance = 10)
  for (j in k) { w[j] ~ normal(0, variance = 10) }
  for (i in n) {
    for (j in k) { x[i,j] ~ normal(0.2, variance = 1) }
    z[i] ~ normal(0.2, variance = 1)
    y[i] ~ normal(b0 + z[i] - sum(w[j] * x[i,j] : j in k), variance = 0.5)
  }
infer: [b0, w, x, evidence]
`,
	Data: `{"x": [[0.1, null], [1.5, -0.4], [0.9, null], [null, null], [0.3, 0.8]], "z": [0.1, 0.2, null, 1.4, 0.2], "y": [1.2, 3.3, 4.1, -0.7, 0.3]}`,
	Next: `{"x": [[0.1, 0.3], [null, -0.4], [0.9, -1], [0.5, 0.6], [0.3, null]], "z": [0.1, 0.2, 0.9, 1.4, null], "y": [1.2, 3.3, 4.1, -0.7, 0.3]}`,
}, {
	Name: "more than three entries, by VMP",
	Model: `model: many
algorithm: vmp
inputs:
  n: range
  p: {type: "real[n]", missing: true}
  q: {type: "real[n]", missing: true}
  r: {type: "real[n]", missing: true}
  y: {type: "real[n]", missing: true}
program: |
  a ~ normal(0, variance = 4)
  b ~ normal(1, variance = 4)
  for (i in n) {
    p[i] ~ normal(0.5, variance = 2)
    q[i] ~ normal(0, variance = 1)
    r[i] ~ normal(0.1, variance = 1)
    y[i] ~ normal(a * p[i] + b * q[i] - r[i], variance = 0.3)
  }
infer: [a, b, q]
`,
	Data: `{"p": [0.1, null, 1.5, -0.4], "q": [1.2, null, 0.2, null], "r": [0.3, 0.4, null, 0.1], "y": [1.2, 3.3, 4.1, null]}`,
	Next: `{"p": [0.1, 0.3, 1.5, -0.4], "q": [1.2, 0.9, 0.2, null], "r": [0.3, 0.4, null, 0.1], "y": [1.2, null, 4.1, 2]}`,
}, {
	Name: "truths, counts, single values",
	Model: `model: kinds
inputs:
  n: range
  y: {type: "bool[n]", missing: true}
  k: {type: "int[n]", missing: true}
  c: {type: "index(n)[n]", missing: true}
  m: {type: real, missing: true}
  sure: {type: bool, missing: true}
program: |
  p ~ beta(1, 1)
  q ~ beta(2, 1)
  r ~ gamma(shape = 1, rate = 1)
  m ~ normal(0, variance = 1)
  sure ~ bernoulli(q)
  for (i in n) { y[i] ~ bernoulli(p); k[i] ~ poisson(r); c[i] ~ binomial(n, q) }
  observe m > 0.5
  x ~ normal(0, variance = 1)
  b = x > 0.2
  observe b == sure
  observe sure || y[0]
infer: [p, q, y, r, m, sure, x]
`,
	Data: `{"y": [true, null, false], "k": [3, null, 1], "c": [1, null, 2], "m": null, "sure": null}`,
	Next: `{"y": [null, null, false], "k": [3, 4, null], "c": [null, 0, 2], "m": 0.75, "sure": true}`,
}, {
	Name: "a series that reads itself",
	Model: `model: series
inputs:
  T: range
  y: {type: "real[T]", missing: true}
program: |
  c ~ normal(0, variance = 10)
  y[0] ~ normal(0, variance = 10)
  for (t in 1..<T) { y[t] ~ normal(0.8 * y[t-1] + c, variance = 0.2) }
infer: [c, y, evidence]
`,
	Data: `{"y": [null, 1.2, null, null, 2.2, 1.8, null]}`,
	Next: `{"y": [0.3, 1.2, null, 1, 2.2, 1.8, 1.1]}`,
}, {
	Name: "functions that are observed",
	Model: `model: functions
inputs:
  n: range
  y: {type: "real[n]", missing: true}
  b: {type: "bool[n]", missing: true}
program: |
  for (i in n) {
    x[i] ~ normal(0, variance = 1)
    z[i] ~ normal(0, variance = 4)
    y[i] = x[i] + 2 * z[i]
    b[i] = z[i] > 0.5
  }
infer: [x, y, b, z]
`,
	Data: `{"y": [1, null, 2], "b": [true, null, null]}`,
	Next: `{"y": [1, 0.5, null], "b": [null, false, true]}`,
}, {
	Name: "hidden states",
	Model: `model: states
inputs:
  T: range
  n: int[T]
  y: {type: "real[T]", missing: true}
  z: {type: "real[T][n[T]]", missing: true}
program: |
  for (t in T) { x[t] ~ normal(0, variance = 4); y[t] ~ normal(x[t], variance = 0.5) }
  for (i in T) { for (j in 0..<n[i]) { z[i,j] ~ normal(x[i], variance = 1) } }
  for (t in 1..<T) { observe x[t] - x[t-1] ~ normal(0, variance = 1) }
infer: [x, z]
`,
	Data: `{"n": [2, 0, 3, 0], "y": [0.3, null, 1.2, 0.4], "z": [[1, null], [], [null, 0.5, 0.25], []]}`,
	Next: `{"n": [2, 0, 3, 0], "y": [0.3, 1.5, null, null], "z": [[1, 0.5], [], [1, 0.5, 0.25], []]}`,
}, {
	Name:  "states of a chain, some of which are known",
	Model: knownStates,
	Data:  `{"A": [[0.7, 0.2, 0.1], [0.1, 0.8, 0.1], [0.3, 0.3, 0.4]], "p": [0.9, 0.5, 0.1], "y": [true, false, true, true, false], "s": [null, 1, null, null, 2]}`,
	Next:  `{"A": [[0.7, 0.2, 0.1], [0.1, 0.8, 0.1], [0.3, 0.3, 0.4]], "p": [0.9, 0.5, 0.1], "y": [true, false, true, true, false], "s": [0, 1, null, 2, null]}`,
}, {
	Name: "labels of several sizes, by VMP",
	Model: `model: labels
algorithm: vmp
inputs:
  n: range
  K: range
  m: int[n]
  x: "real[n][m[n]]"
  z: {type: "index(K)[n][m[n]]", missing: true}
  b: {type: "bool[n]", missing: true}
init: {z: random}
program: |
  w ~ dirichlet([2, 1])
  for (k in K) { mu[k] ~ normal(0, variance = 10) }
  q ~ beta(1, 2)
  extra ~ normal(0, variance = 3)
  for (i in n) {
    b[i] ~ bernoulli(q)
    for (j in 0..<m[i]) {
      z[i,j] ~ categorical(w)
      if (b[i]) { x[i,j] ~ normal(mu[z[i,j]], variance = 1) } else { x[i,j] ~ normal(extra, variance = 2) }
    }
  }
infer: [w, mu, q, extra, z, b, evidence]
`,
	Data: `{"K": 2, "m": [2, 0, 3], "x": [[0.3, 2], [], [1.5, -1, 0.2]], "z": [[1, null], [], [null, 0, null]], "b": [true, null, null]}`,
	Next: `{"K": 2, "m": [2, 0, 3], "x": [[0.3, 2], [], [1.5, -1, 0.2]], "z": [[1, 0], [], [1, 0, 0]], "b": [null, null, false]}`,
}}

// TestAgreeOnMissing: data with missing entries, the same entries or others after
// New and after the setters.
func TestAgreeOnMissing(t *testing.T) {
	for _, x := range missingModels {
		x.Iterations = 5
	}
	agree.All(t, missingModels, codegen.Options{})
}
