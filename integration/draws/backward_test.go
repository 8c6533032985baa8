package draws

import "testing"

// TestBackward: as TestAgree, of chains that begin at the last element.
func TestBackward(t *testing.T) { All(t, backward) }

// backward are models of which elements are drawn from later ones, so that chains begin at
// the last.
var backward = []*Trial{{
	Name: "chains from later elements",
	Model: `model: backward
algorithm: gibbs
inputs: {n: range, P: "vector(3)[3]", y: "real[n]", k: "int[n]"}
program: |
  x[n-1] ~ normal(0, variance = 1)
  for (t in 0..<n-1) { x[t] ~ normal(0.8 * x[t+1], variance = 1) }
  r[n-1] ~ gamma(shape = 2, rate = 1)
  for (t in 0..<n-1) { r[t] ~ gamma(shape = 3, rate = r[t+1]) }
  z[n-1] ~ categorical(P[0])
  for (t in 0..<n-1) { z[t] ~ categorical(P[z[t+1]]) }
  for (t in n) { if (t == n-1) { m[t] ~ gamma(shape = 2, rate = 1) } else { m[t] ~ gamma(shape = sum(m[j] : j in t+1..<n), rate = 1 + z[t]) } }
  for (t in n) {
    y[t] ~ normal(x[t], precision = r[t])
    k[t] ~ poisson(m[t])
  }
  for (i in n) {
    w[i, n-1] ~ normal(x[i], variance = 1)
    for (t in 0..<n-1) { w[i, t] ~ normal(w[i, t+1], precision = r[t]) }
  }
infer: [x, r, z, m, w]
`,
	Data: `{"P": [[0.1, 0.9, 0], [0, 0.1, 0.9], [0.9, 0, 0.1]], "y": [1, 2, 0.5, -1], "k": [3, 0, 2, 5]}`,
}}
