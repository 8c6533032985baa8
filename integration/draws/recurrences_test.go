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
	Name: "recursions",
	Model: `model: recursions
algorithm: gibbs
inputs: {g: range, n: range, y: "int[g][n]", x: "real[n]"}
program: |
  r ~ uniform(0, 1); s ~ gamma(shape = 2, rate = 4); b ~ uniform(0.2, 2); c ~ normal(0, sd = 1)
  for (k in g) {
    first[k] ~ uniform(1, 5)
    for (t in n) { w[k, t] ~ normal(0, sd = 0.3) }
    p[k, 0] = first[k]
    for (t in 1..<n) { p[k, t] = p[k, t-1] * exp(r * (1 - p[k, t-1] / 10) + s * w[k, t]) }
    for (t in n) { y[k, t] ~ poisson(p[k, t]) }
  }
  S[0] = 99; I[0] = 2
  for (t in 0..<n - 1) {
    new[t+1] = b * S[t] * I[t] / 100
    S[t+1] = S[t] - new[t+1]
    I[t+1] = 0.5 * I[t] + new[t+1]
  }
  v[0] = c; v[1] ~ normal(0, sd = 1)
  for (t in 2..<n) { v[t] = 1.5 * sin(v[t-1]) - 0.5 * v[t-2] }
  for (t in 1..<n) { e[t] = x[t] - m[t] }
  e[0] = x[0] - c
  for (t in 1..<n) { m[t] = c + b * e[t-1] / (1 + e[t-1] * e[t-1]) }
  for (t in 1..<n) { x[t] ~ normal(I[t] + v[t] + m[t], sd = 1) }
infer: [r, s, b, c, first, w, p, S, I, v, m]
`,
	Data: `{"y": [[3, 2, 4, 6, 5], [1, 2, 2, 4, 3]], "x": [0.5, 2.4, 3.7, 4.1, 6.2]}`,
}}
