package draws

// methods are models whose conditionals have no closed form as they are written.
var methods = []*Trial{{
	Name: "truths of log odds",
	Model: `model: odds
algorithm: gibbs
inputs: {n: range, p: range, x: "real[n][p]", y: "bool[n]"}
program: |
  for (j in p) { w[j] ~ normal(0, variance = 3) }
  bias ~ normal(0, variance = 10)
  for (i in n) { y[i] ~ bernoulli(logit = bias + sum(x[i, j] * w[j] : j in p)) }
infer: [w, bias]
`,
	Data: `{"x": [[1, 0.5], [-0.3, 2], [100, -3], [0.1, 0]], "y": [true, false, true, true]}`,
}, {
	Name: "truths of probits, lists of several lengths, some instances left out",
	Model: `model: probits
algorithm: gibbs
inputs: {n: range, m: "int[n]", x: "real[n][m[n]]", y: "bool[n][m[n]]", use: "bool[n]"}
program: |
  a ~ normal(0, variance = 1)
  b ~ normal(a, variance = 2)
  for (i in n) { if (use[i]) { for (j in 1..<m[i]) { y[i, j] ~ bernoulli(probit(a + b * x[i, j])) } } }
infer: [a, b]
`,
	Data: `{"m": [3, 1, 2], "x": [[1, 2, 3], [4], [-1, 0.5]], "y": [[true, true, false], [false], [true, false]], "use": [true, true, false]}`,
}, {
	Name: "a normal vector of log odds",
	Model: `model: vectorodds
algorithm: gibbs
inputs: {n: range, x: "vector(2)[n]", y: "bool[n]"}
program: |
  w ~ mvnormal([0, 0.5], precision = [[1, 0.2], [0.2, 2]])
  for (i in n) { y[i] ~ bernoulli(logistic(dot(w, x[i]))) }
infer: [w]
`,
	Data: `{"x": [[1, 0.5], [-0.3, 2], [0.4, 0.7]], "y": [true, false, true]}`,
}, {
	Name: "effects in sums, and what is predicted of them",
	Model: `model: effects
algorithm: gibbs
inputs: {n: range, m: range, x: "real[n]", k: "int[n]", j: "int[n][m]", t: "int[n]"}
program: |
  tau ~ gamma(shape = 2, rate = 1)
  a ~ normal(0, variance = 4)
  c ~ normal(0, variance = 4)
  for (i in n) {
    e[i] ~ normal(0.5, precision = 2 * tau)
    for (l in m) { j[i, l] ~ poisson(2 * exp(a + c * x[i] + e[i])) }
    k[i] ~ binomial(t[i], logistic(a + c * x[i] + e[i]))
    new[i] ~ normal(e[i] / 4, variance = 0.1)
  }
infer: [a, c, tau, e, new]
`,
	Data: `{"x": [1, 0.5, -1], "k": [0, 3, 2], "t": [0, 4, 2], "j": [[2, 3], [0, 5], [1, 1]]}`,
}, {
	Name: "a variance that moves with effects",
	Model: `model: variances
algorithm: gibbs
inputs: {n: range, k: "int[n]", g: "index(n)[n]"}
program: |
  v ~ inversegamma(shape = 3, rate = 2)
  mu ~ normal(0, variance = 4)
  for (i in n) { e[i] ~ normal(mu, variance = v) }
  for (i in n) { k[i] ~ poisson(exp(e[g[i]])) }
infer: [v, mu, e]
`,
	Data: `{"k": [0, 3, 2, 9], "g": [0, 2, 2, 1]}`,
}, {
	Name: "a shape that is drawn below 0",
	Model: `model: shapes
algorithm: gibbs
inputs: {y: real}
program: |
  a ~ normal(0, variance = 1)
  y ~ normal(a, variance = 1)
  b ~ gamma(shape = a, rate = 1)
infer: [a, b]
`,
	Data: `{"y": -1}`,
}, {
	Name: "an element that a branch defines twice",
	Model: `model: twice
algorithm: gibbs
inputs: {n: range, k: "int[n]", y: real}
program: |
  g ~ bernoulli(0.5)
  if (g) {
    for (t in n) { x[k[t]] ~ normal(0, variance = 1) }
    y ~ normal(x[0], variance = 1)
  } else { y ~ normal(0, variance = 1) }
infer: [g]
`,
	Data: `{"k": [0, 0], "y": 1}`,
}, {
	Name: "methods that the model names",
	Model: `model: asked
algorithm: gibbs
inputs: {n: range, k: "int[n]", m: "int[n]", x: "vector(2)[n]", z: "int[n]"}
program: |
  a ~ normal(0, variance = 1)
  b ~ normal(a, precision = 2)
  w ~ mvnormal([0, 0.5], covariance = [[1, 0.2], [0.2, 2]])
  u ~ mvnormal([0, 1], precision = [[1, 0.2], [0.2, 2]])
  for (i in n) {
    e[i] ~ normal(b, variance = 2)
    k[i] ~ poisson(exp(a + e[i]))
    m[i] ~ binomial(n, logistic(dot(w, x[i])))
    z[i] ~ poisson(exp(dot(u, x[i])))
  }
  c ~ normal(0, variance = 1)
  d ~ normal(0, variance = 1)
  observe c > 0.5
  m[0] ~ binomial(n, logistic(c * d))
infer: [a, b, w, u, e, c, d]
methods: {a: adaptive_rejection, b: conjugate, w: augmented, e: elliptical, c: slice, d: elliptical}
`,
	Data: `{"k": [0, 3], "m": [1, 0], "x": [[1, 0.5], [-0.3, 2]], "z": [2, 0]}`,
}, {
	Name: "a variance that conditions cut off",
	Model: `model: cut
algorithm: gibbs
inputs: {n: range, y: "real[n]"}
program: |
  v ~ inversegamma(shape = 2, rate = 1)
  w ~ inversegamma(shape = 2, rate = 1)
  observe v < 0.75
  observe w > v
  for (i in n) { y[i] ~ normal(0, variance = v); observe y[i] ~ normal(1, variance = w) }
infer: [v, w]
`,
	Data: `{"n": 3, "y": [0.5, -2, 1]}`,
}, {
	Name: "binomials by augmentation, of none, few and many trials",
	Model: `model: counts
algorithm: gibbs
inputs: {n: range, k: "int[n]", t: "int[n]", g: "bool[n]"}
program: |
  a ~ normal(0, variance = 1)
  b ~ normal(0, variance = 2)
  for (i in n) { if (g[i]) { k[i] ~ binomial(t[i], logistic(a + 2 * b)) } }
infer: [a, b]
methods: {b: augmented}
`,
	Data: `{"k": [0, 2, 17, 900, 3], "t": [0, 3, 40, 1700, 2], "g": [true, true, true, true, false]}`,
}, {
	Name: "log odds without and with counts of their coefficients",
	Model: `model: tried
algorithm: gibbs
inputs: {n: range, y: "bool[n]", z: "bool[n]", k: "int[n]", v: "int[n]", l: "int[n]", x: "real[n]"}
program: |
  a ~ normal(0, variance = 1)
  b ~ normal(0, variance = 1)
  c ~ normal(0, variance = 1)
  d ~ normal(0, variance = 1)
  e ~ normal(0, variance = 1)
  for (i in n) { y[i] ~ bernoulli(logistic(a * x[i] + b)) }
  for (i in n) { k[i] ~ poisson(exp(a)) }
  for (i in n) { v[i] ~ poisson(exp(e)) }
  for (i in n) { z[i] ~ bernoulli(logistic(c * x[i] + d)) }
  for (i in n) { l[i] ~ poisson(exp(d)) }
infer: [a, b, c, d, e]
`,
	Data: `{"y": [true, false], "z": [false, true], "k": [1, 2], "v": [0, 3], "l": [1, 1], "x": [0.5, -1]}`,
}, {
	Name: "a flat prior that is given, and starts that are given, some of them points",
	Model: `model: givens
algorithm: gibbs
inputs: {n: range, q: normal, g: gamma, b: beta, h: inversegamma, y: "real[n]", s: "normal[n]", w: "dirichlet(2)"}
program: |
  a ~ q
  t ~ g
  v ~ h
  p ~ b
  u ~ dirichlet([1, 2])
  for (i in n) {
    e[i] ~ normal(a, precision = t)
    y[i] ~ normal(e[i], variance = v)
    z[i] ~ categorical(u)
    k[i] ~ bernoulli(p)
  }
init: {e: s, u: w, p: "beta(2, 3)"}
infer: [a, t, v, p, u, e, z, k]
`,
	Data: `{"y": [1, 2.5, -1], "q": {"dist": "normal", "uniform": true}, "g": {"dist": "gamma", "shape": 2, "rate": 1}, "b": {"dist": "beta", "a": 1, "b": 2},
"h": {"dist": "inversegamma", "shape": 2, "rate": 1}, "s": [{"dist": "point", "value": 1}, {"dist": "normal", "mean": 0, "variance": 1}, {"dist": "point", "value": -1}],
"w": {"dist": "point", "value": [0.25, 0.75]}}`,
}, {
	Name: "truths and whole numbers that one branch computes and another draws",
	Model: `model: halfdrawn
algorithm: gibbs
inputs: {n: range, y: "int[n]", x: real}
program: |
  c ~ bernoulli(0.3)
  a ~ bernoulli(0.4)
  if (c) { d = !a } else { d ~ bernoulli(0.5) }
  if (d) { x ~ normal(0, variance = 1) } else { x ~ normal(2, variance = 1) }
  for (i in n) {
    b[i] ~ categorical([0.2, 0.3, 0.5])
    if (c) { e[i] = b[i] } else { e[i] ~ categorical([0.6, 0.2, 0.2]) }
    y[i] ~ poisson(e[i] + 0.5)
  }
infer: [a, c, d, b, e]
`,
	Data: `{"y": [2, 0, 1], "x": 1.5}`,
}}
