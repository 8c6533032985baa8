package draws

// sharedLoops are models with loops over one range, in which what is checked of the data, or
// computed of them, shares a loop of the generated code.
var sharedLoops = []*Trial{{
	Name: "checks of statements in loops of their own, with one index",
	Model: `model: shared
algorithm: gibbs
inputs: {n: range, s: "real[n]", y: "int[n]", m: "int[n]", x: "real[n]"}
program: |
  for (k in n) { a[k] ~ gamma(shape = s[k], rate = 1) }
  for (k in n) { y[k] ~ poisson(a[k]) }
  for (k in n) { x[k] ~ exponential(rate = a[k]) }
  for (k in n) { b[k] ~ normal(0, sd = s[k]) }
  for (k in n) { y[k] ~ poisson(exp(b[k])) }
  for (k in n) { p[k] ~ beta(s[k], 2) }
  for (k in n) { y[k] ~ binomial(m[k], p[k]) }
infer: [a, b, p]
`,
	Data: `{"s": [1, 2, 0.5], "y": [1, 0, 3], "m": [2, 4, 3], "x": [0.1, 2, 3]}`,
}, {
	Name: "checks of statements in loops with indices of other names, bounds and offsets",
	Model: `model: bounds
algorithm: gibbs
inputs: {n: range, s: "real[n]", y: "int[n]", m: "int[n]"}
program: |
  for (i in n) { a[i] ~ gamma(shape = s[i], rate = 1) }
  for (j in n) { y[n-1-j] ~ poisson(a[n-1-j]) }
  for (k in 1..<n) { y[k-1] ~ poisson(s[k] * a[k-1]) }
  for (i in 0..<n-1) { if (m[i] > 2) { m[i] ~ poisson(a[i+1]) } }
infer: [a]
`,
	Data: `{"s": [1, 2, 0.5], "y": [1, 0, 3], "m": [2, 4, 3]}`,
}, {
	Name: "checks in nested loops, the indices exchanged, and of sums",
	Model: `model: nested
algorithm: gibbs
inputs: {n: range, m: range, s: "real[n]", y: "int[n, m]", x: "real[n, m]"}
program: |
  for (i in n) { for (j in m) { a[i, j] ~ gamma(shape = x[i, j], rate = s[i]) } }
  for (j in n) { for (i in m) { y[j, i] ~ poisson(a[j, i]) } }
  for (i in m) { for (j in n) { y[j, i] ~ poisson(s[j] * a[j, i]) } }
  for (i in n) { b[i] ~ normal(0, sd = sum(x[i, j] : j in m)) }
  for (j in n) { s[j] ~ normal(b[j], sd = sum(x[j, i] : i in m)) }
infer: [a, b]
`,
	Data: `{"s": [1, 2, 0.5], "y": [[1, 0], [3, 2], [0, 1]], "x": [[1, 2], [0.5, 0.3], [2, 1]]}`,
}, {
	Name: "constants of which one reads the other, and constants that read their own elements",
	Model: `model: constants
algorithm: gibbs
inputs: {n: range, m: range, s: "real[n]", y: "real[n]", x: "real[n, m]"}
program: |
  for (k in n) { c[k] = exp(s[k]) }
  for (k in n) { d[k] = c[k] + 1 }
  e[0] = s[0]
  for (k in 1..<n) { e[k] = e[k-1] + d[k] * s[k-1] }
  for (j in m) { for (i in n) { if (i == 0) { w[j, i] = 1 } else { w[j, i] = w[j, i-1] + x[i, j] } } }
  for (j in n) { a[j] ~ normal(d[j], sd = e[j]) }
  for (i in n) { y[i] ~ normal(a[i], sd = w[0, i]) }
infer: [a]
`,
	Data: `{"s": [1, 2, 0.5], "y": [1, 0.2, 3], "x": [[1, 2], [0.5, 0.3], [2, 1]]}`,
}}
