package agree

import (
	"testing"

	"mpc/codegen"
)

// Generated packages of tables agree with the interpreter: known and random rows, one
// parent and two, chains, gates around them, what is observed and what is missing.
func TestAgreeOnTables(t *testing.T) {
	All(t, []*Trial{
		{Name: "table_hidden", Model: `model: hidden
algorithm: {default: vmp, z: ep}
inputs:
  n: range
  y: {type: "int[n]", missing: true}
  emit: "vector(3)[2]"
program: |
  first ~ dirichlet([1, 2])
  for (k in 0..<2) { next[k] ~ dirichlet([2 + k, 1]) }
  z[0] ~ categorical(first)
  for (t in 1..<n) { z[t] ~ categorical(next[z[t - 1]]) }
  for (t in n) { y[t] ~ categorical(emit[z[t]]) }
infer: [first, next, z, evidence]
iterate: {max: 20}
`, Data: `{"y": [0, 2, 1, 1, 0, 2], "emit": [[0.5, 0.5, 0], [0.2, 0.3, 0.5]]}`, Iterations: 9},
		{Name: "table_emission", Model: `model: emission
algorithm: {default: vmp, z: ep}
inputs:
  n: range
  state: range
  y: "int[n]"
  one: vector(state)
program: |
  for (k in state) { next[k] ~ dirichlet(one) }
  emit[0] ~ dirichlet([5, 1, 1])
  emit[1] ~ dirichlet([1, 1, 3])
  z[0] ~ discreteuniform(2)
  for (t in 1..<n) { z[t] ~ categorical(next[z[t - 1]]) }
  for (t in n) { y[t] ~ categorical(emit[z[t]]) }
infer: [next, emit, z, evidence]
iterate: {max: 20}
`, Data: `{"state": 2, "one": [1, 1], "y": [0, 2, 1, 1, 0, 2, 2, 2]}`, Iterations: 9},
		{Name: "table_alone", Model: `model: alone
algorithm: {default: vmp, a: ep, x: ep}
program: |
  for (k in 0..<3) { p[k] ~ dirichlet([1, 2, 1 + k]) }
  a ~ categorical([0.2, 0.3, 0.5])
  x ~ categorical(p[a])
  observe x ~ categorical([0.1, 0.8, 0.1])
infer: [p, a, x, evidence]
`, Data: `{}`, Iterations: 9},
		{Name: "table_means", Model: `model: means
algorithm: vmp
inputs:
  n: range
program: |
  for (j in 0..<2) { for (k in 0..<3) { p[j, k] ~ dirichlet([1, 2 + j, 1 + k]) } }
  for (i in n) {
    a[i] ~ categorical([0.2, 0.3, 0.5])
    x[i] ~ categorical(p[1, a[i]])
    observe x[i] ~ categorical([0.1, 0.8, 0.1])
  }
infer: [p, a, x, evidence]
`, Data: `{"n": 3}`, Iterations: 9},
		{Name: "table_branch", Model: `model: branch
algorithm: {default: vmp, a: ep, x: ep, b: ep}
inputs:
  n: range
program: |
  for (k in 0..<2) { p[k] ~ dirichlet([1, 2, 1 + k]) }
  b ~ bernoulli(0.4)
  for (i in n) {
    a[i] ~ categorical([0.2, 0.8])
    if (b) { x[i] ~ categorical(p[a[i]]) } else { x[i] ~ categorical([0.5, 0.2, 0.3]) }
    observe x[i] ~ categorical([0.1, 0.8, 0.1])
  }
infer: [p, a, x, b, evidence]
`, Data: `{"n": 3}`, Iterations: 9},
		{Name: "table_network", Model: `model: network
inputs:
  n: range
  both: "real[2][3]"
  by: "vector(2)[2][3]"
  seen: {type: "bool[n]", missing: true}
program: |
  for (i in n) {
    a[i] ~ categorical([0.2, 0.8])
    b[i] ~ discreteuniform(3)
    c[i] ~ categorical(by[a[i], b[i]])
    seen[i] ~ bernoulli(both[c[i], 0])
    switch (c[i]) { d[i] ~ bernoulli(both[c[i], b[i]]) }
  }
  observe d[0]
infer: [a, b, c, d, seen, evidence]
`, Data: `{"n": 3, "both": [[0.2, 0, 1], [0.5, 0.6, 0.01]], "by": [[[1, 0], [0.5, 0.5], [0.2, 0.8]], [[0.3, 0.7], [0.6, 0.4], [0, 1]]], "seen": [true, null, false]}`, Iterations: 9},
	}, codegen.Options{})
}
