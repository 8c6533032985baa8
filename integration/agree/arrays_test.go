package agree

import (
	"testing"

	"mpc/codegen"
)

// TestAgreeOnArrays: arrays of messages that lie side by side and such that do
// not: rows shorter than the array, ragged rows, of groups, from an index on, with
// gaps, of a constant, of a changing weight, under a condition, mixed with other
// messages to the same weights, with damping.
func TestAgreeOnArrays(t *testing.T) {
	const head = `inputs:
  n: range
  d: range
  g: range
  x: real[n][d]
  few: int[n]
  group: index(g)[n]
  y: bool[n]
`
	const data = `{"n": 6, "d": 4, "g": 2,
 "x": [[1, -0.5, 0.3, 2], [0.2, 0, 1.1, -1], [-0.7, 0.4, 0.9, 0.1], [30, 0.01, -0.2, 0], [0, 0, 0, 0], [1, 1, 1, 1]],
 "few": [4, 0, 2, 3, 4, 1], "group": [0, 1, 1, 0, 1, 0], "y": [true, false, true, false, true, true]}`
	const use = `
  for (i in n) { z[i] ~ normal(few[i] + group[i] + x[i, 0], variance = 1) }`
	var list []*Trial
	for _, x := range []struct{ name, program string }{
		{"rows", `
  for (j in d) { w[j] ~ normal(0.1, variance = 1) }
  for (i in n) { y[i] ~ bernoulli(probit(sum(x[i, j] * w[j] : j in d) + 0.2)) }`},
		{"short rows", `
  for (j in d) { w[j] ~ normal(0.1, variance = 1) }
  for (i in n) { y[i] ~ bernoulli(probit(sum(x[i, j] * w[j] : j in 0..<few[i]) + 0.2)) }`},
		{"from one on", `
  for (j in d) { w[j] ~ normal(0.1, variance = 1) }
  for (i in n) { y[i] ~ bernoulli(probit(sum(x[i, j] * w[j] : j in 1..<d))) }`},
		{"the one before", `
  for (j in d) { w[j] ~ normal(0.1, variance = 1) }
  for (i in n) { y[i] ~ bernoulli(probit(sum(x[i, j-1] * w[j] : j in 1..<d))) }`},
		{"the row before", `
  for (j in d) { w[j] ~ normal(0.1, variance = 1) }
  for (i in 1..<n) { y[i] ~ bernoulli(probit(sum(x[i-1, j] * w[j] : j in d))) }`},
		{"groups", `
  for (k in g) { for (j in d) { w[k, j] ~ normal(0.1, variance = 1) } }
  for (i in n) { y[i] ~ bernoulli(probit(sum(x[i, j] * w[group[i], j] : j in d))) }`},
		{"groups inside", `
  for (j in d) { for (k in g) { w[j, k] ~ normal(0.1, variance = 1) } }
  for (i in n) { y[i] ~ bernoulli(probit(sum(x[i, j] * w[j, group[i]] : j in d))) }`},
		{"squares", `
  for (j in d) { w[j] ~ normal(0.1, variance = 1) }
  for (i in n) { y[i] ~ bernoulli(probit(sum(x[i, j]^2 * w[j] : j in d))) }`},
		{"sums", `
  for (j in d) { w[j] ~ normal(0.1, variance = 1) }
  for (i in n) { y[i] ~ bernoulli(probit(sum(w[j] : j in d) + x[i, 0])) }`},
		{"a condition", `
  for (j in d) { w[j] ~ normal(0.1, variance = 1) }
  for (i in n) {
    if (few[i] > 1) { y[i] ~ bernoulli(probit(sum(x[i, j] * w[j] : j in d))) }
    if (few[i] <= 1) { x[i, 0] ~ normal(sum(w[j] : j in 0..<few[i]), variance = 2) }
  }`},
		{"two factors of a row", `
  for (j in d) { w[j] ~ normal(0.1, variance = 1) }
  for (i in n) {
    y[i] ~ bernoulli(probit(sum(x[i, j] * w[j] : j in d)))
    x[i, 0] ~ normal(sum(x[i, j] * w[j] : j in d), variance = 3)
    observe w[0] > -3 - few[i]
  }`},
	} {
		for _, rest := range []string{"infer: [w, z]\n", "infer: [w, z, evidence]\niterate: {damping: 0.3}\n"} {
			list = append(list, &Trial{
				Name:       x.name,
				Model:      "model: arrays\n" + head + "program: |" + use + x.program + "\n" + rest,
				Data:       data,
				Iterations: 4,
			})
		}
	}
	All(t, list, codegen.Options{})
}
