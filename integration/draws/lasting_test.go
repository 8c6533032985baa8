package draws

// lasting are models whose probabilities are computed from what is drawn: once for as long as
// nothing changes that they read.
var lasting = []*Trial{
	{"pieces of a stick", `
model: m
algorithm: gibbs
inputs: {n: range, c: range, y: "int[n]"}
program: |
  for (j in c) { r[j] ~ beta(1, 1); rate[j] ~ gamma(shape = 2, rate = 0.5); p[j] = r[j] * exp(sum(log(1 - r[k]) : k in 0..<j)) }
  total = sum(p[j] : j in c)
  for (j in c) { share[j] = p[j] / total }
  for (i in n) { z[i] ~ categorical(share); y[i] ~ poisson(rate[z[i]]) }
infer: [r, rate, share]`, `{"n": 6, "c": 4, "y": [0, 1, 9, 2, 8, 3]}`},
	{"probabilities of groups", `
model: m
algorithm: gibbs
inputs: {n: range, g: range, c: range, of: "index(g)[n]", y: "real[n]"}
program: |
  for (h in g) {
    for (j in c) { e[h, j] ~ gamma(shape = 2, rate = 1) }
    for (j in c) { q[h, j] = e[h, j] / sum(e[h, k] : k in c) }
  }
  for (j in c) { mu[j] ~ normal(0, variance = 9) }
  for (i in n) { z[i] ~ categorical(q[of[i]]); y[i] ~ normal(mu[z[i]], variance = 1) }
infer: [q, mu, z]`, `{"n": 5, "g": 2, "c": 3, "of": [0, 1, 1, 0, 1], "y": [0.1, 3, -2, 2, 1]}`},
	{"a concentration", `
model: m
algorithm: gibbs
inputs: {n: range, c: range, base: "real[c]", y: "int[n, c]", trials: "int[n]"}
program: |
  k ~ gamma(shape = 2, rate = 1)
  for (j in c) { a[j] = k * base[j] }
  for (i in n) { p[i] ~ dirichlet(a); y[i] ~ multinomial(trials[i], p[i]) }
infer: [k, p]`, `{"n": 3, "c": 3, "base": [1, 2, 0.5], "y": [[1, 2, 3], [4, 0, 1], [2, 2, 0]], "trials": [6, 5, 4]}`},
	{"an array and groups without entries", `
model: m
algorithm: gibbs
inputs: {n: range, c: range, y: "index(c)[n]"}
program: |
  for (j in c) { e[j] ~ gamma(shape = 2, rate = 1); f[j] ~ gamma(shape = 1, rate = 1); q[j] = e[j] * f[j] / sum(e[k] * f[k] : k in c) }
  for (i in n) { y[i] ~ categorical(q) }
infer: [e, f]`, `{"n": 0, "c": 2, "y": []}`},
}

// learned are models of which numbers are proposed all at once as soon as the burn-in has learned them, beside other draws too.
var learned = []*Trial{
	{"proposals", `
model: m
algorithm: gibbs
inputs: {n: range, x: "real[n]", y: "int[n]"}
program: |
  a ~ normal(0, variance = 4)
  b ~ normal(0, variance = 4)
  s ~ gamma(shape = 3, rate = 3)
  for (i in n) { y[i] ~ poisson(exp(a + b * x[i]) * s) }
infer: [a, b, s]
iterate: {burnin: 180}`, `{"n": 6, "x": [-1, -0.5, 0, 0.3, 0.6, 1], "y": [3, 2, 6, 5, 9, 12]}`},
	{"a proposal beside other draws", `
model: m
algorithm: gibbs
inputs: {n: range, y: "real[n]"}
program: |
  m ~ normal(0, variance = 4)
  t ~ gamma(shape = 2, rate = 2)
  d ~ uniform(0, 5)
  for (i in n) { y[i] ~ normal(m + exp(-d * i), precision = t) }
infer: [m, t, d]
iterate: {burnin: 180}`, `{"n": 6, "y": [2.1, 1.4, 0.8, 1.3, 0.9, 1.2]}`},
	{"hyperparameters with normals integrated out", `
model: m
algorithm: gibbs
inputs: {n: range, y: "real[n]", z: "real[n]"}
program: |
  mu ~ normal(0, variance = 100)
  g ~ normal(0, variance = 100)
  tau ~ gamma(shape = 0.1, rate = 0.1)
  nu ~ gamma(shape = 0.1, rate = 0.1)
  for (i in n) { m[i] ~ normal(mu, precision = nu); z[i] ~ normal(m[i], variance = 1); y[i] ~ normal(g * m[i], precision = tau) }
infer: [g, tau, nu, mu]
iterate: {burnin: 250}`, `{"n": 6, "y": [2.1, 1.4, 0.8, 1.3, 0.9, 1.2], "z": [1, 0.6, 0.9, 0.1, 0.2, 0.7]}`},
	{"normals that counts tie", `
model: m
algorithm: gibbs
inputs: {n: range, y: "int[n]"}
program: |
  m ~ normal(0, variance = 100)
  tau ~ gamma(shape = 2, rate = 1)
  b[0] ~ normal(m, variance = 4)
  for (i in 1..<n) { b[i] ~ normal(b[i - 1], precision = tau) }
  for (i in n) { y[i] ~ poisson(exp(b[i])) }
infer: [m, tau, b]
iterate: {burnin: 250}`, `{"n": 5, "y": [1, 0, 4, 3, 7]}`},
}
