package draws

// vectors are models with arrays of numbers that stand for vectors and matrices.
var vectors = []*Trial{{
	Name: "probabilities, means and shapes that are computed, and whole numbers",
	Model: `model: vectors
algorithm: gibbs
inputs: {n: range, c: range, z: "index(c)[n]", y: "int[c]", x: "vector(c)", m: "int[c]"}
program: |
  for (j in c) { e[j] ~ gamma(shape = 2, rate = 1) }
  s = sum(e[j] : j in c)
  for (j in c) { p[j] = e[j] / s }
  for (i in n) { z[i] ~ categorical(p) }
  y ~ multinomial(10, p)
  t ~ gamma(shape = 2, rate = 1)
  for (j in c) { a[j] = t + j }
  q ~ dirichlet(a)
  y ~ multinomial(10, q)
  r ~ dirichlet(m)
  for (i in n) { z[i] ~ categorical(r) }
  b ~ normal(0, variance = 1)
  mu[0] = b
  mu[1] = 2 * b
  mu[2] = 1
  for (j in c) { two[j] = 2 * j }
  v ~ mvnormal(two, covariance = [[1, 0.5, 0], [0.5, 1, 0], [0, 0, 1]])
  for (j in c) { w[j] ~ normal(v[j], variance = 1) }
  x ~ mvnormal(mu, precision = [[1, 0, 0], [0, 1, 0], [0, 0, 1]])
  x ~ mvnormal(w, precision = [[1, 0, 0], [0, 1, 0], [0, 0, 1]])
infer: [p, q, t, r, b, v, w]
`,
	Data: `{"c": 3, "z": [0, 1, 2, 2, 2], "y": [2, 3, 5], "x": [1, 2, 3], "m": [1, 2, 3]}`,
}, {
	Name: "a covariance that is computed, and counts that are drawn",
	Model: `model: kernel
algorithm: gibbs
inputs: {n: range, y: "vector(n)[n]", d: "real[n, n]"}
program: |
  l ~ gamma(shape = 2, rate = 1)
  for (i in n) { for (j in n) { if (i == j) { k[i, j] = 1.1 } else { k[i, j] = exp(-l * d[i, j]) } } }
  for (i in n) { c[i] ~ poisson(2); f[i] ~ normal(0, variance = 1) }
  y[0] ~ mvnormal(c, covariance = k)
  y[1] ~ mvnormal(f, covariance = k)
  repeat (2) {
    for (i in n) { g[i] ~ normal(0, variance = 1) }
    y[2] ~ mvnormal(g, covariance = k)
  }
infer: [l, c, f, g]
`,
	Data: `{"n": 3, "y": [[1, 2, 3], [0, 1, -1], [2, 0, 1]], "d": [[0, 1, 2], [1, 0, 1], [2, 1, 0]]}`,
}}
