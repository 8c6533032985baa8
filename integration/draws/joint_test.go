package draws

// joint are models whose normals are drawn together.
var joint = []*Trial{{
	Name: "a regression in a branch",
	Model: `model: branch
algorithm: gibbs
inputs: {n: range, p: range, x: "real[n, p]", y: "real[n]"}
program: |
  for (j in p) { w[j] ~ normal(0.1, variance = 0.7) }
  a ~ normal(0, variance = 1.3)
  t ~ gamma(shape = 2, rate = 1.1)
  for (i in n) {
    z[i] ~ bernoulli(0.4)
    if (z[i]) { y[i] ~ normal(a + sum(w[j] * x[i, j] : j in p), precision = t) } else { y[i] ~ normal(0, variance = 1.7) }
  }
infer: [w, a, t, z]
`,
	Data: `{"x": [[0.1, 2], [0.3, -1], [1, 0.7]], "y": [1, -0.3, 0.9]}`,
}, {
	Name: "given priors and lines of weeks that vary",
	Model: `model: given
algorithm: gibbs
inputs: {n: range, m: normal, r: "normal[n]", c: "int[n]", x: "real[n][c[n]]", y: "real[n][c[n]]"}
program: |
  a ~ m
  for (i in n) {
    u[i] ~ r[i]
    v[i] ~ normal(0.3, variance = 0.9)
    for (j in 0..<c[i]) { if (x[i, j] > 0) { y[i, j] ~ normal(a / 3 + u[i] - v[i] * x[i, j], variance = 0.3) } }
  }
infer: [a, u, v]
`,
	Data: `{"m": {"dist": "normal", "mean": 0.1, "variance": 0.7}, "r": [{"dist": "normal", "mean": 0.3, "variance": 2}, {"dist": "normal", "mean": -0.3, "variance": 1.1}], "c": [2, 3], "x": [[0.1, 0.2], [-0.1, 0.3, 0.7]], "y": [[1, 2], [3, 4, 0.1]]}`,
}, {
	Name: "precisions far apart",
	Model: `model: far
algorithm: gibbs
inputs: {n: range, u: "real[n]", y: "real[n]"}
program: |
  m ~ normal(0, precision = 1e-12)
  for (i in n) { x[i] ~ normal(m, precision = 1.1e12) }
  for (i in n) { y[i] ~ normal(x[i], variance = 1.3) }
  for (i in n) { a[i] ~ normal(0, precision = 1e-12); b[i] ~ normal(0, precision = 1e-12) }
  for (i in n) { observe a[i] + b[i] * u[i] ~ normal(1, precision = 1e13); observe a[i] - b[i] ~ normal(0.3, variance = 0.7) }
  for (i in n) { c[i] ~ normal(0, precision = 1e-12); d[i] ~ normal(0.1, precision = 1e-12); e[i] ~ normal(0.1, precision = 0.7) }
  for (i in n) { observe c[i] + d[i] * u[i] + e[i] ~ normal(1, precision = 1e13); observe c[i] - d[i] ~ normal(0.3, variance = 0.7) }
infer: [m, x, a, b, c, d, e]
`,
	Data: `{"u": [0.3, 1.7], "y": [0.1, 3]}`,
}, {
	Name: "a chain whose first state is another",
	Model: `model: first
algorithm: gibbs
inputs: {n: range, y: "real[n]"}
program: |
  q ~ gamma(shape = 2, rate = 1.3)
  s0 ~ normal(0.1, variance = 3)
  s[0] ~ normal(s0, precision = q)
  for (t in 1..<n) { s[t] ~ normal(0.7 * s[t-1] + 0.1, precision = q) }
  for (t in n) {
    if (t > 0) { f[t] = s[t-1] } else { f[t] = s0 / 3 }
    y[t] ~ normal(s[t] + 0.1 * f[t], variance = 1.7)
  }
infer: [q, s0, s]
`,
	Data: `{"y": [0.1, 3, 2.2, 1.7]}`,
}}
