package interp_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"mpc/run/interp"
)

// moments are the mean and the standard deviation of an element.
type moments struct{ mean, sd float64 }

func betaMoments(a, b float64) moments {
	return moments{a / (a + b), math.Sqrt(a*b/(a+b+1)) / (a + b)}
}

func gammaMoments(shape, rate float64) moments {
	return moments{shape / rate, math.Sqrt(shape) / rate}
}

// exactly are models of which the posterior is known.
type exactly struct {
	name, program, data string
	want                []moments // of each element that is asked for, in the order of infer
}

// check compares draws with what is known: their mean to four standard errors of effective
// draws, of which there are at least a tenth of all.
func (m exactly) check(t *testing.T) {
	t.Helper()
	var sum, squares []float64
	const chains, samples = 4, 800
	seed := uint64(3)
	s := &interp.Sampling{BurnIn: 200, Samples: samples, Thin: 1, Chains: chains, Draw: func(_, _ int, values []float64) {
		if sum == nil {
			sum, squares = make([]float64, len(values)), make([]float64, len(values))
		}
		for k, x := range values {
			sum[k] += x
			squares[k] += x * x
		}
	}}
	if _, err := interpret(t, "model: m\nalgorithm: gibbs\n"+m.program, m.data, interp.Options{Sampling: s, Seed: &seed}); err != nil {
		t.Errorf("%s: %v", m.name, err)
		return
	}
	if len(sum) != len(m.want) {
		t.Fatalf("%s: %d elements, want %d", m.name, len(sum), len(m.want))
	}
	const n = chains * samples
	for k, want := range m.want {
		mean := sum[k] / n
		sd := math.Sqrt(math.Max(0, squares[k]/n-mean*mean))
		if math.Abs(mean-want.mean) > 4*want.sd/math.Sqrt(n/10)+1e-12 || math.Abs(sd-want.sd) > 0.15*want.sd {
			t.Errorf("%s: element %d has the mean %.4g and the sd %.4g, want %.4g and %.4g", m.name, k, mean, sd, want.mean, want.sd)
		}
	}
}

// TestBranches: what data or draws say of branches.
func TestBranches(t *testing.T) {
	for _, m := range []exactly{
		{"elements that no branch of the data defines", `
inputs: {part: range, hours: "real[part]", failed: "bool[part]"}
program: |
  r ~ gamma(shape = 1, rate = 100)
  for (p in part) {
    if (failed[p]) { hours[p] ~ exponential(rate = r) }
    else { life[p] ~ exponential(rate = r); observe life[p] > hours[p] }
  }
infer: [r]`, `{"part": 3, "hours": [10, 20, 30], "failed": [true, false, true]}`, []moments{gammaMoments(3, 160)}},
		{"and branches in them", `
inputs: {part: range, hours: "real[part]", kind: "int[part]"}
program: |
  r ~ gamma(shape = 1, rate = 100)
  for (p in part) {
    if (kind[p] == 0) { hours[p] ~ exponential(rate = r) }
    else if (kind[p] == 1) { life[p] ~ exponential(rate = r); observe life[p] > hours[p] }
    else { if (hours[p] > 5) { late[p] ~ exponential(rate = r); observe late[p] > 5 } else { life[p] ~ exponential(rate = r); observe life[p] > 1 } }
  }
infer: [r]`, `{"part": 5, "hours": [10, 20, 30, 40, 1], "kind": [0, 1, 0, 2, 2]}`, []moments{gammaMoments(3, 166)}},
		{"counts and vectors that no branch of the data defines", `
inputs: {n: range, on: "bool[n]"}
program: |
  m ~ mvnormal([0, 1], covariance = [[1, 0], [0, 1]])
  q ~ gamma(shape = 2, rate = 1)
  for (i in n) {
    if (on[i]) {
      v[i] ~ mvnormal(m, covariance = [[1, 0], [0, 1]])
      observe v[i] ~ mvnormal([1, 1], covariance = [[1, 0], [0, 1]])
      c[i] ~ poisson(q)
      observe c[i] == 3
    }
  }
infer: [m, q]`, `{"n": 3, "on": [false, true, false]}`, []moments{{1.0 / 3, math.Sqrt(2.0 / 3)}, {1, math.Sqrt(2.0 / 3)}, gammaMoments(5, 2)}},
		{"a condition, a bound and an index that the program computes from data", `
inputs: {n: range, x: "real[n]", k: "int[n]", y: "int[n, 2]"}
program: |
  for (i in n) { c[i] = x[i] >= 0; last[i] = k[i] + 1; of[i] = k[i] }
  for (i in n) { if (c[i]) { z[i] = 2 * mu[of[i]]; for (j in 0..<last[i]) { y[i, j] ~ poisson(z[i]) } } }
  for (g in 0..<2) { mu[g] ~ gamma(shape = 1, rate = 1) }
infer: [mu]`, `{"n": 3, "x": [1, 2, -1], "k": [0, 1, 1], "y": [[1, 9], [2, 3], [9, 9]]}`, []moments{gammaMoments(2, 3), gammaMoments(6, 5)}},
		{"a condition on data in a branch", `
inputs: {n: range, seen: "bool[n]"}
program: |
  share ~ beta(1, 1)
  for (i in n) {
    there[i] ~ bernoulli(share)
    if (there[i]) { seen[i] ~ bernoulli(0.5) } else { observe !seen[i] }
  }
infer: [share]`, `{"n": 4, "seen": [true, false, false, true]}`, []moments{{0.6875, 0.21261}}},
		{"an equation of data in a branch of a switch", `
inputs: {y: real, n: int}
program: |
  z ~ categorical([0.2, 0.3, 0.5])
  switch (z) { observe y == z; observe n > z }
infer: [z]`, `{"y": 1, "n": 3}`, []moments{{1, 0}}},
	} {
		m.check(t)
	}
}

// TestFarStarts: chains that begin where numbers overflow find the posterior, and densities
// that are below what numbers hold are computed by their logs.
func TestFarStarts(t *testing.T) {
	for _, m := range []exactly{
		{"a standard deviation of which the square underflows", `
inputs: {y: real}
program: |
  x ~ normal(0, sd = 300)
  y ~ normal(0, sd = exp(x))
infer: [x]`, `{"y": 1e-200}`, []moments{{-459.876, 1.1156}}},
		{"a rate that overflows", `
inputs: {y: int, e: real}
program: |
  x ~ normal(1000, sd = 100)
  y ~ poisson(e * exp(x))
infer: [x]`, `{"y": 3, "e": 1e-200}`, []moments{{461.461, 0.622}}},
		{"a rate that underflows", `
inputs: {t: real, s: real}
program: |
  x ~ normal(-900, sd = 3)
  t ~ exponential(rate = exp(x) * s)
infer: [x]`, `{"t": 1e300, "s": 1}`, []moments{{-891, 3}}},
	} {
		m.check(t)
	}
	// The sums that alpha + beta * x[i] + lambda[i] is drawn as begin beyond any rate.
	program := `model: m
algorithm: gibbs
inputs: {n: range, x: "real[n]", y: "int[n]"}
program: |
  for (i in n) { y[i] ~ poisson(mu[i]); mu[i] = exp(alpha + beta * x[i] + lambda[i]); lambda[i] ~ normal(0, precision = tau) }
  alpha ~ normal(0, precision = 1e-6)
  beta ~ normal(0, precision = 1e-6)
  tau ~ gamma(shape = 0.001, rate = 0.001)
infer: [alpha, beta]`
	for seed := range uint64(4) {
		if _, err := interpret(t, program, `{"n": 4, "x": [0, 10, 100, 1000], "y": [15, 16, 30, 40]}`, interp.Options{Sampling: few, Seed: &seed}); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
	}
}

// TestComputedVectors: arrays of numbers that are drawn or computed stand for vectors and
// matrices.
func TestComputedVectors(t *testing.T) {
	half := moments{0, math.Sqrt(0.5)}
	for _, m := range []exactly{
		{"probabilities of a categorical", `
inputs: {n: range, c: range, z: "index(c)[n]"}
program: |
  for (j in c) { e[j] ~ gamma(shape = 2, rate = 1) }
  s = sum(e[j] : j in c)
  for (j in c) { p[j] = e[j] / s }
  for (i in n) { z[i] ~ categorical(p) }
infer: [p]`, `{"n": 5, "c": 3, "z": [0, 1, 2, 2, 2]}`, []moments{betaMoments(3, 8), betaMoments(3, 8), betaMoments(5, 6)}},
		{"rows of an array that data pick", `
inputs: {g: range, n: range, of: "index(g)[n]", z: "int[n]"}
program: |
  for (i in g) { e[i] ~ beta(1, 1); p[i, 0] = 1 - e[i]; p[i, 1] = e[i] }
  for (i in n) { z[i] ~ categorical(p[of[i]]) }
infer: [e]`, `{"g": 2, "n": 4, "of": [0, 0, 1, 1], "z": [0, 1, 1, 1]}`, []moments{betaMoments(2, 2), betaMoments(3, 1)}},
		{"counts", `
inputs: {c: range, y: "int[c]", n: int}
program: |
  for (j in c) { e[j] ~ gamma(shape = 2, rate = 1) }
  s = sum(e[j] : j in c)
  for (j in c) { p[j] = e[j] / s }
  y ~ multinomial(n, p)
infer: [p]`, `{"c": 3, "y": [2, 3, 5], "n": 10}`, []moments{betaMoments(4, 12), betaMoments(5, 11), betaMoments(7, 9)}},
		{"a mean", `
inputs: {two: range, y: "real[two]"}
program: |
  b ~ normal(0, variance = 1)
  mu[0] = b
  mu[1] = 2 * b
  z ~ mvnormal(mu, covariance = [[1, 0], [0, 1]])
  for (i in two) { y[i] ~ normal(z[i], variance = 1) }
infer: [b]`, `{"two": 2, "y": [1, 2]}`, []moments{{2.5 / 3.5, math.Sqrt(1 / 3.5)}}},
		{"a mean of numbers that are drawn", `
inputs: {n: range, y: "vector(n)"}
program: |
  for (i in n) { b[i] ~ normal(0, variance = 1) }
  y ~ mvnormal(b, covariance = [[1, 0], [0, 1]])
infer: [b]`, `{"n": 2, "y": [1, 2]}`, []moments{{0.5, half.sd}, {1, half.sd}}},
		{"a precision", `
inputs: {two: range, y: vector(two)}
program: |
  t ~ gamma(shape = 2, rate = 1)
  for (i in two) { for (j in two) { if (i == j) { P[i, j] = t } else { P[i, j] = 0 } } }
  y ~ mvnormal([0, 0], precision = P)
infer: [t]`, `{"two": 2, "y": [1, 2]}`, []moments{gammaMoments(3, 3.5)}},
		{"whole numbers", `
inputs: {K: range, y: "real[K]"}
program: |
  for (k in K) { m[k] = 2 * k }
  z ~ mvnormal(m, covariance = [[1, 0], [0, 1]])
  for (k in K) { y[k] ~ normal(z[k], variance = 1) }
infer: [z]`, `{"K": 2, "y": [1, 2]}`, []moments{{0.5, half.sd}, {2, half.sd}}},
		{"copies of a repeat", `
inputs: {n: range, y: "vector(n)"}
program: |
  mu ~ normal(0, variance = 1)
  repeat (2) {
    for (i in n) { b[i] ~ normal(mu, variance = 1) }
    y ~ mvnormal(b, covariance = [[1, 0], [0, 1]])
  }
infer: [mu]`, `{"n": 2, "y": [1, 2]}`, []moments{{1, math.Sqrt(1.0 / 3)}}},
		{"a sum of sums", `
inputs: {n: range, m: range, y: real}
program: |
  for (i in n) { for (j in m) { x[i, j] ~ normal(0, variance = 1) } }
  y ~ normal(sum(sum(x[i, j] : j in m) : i in n), variance = 2)
infer: [x]`, `{"n": 1, "m": 2, "y": 4}`, []moments{{1, math.Sqrt(0.75)}, {1, math.Sqrt(0.75)}}},
	} {
		m.check(t)
	}
}

// TestSampledNothingMissing: an input that may lack entries is reported as the data give it
// where no entry is missing.
func TestSampledNothingMissing(t *testing.T) {
	r, err := interpret(t, `model: m
inputs: {n: range, y: {type: "real[n]", missing: true}, b: {type: "bool[n]", missing: true}}
algorithm: gibbs
program: |
  m ~ normal(0, variance = 10)
  for (i in n) {
    y[i] ~ normal(m, variance = 1)
    b[i] ~ bernoulli(0.3)
  }
infer: [m, y, b]`, `{"y": [1, 2.5], "b": [true, false]}`, interp.Options{Iterations: 20})
	if err != nil {
		t.Fatal(err)
	}
	got, err := json.Marshal(r.Posteriors[1:])
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"mean":1,`, `"mean":2.5,`, `"p":1,`, `"p":0,`} {
		if !strings.Contains(string(got), want) {
			t.Errorf("no %s in %s", want, got)
		}
	}
}
