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
}}
