package draws

import (
	"fmt"
	"strings"
)

// networks are models whose whole numbers and truths are drawn together.
var networks = []*Trial{{
	Name: "a hidden chain of which all is drawn, some states and data missing",
	Model: `model: hidden
algorithm: gibbs
inputs: {n: range, k: range, one: vector(k), x: {type: "real[n]", missing: true}, z: {type: "index(k)[n]", missing: true}}
program: |
  for (j in k) {
    next[j] ~ dirichlet(one)
    mu[j] ~ normal(0.1, variance = 3)
    tau[j] ~ gamma(shape = 2, rate = 1.1)
  }
  z[0] ~ categorical(one)
  for (t in 1..<n) { z[t] ~ categorical(next[z[t-1]]) }
  for (t in n) { x[t] ~ normal(mu[z[t]], precision = tau[z[t]]) }
infer: [next, mu, tau, z]
`,
	Data: `{"k": 3, "one": [0.2, 0.3, 0.5], "x": [0.1, 2.3, null, 0.7, 3.1], "z": [null, null, 1, null, null]}`,
}, {
	Name: "causes and effects, in branches and by drawn tables",
	Model: `model: causes
algorithm: gibbs
inputs: {n: range, y: "real[n]", seen: "bool[n]"}
program: |
  p ~ beta(1.3, 2.1)
  m ~ normal(0.3, variance = 1.7)
  for (i in n) {
    a[i] ~ bernoulli(p)
    b[i] ~ bernoulli(0.3)
    if (a[i]) { if (b[i]) { c[i] ~ discreteuniform(3) } else { c[i] ~ discreteuniform(4) } } else { c[i] = 1 }
    if (seen[i]) { switch (c[i]) { y[i] ~ normal(m, sd = 0.7) } }
    observe a[i] || c[i] > 0
  }
  g ~ bernoulli(0.2)
  if (g) { observe m ~ normal(1, variance = 0.3) }
  observe a[0] == g
infer: [p, m, a, b, c, g]
`,
	Data: `{"y": [0.3, 1.7, -0.4], "seen": [true, false, true]}`,
}, {
	Name: "ties in arrays of two dimensions and of lists",
	Model: `model: arrays
algorithm: gibbs
inputs: {n: range, m: "int[n]", q: range, a: "index(n)[q]", b: "index(n)[q]", w: "vector(3)"}
program: |
  for (i in n) { for (j in 0..<m[i]) { z[i, j] ~ bernoulli(0.3) } }
  for (i in n) { u[i] ~ categorical(w) }
  v ~ normal(0.1, variance = 1.1)
  for (i in 1..<n) { observe z[i, 0] == z[i-1, 0] }
  for (k in q) { if (u[a[k]] == u[b[k]]) { observe v ~ normal(0.3, variance = 0.7) } else { observe z[a[k], 0] } }
infer: [z, u, v]
`,
	Data: `{"m": [1, 3, 2], "a": [0, 1, 1], "b": [1, 1, 2], "w": [0.2, 0.3, 0.5]}`,
}, {
	Name: "a grid that takes longer together than one after the other",
	Model: `model: grid
algorithm: gibbs
inputs: {n: range, y: "real[n, n]"}
program: |
  c ~ normal(0.1, variance = 1.3)
  for (i in n) { for (j in n) { z[i, j] ~ bernoulli(0.4); if (z[i, j]) { y[i, j] ~ normal(c, variance = 0.7) } else { y[i, j] ~ normal(0, variance = 1.7) } } }
  for (i in 1..<n) { for (j in n) { if (z[i, j] == z[i-1, j]) { observe 0.1 ~ normal(0, variance = 0.1) } else { observe 0.4 ~ normal(0, variance = 0.1) } } }
  for (i in n) { for (j in 1..<n) { if (z[i, j] == z[i, j-1]) { observe 0.1 ~ normal(0, variance = 0.1) } else { observe 0.4 ~ normal(0, variance = 0.1) } } }
infer: [c, z]
`,
	Data: gridOf(11),
}, {
	Name: "labels that are summed out",
	Model: `model: labels
algorithm: gibbs
inputs: {n: range, k: range, weights: vector(k), z: {type: "index(k)[n]", missing: true}, y: "real[n]"}
methods: {z: summed, c: summed, s: summed}
program: |
  for (j in k) { mu[j] ~ normal(0.1, variance = 3); tau[j] ~ gamma(shape = 2, rate = 1.1) }
  p ~ beta(1.2, 2.3)
  c ~ discreteuniform(n)
  for (i in n) {
    z[i] ~ categorical(weights)
    y[i] ~ normal(mu[z[i]], precision = tau[z[i]])
    s[i] ~ bernoulli(p)
    if (s[i]) { observe y[i] ~ normal(mu[0], variance = 1.7) } else { observe y[i] ~ normal(0.1, variance = 2.7) }
    if (i < c) { observe y[i] ~ normal(0, variance = 0.7) }
  }
infer: [mu, tau, p, c, z, s]
`,
	Data: `{"k": 3, "weights": [0.2, 0.3, 0.5], "z": [null, 1, null, null], "y": [0.3, 1.7, -0.4, 2]}`,
}, {
	Name: "named, and not named",
	Model: `model: named
algorithm: gibbs
inputs: {n: range, p: "vector(2)[2]", y: "real[n]"}
blocks: [[z, s]]
program: |
  s ~ bernoulli(0.3)
  z[0] ~ discreteuniform(2)
  for (t in 1..<n) { if (s) { z[t] ~ categorical(p[z[t-1]]) } else { z[t] ~ discreteuniform(2) } }
  r[0] ~ discreteuniform(2)
  for (t in 1..<n) { r[t] ~ categorical(p[r[t-1]]) }
  for (t in n) { if (z[t] == 1) { y[t] ~ normal(1, variance = 0.7) } else { y[t] ~ normal(0, variance = 1.7) }; if (r[t] == 1) { observe y[t] ~ normal(1, variance = 0.7) } else { observe y[t] ~ normal(0, variance = 1.7) } }
infer: [z, s, r]
`,
	Data: `{"p": [[0.9, 0.1], [0.2, 0.8]], "y": [0.3, 1.7, -0.4]}`,
}, {
	Name: "arrays of one element",
	Model: `model: one
algorithm: gibbs
inputs: {n: range, m: range, p: "vector(2)[2]", y: "real[n, m]"}
program: |
  z[0] ~ discreteuniform(2)
  for (t in 1..<n) { z[t] ~ categorical(p[z[t-1]]) }
  for (t in n) { for (j in m) { u[t, j] ~ bernoulli(0.3); if (u[t, j]) { y[t, j] ~ normal(z[t], variance = 0.7) } else { y[t, j] ~ normal(0, variance = 1.7) } } }
infer: [z, u]
`,
	Data: `{"p": [[0.9, 0.1], [0.2, 0.8]], "y": [[0.3]]}`,
}, {
	Name: "arrays without elements, and one truth",
	Model: `model: none
algorithm: gibbs
inputs: {n: range, y: "real[n]", x: real}
program: |
  s ~ bernoulli(0.3)
  for (t in n) { if (s) { z[t] ~ bernoulli(0.2) } else { z[t] ~ bernoulli(0.7) } }
  for (t in n) { if (z[t]) { y[t] ~ normal(1, variance = 0.7) } else { y[t] ~ normal(0, variance = 1.7) } }
  if (s) { x ~ normal(1, variance = 0.7) } else { x ~ normal(0, variance = 1.7) }
infer: [s, z]
`,
	Data: `{"n": 0, "y": [], "x": 0.4}`,
}, {
	Name: "a tree whose parents the data say, and a small grid",
	Model: `model: tree
algorithm: gibbs
inputs: {n: range, k: range, m: range, parent: "index(n)[n]", next: "vector(k)[k]", y: "real[n]"}
program: |
  z[0] ~ discreteuniform(k)
  for (i in 1..<n) { z[i] ~ categorical(next[z[parent[i]]]) }
  for (i in n) { y[i] ~ normal(z[i], variance = 0.5) }
  for (i in n) { for (j in m) { u[i, j] ~ bernoulli(0.4); observe u[i, j] || z[i] > 0 } }
  for (i in 1..<n) { for (j in 1..<m) { if (u[i, j] == u[parent[i], j-1]) { observe 0.1 ~ normal(0, variance = 0.1) } else { observe 0.4 ~ normal(0, variance = 0.1) } } }
infer: [z, u]
`,
	Data: `{"k": 3, "m": 3, "parent": [0, 0, 0, 1, 1], "next": [[0.9, 0.1, 0], [0.2, 0.7, 0.1], [0.25, 0.25, 0.5]], "y": [1, 0.5, 2, 0.6, 1.2]}`,
}}

// gridOf is data of n times n.
func gridOf(n int) string {
	var rows []string
	for i := range n {
		var row []string
		for j := range n {
			row = append(row, fmt.Sprintf("%.1f", 0.3*float64((i*j+i)%7)-0.7))
		}
		rows = append(rows, "["+strings.Join(row, ", ")+"]")
	}
	return `{"y": [` + strings.Join(rows, ", ") + "]}"
}
