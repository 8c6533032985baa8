package agree

import (
	"testing"

	"mpc/codegen"
)

// TestAgreeOnSameMessages: messages that are the same for all elements, along either
// dimension of an array, of numbers and of vectors, of a plate that may be empty, with a
// prior that other data make improper, and beside loops that share what they read.
func TestAgreeOnSameMessages(t *testing.T) {
	const head = `inputs:
  n: range
  m: range
  a: real[n]
  b: real[m]
  v: real[m]
  alpha: real[m][three]
  y: real[n][m]
  three: range
  k: index(three)[n][m]
`
	const data = `{"three": 3, "n": 3, "m": 2, "a": [1, -2, 0.5], "b": [3, 0.1], "v": [1, 4], "alpha": [[1, 2, 3], [0.5, 4, 1]],
 "y": [[0.3, 2], [-1, 0.2], [4, 0]], "k": [[0, 1], [2, 2], [1, 0]]}`
	const improper = `{"three": 3, "n": 3, "m": 2, "a": [1, -2, 0.5], "b": [3, 0.1], "v": [1, -4], "alpha": [[1, 2, 3], [0.5, 1e300, 1e-300]],
 "y": [[0.3, 2], [-1, 0.2], [4, 0]], "k": [[0, 1], [2, 2], [1, 0]]}`
	const empty = `{"three": 3, "n": 0, "m": 2, "a": [], "b": [3, 0.1], "v": [1, 4], "alpha": [[1, 2, 3], [0.5, 4, 1]], "y": [], "k": []}`
	const slim = `{"three": 3, "n": 2, "m": 0, "a": [1, 2], "b": [], "v": [], "alpha": [], "y": [[], []], "k": [[], []]}`
	const use = `
  level ~ normal(0, variance = 1)
  share ~ dirichlet([1.0, 2.0, 3.0])
  for (i in n) { a[i] ~ normal(level, variance = 1)
    for (j in m) { y[i, j] ~ normal(level, variance = 1)
      k[i, j] ~ categorical(share) } }
  for (j in m) { b[j] ~ normal(level, variance = 1)
    v[j] ~ normal(level, variance = 1)
    for (s in three) { alpha[j, s] ~ normal(level, variance = 1) } }`
	var list []*Trial
	for n, x := range []struct{ name, program, infer string }{
		{"all", `
  for (i in n) { for (j in m) { x[i, j] ~ normal(1, variance = 2)
    y[i, j] ~ normal(x[i, j], variance = 1) } }`, "x"},
		{"rows", `
  for (i in n) { for (j in m) { x[i, j] ~ normal(a[i], variance = 2)
    y[i, j] ~ normal(x[i, j], variance = 1) } }`, "x"},
		{"columns", `
  for (i in n) { for (j in m) { x[i, j] ~ normal(b[j], variance = v[j])
    y[i, j] ~ normal(x[i, j], variance = 1) } }`, "x"},
		{"columns of random means", `
  for (j in m) { c[j] ~ normal(0, variance = 5)
    t[j] ~ gamma(shape = 2, rate = 1) }
  for (i in n) { for (j in m) { x[i, j] ~ normal(c[j], precision = t[j])
    y[i, j] ~ normal(x[i, j], variance = 1) } }`, "x, c"},
		{"columns of vectors", `
  for (i in n) { for (j in m) { p[i, j] ~ dirichlet(alpha[j])
    k[i, j] ~ categorical(p[i, j]) } }`, "p"},
		{"sums", `
  for (j in m) { c[j] ~ normal(1, variance = 5)
    r[j] ~ normal(b[j], variance = 5) }
  for (i in n) { for (j in m) { x[i, j] ~ normal(b[j], variance = 5) }
    a[i] ~ normal(sum(c[j] : j in m) + sum(r[j] : j in m) + sum(x[i, j] : j in m), variance = 2) }`, "x, c, r"},
		{"topics", `
  for (j in m) { p[j] ~ dirichlet(alpha[j]) }
  for (i in n) { for (j in m) { z[i, j] ~ categorical(p[j])
    k[i, j] ~ categorical(q[z[i, j]]) } }
  for (s in three) { q[s] ~ dirichlet([1.0, 1.0 + s, 2.0]) }`, "p, q, z"},
		{"components", `
  for (j in m) { p[j] ~ dirichlet(alpha[j]) }
  for (s in three) { mu[s] ~ normal(s, variance = 10)
    w[s] ~ gamma(shape = 1, rate = 1) }
  for (i in n) { for (j in m) { z[i, j] ~ categorical(p[j])
    y[i, j] ~ normal(mu[z[i, j]], precision = w[z[i, j]]) } }`, "p, mu, w"},
	} {
		for _, algorithm := range []string{"ep", "vmp"} {
			if algorithm == "ep" && (x.name == "columns of random means" || x.name == "topics" || x.name == "components") {
				continue
			}
			list = append(list, &Trial{
				Name:       x.name + " by " + algorithm,
				Model:      "model: alike\nalgorithm: " + algorithm + "\n" + head + "program: |" + use + x.program + "\ninfer: [" + x.infer + "]\n",
				Data:       data,
				Next:       improper,
				Iterations: 3,
			}, &Trial{
				Name:       x.name + " with its evidence by " + algorithm,
				Model:      "model: alike\nalgorithm: " + algorithm + "\n" + head + "program: |" + use + x.program + "\ninfer: [" + x.infer + ", evidence]\n",
				Data:       []string{data, empty, slim}[n%3],
				Iterations: 3,
			})
		}
	}
	All(t, list, codegen.Options{})
}
