package agree

import (
	"testing"

	"mpc/codegen"
)

// TestAgreeOnStartLists: starts of elements that a list gives, of each family, of arrays
// of two dimensions, of vectors and of point estimates.
func TestAgreeOnStartLists(t *testing.T) {
	const mixture = `program: |
  for (k in c) { mu[k] ~ uniform(-100, 100) }
  for (i in n) { z[i] ~ discreteuniform(c); x[i] ~ normal(mu[z[i]], variance = 1) }
infer: [mu, z]
`
	const inputs = "inputs: {c: range, n: range, x: \"real[n]\"}\n"
	const data = `{"c": 2, "n": 4, "x": [1, 2, 11, 12]}`
	const reals = `algorithm: vmp
inputs: {n: range, x: "real[n]"}
program: |
  for (k in 0..<2) {
    g[k] ~ gamma(shape = 2, rate = 1)
    b[k] ~ beta(2, 2)
    t[k] ~ bernoulli(b[k])
    for (j in 0..<3) { a[k, j] ~ normal(0, variance = 4) }
  }
  for (i in n) { for (k in 0..<2) { for (j in 0..<3) { observe x[i] ~ normal(a[k, j], precision = g[k]) } } }
init: {a: [[1, 2, 3], [4, 5, -6]], g: [1, 2.5], b: [0.25, 0.5], t: [true, false]}
infer: [a, g, b, t]
`
	const vectors = `algorithm: vmp
inputs: {c: range, K: range, n: range, x: "vector(K)[n]", m: vector(K), S: "matrix(K, K)"}
program: |
  for (k in c) { mu[k] ~ mvnormal(m, covariance = S) }
  for (i in n) { z[i] ~ discreteuniform(c); x[i] ~ mvnormal(mu[z[i]], covariance = S) }
init: {mu: [[2, 2], [6, 6]]}
infer: [mu, z]
`
	const vectorData = `{"c": 2, "K": 2, "n": 3, "x": [[1, 2], [2, 1], [8, 9]], "m": [0, 0], "S": [[1, 0], [0, 2]]}`
	const matrices = `algorithm: vmp
inputs: {K: range, n: range, x: "vector(K)[n]", m: vector(K), S: "matrix(K, K)"}
program: |
  for (j in 0..<2) { for (c in 0..<2) { P[j, c] ~ wishart(df = 5, scale = S) } }
  for (i in n) { z[i] ~ discreteuniform(2); x[i] ~ mvnormal(m, precision = P[1, z[i]]); observe x[i] ~ mvnormal(m, precision = P[0, z[i]]) }
init: {P: [[[[1, 0], [0, 1]], [[0.5, 0.1], [0.1, 0.2]]], [[[2, 1], [1, 2]], [[0.1, 0], [0, 0.1]]]]}
infer: [P, z]
`
	const matrixData = `{"K": 2, "n": 3, "x": [[1, 2], [2, 1], [8, 9]], "m": [0, 0], "S": [[1, 0], [0, 2]]}`
	All(t, []*Trial{
		{Name: "means by EP", Model: "model: means\n" + inputs + mixture + "init: {mu: [0.5, 13]}\n", Data: data, Iterations: 3},
		{Name: "means by VMP", Model: "model: means\nalgorithm: vmp\n" + inputs + mixture + "init: {mu: [0.5, 13]}\n", Data: data, Iterations: 3},
		{Name: "a list that is too short", Model: "model: short\nalgorithm: vmp\n" + inputs + mixture + "init: {mu: [0.5]}\n", Data: data, Iterations: 3, Fails: true},
		{Name: "another list that is too short", Model: "model: shorter\nalgorithm: vmp\n" + inputs + mixture + "init: {mu: [0.5, 3]}\n", Data: `{"c": 3, "n": 1, "x": [1]}`, Iterations: 3, Fails: true},
		{Name: "numbers and truths", Model: "model: reals\n" + reals, Data: `{"n": 2, "x": [1, 3]}`, Iterations: 2},
		{Name: "whole numbers", Model: "model: wholes\nalgorithm: vmp\ninputs: {n: range, x: \"real[n]\"}\nprogram: |\n  for (k in 0..<3) { mu[k] ~ normal(0, variance = 99); t[k] ~ gamma(shape = 1, rate = 1) }\n" +
			"  for (i in n) { z[i] ~ categorical([0.3, 0.3, 0.4]); x[i] ~ normal(mu[z[i]], precision = t[z[i]]) }\ninit: {z: [2, 0, 1, 1], mu: -1, t: 2}\ninfer: [mu, t, z]\n",
			Data: `{"n": 4, "x": [1, 2, 11, 12]}`, Iterations: 2},
		{Name: "as many values as the data say", Model: "model: sizes\nalgorithm: vmp\n" + inputs + mixture + "init: {z: [1, 0, 1, 0]}\n", Data: data, Iterations: 2},
		{Name: "more values than the data say", Model: "model: more\nalgorithm: vmp\n" + inputs + mixture + "init: {z: [2, 0, 1, 0]}\n", Data: data, Iterations: 2, Fails: true},
		{Name: "matrices", Model: "model: matrices\n" + matrices, Data: matrixData, Iterations: 2},
		{Name: "matrices of another size", Model: "model: wider\n" + matrices, Data: `{"K": 1, "n": 2, "x": [[1], [2]], "m": [0], "S": [[1]]}`, Iterations: 2, Fails: true},
		{Name: "points that are matrices", Model: "model: peaks\n" + matrices + "point: [P]\n", Data: matrixData, Iterations: 2},
		{Name: "points", Model: "model: points\n" + reals + "point: [a, b, g, t]\n", Data: `{"n": 2, "x": [1, 3]}`, Iterations: 2},
		{Name: "vectors", Model: "model: vectors\n" + vectors, Data: vectorData, Iterations: 3},
		{Name: "points that are vectors", Model: "model: spots\n" + vectors + "point: [mu]\n", Data: vectorData, Iterations: 3},
	}, codegen.Options{})
}
