package draws

import "testing"

// TestStarts: as TestAgree, of models in which it is not easy to begin.
func TestStarts(t *testing.T) { All(t, starts) }

// starts are models of which elements are drawn from later ones, so that chains begin at the
// last, and models whose conditions hardly any draws from the prior meet.
var starts = []*Trial{{
	Name: "chains from later elements",
	Model: `model: backward
algorithm: gibbs
inputs: {n: range, P: "vector(3)[3]", y: "real[n]", k: "int[n]"}
program: |
  x[n-1] ~ normal(0, variance = 1)
  for (t in 0..<n-1) { x[t] ~ normal(0.8 * x[t+1], variance = 1) }
  r[n-1] ~ gamma(shape = 2, rate = 1)
  for (t in 0..<n-1) { r[t] ~ gamma(shape = 3, rate = r[t+1]) }
  z[n-1] ~ categorical(P[0])
  for (t in 0..<n-1) { z[t] ~ categorical(P[z[t+1]]) }
  for (t in n) { if (t == n-1) { m[t] ~ gamma(shape = 2, rate = 1) } else { m[t] ~ gamma(shape = sum(m[j] : j in t+1..<n), rate = 1 + z[t]) } }
  for (t in n) {
    y[t] ~ normal(x[t], precision = r[t])
    k[t] ~ poisson(m[t])
  }
  for (i in n) {
    w[i, n-1] ~ normal(x[i], variance = 1)
    for (t in 0..<n-1) { w[i, t] ~ normal(w[i, t+1], precision = r[t]) }
  }
infer: [x, r, z, m, w]
`,
	Data: `{"P": [[0.1, 0.9, 0], [0, 0.1, 0.9], [0.9, 0, 0.1]], "y": [1, 2, 0.5, -1], "k": [3, 0, 2, 5]}`,
}, {
	Name: "states that draws from the prior leave impossible",
	Model: `model: seen
algorithm: gibbs
inputs: {n: range, m: range, y: "bool[n, m]"}
program: |
  p ~ beta(1, 1)
  for (i in n) {
    z[i, 0] ~ bernoulli(0.5)
    for (t in 1..<m) { z[i, t] ~ bernoulli(0.8 * z[i, t-1] + 0.4 * exp(sum(log(1 - 1.0 * z[i, k]) : k in 0..<t))) }
    for (t in m) { y[i, t] ~ bernoulli(z[i, t] * p) }
  }
infer: [p, z]
`,
	Data: `{"n": 6, "m": 4, "y": [[true, false, false, true], [false, true, false, true], [true, true, false, false], [true, false, true, false], [false, false, false, true], [true, false, false, true]]}`,
}, {
	Name: "many elements in orders that the data give",
	Model: `model: ordered
algorithm: gibbs
inputs: {n: range, p: "index(n)[n]", q: "index(n)[n]"}
program: |
  for (i in n) {
    w[i] ~ normal(0, variance = 1)
    x[i] ~ beta(1, 1)
    u[i] ~ gamma(shape = 2, rate = 1)
    v[i] ~ uniform(0, 3)
  }
  for (i in 1..<n) {
    observe w[i] < w[i-1] - 1
    observe x[p[i]] > x[p[i-1]]
    observe u[p[i]] > u[p[i-1]]
    observe v[p[i]] > v[p[i-1]]
    observe v[p[i]] < u[q[i]] + 2
  }
infer: [w, x, u, v]
`,
	Data: `{"n": 24, "p": [16, 7, 3, 20, 11, 0, 22, 5, 18, 9, 14, 1, 23, 12, 6, 19, 2, 15, 8, 21, 4, 13, 10, 17], "q": [4, 9, 21, 0, 13, 7, 2, 18, 16, 23, 11, 5, 1, 20, 14, 8, 3, 22, 6, 19, 12, 10, 17, 15]}`,
}}
