package interp_test

import (
	"math"
	"testing"

	"mpc/interp"
)

// moments are the mean and the standard deviation of an element.
type moments struct{ mean, sd float64 }

func betaMoments(a, b float64) moments {
	return moments{a / (a + b), math.Sqrt(a * b / (a + b + 1)) / (a + b)}
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
