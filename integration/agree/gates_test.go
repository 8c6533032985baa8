package agree

import (
	"strings"
	"testing"

	"mpc/codegen"
)

// gateTrials are models with gates: arrays of them, gates in gates and in loops, what
// is drawn, defined and observed inside, branches that are impossible, vectors.
var gateTrials = []*Trial{
	{Name: "gate_two_sources", Model: `
inputs:
  n: range
  y: real[n]
program: |
  mu ~ normal(0, variance = 100)
  p ~ beta(1, 1)
  for (i in n) {
    c[i] ~ bernoulli(p)
    if (c[i]) { y[i] ~ normal(mu, variance = 1) } else { y[i] ~ normal(0, variance = 50) }
  }
infer: [mu, p, c, evidence]
`, Data: `{"n": 4, "y": [1.2, 0.9, 10, 1.3]}`, Next: `{"n": 4, "y": [-2, -2.5, 1, 3]}`},
	{Name: "gate_products_of_whole_numbers", Model: `
inputs:
  k: range
  p: vector(k)
  q: vector(k)[k]
  r: vector(k)[k]
  e: vector(k)
program: |
  s ~ categorical(p)
  switch (s) {
    c ~ categorical(q[s])
    d ~ categorical(r[c])
  }
  observe d ~ categorical(e)
infer: [s, c, d, evidence]
`, Data: `{"k": 2, "p": [0.5, 0.5], "q": [[0.9, 0.1], [0.2, 0.8]], "r": [[0.9, 0.1], [0.2, 0.8]], "e": [0.3, 0.7]}`,
		Next: `{"k": 2, "p": [0.3, 0.7], "q": [[1, 0], [0.6, 0.4]], "r": [[0.5, 0.5], [0.2, 0.8]], "e": [0.9, 0.1]}`},
	{Name: "gate_vmp_two_sources", Model: `
algorithm: vmp
inputs:
  n: range
  y: real[n]
program: |
  m0 ~ normal(0, variance = 100)
  m1 ~ normal(5, variance = 100)
  tau ~ gamma(shape = 1, rate = 1)
  p ~ beta(1, 1)
  for (i in n) {
    c[i] ~ bernoulli(p)
    if (c[i]) { y[i] ~ normal(m1, precision = tau) } else { y[i] ~ normal(m0, precision = tau) }
  }
infer: [m0, m1, tau, p, c, evidence]
`, Data: `{"n": 4, "y": [1.2, 0.9, 6, 5.3]}`, Next: `{"n": 4, "y": [-2, -2.5, 1, 3]}`},
	// One gate around a loop: its branches hold plates, and a variable of their own.
	{Name: "gate_models", Model: `
inputs:
  n: range
  m: range
  y: real[n, m]
program: |
  b ~ bernoulli(0.4)
  if (b) {
    mu ~ normal(0, variance = 9)
    for (i in n) {
      for (j in m) { y[i, j] ~ normal(mu, variance = 1) }
    }
  } else {
    for (i in n) {
      nu[i] ~ normal(0, variance = 4)
      for (j in m) { y[i, j] ~ normal(nu[i], variance = 1) }
    }
  }
infer: [b, evidence]
`, Data: `{"n": 2, "m": 2, "y": [[1.2, 0.9], [1, 1.3]]}`, Next: `{"n": 2, "m": 2, "y": [[-2, -2.5], [1, 3]]}`},
	{Name: "gate_vmp_models", Model: `
algorithm: vmp
inputs:
  n: range
  m: range
  y: real[n, m]
program: |
  b ~ bernoulli(0.4)
  if (b) {
    mu ~ normal(0, variance = 9)
    for (i in n) {
      for (j in m) { y[i, j] ~ normal(mu, variance = 1) }
    }
  } else {
    for (i in n) {
      nu[i] ~ normal(0, variance = 4)
      for (j in m) { y[i, j] ~ normal(nu[i], variance = 1) }
    }
  }
infer: [b, evidence]
`, Data: `{"n": 2, "m": 2, "y": [[1.2, 0.9], [1, 1.3]]}`, Next: `{"n": 2, "m": 2, "y": [[-2, -2.5], [1, 3]]}`},
	// Gates in gates, and what leaves them.
	{Name: "gate_nested", Model: `
inputs:
  n: range
  y: bool[n]
program: |
  q ~ beta(2, 3)
  for (i in n) {
    a[i] ~ bernoulli(0.3)
    b[i] ~ bernoulli(q)
    if (a[i]) {
      if (b[i]) { x[i] ~ bernoulli(0.9) } else { x[i] ~ bernoulli(q) }
    } else { x[i] = b[i] }
    y[i] = x[i]
  }
infer: [q, a, b, x, evidence]
`, Data: `{"n": 3, "y": [true, false, true]}`, Next: `{"n": 3, "y": [false, false, true]}`},
	{Name: "gate_exit_normal", Model: `
inputs:
  n: range
  y: real[n]
program: |
  m ~ normal(1, variance = 2)
  for (i in n) {
    c[i] ~ bernoulli(0.3)
    if (c[i]) { x[i] ~ normal(m, variance = 1) } else { x[i] ~ normal(0, variance = 0.1) }
    y[i] ~ normal(x[i], variance = 0.5)
  }
infer: [m, c, x, evidence]
`, Data: `{"n": 3, "y": [0.4, 2, 3]}`, Next: `{"n": 3, "y": [-0.4, 0.1, 5]}`},
	{Name: "gate_vmp_exit_normal", Model: `
algorithm: vmp
inputs:
  n: range
  y: real[n]
program: |
  m ~ normal(1, variance = 2)
  for (i in n) {
    c[i] ~ bernoulli(0.3)
    if (c[i]) { x[i] ~ normal(m, variance = 1) } else { x[i] ~ normal(0, variance = 0.1) }
    y[i] ~ normal(x[i], variance = 0.5)
  }
infer: [m, c, x, evidence]
`, Data: `{"n": 3, "y": [0.4, 2, 3]}`, Next: `{"n": 3, "y": [-0.4, 0.1, 5]}`},
	// Branches that contradict what is known make themselves impossible.
	{Name: "gate_impossible", Model: `
inputs:
  n: range
  y: bool[n]
program: |
  h ~ bernoulli(0.2)
  for (i in n) {
    c[i] ~ bernoulli(0.3)
    if (c[i]) {
      u[i] ~ bernoulli(1)
      observe u[i] == y[i]
    } else { observe h == y[i] }
  }
infer: [h, c, evidence]
`, Data: `{"n": 3, "y": [true, true, false]}`, Next: `{"n": 3, "y": [true, true, true]}`},
	// A count inside, and messages to a power.
	{Name: "gate_repeat", Model: `
inputs:
  k: int
  y: bool
program: |
  p ~ beta(2, 3)
  c ~ bernoulli(0.1)
  if (c) {
    repeat (k) { y ~ bernoulli(p) }
  }
infer: [c, p, evidence]
`, Data: `{"k": 3, "y": true}`, Next: `{"k": 5, "y": false}`},
	{Name: "gate_vmp_repeat", Model: `
algorithm: vmp
inputs:
  k: int
  y: bool
program: |
  p ~ beta(2, 3)
  c ~ bernoulli(0.1)
  if (c) {
    repeat (k) { y ~ bernoulli(p) }
  }
infer: [c, p, evidence]
`, Data: `{"k": 3, "y": true}`, Next: `{"k": 5, "y": false}`},
	// A switch: mixtures, with a loop index that is named like a local variable, and a
	// gate in it.
	{Name: "gate_switch", Model: `
inputs:
  n: range
  k: range
  a: vector(k)
  y: real[n]
program: |
  w ~ dirichlet(a)
  for (j in k) { mu[j] ~ normal(j, variance = 4) }
  for (i in n) {
    z[i] ~ categorical(w)
    y[i] ~ normal(mu[z[i]], variance = 1)
  }
infer: [w, mu, z, evidence]
`, Data: `{"n": 4, "k": 2, "a": [1, 2], "y": [1.2, 0.9, 6, 5.3]}`, Next: `{"n": 4, "k": 2, "a": [2, 2], "y": [-2, -2.5, 1, 3]}`},
	{Name: "gate_vmp_switch", Model: `
algorithm: vmp
inputs:
  n: range
  k: range
  a: vector(k)
  y: real[n]
program: |
  w ~ dirichlet(a)
  for (j in k) {
    mu[j] ~ normal(j, variance = 4)
    tau[j] ~ gamma(shape = 2, rate = 1)
  }
  for (i in n) {
    z[i] ~ categorical(w)
    y[i] ~ normal(mu[z[i]], precision = tau[z[i]])
  }
infer: [w, mu, tau, z, evidence]
`, Data: `{"n": 4, "k": 3, "a": [1, 2, 1], "y": [1.2, 0.9, 6, 5.3]}`, Next: `{"n": 4, "k": 3, "a": [2, 2, 1], "y": [-2, -2.5, 1, 3]}`},
	{Name: "gate_vmp_switch_if", Model: `
algorithm: vmp
inputs:
  n: range
  k: range
  p: real[k]
  a: vector(k)
  y: real[n]
program: |
  z ~ categorical(a)
  m ~ normal(0, variance = 4)
  switch (z) {
    c ~ bernoulli(p[z])
    for (i in n) {
      if (c) { y[i] ~ normal(m, variance = 1) } else { y[i] ~ normal(0, variance = 3) }
    }
  }
infer: [z, m, evidence]
`, Data: `{"n": 3, "k": 2, "p": [0.2, 0.7], "a": [0.3, 0.7], "y": [1.2, 0.9, 1.4]}`, Next: `{"n": 3, "k": 2, "p": [0.2, 0.7], "a": [0.5, 0.5], "y": [-2, -2.5, 1]}`},
	// What leaves a gate is a mixture of whole numbers, each of several messages.
	{Name: "gate_exit_categorical", Model: `
inputs:
  n: range
  p: vector(3)
  y: int[n]
program: |
  for (i in n) {
    b[i] ~ bernoulli(0.1)
    if (b[i]) {
      x[i] ~ categorical(p)
      observe x[i] == 1
    } else {
      x[i] ~ categorical([0.3, 0.3, 0.4])
      observe x[i] == y[i]
    }
  }
infer: [x, b, evidence]
`, Data: `{"n": 2, "p": [0.2, 0.7, 0.1], "y": [0, 2]}`, Next: `{"n": 2, "p": [0.2, 0.1, 0.7], "y": [1, 1]}`},
	// Vectors: pooled messages, and messages of VMP to the power of a probability.
	{Name: "gate_vector", Model: `
inputs:
  n: range
  k: range
  a: vector(k)
  y: index(k)[n]
program: |
  b ~ bernoulli(0.5)
  if (b) {
    p ~ dirichlet(a)
    for (i in n) { y[i] ~ categorical(p) }
  } else {
    for (i in n) {
      q[i] ~ dirichlet(a)
      y[i] ~ categorical(q[i])
    }
  }
infer: [b, p, evidence]
`, Data: `{"n": 3, "k": 3, "a": [1, 2, 0.5], "y": [0, 1, 1]}`, Next: `{"n": 3, "k": 3, "a": [1, 1, 1], "y": [2, 2, 1]}`},
	{Name: "gate_vmp_vector", Model: `
algorithm: vmp
inputs:
  n: range
  d: range
  x: vector(d)[n]
  zero: vector(d)
  one: matrix(d, d)
program: |
  mu ~ mvnormal(zero, covariance = one)
  nu ~ mvnormal(zero, precision = one)
  t ~ wishart(df = 5, scale = one)
  for (i in n) {
    c[i] ~ bernoulli(0.3)
    if (c[i]) { x[i] ~ mvnormal(mu, precision = t) } else { x[i] ~ mvnormal(nu, precision = t) }
  }
infer: [mu, nu, t, c, evidence]
init:
  mu: mvnormal([1, 1], covariance = [[1, 0], [0, 1]])
`, Data: `{"n": 3, "d": 2, "x": [[1, 2], [0.5, -1], [3, 3]], "zero": [0, 0], "one": [[1, 0.1], [0.1, 2]]}`,
		Next: `{"n": 3, "d": 2, "x": [[1, 2], [1.5, 1], [-3, 3]], "zero": [0, 1], "one": [[1, 0], [0, 2]]}`},
}

// TestAgreeOnGates: generated code of models with gates gives what the interpreter
// gives.
func TestAgreeOnGates(t *testing.T) {
	for _, x := range gateTrials {
		blocks := "\nblocks: []" // messages, and no whole posterior
		if strings.Contains(x.Model, "algorithm: vmp") {
			blocks = ""
		}
		x.Model = "model: " + x.Name + blocks + x.Model
		x.Iterations = 7
	}
	All(t, gateTrials, codegen.Options{})
}

// TestAgreeOnRepeatedVectors: the same of messages about vectors that count several
// times.
func TestAgreeOnRepeatedVectors(t *testing.T) {
	const text = `
inputs:
  n: range
  d: range
  x: vector(d)[n]
  a: vector(d)
  one: matrix(d, d)
  k: int
program: |
  mu ~ mvnormal(a, covariance = one)
  repeat (k) {
    nu ~ mvnormal(mu, precision = one)
    for (i in n) { x[i] ~ mvnormal(nu, precision = one) }
  }
infer: [mu, nu, evidence]
`
	const first = `{"n": 2, "d": 2, "x": [[1, 2], [0.5, -1]], "a": [0, 1], "one": [[1, 0.1], [0.1, 2]], "k": 3}`
	const second = `{"n": 2, "d": 2, "x": [[1, 2], [-0.5, 1]], "a": [2, 1], "one": [[1, 0.1], [0.1, 2]], "k": 1}`
	All(t, []*Trial{
		{Name: "repeat_vector", Model: "model: repeat_vector" + text, Data: first, Next: second, Iterations: 7},
		{Name: "repeat_vmp_vector", Model: "model: repeat_vmp_vector\nalgorithm: vmp" + text, Data: first, Next: second, Iterations: 7},
	}, codegen.Options{})
}
