package agree

import (
	"testing"

	"mpc/codegen"
)

// TestAgreeOnArgmaxOfData: where all logs are -Inf the place is the first one, wherever the range begins.
func TestAgreeOnArgmaxOfData(t *testing.T) {
	All(t, []*Trial{{
		Name: "least",
		Model: `model: least
inputs: {n: range, m: range, x: "real[n][m]"}
program: |
  for (i in n) { skill[i] ~ normal(argmax(log(x[i, j]) : j in 2..<m), variance = argmax(log(x[i, j]) : j in m) + 1) }
infer: [skill]
`,
		Data:       `{"x": [[0, 0, 0, 0], [0, 0, 0, 1], [1, 0, 0, 0], [0, 2, 0, 0]]}`,
		Iterations: 3,
	}}, codegen.Options{})
}

// TestAgreeOnArgmax: the place of the largest, read by a switch, partly missing among
// observed ones, from another place than 0, and in a branch.
func TestAgreeOnArgmax(t *testing.T) {
	All(t, []*Trial{{
		Name: "argmax",
		Model: `model: places
inputs:
  n: range
  race: range
  mean: real[n]
  p: real[n]
  seen: bool
  won: {type: "index(n)[race]", missing: true}
program: |
  for (i in n) { skill[i] ~ normal(mean[i], variance = 1) }
  best = argmax(skill[i] : i in 1..<n)
  switch (best) { seen ~ bernoulli(p[best]) }
  for (r in race) {
    won[r] ~ discreteuniform(n)
    for (i in n) { speed[r, i] ~ normal(skill[i], variance = 2) }
    observe argmax(speed[r, i] : i in n) == won[r]
  }
  c ~ bernoulli(0.3)
  if (c) { observe argmax(2 * skill[i] : i in n) == 0 }
infer: [skill, best, won, c, evidence]
`,
		Data:       `{"mean": [0, 0.5, -1], "p": [0.1, 0.9, 0.3], "seen": true, "won": [0, null, 1, 0]}`,
		Iterations: 3,
	}}, codegen.Options{})
}
