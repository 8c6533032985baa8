package agree

import (
	"testing"

	"mpc/codegen"
)

// TestAgreeOnWholeVectors: arrays of whole numbers, given or computed, stand for vectors
// and matrices as those of reals do.
func TestAgreeOnWholeVectors(t *testing.T) {
	computed := `
  for (i in n) {
    for (j in n) {
      if (i == j) { a[i, j] = 2 }
      if (i != j) { a[i, j] = 1 }
    }
    c[i] = i + 1
    m[i] = 0
  }`
	list := []*Trial{
		{Name: "computed", Model: `model: computed
inputs: {n: range, y: real, b: "int[n]", s: "real[n]"}
program: |` + computed + `
  x ~ mvnormal(m, covariance = a)
  z ~ mvnormal(a * x + b, covariance = a)
  s ~ mvnormal(z, precision = a)
  y ~ normal(dot(c, x), variance = 1)
infer: [x, z, evidence]
`, Data: `{"n": 2, "y": 1.5, "b": [1, -1], "s": [0.5, 2]}`, Next: `{"n": 2, "y": -1.5, "b": [3, 0], "s": [0.5, 1]}`},
		{Name: "given", Model: `model: given_whole
inputs: {a: "int[2][2]", f: "int[3][2]", m: "int[2]", y: "real[3]", w: "int[3]"}
program: |
  x ~ mvnormal(m, covariance = a)
  for (i in 0..<3) { y[i] ~ normal(dot(f[i], x), variance = 1) }
  p ~ dirichlet(w)
  for (i in 0..<3) { k[i] ~ categorical(p) }
  observe k[0] == 2
infer: [x, p, k, evidence]
`, Data: `{"a": [[2, 1], [1, 3]], "f": [[1, 0], [2, -1], [0, 3]], "m": [1, -1], "y": [1, 2, 3], "w": [1, 2, 3]}`},
		{Name: "vmp", Model: `model: vmp_whole
algorithm: vmp
inputs: {n: range, y: "real[4][n]"}
program: |` + computed + `
  q ~ wishart(df = 4, scale = a)
  x ~ mvnormal(c, covariance = a)
  for (i in 0..<4) { y[i] ~ mvnormal(x, precision = q) }
init: {x: "mvnormal(m, covariance = a)"}
infer: [x, q, evidence]
`, Data: `{"n": 2, "y": [[1, 2], [2, 1], [0, 1], [3, 3]]}`},
		{Name: "chosen", Model: `model: chosen
inputs: {n: range}
program: |
  for (i in n) { w[i] = i + 1
    if (i == 1) { p[i] = 1 }
    if (i != 1) { p[i] = 0 } }
  k ~ categorical(p)
  q ~ dirichlet(w)
  for (i in 0..<2) { j[i] ~ categorical(q) }
  observe j[0] == 1
infer: [k, q, j, evidence]
`, Data: `{"n": 3}`},
	}
	for _, algorithm := range []string{"ep", "vmp"} {
		// An initial marginal may be of what the program computes.
		list = append(list, &Trial{Name: "start of " + algorithm, Model: `model: start_` + algorithm + `
algorithm: ` + algorithm + `
inputs: {n: range, y: "real[n]"}
program: |
  middle = sum(y[i] : i in n) / n
  m ~ normal(0, variance = 100)
  p ~ gamma(shape = 1, rate = 1)
  for (i in n) { y[i] ~ normal(m, precision = p) }
init: {m: "normal(middle, variance = 0.01)"}
infer: [m, p, evidence]
`, Data: `{"n": 3, "y": [1, 2, 6]}`, Next: `{"n": 3, "y": [-1, 20, 6]}`})
	}
	for _, x := range list {
		x.Iterations = 2
	}
	All(t, list, codegen.Options{})
}
