package draws

// recurrences are models with functions of variables that read their own elements before.
var recurrences = []*Trial{{
	Name: "running sums, maxima and conditions",
	Model: `model: running
algorithm: gibbs
inputs: {g: range, n: range, y: "real[g][n]", z: "bool[g][n]"}
program: |
  phi ~ normal(0.5, variance = 0.1)
  for (k in g) {
    for (t in n) { w[k, t] ~ normal(0, variance = 1); b[k, t] ~ bernoulli(0.3) }
    s[k, 0] = w[k, 0]
    for (t in 1..<n) { s[k, t] = s[k, t-1] + w[k, t] }
    for (t in n) { if (t == 0) { a[k, t] = w[k, t] } else { a[k, t] = 2 * w[k, t] + phi * a[k, t-1] } }
    m[k, 0] = w[k, 0]
    for (t in 1..<n) { m[k, t] = max(w[k, t], m[k, t-1]) }
    some[k, 0] = b[k, 0]
    for (t in 1..<n) { some[k, t] = some[k, t-1] || b[k, t] }
    for (t in n) {
      y[k, t] ~ normal(s[k, t], variance = 1)
      observe a[k, t] ~ normal(m[k, t], variance = 3)
      if (some[k, t]) { z[k, t] ~ bernoulli(0.9) } else { z[k, t] ~ bernoulli(0.2) }
    }
  }
infer: [w, s, phi, a, m, some, b]
`,
	Data: `{"y": [[1, 2, 0.5, 3], [-1, 2, 4, 0]], "z": [[false, true, true, true], [false, false, false, true]]}`,
}, {
	Name: "running products of gammas and of sticks, one of them of a normal",
	Model: `model: sticks
algorithm: gibbs
inputs: {k: range, n: range, x: "int[n]", y: "real[k]"}
program: |
  m ~ normal(1, sd = 2)
  up[0] = m
  v[0] = 1
  for (j in k) { r[j] ~ beta(1, 2) }
  p[0] = r[0]
  for (j in 1..<k) {
    p[j] = r[j] * (1 - r[j-1]) * p[j-1] / r[j-1]
    v[j] = v[j-1] * (1 - r[j])
    up[j] = up[j-1] * (0.5 - r[j])
  }
  total = sum(p[j] : j in k)
  for (j in k) {
    q[j] = p[j] / total
    rate[j] ~ gamma(shape = 2, rate = v[j])
    y[j] ~ normal(up[j], sd = 1)
  }
  for (i in n) { z[i] ~ categorical(q)
    x[i] ~ poisson(rate[z[i]]) }
infer: [r, m, z, rate, q, up]
`,
	Data: `{"k": 4, "x": [1, 4, 2, 9, 0], "y": [1, -0.5, 0.25, 0]}`,
}, Recursions}
