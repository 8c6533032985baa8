package agree

import (
	"testing"

	"mpc/codegen"
)

// TestAgreeOnRandomStarts: initial marginals that are drawn are the same in generated
// code and in the interpreter, of all families, of ragged arrays, with other data too.
func TestAgreeOnRandomStarts(t *testing.T) {
	All(t, []*Trial{{
		Name: "factors and scales",
		Model: `model: started
algorithm: vmp
inputs:
  n: range
  size: int[n]
  y: real[n][size[n]]
program: |
  for (i in n) {
    tau[i] ~ gamma(shape = 2, rate = 2)
    for (j in 0..<size[i]) {
      w[i][j] ~ normal(0, variance = 1)
      z[i][j] ~ normal(0, variance = 1)
      y[i][j] ~ normal(z[i][j] * w[i][j], precision = tau[i])
    }
  }
infer: [w, z, tau, evidence]
init: {w: random, tau: random}
`,
		Data: `{"n": 3, "size": [2, 0, 3], "y": [[2, -1], [], [0.5, -0.5, 3]]}`,
		Next: `{"n": 3, "size": [2, 0, 3], "y": [[1, -1], [], [0.5, -2, 3]]}`, Iterations: 3,
	}, {
		Name: "a mixture of two",
		Model: `model: two
algorithm: vmp
inputs:
  n: range
  x: real[n]
program: |
  a ~ normal(0, variance = 100)
  b ~ normal(0, variance = 100)
  p ~ beta(1, 1)
  for (i in n) {
    z[i] ~ bernoulli(p)
    if (z[i]) { x[i] ~ normal(a, variance = 1) } else { x[i] ~ normal(b, variance = 1) }
  }
infer: [a, b, p, z, evidence]
init: {z: random, p: random}
`,
		Data: `{"n": 4, "x": [-3, -2.5, 4, 4.4]}`, Next: `{"n": 4, "x": [-3, -2.5, 1, 4.4]}`, Iterations: 4,
	}, {
		Name: "a mixture of two by EP",
		Model: `model: twoep
inputs:
  n: range
  x: real[n]
program: |
  a ~ normal(0, variance = 100)
  b ~ normal(0, variance = 100)
  for (i in n) {
    z[i] ~ bernoulli(0.5)
    if (z[i]) { x[i] ~ normal(a, variance = 1) } else { x[i] ~ normal(b, variance = 1) }
  }
infer: [a, b, z, evidence]
init: {z: random}
iterate: {seed: 3}
`,
		Data: `{"n": 4, "x": [-3, -2.5, 4, 4.4]}`, Iterations: 4,
	}, {
		Name: "a mixture of several",
		Model: `model: several
algorithm: vmp
inputs:
  n: range
  x: real[n]
program: |
  w ~ dirichlet([1, 1, 1])
  for (j in 0..<3) { mu[j] ~ normal(0, variance = 100) }
  for (i in n) {
    z[i] ~ categorical(w)
    x[i] ~ normal(mu[z[i]], variance = 1)
  }
infer: [w, mu, z, evidence]
init: {z: random, w: random, mu: random}
`,
		Data: `{"n": 5, "x": [-3, -2.5, 4, 4.4, 0]}`, Iterations: 5,
	}, {
		Name: "topics, each drawn where it is read",
		Model: `model: topics
algorithm: vmp
inputs:
  topic: range
  word: range
  doc: range
  length: int[doc]
  term: index(word)[doc][length[doc]]
  count: int[doc][length[doc]]
program: |
  for (v in word) { rare[v] = 0.5 }
  for (k in topic) { few[k] = 0.3
    phi[k] ~ dirichlet(rare) }
  for (d in doc) {
    theta[d] ~ dirichlet(few)
    for (j in 0..<length[d]) {
      repeat (count[d, j]) {
        z[d, j] ~ categorical(theta[d])
        term[d, j] ~ categorical(phi[z[d, j]])
      }
    }
  }
init: {z: random}
infer: [theta, phi]
`,
		Data: `{"topic": 3, "word": 4, "doc": 4, "length": [2, 0, 3, 1], "term": [[0, 1], [], [3, 1, 2], [2]], "count": [[3, 1], [], [1, 2, 5], [4]]}`,
		Next: `{"topic": 3, "word": 4, "doc": 4, "length": [2, 0, 3, 1], "term": [[0, 1], [], [0, 1, 2], [2]], "count": [[3, 1], [], [1, 0, 5], [4]]}`, Iterations: 4,
	}, {
		Name: "a draw that two loops read",
		Model: `model: twice
algorithm: vmp
inputs:
  n: range
  m: range
  x: index(m)[n]
  y: index(m)[n]
program: |
  for (v in m) { flat[v] = 1.5 }
  for (k in 0..<2) { p[k] ~ dirichlet(flat)
    q[k] ~ dirichlet(flat) }
  w ~ beta(1, 2)
  for (i in n) {
    z[i] ~ bernoulli(w)
    if (z[i]) { x[i] ~ categorical(p[0]) } else { x[i] ~ categorical(p[1]) }
  }
  for (i in n) {
    c[i] ~ categorical([0.5, 0.5])
    y[i] ~ categorical(q[c[i]])
    x[i] ~ categorical(p[c[i]])
  }
init: {z: random, c: random}
infer: [p, q, w]
`,
		Data: `{"n": 4, "m": 3, "x": [0, 1, 2, 2], "y": [1, 1, 0, 2]}`, Next: `{"n": 4, "m": 3, "x": [0, 1, 1, 2], "y": [1, 1, 0, 2]}`, Iterations: 4,
	}, {
		Name: "points and vectors",
		Model: `model: points
algorithm: vmp
inputs:
  n: range
  y: real[n]
  x: vector(2)[n]
  m: vector(2)
  P: matrix(2, 2)
program: |
  w ~ mvnormal(m, precision = P)
  s ~ inversegamma(shape = 3, rate = 3)
  for (i in n) { y[i] ~ normal(dot(w, x[i]), variance = s) }
infer: [w, s]
init: {w: random, s: random}
point: [s]
`,
		Data: `{"n": 3, "y": [1, 2, 3.5], "x": [[1, 0], [1, 1], [1, 2]], "m": [0, 0], "P": [[1, 0.2], [0.2, 1]]}`, Iterations: 3,
	}}, codegen.Options{})
}
