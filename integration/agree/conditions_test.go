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
		{Name: "chain", Model: `model: chain
inputs: {n: range, k: "int[n]", y: "bool[n]"}
program: |
  p ~ beta(2, 1)
  for (i in n) {
    m[i] ~ categorical([0.3, 0.2, 0.4, 0.1])
    if (m[i] == k[i]) { a[i] ~ bernoulli(0.3)
      if (a[i]) { y[i] ~ bernoulli(0.1) } else { y[i] ~ bernoulli(0.2) } } else if (m[i] > 2 || m[i] == 0) { y[i] ~ bernoulli(p) } else { y[i] ~ bernoulli(0.7) }
  }
infer: [m, p, evidence]
`, Data: `{"n": 3, "k": [0, 1, 3], "y": [true, true, false]}`, Next: `{"n": 3, "k": [2, 2, 7], "y": [false, true, false]}`},
		{Name: "chain by vmp", Model: `model: chain_vmp
algorithm: vmp
inputs: {n: range, y: "real[n]"}
program: |
  for (j in 0..<3) { mu[j] ~ normal(j, variance = 10) }
  for (i in n) {
    m[i] ~ categorical([0.3, 0.2, 0.5])
    if (m[i] == 0) { y[i] ~ normal(mu[0], variance = 1) } else if (m[i] == 1) { y[i] ~ normal(mu[1], variance = 2) } else { y[i] ~ normal(mu[2], variance = 3) }
  }
infer: [m, mu, evidence]
`, Data: `{"n": 3, "y": [0.5, 1.5, 9]}`, Next: `{"n": 3, "y": [-5, 1.5, 2.5]}`},
		{Name: "impossible branches", Model: `model: impossible_branches
algorithm: vmp
inputs: {n: range, y: "bool[n]", k: int}
program: |
  a ~ bernoulli(0.84)
  z ~ discreteuniform(3)
  for (i in n) {
    b[i] ~ bernoulli(0.3)
    if (b[i]) { x[i] = true } else { x[i] = false; y[i] = x[i] }
  }
  if (a) { c = false; observe !c } else { c = true; observe !c; observe c && !c || !c }
  observe z != k
  observe 0 < z
infer: [a, b, z, evidence]
`, Data: `{"n": 2, "y": [true, false], "k": 1}`, Next: `{"n": 2, "y": [false, false], "k": 5}`},
	}
	for _, x := range list {
		x.Iterations = 12
	}
	All(t, list, codegen.Options{})
}
