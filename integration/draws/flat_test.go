package draws

// flat are models of uniform priors, whose other messages are of a family where there are any.
var flat = []*Trial{{
	Name: "uniform numbers that no data read, or that a gate does not take",
	Model: `model: flat
algorithm: gibbs
inputs: {n: range, m: range, g: "index(m)[n]", y: "real[n]", w: real, truth: bool}
program: |
  for (k in m) { d[k] ~ uniform(0, 2); t[k] ~ uniform(0, 5) }
  for (i in n) { y[i] ~ normal(d[g[i]], sd = 1); observe y[i] ~ normal(1, precision = t[g[i]]) }
  e ~ uniform(1, 4)
  v ~ uniform(0, 5)
  z ~ bernoulli(0.5)
  if (z) { w ~ normal(e, sd = 1); w ~ normal(1, precision = v) } else { w ~ normal(0, sd = 1); w ~ normal(1, variance = 2) }
  a[0] = 0.3
  a[1] ~ uniform(0, 1)
  observe a[1] > a[0]
  p ~ uniform(0.2, 0.9)
  q ~ uniform(-1, 2)
  if (z) { truth ~ bernoulli(p); truth ~ bernoulli(q) } else { truth ~ bernoulli(0.6); truth ~ bernoulli(0.5) }
infer: [d, t, e, v, z, a, p, q]
`,
	Data: `{"n": 2, "m": 3, "g": [1, 2], "y": [1, 1.5], "w": 2, "truth": true}`,
}, {
	Name: "uniform numbers that a drawn index picks, in an order that the first scan finds",
	Model: `model: ordered
algorithm: gibbs
inputs: {n: range, m: range, y: "real[n]", low: "real[m]", high: "real[m]"}
program: |
  for (k in m) { b[k] ~ uniform(low[k], high[k]); c[k] ~ uniform(0, 3) }
  observe b[0] > b[1]
  observe b[1] > b[2]
  for (k in 1..<m) { observe c[k] > c[k-1] }
  for (i in n) { z[i] ~ discreteuniform(m); y[i] ~ normal(b[z[i]], sd = 1); observe y[i] ~ normal(c[z[i]], sd = 1) }
infer: [b, c, z]
`,
	Data: `{"n": 2, "m": 3, "y": [1, 1.5], "low": [0, 1, 0.5], "high": [2, 3, 4]}`,
}}
