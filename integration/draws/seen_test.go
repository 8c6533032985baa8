package draws

// seen are models with vectors some of whose components the data lack.
var seen = []*Trial{{
	Name: "components that are missing, of a drawn matrix and a mean that is drawn and one that is computed",
	Model: `model: lacking
algorithm: gibbs
inputs: {d: range, n: range, t: "real[n]", S: "matrix(d, d)", x: {type: "vector(d)[n]", missing: true}, y: {type: "vector(d)[n]", missing: true}}
program: |
  mu ~ mvnormal([0, 0], covariance = [[4, 0], [0, 4]])
  P ~ wishart(df = 4, scale = [[1, 0], [0, 1]])
  a ~ normal(0, sd = 3)
  for (i in n) {
    x[i] ~ mvnormal(mu, precision = P)
    for (k in d) { m[i, k] = a * t[i] }
    y[i] ~ mvnormal(m[i], covariance = S)
  }
  left = x[0][1]
  twice = 2 * y[1]
  both = dot([1, 2], x[1])
  above = y[0][0] > 0.5
infer: [mu, P, a, x, y, left, twice, both, above]
`,
	Data: `{"d": 2, "t": [1, 2, 3], "S": [[1, 0.5], [0.5, 2]], "x": [[1, null], [0.5, 2], null], "y": [[1, 0.5], [null, 1.5], [null, null]]}`,
}, {
	Name: "components that are missing of a mixture, of counts and of one vector, which starts somewhere",
	Model: `model: lacking
algorithm: gibbs
inputs: {d: range, n: range, c: "int[n]", x: {type: "vector(d)[n]", missing: true}, v: {type: "vector(d)", missing: true}}
program: |
  for (k in 0..<2) { mu[k] ~ mvnormal([0, 0], covariance = [[4, 0], [0, 4]]) }
  for (i in n) {
    z[i] ~ bernoulli(0.3)
    if (z[i]) { x[i] ~ mvnormal(mu[0], covariance = [[1, 0.5], [0.5, 1]]) } else { x[i] ~ mvnormal(mu[1], covariance = [[1, 0], [0, 1]]) }
  }
  w ~ mvnormal([0, 0], precision = [[1, 0], [0, 1]])
  v ~ mvnormal(w, covariance = [[1, 0.5], [0.5, 1]])
  for (i in n) { c[i] ~ poisson(exp(dot(w, v))) }
infer: [mu, x, z, v]
init: {mu: [[1, 1], [-3, -3]], v: [7, 1]}
`,
	Data: `{"d": 2, "c": [1, 0, 2], "x": [[1, 2], [null, 1.5], [-3, null]], "v": [0.5, null]}`,
}}
