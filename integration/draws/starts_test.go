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
}, {
	Name: "variables that feed each other, one behind the other",
	Model: `model: crossed
algorithm: gibbs
inputs: {n: range, m: int, y: "real[n]"}
program: |
  for (t in n) {
    if (t < 3) { a[t] ~ gamma(shape = 2, rate = 1) } else { a[t] ~ gamma(shape = 1 + b[t-3], rate = 1) }
  }
  for (t in 0..<m) { b[t] ~ gamma(shape = 1 + a[t+2], rate = 1) }
  for (t in 0..<m) { y[t] ~ normal(a[t] + b[t], variance = 4) }
infer: [a, b]
`,
	Data: `{"m": 5, "y": [1, 2, 0.5, 3, 2, 1, 4]}`,
}, {
	Name: "a population backward, by sites",
	Model: `model: population
algorithm: gibbs
inputs: {s: range, n: range, y: "int[s, n]"}
program: |
  f ~ gamma(shape = 4, rate = 20)
  p ~ beta(8, 2)
  for (i in s) {
    a[n-1, i] ~ poisson(20)
    b[i, n-1] ~ poisson(10)
    for (t in 0..<n-1) {
      a[t, i] ~ binomial(a[t+1, i] + b[i, t+1], p)
      b[i, t] ~ poisson(f * (a[t, i] + a[t+1, i]))
    }
    for (t in n) { y[i, t] ~ poisson(a[t, i] + b[i, t] + 0.1) }
  }
infer: [a, b, f, p]
`,
	Data: `{"s": 2, "n": 4, "y": [[15, 18, 25, 30], [20, 20, 22, 28]]}`,
}, {
	Name: "trees that the data give",
	Model: `model: trees
algorithm: gibbs
inputs: {n: range, k: range, up: "int[n]", of: "int[k, n]", root: "bool[n]", y: "real[n]", z: "real[k, n]"}
program: |
  for (i in n) {
    if (root[i]) { a[i] ~ gamma(shape = 2, rate = 1) } else { a[i] ~ gamma(shape = 1 + b[up[i]], rate = 1) }
    b[i] ~ gamma(shape = 1 + a[i], rate = 1)
    y[i] ~ normal(a[i] + b[i], variance = 1)
  }
  for (j in k) {
    for (i in n) {
      if (root[i]) { m[j, i] = 2 } else { m[j, i] = 1 + c[j, of[j, i]] }
      c[j, i] ~ gamma(shape = m[j, i], rate = 1)
      z[j, i] ~ normal(c[j, i], variance = 2)
    }
  }
infer: [a, b, c]
`,
	Data: `{"n": 5, "k": 2, "up": [2, 4, 3, -1, 0], "root": [false, false, false, true, false], "of": [[1, 3, 4, 99, 3], [4, 0, 1, 99, 3]], "y": [1, 2, 3, 0.5, 2], "z": [[1, 2, 1, 2, 1], [0.5, 1, 1, 1, 3]]}`,
}}
