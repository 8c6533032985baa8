package draws

// repeats are models in which statements count several times, or a part of one.
var repeats = []*Trial{{
	Name: "statements that count several times, or a part of one",
	Model: `model: times
algorithm: gibbs
inputs: {n: range, s: range, y: "real[n]", c: "int[n]", w: real, x: "vector(2)[n]", k: "index(s)[n]", b: "bool[n]", prior: "gamma", like: "normal"}
program: |
  m ~ normal(0, variance = 9)
  t ~ prior
  u ~ inversegamma(shape = 3, rate = 2)
  mu ~ mvnormal([0, 0], precision = [[1, 0], [0, 1]])
  W ~ wishart(df = 4, scale = [[1, 0], [0, 1]])
  th ~ dirichlet([1, 1, 1])
  p ~ beta(1, 2)
  a ~ normal(0, variance = 1)
  d ~ normal(0, variance = 1)
  e ~ normal(0, variance = 1)
  for (i in n) {
    repeat (c[i]) {
      y[i] ~ normal(m, precision = t)
      y[i] ~ normal(d + a, variance = u)
      x[i] ~ mvnormal(mu, precision = W)
      x[i] ~ mvnormal(mu, covariance = [[1, 0.5], [0.5, 1]])
      k[i] ~ categorical(th)
      repeat (w) {
        b[i] ~ bernoulli(p)
        b[i] ~ bernoulli(logit = e)
        observe y[i] ~ normal(d, variance = 1)
      }
    }
  }
  repeat (w) { observe t ~ prior; observe m ~ like; observe th ~ dirichlet([1, 2, 3]); observe W ~ wishart(df = 3, scale = [[1, 0], [0, 1]]) }
  repeat (2) { observe a > 0 }
  repeat (0) { observe a < 0 }
infer: [m, t, u, mu, W, th, p, a, d, e]
`,
	Data: `{"y": [1, 2, -0.5], "s": 3, "c": [2, 0, 1], "w": 0.7, "x": [[1, 0.5], [-1, 0], [0.3, 0.2]], "k": [0, 2, 2], "b": [true, false, true],
  "prior": {"dist": "gamma", "shape": 2, "rate": 1}, "like": {"dist": "normal", "mean": 1, "variance": 2}}`,
}, {
	Name: "copies of what is drawn in a repeat",
	Model: `model: copies
algorithm: gibbs
inputs: {n: range, y: "real[n]", c: "int[n]", two: int}
program: |
  p ~ beta(1, 1)
  g ~ bernoulli(0.4)
  for (k in 0..<2) { m[k] ~ normal(k, variance = 1) }
  for (i in n) {
    repeat (c[i]) {
      z[i] ~ bernoulli(p)
      s[i] = 2 * v[i]
      v[i] ~ normal(0, variance = 0.5)
      if (z[i]) { y[i] ~ normal(m[1] + s[i], variance = 1) } else { y[i] ~ normal(m[0], variance = 2) }
      repeat (two) {
        o[i] ~ categorical([0.2, 0.3, 0.5])
        observe o[i] > 0
        if (g) { observe v[i] > 0 }
      }
    }
  }
infer: [p, m, z, s, v, o]
`,
	Data: `{"y": [1, 2, -0.5], "c": [2, 3, 1], "two": 2}`,
}, {
	Name: "topics of words",
	Model: `model: topics
algorithm: gibbs
inputs:
  topic: range
  word: range
  doc: range
  length: int[doc]
  term: index(word)[doc][length[doc]]
  count: int[doc][length[doc]]
program: |
  for (k in topic) { few[k] = 0.7 }
  for (v in word) { rare[v] = 0.3 }
  for (k in topic) { phi[k] ~ dirichlet(rare) }
  for (d in doc) {
    theta[d] ~ dirichlet(few)
    for (j in 0..<length[d]) {
      repeat (count[d, j]) {
        z[d, j] ~ categorical(theta[d])
        term[d, j] ~ categorical(phi[z[d, j]])
      }
    }
  }
infer: [theta, phi]
`,
	Data: `{"topic": 2, "word": 3, "doc": 2, "length": [2, 3], "term": [[0, 1], [1, 2, 0]], "count": [[2, 0], [1, 2, 3]]}`,
}}
