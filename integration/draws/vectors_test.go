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
	Name: "counts, vectors and matrices in branches that the data do not take",
	Model: `model: branches
algorithm: gibbs
inputs: {n: range, on: "bool[n]", seen: "bool[n]"}
program: |
  q ~ gamma(shape = 3, rate = 1)
  m ~ mvnormal([0, 1], covariance = [[1, 0], [0, 1]])
  u ~ beta(1, 1)
  for (i in n) {
    if (on[i]) {
      c[i] ~ poisson(q)
      observe c[i] > 2
      v[i] ~ mvnormal(m, covariance = [[1, 0], [0, 1]])
      observe v[i][0] ~ normal(1, sd = 1)
      b[i] ~ bernoulli(u)
      observe 2 * b[i] ~ normal(1, sd = 1)
      k[i] ~ binomial(4, u)
      observe k[i] > 1
      w[i] ~ gamma(shape = 2, rate = q)
      observe 3 ~ poisson(w[i])
      e[i] ~ discreteuniform(4)
      observe 2.5 * e[i] ~ normal(q, sd = 1)
    }
    there[i] ~ bernoulli(u)
    if (there[i]) { seen[i] ~ bernoulli(0.5) } else { observe !seen[i] }
  }
infer: [q, m, u]
`,
	Data: `{"n": 3, "on": [true, false, true], "seen": [false, true, false]}`,
}, {
	Name: "spans of an array that data set, and the rest of it drawn",
	Model: `model: spans
algorithm: gibbs
inputs: {g: range, n: range, m: "int[g]", b: "bool[g]"}
program: |
  for (i in 0..<m[0]) { y[i] = b[0] }
  for (j in 1..<g) { for (i in m[j-1]..<m[j]) { y[i] = b[j] } }
  for (i in m[g-1]..<n) { y[i] ~ bernoulli(logit = mu) }
  mu ~ normal(0, variance = 100)
  for (i in n) { observe 1.5 * y[i] ~ normal(mu, sd = 1) }
infer: [mu, y]
`,
	Data: `{"g": 3, "n": 6, "m": [1, 2, 4], "b": [true, false, true]}`,
}, {
	Name: "rates and precisions that begin far out",
	Model: `model: far
algorithm: gibbs
inputs: {n: range, x: "real[n]", y: "int[n]", t: "real[n]"}
program: |
  for (i in n) {
    y[i] ~ poisson(t[i] ^ r * exp(alpha + beta * x[i] + lambda[i]))
    lambda[i] ~ normal(0, precision = tau)
    t[i] ~ gamma(shape = 2, rate = 3 * exp(gamma * x[i]))
    x[i] ~ normal(0, sd = exp(delta * x[i]))
    x[i] ~ normal(0, precision = exp(epsilon * x[i]))
  }
  alpha ~ normal(0, precision = 1e-6)
  beta ~ normal(0, precision = 1e-6)
  gamma ~ normal(0, precision = 1e-6)
  delta ~ normal(0, precision = 1e-6)
  epsilon ~ normal(0, precision = 1e-6)
  r ~ gamma(shape = 1, rate = 1)
  tau ~ gamma(shape = 0.001, rate = 0.001)
infer: [alpha, beta, gamma, delta, epsilon, r]
`,
	Data: `{"n": 4, "x": [0, 10, 100, 1000], "y": [15, 16, 30, 40], "t": [1, 2, 3, 4]}`,
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
