package draws

// matrices are models with multiples of matrices, and with sums and linear maps of vectors.
var matrices = []*Trial{{
	Name: "matrices times numbers",
	Model: `model: multiples
algorithm: gibbs
inputs: {n: range, A: "matrix(2, 2)", y: "vector(2)[n]", k: real}
program: |
  x ~ wishart(df = 8, scale = A)
  w ~ wishart(df = 5, inverse = A)
  z ~ gamma(shape = 6, rate = 7)
  s ~ gamma(shape = 2, rate = 1)
  u = x * z
  v = (w / k) * (3 * s)
  m ~ mvnormal([0, 1], precision = u)
  observe u ~ wishart(df = 10, scale = A)
  observe v ~ wishart(df = 7, inverse = A)
  for (i in n) { y[i] ~ mvnormal(m, precision = v) }
infer: [x, w, z, s, u, v, m]
`,
	Data: `{"A": [[1, 0.2], [0.2, 2]], "y": [[1, 2], [0, -1]], "k": 1.5}`,
}, {
	Name: "vectors of Student's t",
	Model: `model: studentvectors
algorithm: gibbs
inputs: {n: range, g: range, A: "matrix(2, 2)", y: {type: "vector(2)[n]", missing: true}, of: "index(g)[n]"}
program: |
  T ~ wishart(df = 6, scale = A)
  k ~ gamma(shape = 3, rate = 0.5)
  for (j in g) { m[j] ~ mvstudentt(5, [0, 1], scale = A) }
  for (i in n) { if (i > 0) { y[i] ~ mvstudentt(k, m[of[i]], precision = T) } else { y[i] ~ mvnormal(m[of[i]], precision = T) } }
  x ~ mvstudentt(k + 1, m[0], precision = T)
infer: [T, k, m, x, y]
`,
	Data: `{"A": [[1, 0.2], [0.2, 2]], "y": [[1, 2], [0, null], [0.5, 1], [null, null]], "g": 2, "of": [0, 1, 1, 0]}`,
}, {
	Name: "a chain of vectors",
	Model: `model: vectorchain
algorithm: gibbs
inputs: {n: range, F: "matrix(2, 2)", b: vector(2), y: "vector(2)[n]", g: "vector(1)[n]", H: "matrix(1, 2)"}
program: |
  for (t in n) {
    if (t == 0) { x[t] ~ mvnormal([0, 0], covariance = [[1, 0.1], [0.1, 1]]) }
    if (t > 0) { x[t] ~ mvnormal(F * x[t-1] + b, precision = [[2, 0], [0, 1]]) }
    y[t] ~ mvnormal(2 * x[t] - b, covariance = [[1, 0], [0, 1]])
    g[t] ~ mvnormal(H * x[t], precision = [[2]])
  }
infer: [x]
`,
	Data: `{"F": [[1, 0.5], [0, 0.8]], "b": [0.1, 0], "y": [[1, 2], [0, -1], [0.5, 1]], "g": [[1], [2], [0]], "H": [[1, -1]]}`,
}, {
	Name: "components of computed vectors",
	Model: `model: components
algorithm: gibbs
inputs: {two: range, A: "matrix(two, two)", c: "vector(two)", y: "real[two]", u: real}
program: |
  w ~ mvnormal([0, 1], covariance = [[1, 0.5], [0.5, 2]])
  v ~ mvnormal([1, 1], precision = [[1, 0], [0, 1]])
  z = A * (2 * w + c) - v / 4
  for (i in two) { y[i] ~ normal(-z[i], variance = 1) }
  s = [[1, 2], [3, 4]] * z
  u ~ normal(s[1] + dot(z, c), precision = 2)
infer: [w, v, z, s]
`,
	Data: `{"A": [[1, 2], [0, 1]], "c": [1, -1], "y": [1, 3], "u": 2}`,
}, {
	Name: "a number that may be missing beside a list",
	Model: `model: eitherone
algorithm: gibbs
inputs: {n: range, s: {type: bool, missing: true}, y: {type: "bool[n]", missing: true}, x: {type: real, missing: true}}
program: |
  s ~ bernoulli(0.3)
  for (i in n) { y[i] ~ bernoulli(0.4) }
  observe s || y[0]
  m ~ normal(1, sd = 2)
  x ~ normal(m, sd = 1)
infer: [s, y, x, m]
`,
	Data: `{"n": 3, "s": null, "y": [null, true, null], "x": null}`,
}}
