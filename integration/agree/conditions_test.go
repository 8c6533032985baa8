package agree

import (
	"testing"

	"mpc/codegen"
)

// TestAgreeOnConditions: gates, counts and conditions of discrete values.
func TestAgreeOnConditions(t *testing.T) {
	list := []*Trial{
		{Name: "mixed", Model: `model: mixed_gates
algorithm: {default: vmp, u: ep, b: ep, c: ep}
inputs: {s: range, al: "vector(s)[s]", pi: "vector(s)"}
program: |
  for (k in s) { for (l in s) { A[k, l] ~ dirichlet(al[k]) } }
  u ~ categorical(pi)
  b ~ categorical(pi)
  c ~ categorical(A[u, b])
  observe c == 1
infer: [u, b, c, A, evidence]
`, Data: `{"s": 2, "al": [[3, 1], [0.5, 2]], "pi": [0.3, 0.7]}`, Next: `{"s": 2, "al": [[1, 1], [0.5, 9]], "pi": [0.8, 0.2]}`},
		{Name: "mixed switch", Model: `model: mixed_switch
algorithm: {default: vmp, u: ep, c: ep}
inputs: {n: range}
program: |
  for (k in 0..<2) { A[k] ~ dirichlet([1 + k, 2]) }
  for (i in n) {
    u[i] ~ categorical([0.3, 0.7])
    switch (u[i]) { c[i] ~ categorical(A[u[i]]) }
    observe c[i] == 1
  }
infer: [u, c, A, evidence]
`, Data: `{"n": 3}`},
		{Name: "tied by a count", Model: `model: tied_count
algorithm: vmp
inputs: {k: int}
program: |
  for (i in 0..<3) { b[i] ~ bernoulli(0.3) }
  c = count(b[i] : i in 0..<3)
  observe c != k
infer: [b, evidence]
`, Data: `{"k": 1}`, Next: `{"k": 7}`},
		{Name: "tied by data", Model: `model: tied_data
algorithm: vmp
inputs: {y: bool}
program: |
  a ~ bernoulli(0.3)
  b ~ bernoulli(0.6)
  y = a && b
infer: [a, b, evidence]
`, Data: `{"y": true}`, Next: `{"y": false}`},
		{Name: "small counts", Model: `model: small_counts
inputs: {m: range, r: "real[m]"}
program: |
  for (i in m) {
    n[i] ~ poisson(r[i])
    k[i] ~ binomial(3, r[i])
    b[i] ~ bernoulli(1e-40)
    a[i] = n[i] > 0
    observe a[i] || b[i]
    observe k[i] == 1
  }
infer: [n, b, evidence]
`, Data: `{"m": 3, "r": [1e-10, 1e-16, 1e-17]}`, Next: `{"m": 3, "r": [0.5, 1e-100, 1e-300]}`},
	}
	for _, x := range list {
		x.Iterations = 12
	}
	All(t, list, codegen.Options{})
}
