package draws

// softmaxes are models with draws from a softmax.
var softmaxes = []*Trial{{
	Name: "draws from a softmax, by all methods, and what is predicted",
	Model: `model: softmaxes
algorithm: gibbs
inputs: {n: range, y: "index(k)[n]", k: range, m: "int[k]", trials: int, times: real}
program: |
  for (j in k) {
    x[j] ~ normal(0, variance = 4)
    u[j] ~ normal(j, variance = 1)
    a[j] ~ normal(0, variance = 1)
    v[j] = a[j] - 2 * u[j]
  }
  p = softmax(x)
  repeat (times) { for (i in n) { y[i] ~ categorical(p) } }
  m ~ multinomial(trials, softmax(u))
  q = softmax(v)
  z ~ categorical(softmax(u))
  w ~ categorical(q)
  first ~ categorical(q)
  observe first != 1
  observe q[0] > 0.1
infer: [x, p, u, z, w, q, first]
methods: {x: adaptive_rejection, u: elliptical}
`,
	Data: `{"k": 3, "y": [0, 0, 1, 2, 0], "m": [4, 1, 0], "trials": 5, "times": 1.5}`,
}, {
	Name: "a regression by a softmax whose first value is fixed",
	Model: `model: regression
algorithm: gibbs
inputs: {other: range, f: range, n: range, x: "real[n][f]", y: "int[n]"}
program: |
  for (c in other) { for (j in f) { w[c, j] ~ normal(0, variance = 4) } }
  for (i in n) {
    s[i, 0] = 0
    for (c in other) { s[i, c + 1] = sum(w[c, j] * x[i, j] : j in f) }
    y[i] ~ categorical(softmax(s[i]))
    predicted[i] = softmax(s[i])
  }
infer: [w, predicted]
`,
	Data: `{"other": 2, "x": [[1, 0.5], [-0.3, 2], [0.1, 0]], "y": [0, 2, 1]}`,
}, {
	Name: "softmaxes of vectors",
	Model: `model: vectors
algorithm: gibbs
inputs: {n: range, k: range, d: "int[n]", m: "vector(k)[n]", P: "matrix(k, k)[n]"}
program: |
  for (i in n) {
    x[i] ~ mvnormal(m[i], precision = P[i])
    p[i] = softmax(x[i])
    d[i] ~ categorical(p[i])
    observe p[i][0] < 0.9
  }
infer: [x, p]
`,
	Data: `{"d": [0, 1], "m": [[0, 1], [0.5, -1]], "P": [[[1, 0], [0, 1]], [[1, 0.5], [0.5, 2]]]}`,
}}
