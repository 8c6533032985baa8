package draws

// locals are models in which what is asked for lives in branches alone.
var locals = []*Trial{{
	Name: "all kinds of elements that live in branches alone",
	Model: `model: locals
algorithm: gibbs
inputs: {n: range, y: "real[n]", m: {type: "real[n]", missing: true}, k: "int[n]"}
program: |
  for (i in n) {
    c[i] ~ bernoulli(0.4)
    if (c[i]) {
      a[i] ~ normal(0, variance = 4)
      p[i] ~ dirichlet([1, 1, 1])
      z[i] ~ categorical(p[i])
      y[i] ~ normal(a[i] + z[i], variance = 1)
      m[i] ~ normal(a[i], variance = 1)
      on[i] = a[i] > y[i]
      for (j in 0..<k[i]) { r[i,j] ~ normal(a[i], variance = 1) }
    } else {
      m[i] ~ normal(0, variance = 1)
      d[i] ~ bernoulli(0.5)
      if (!d[i]) {
        W[i] ~ wishart(df = 4, scale = [[1, 0], [0, 1]])
        u[i] ~ mvnormal([0, 0], precision = W[i])
      }
      count[i] ~ poisson(3)
      y[i] ~ normal(count[i], variance = 4)
    }
  }
  s ~ bernoulli(0.5)
  if (s) {
    repeat (2) { g ~ normal(1, variance = 1); observe g ~ normal(0, variance = 2) }
    h[0] ~ normal(0, variance = 1)
    for (i in n) { h[i + 1] ~ normal(h[i], variance = 1) }
  }
infer: [c, a, p, z, m, on, r, d, W, u, count, s, g, h]
`,
	Data: `{"y": [1, 2, -0.5], "m": [1, null, null], "k": [2, 0, 1]}`,
}}
