package draws

// Recursions is a model with functions of variables that read earlier elements of their own, and of each other.
var Recursions = &Trial{
	Name: "recursions",
	Model: `model: recursions
algorithm: gibbs
inputs: {g: range, n: range, y: "int[g][n]", x: "real[n]"}
program: |
  r ~ uniform(0, 1); s ~ gamma(shape = 2, rate = 4); b ~ uniform(0.2, 2); c ~ normal(0, sd = 1)
  for (k in g) {
    first[k] ~ uniform(1, 5)
    for (t in n) { w[k, t] ~ normal(0, sd = 0.3) }
    p[k, 0] = first[k]
    for (t in 1..<n) { p[k, t] = p[k, t-1] * exp(r * (1 - p[k, t-1] / 10) + s * w[k, t]) }
    for (t in n) { y[k, t] ~ poisson(p[k, t]) }
  }
  S[0] = 99; I[0] = 2; new[0] = 0
  for (t in 0..<n - 1) {
    new[t+1] = b * S[t] * I[t] / 100
    S[t+1] = S[t] - new[t+1]
    I[t+1] = 0.5 * I[t] + new[t+1]
  }
  v[0] = c; v[1] ~ normal(0, sd = 1)
  for (t in 2..<n) { v[t] = 1.5 * sin(v[t-1]) - 0.5 * v[t-2] }
  for (t in 1..<n) { e[t] = x[t] - m[t] }
  m[0] = c; e[0] = x[0] - c
  for (t in 1..<n) { m[t] = c + b * e[t-1] / (1 + e[t-1] * e[t-1]) }
  for (t in 1..<n) { x[t] ~ normal(I[t] + v[t] + m[t], sd = 1) }
infer: [r, s, b, c, first, w, p, S, I, v, m]
`,
	Data: `{"y": [[3, 2, 4, 6, 5], [1, 2, 2, 4, 3]], "x": [0.5, 2.4, 3.7, 4.1, 6.2]}`,
}
