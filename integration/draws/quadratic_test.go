package draws

// quadratics are models with normal vectors whose means are computed from normals.
var quadratics = []*Trial{{
	Name: "means of components of every kind",
	Model: `model: quadratic
algorithm: gibbs
inputs: {d: range, n: range, y: "vector(d)[n]", P: "matrix(d, d)", V: "matrix(d, d)[n]", X: "matrix(d, 2)"}
program: |
  a ~ normal(0, sd = 3)
  b ~ normal(0, sd = 3)
  c ~ gamma(2, rate = 1)
  m ~ normal(0, sd = 3)
  tau ~ gamma(2, rate = 1)
  Omega ~ wishart(df = 5, scale = [[1, 0, 0], [0, 1, 0], [0, 0, 1]])
  w ~ mvnormal([0, 0], covariance = [[1, 0], [0, 1]])
  for (j in d) { line[j] = a + b * j; mu[j] ~ normal(m, precision = tau) }
  for (i in n) {
    z[i] ~ normal(0, sd = 1)
    y[i] ~ mvnormal(line, precision = Omega)
    observe y[i] ~ mvnormal(mu, precision = P)
    observe y[i] ~ mvnormal([a + z[i], b + c, 2 * a], precision = Omega)
    observe y[i] ~ mvnormal(X * w, precision = Omega)
    v[i] ~ mvnormal(mu, precision = Omega)
    observe y[i] ~ mvnormal(v[i], precision = P)
  }
  for (i in n) {
    observe y[i] ~ mvnormal(line, covariance = P)
    observe y[i] ~ mvnormal(mu, covariance = V[i])
    observe y[i] ~ mvnormal(line, covariance = [[2, 0.5, 0.3], [0.5, 1.5, -0.4], [0.3, -0.4, 1]])
  }
  repeat (3) { for (i in n) { observe y[i] ~ mvnormal(line, precision = P) } }
infer: [a, b, c, m, mu, tau, w, z, v]
`,
	Data: `{"d": 3, "y": [[1, 2, 0.5], [0.3, 1, 2], [2, 1.5, 1], [0, 0.4, 1.1]], "P": [[2, 0.5, 0.3], [0.5, 1.5, -0.4], [0.3, -0.4, 1]], "X": [[1, 2], [1, 0], [1, -1]],
	"V": [[[2, 0.5, 0.3], [0.5, 1.5, -0.4], [0.3, -0.4, 1]], [[1, 0.5, 0.3], [0.5, 1.5, 0.4], [0.3, 0.4, 1]], [[1, 0, 0], [0, 1, 0], [0, 0, 1]], [[2, 0, 0], [0, 1, 0], [0, 0, 1]]]}`,
}, {
	Name: "a mixture of means, and components that are missing",
	Model: `model: quadratic
algorithm: gibbs
inputs: {d: range, n: range, y: "vector(d)[n]", x: {type: "vector(d)[n]", missing: true}}
program: |
  for (k in 0..<2) { for (j in d) { mu[k, j] ~ normal(2 * k, sd = 3) } }
  w ~ mvnormal([0, 0], covariance = [[1, 0], [0, 1]])
  s ~ normal(0, sd = 2)
  Omega ~ wishart(df = 5, scale = [[1, 0], [0, 1]])
  for (j in d) { q[j] = s * (j + 1) }
  for (i in n) {
    z[i] ~ bernoulli(0.4)
    if (z[i]) { for (j in d) { m[i, j] = mu[0, j] + w[0] } } else { for (j in d) { m[i, j] = mu[1, j] + w[1] * j } }
    y[i] ~ mvnormal(m[i], precision = Omega)
    x[i] ~ mvnormal(q, precision = Omega)
  }
infer: [mu, w, z, s, x]
`,
	Data: `{"d": 2, "y": [[1, 2], [0.3, 1], [2, 1.5]], "x": [[1, null], [null, 1], [2, 1.5]]}`,
}}
