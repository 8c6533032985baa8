package draws

import (
	"strings"
	"testing"
)

// TestStartOfZeroDensity: an impossible start is an error of the statement that makes it so,
// with the element of the data, whatever is drawn or moved first.
func TestStartOfZeroDensity(t *testing.T) {
	const inputs = `algorithm: gibbs
inputs: {n: range, g: range, of: "index(g)[n]", w: "real[g]", e: "real[n]", k: "int[n]", y: "real[n]"}
`
	const data = `{"n": 4, "g": 2, "w": [0, 1], "of": [0, 0, 1, 1], "e": [1, 2, 0, 3], "k": [1, 2, 3, 4], "y": [1, 2, -1, 0]}`
	rows := []struct{ name, program, want string }{
		{"a precision that is moved with elements", `program: |
  t ~ gamma(shape = 1, rate = 1)
  for (j in g) { a[j] ~ normal(0, precision = t) }
  for (i in n) { k[i] ~ poisson(e[i] * exp(a[of[i]])); y[i] ~ normal(a[of[i]] + w[of[i]], variance = 1) }
infer: [t, a]
`, "line 7: k[i] ~ poisson(e[i] * exp(a[of[i]])) at [2]"},
		{"a precision with elements integrated out", `program: |
  t ~ gamma(shape = 1, rate = 1)
  for (j in g) { a[j] ~ normal(m, precision = t) }
  m ~ normal(0, variance = 1)
  for (i in n) { k[i] ~ poisson(e[i] * exp(m)); y[i] ~ normal(a[of[i]] + w[of[i]], variance = 1) }
infer: [t, a, m]
`, "line 8: k[i] ~ poisson(e[i] * exp(m)) at [2]"},
		{"effects that are drawn as sums", `program: |
  t ~ gamma(shape = 1, rate = 1)
  a ~ normal(0, variance = 1)
  for (i in n) { b[i] ~ normal(0, precision = t); k[i] ~ poisson(e[i] * exp(a + b[i])) }
  for (i in n) { y[i] ~ normal(a + w[of[i]], variance = 1) }
infer: [t, a]
`, "line 7: k[i] ~ poisson(e[i] * exp(a + b[i])) at [2]"},
		{"a prior that excludes the start", `program: |
  a ~ uniform(0, w[1] + 1)
  for (i in n) { k[i] ~ poisson(exp(a) + w[of[i]] + e[i]); y[i] ~ normal(exp(a), variance = 1) }
infer: [a]
init: {a: point(5)}
`, "line 5: a ~ uniform(0, w[1] + 1)"},
		{"a condition that excludes it", `program: |
  for (j in g) { a[j] ~ normal(0, variance = 1); observe a[j] * a[j] > 4 }
  for (i in n) { k[i] ~ poisson(exp(a[of[i]]) + e[i]); y[i] ~ normal(a[of[i]] + w[of[i]], variance = 1) }
infer: [a]
init: {a: point(1)}
`, "line 5: observe a[j] * a[j] > 4 at [0]"},
		{"vectors", `program: |
  v ~ mvnormal(mean = [0, 0], covariance = [[1, 0], [0, 1]])
  for (i in n) { y[i] ~ normal(v[0] + w[of[i]], variance = 1); k[i] ~ poisson(e[i] * exp(v[1])) }
infer: [v]
`, "line 6: k[i] ~ poisson(e[i] * exp(v[1])) at [2]"},
		{"a list of starts", `program: |
  for (j in g) { a[j] ~ normal(0, variance = 1) }
  for (i in n) { k[i] ~ poisson(max(a[of[i]], 0)); y[i] ~ normal(w[of[i]] + e[i], variance = 1) }
infer: [a]
init: {a: [1, -2]}
`, "line 6: k[i] ~ poisson(max(a[of[i]], 0)) at [2]"},
		{"a list of lists", `program: |
  for (j in g) { for (l in 0..<2) { a[j, l] ~ normal(0, variance = 1) } }
  for (i in n) { k[i] ~ poisson(max(a[1, of[i]], 0)); y[i] ~ normal(w[of[i]] + e[i], variance = 1) }
infer: [a]
init: {a: [[-1, -2], [3, -4]]}
`, "line 6: k[i] ~ poisson(max(a[1, of[i]], 0)) at [2]"},
		{"a list of vectors", `program: |
  for (j in g) { v[j] ~ mvnormal([0, 0], covariance = [[1, 0], [0, 1]]) }
  for (i in n) { k[i] ~ poisson(max(v[of[i]][1], 0)); y[i] ~ normal(w[of[i]] + e[i], variance = 1) }
infer: [v]
init: {v: [[-1, 2], [3, -4]]}
`, "line 6: k[i] ~ poisson(max(v[of[i], 1], 0)) at [2]"},
	}
	var jobs []job
	for _, r := range rows {
		jobs = append(jobs, job{name: r.name, model: "model: zero\n" + inputs + r.program, data: data, burnIn: 1, samples: 2, thin: 1, chains: 1, seed: 1})
	}
	for i, o := range sampledRun(t, jobs) {
		if !strings.Contains(o.Error, rows[i].want) {
			t.Errorf("%s: %q, want %q", rows[i].name, o.Error, rows[i].want)
		}
	}
}
