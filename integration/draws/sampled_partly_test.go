package draws

import "testing"

// TestPartly: arrays some elements of which are drawn and others computed, or neither, of
// models of which EP is exact.
func TestPartly(t *testing.T) {
	statistical(t)
	var jobs []job
	for _, m := range []struct{ data, inputs, program, infer string }{
		{`{"g": [0, 1, 2, 1, 2, 2], "k": 3, "y": [1, 2, 3, 4, 2, 1.5]}`, `n: range, k: int, g: "int[n]", y: "real[n]"`, `
  m ~ normal(0, variance = 4)
  a[0] = 0
  for (i in 1..<k) { a[i] ~ normal(m, variance = 2) }
  for (i in n) { y[i] ~ normal(a[g[i]] + 1, variance = 1) }`, "m, a"},
		{`{"y": [1, 2, 0.5, 1]}`, `n: range, y: "real[n]"`, `
  x[0] ~ normal(0, variance = 1)
  for (t in 1..<n) { x[t] = 0.5 * x[t-1] + 1 }
  for (t in n) { y[t] ~ normal(x[t], variance = 1) }`, "x"},
		// Of e nothing reads the first element, which no statement defines.
		{`{"y": [1, 2, 0.5, 1]}`, `n: range, y: "real[n]"`, `
  x[0] ~ normal(0, variance = 1)
  for (t in 1..<n) { e[t] ~ normal(0, variance = 0.3) }
  for (t in 1..<n) { x[t] = x[t-1] + e[t] }
  for (t in n) { y[t] ~ normal(x[t], variance = 1) }`, "x"},
		{`{"y": [1, 2, 0.5]}`, `n: range, y: "real[n]"`, `
  for (t in 1..<n) { e[t] ~ gamma(shape = 2, rate = 1); y[t] ~ normal(0, precision = e[t]) }
  s = e[1] / 2`, "s"},
		{`{"y": [1, 2, 0.5, 3, 1]}`, `n: range, y: "real[n]"`, `
  t[1] ~ gamma(shape = 2, rate = 1)
  t[0] = 4
  t[2] ~ gamma(shape = 3, rate = 1)
  for (i in n) { y[i] ~ normal(0, precision = t[min(i, 2)]) }`, "t"},
		{`{"y": 1.2}`, `y: real`, `
  z ~ categorical([0.2, 0.3, 0.5])
  if (z == 0) { x = 1.5 } else { if (z == 1) { x ~ normal(0, variance = 1) } else { x ~ normal(3, variance = 2) } }
  y ~ normal(x, variance = 1)`, "z, x"},
		{`{"y": 1.2}`, `y: real`, `
  z ~ categorical([0.2, 0.3, 0.5])
  if (z == 0) { x = 1.5 } else { if (z == 1) { x ~ normal(0, variance = 1) } else { x = 3 } }
  y ~ normal(x, variance = 1)`, "z, x"},
		{`{"y": [1.2, 3, -0.1]}`, `n: range, y: "real[n]"`, `
  for (j in n) {
    on[j] ~ bernoulli(0.3)
    if (on[j]) { b[j] ~ normal(0, variance = 2) } else { b[j] = 0 }
    y[j] ~ normal(b[j], variance = 1)
  }`, "on, b"},
	} {
		jobs = append(jobs, job{data: m.data, model: "model: partly\nalgorithm: gibbs\ninputs: {" + m.inputs + "}\nprogram: |" + m.program + "\ninfer: [" + m.infer + "]\n"})
	}
	asByEP(t, jobs)
}
