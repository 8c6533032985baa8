package draws

// partly are models with arrays some elements of which are drawn and others computed, or
// neither.
var partly = []*Trial{{
	Name: "effects of which the first is 0, and coefficients that may be left out",
	Model: `model: partly
algorithm: gibbs
inputs: {n: range, k: int, p: range, g: "int[n]", x: "real[n, p]", y: "real[n]"}
program: |
  m ~ normal(0, variance = 4)
  tau ~ gamma(shape = 2, rate = 1)
  a[0] = 0
  for (i in 1..<k) { a[i] ~ normal(m, precision = tau) }
  for (j in p) {
    on[j] ~ bernoulli(0.3)
    if (on[j]) { b[j] ~ normal(0, variance = 2) } else { b[j] = 0 }
  }
  for (i in 1..<n) { e[i] ~ normal(0, variance = 0.2) }
  for (i in 1..<n) { y[i] ~ normal(a[g[i]] + sum(x[i, j] * b[j] : j in p) + e[i], variance = 1) }
infer: [m, tau, a, on, b]
`,
	Data: `{"k": 3, "g": [0, 1, 2, 1, 2, 2], "x": [[1, 2], [0, 1], [-1, 0.5], [2, 2], [0.3, 0], [1, -1]], "y": [1, 2, 3, 4, 2, 1.5]}`,
}, {
	Name: "precisions that slices draw, some fixed and some multiples of others",
	Model: `model: multiples
algorithm: gibbs
inputs: {n: range, y: "real[n]"}
program: |
  t[0] ~ gamma(shape = 2, rate = 1)
  t[1] = 2 * t[0]
  t[2] ~ gamma(shape = 3, rate = 1)
  t[3] = 4
  for (i in n) { y[i] ~ normal(0, precision = t[i]) }
infer: [t]
`,
	Data: `{"y": [1, 2, 0.5, 1]}`,
}}
