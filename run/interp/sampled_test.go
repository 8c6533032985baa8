package interp_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"mpc/run/interp"
)

// few is a short run.
var few = &interp.Sampling{BurnIn: 3, Samples: 5, Thin: 2, Chains: 2}

// TestSampledFailures: what is impossible in a scan is an error at the statement that
// makes it so, with the element.
func TestSampledFailures(t *testing.T) {
	tests := []struct {
		name, model, data string
		kind              string
		want              []string // parts of the message
	}{
		{"a start of zero density", `
inputs: {n: range, k: "int[n]"}
program: |
  a ~ normal(0, variance = 1)
  for (i in n) { k[i] ~ poisson(max(a, 0)) }
infer: [a]
init: {a: point(-2)}`, `{"k": [0, 3]}`,
			interp.Contradiction, []string{"m.yaml:6:18", "a = -2, where the chain stands, has the density zero", "k[i] ~ poisson(max(a, 0)) excludes it, where k[i] = 3", "i = 1", "init: {a: point(1)} gives it a starting point"}},
		{"a list of starts, one of zero density", `
inputs: {n: range, k: "int[n]"}
program: |
  for (i in n) { a[i] ~ normal(0, variance = 1); k[i] ~ poisson(max(a[i], 0)) }
infer: [a]
init: {a: [2, -3]}`, `{"k": [4, 3]}`,
			interp.Contradiction, []string{"a[1] = -3, where the chain stands, has the density zero", "i = 1"}},
		{"a start of zero density that a move of a precision meets first", `
inputs: {n: range, e: "real[n]", k: "int[n]"}
program: |
  t ~ gamma(shape = 1, rate = 1)
  for (i in n) { a[i] ~ normal(0, precision = t); k[i] ~ poisson(e[i] * exp(a[i])) }
infer: [a]`, `{"k": [0, 3], "e": [1, 0]}`,
			interp.Contradiction, []string{"m.yaml:6:51", "the chain stands where the density is zero: k[i] ~ poisson(e[i] * exp(a[i])) excludes it, where k[i] = 3, e[i] = 0", "i = 1", "init: {a: point(1)} gives it a starting point"}},
		{"chains that begin without an order", `
inputs: {n: range}
program: |
  a[0] ~ gamma(shape = 2, rate = 1)
  a[n-1] ~ gamma(shape = 2, rate = 1)
  for (t in 1..<n-1) { a[t] ~ gamma(shape = 2, rate = a[t+1] * a[t-1]) }
  for (t in n) { observe a[t] ~ normal(3, variance = 1) }
infer: [a]`, `{"n": 4}`,
			interp.Parameter, []string{"m.yaml:7:24", "rate of gamma is 0, not above 0", "t = 1", "at 0 of what is drawn after it; init: {a: point(1)} gives it a starting point"}},
		{"a count that conditions leave no value", `
inputs: {c: int}
program: |
  n ~ poisson(4)
  observe n > c
  observe n < c
infer: [n]`, `{"c": 3}`,
			interp.Contradiction, []string{"m.yaml:5:3", "no value is left: n is at least 4 and at most 2"}},
		{"a normal of the precision 0", `
inputs: {n: range, p: "real[n]"}
program: |
  a ~ normal(0, variance = 1)
  for (i in n) { b[i] ~ normal(a, precision = p[i]) }
infer: [a, b]`, `{"p": [1, 0]}`,
			interp.NotFinite, []string{"m.yaml:6:18", "b[1] has been drawn as", "i = 1"}},
		{"a start outside of the prior", `
inputs: {v: real}
program: |
  a ~ uniform(0, 2)
  observe a * a + a < 3
infer: [a]
init: {a: point(v)}`, `{"v": 5}`,
			interp.Contradiction, []string{"m.yaml:5:3", "a = 5, where the chain stands", "a ~ uniform(0, 2) excludes it"}},
		{"a condition that the start breaks", `
program: |
  a ~ normal(0, variance = 1)
  observe a * a > 4
infer: [a]
init: {a: point(1)}`, `{}`,
			interp.Contradiction, []string{"m.yaml:5:3", "a = 1, where", "observe a * a > 4 excludes it"}},
		{"conditions without a value between", `
program: |
  a ~ normal(0, variance = 1)
  observe a > 4
  observe a < 3
infer: [a]`, `{}`,
			interp.Contradiction, []string{"a is at least 4, by observe a > 4 (line 5), and at most 3, by observe a < 3 (line 6)"}},
		{"a condition outside of the support", `
inputs: {low: real}
program: |
  a ~ beta(1, 2)
  observe a > low
infer: [a]`, `{"low": 1.5}`,
			interp.Contradiction, []string{"m.yaml:6:3", "a is at least 1.5, by observe a > low (line 6), which its prior excludes"}},
		{"weights that are all zero, by one statement", `
inputs: {n: range, y: "bool[n]", p: "vector(2)", q: "real[2]"}
program: |
  for (i in n) { z[i] ~ categorical(p); y[i] ~ bernoulli(q[z[i]]) }
infer: [z]`, `{"n": 3, "y": [false, true, false], "p": [0.5, 0.5], "q": [0, 0]}`,
			interp.Contradiction, []string{"m.yaml:5:41", "no value is left for z[1]: y[i] ~ bernoulli(q[z[i]]) excludes all of them", "i = 1"}},
		{"weights that are all zero, by several", `
inputs: {y: bool, p: vector(2), q: "real[2]"}
program: |
  z ~ categorical(p)
  y ~ bernoulli(q[z])
infer: [z]`, `{"y": true, "p": [1, 0], "q": [0, 1]}`,
			interp.Contradiction, []string{"m.yaml:6:3", "no value is left for z: y ~ bernoulli(q[z]) (line 6) excludes 0; z ~ categorical(p) (line 5) excludes 1"}},
		{"an improper conditional", `
inputs: {n: range, y: "real[n]", s: real}
program: |
  a ~ normal(0, precision = s)
  for (i in n) { y[i] ~ normal(a, variance = 1) }
infer: [a]`, `{"n": 0, "y": [], "s": 0}`,
			interp.Improper, []string{"m.yaml:5:3", "the conditional of a is improper", "precision 0", "narrower prior"}},
		{"an element that is drawn from itself", `
inputs: {n: range, p: "index(n)[n]", y: "real[n]"}
program: |
  for (i in n) { x[i] ~ normal(x[p[i]], sd = 1); y[i] ~ normal(x[i], sd = 1) }
infer: [x]`, `{"p": [1, 1], "y": [2, 3]}`,
			interp.Cycle, []string{"m.yaml:5:18", "x[1] is defined by itself, in x[i] ~ normal(x[p[i]], sd = 1), at i = 1"}},
		{"a condition on what is computed from nothing drawn", `
program: |
  a[0] = 1
  a[1] ~ normal(0, variance = 1)
  observe a[0] > 2
infer: [a]`, `{}`,
			interp.Contradiction, []string{"m.yaml:6:3", "observe a[0] > 2 does not hold"}},
		{"an improper conditional of an array that is computed in part", `
inputs: {n: range, y: "real[n]", s: real}
methods: {a: conjugate}
program: |
  a[0] = 1
  for (i in 1..<3) { a[i] ~ normal(0, precision = s) }
  for (i in n) { y[i] ~ normal(a[1], variance = 1) }
infer: [a]`, `{"n": 1, "y": [2], "s": 0}`,
			interp.Improper, []string{"m.yaml:7:22", "the conditional of a[2] is improper", "precision 0", "narrower prior"}},
		{"a uniform prior without a bound, of what no data read", `
inputs: {n: range, m: range, g: "index(m)[n]", y: "real[n]"}
program: |
  for (k in m) { d[k] ~ uniform(0, 1e308) }
  for (i in n) { y[i] ~ normal(d[g[i]], sd = 1) }
infer: [d]`, `{"n": 1, "m": 2, "g": [1], "y": [1]}`,
			interp.Improper, []string{"m.yaml:5:18", "the conditional of d[0] is improper", "precision 0", "narrower prior"}},
		{"a parameter outside of its domain", `
inputs: {y: real}
program: |
  a ~ normal(0, variance = 1)
  b ~ normal(a, variance = 1)
  y ~ normal(b, variance = a)
infer: [b]
init: {a: point(-1)}`, `{"y": 1}`,
			interp.Parameter, []string{"m.yaml:7:3", "variance of normal is -1, not at least 0, in y ~ normal(b, variance = a)"}},
		{"a count that there is not", `
inputs: {n: range, y: "int[n]"}
program: |
  r ~ gamma(shape = 5, rate = 2)
  for (i in n) { y[i] ~ poisson(r) }
infer: [r]`, `{"y": [2, -1]}`,
			interp.Contradiction, []string{"m.yaml:6:18", "y[i] >= 0 is false for y[i] = -1", "at i = 1"}},
		{"more than there are", `
inputs: {n: range, y: "int[n]", m: "int[n]"}
program: |
  p ~ beta(1, 10)
  for (i in n) { y[i] ~ binomial(m[i], p) }
infer: [p]`, `{"y": [2, 5], "m": [2, 3]}`,
			interp.Contradiction, []string{"m.yaml:6:18", "y[i] <= m[i] is false for y[i] = 5, m[i] = 3", "at i = 1"}},
		{"counts of another sum", `
inputs: {y: "int[3]", m: int}
program: |
  p ~ dirichlet([1, 1, 1])
  y ~ multinomial(m, p)
infer: [p]`, `{"y": [3, 1, 2], "m": 4}`,
			interp.Contradiction, []string{"m.yaml:6:3", "sum(y[value] : value in 0..<3) == m is false"}},
		{"a value without a probability", `
inputs: {u: int, q: "real[3]"}
program: |
  p ~ beta(1, 1)
  u ~ categorical(q)
infer: [p]`, `{"u": 2, "q": [0.5, 0.5, 0]}`,
			interp.Contradiction, []string{"m.yaml:6:3", "q[u] > 0 is false"}},
		{"a value that there is not", `
inputs: {u: int}
program: |
  p ~ dirichlet([1, 1, 1])
  u ~ categorical(p)
infer: [p]`, `{"u": 5}`,
			interp.Contradiction, []string{"m.yaml:6:3", "u is 5, but p, the p of categorical, has 3 elements"}},
		{"a truth of probability 0", `
inputs: {u: bool, q: real}
program: |
  p ~ beta(1, 1)
  u ~ bernoulli(q)
infer: [p]`, `{"u": true, "q": 0}`,
			interp.Contradiction, []string{"m.yaml:6:3", "q > 0"}},
		{"a variance of 0", `
inputs: {y: real, v: real}
program: |
  a ~ normal(0, variance = 1)
  b ~ normal(0, variance = 1)
  y ~ normal(a + b, variance = v)
infer: [a]`, `{"y": 2, "v": 0}`,
			interp.Parameter, []string{"m.yaml:7:32", "v > 0 is false for v = 0"}},
		{"a prior of a negative variance", `
inputs: {y: real, v: real}
program: |
  a ~ normal(0, variance = v)
  y ~ normal(a, variance = 1)
infer: [a]`, `{"y": 2, "v": -3}`,
			interp.Parameter, []string{"m.yaml:5:28", "v > 0 is false for v = -3"}},
		{"a rate that data make negative", `
inputs: {n: range, y: "int[n]", e: "real[n]"}
program: |
  r ~ gamma(shape = 5, rate = 2)
  for (i in n) { y[i] ~ poisson(r * e[i]) }
infer: [r]`, `{"y": [1, 1], "e": [2, -1]}`,
			interp.Parameter, []string{"m.yaml:6:18", "rate of poisson is -", "at i = 1"}},
		{"a rate that data make 0", `
inputs: {n: range, y: "int[n]", e: "real[n]"}
program: |
  r ~ gamma(shape = 0.5, rate = 2)
  for (i in n) { y[i] ~ poisson(r * e[i]) }
infer: [r]`, `{"y": [1, 3], "e": [2, 0]}`,
			interp.Contradiction, []string{"m.yaml:6:18", "the data leave no value to y[i] ~ poisson(r * e[i])", "at i = 1"}},
		{"a parameter of what nothing reads", `
program: |
  a ~ normal(0, variance = 1)
  observe a < 0
  b ~ gamma(shape = a, rate = 1)
infer: [b]`, `{}`,
			interp.Parameter, []string{"m.yaml:6:3", "shape of gamma is -", "not above 0"}},
		{"a parameter that is not finite", `
inputs: {y: real, c: real}
program: |
  a ~ normal(0, variance = 1)
  y ~ normal(exp(c * a), variance = 1)
  b ~ normal(exp(c * a), variance = 1)
infer: [b]
init: {a: point(1)}`, `{"y": 1, "c": 1e6}`,
			interp.Parameter, []string{"mean of normal is +Inf, in"}},
		{"an index that is drawn out of range", `
inputs: {n: range, v: "real[n]", p: "vector(3)", y: real}
program: |
  z ~ categorical(p)
  y ~ normal(v[z], variance = 1)
infer: [z]`, `{"n": 2, "v": [1, 2], "p": [0.2, 0.3, 0.5], "y": 1}`,
			interp.Index, []string{"m.yaml:6:", "index 2 of v is out of range"}},
		{"defined twice", `
inputs: {n: range, k: "int[n]"}
program: |
  for (t in n) { x[k[t]] ~ normal(0, variance = 1) }
infer: [x]`, `{"k": [0, 0]}`,
			interp.Double, []string{"m.yaml:5:", "x[0] is defined twice"}},
		{"defined twice in one branch", `
inputs: {n: range, k: "int[n]", y: real}
program: |
  g ~ bernoulli(0.5)
  if (g) {
    for (t in n) { x[k[t]] ~ normal(0, variance = 1) }
    y ~ normal(x[0], variance = 1)
  } else { y ~ normal(0, variance = 1) }
infer: [g]`, `{"k": [0, 0], "y": 1}`,
			interp.Double, []string{"m.yaml:7:", "x[0] is defined twice"}},
		{"a check that fails", `
inputs: {n: range, v: "real[n]"}
program: |
  a ~ normal(0, variance = 1)
  for (i in n) { observe v[i] > 0 }
infer: [a]`, `{"v": [1, -1]}`,
			interp.Contradiction, []string{"m.yaml:6:", "v[i] > 0 is false", "i = 1"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := interpret(t, "model: m\nalgorithm: gibbs"+test.model, test.data, interp.Options{Sampling: few})
			var e *interp.Error
			if !errors.As(err, &e) {
				t.Fatalf("%v, want an error of kind %s", err, test.kind)
			}
			if e.Kind != test.kind {
				t.Errorf("the kind is %s, want %s", e.Kind, test.kind)
			}
			text := e.Error() + " " + e.Hint
			for _, part := range test.want {
				if !strings.Contains(text, part) {
					t.Errorf("%q\nlacks %q", text, part)
				}
			}
		})
	}
}

const sampledMean = `model: m
algorithm: gibbs
inputs: {n: range, y: "real[n]"}
program: |
  m ~ normal(0, variance = 100)
  t ~ gamma(shape = 2, rate = 2)
  for (i in n) { y[i] ~ normal(m, precision = t) }
  s = 1 / sqrt(t)
infer: [m, s]
iterate: {burnin: 4, samples: 6, chains: 3, seed: 5}
`

// TestSampledRuns: the settings of the model, or those of the options, say how many draws
// there are; a seed fixes them, and each chain has its own.
func TestSampledRuns(t *testing.T) {
	var draws [][]float64
	run := func(s *interp.Sampling, seed uint64) [][]float64 {
		t.Helper()
		draws = nil
		opt := interp.Options{Sampling: s, Seed: &seed}
		if s != nil {
			s.Draw = func(chain, draw int, values []float64) {
				if want := len(draws) % s.Samples; draw != want || chain != len(draws)/s.Samples {
					t.Errorf("draw %d of chain %d is the %d-th", draw, chain, len(draws))
				}
				draws = append(draws, values)
			}
		}
		r, err := interpret(t, sampledMean, `{"y": [1, 2, 4]}`, opt)
		if err != nil {
			t.Fatal(err)
		}
		if s == nil && r.Iterations != 10 || *r.Seed != seed || len(r.Posteriors) != 2 {
			t.Errorf("%d scans, seed %d, %d posteriors", r.Iterations, *r.Seed, len(r.Posteriors))
		}
		return draws
	}
	run(nil, 5)
	a, b, c := run(&interp.Sampling{BurnIn: 4, Samples: 6, Thin: 1, Chains: 2}, 5), run(&interp.Sampling{BurnIn: 4, Samples: 6, Thin: 1, Chains: 1}, 5), run(&interp.Sampling{BurnIn: 4, Samples: 3, Thin: 2, Chains: 1}, 5)
	if len(a) != 12 || len(b) != 6 || len(c) != 3 {
		t.Fatalf("%d, %d and %d draws", len(a), len(b), len(c))
	}
	for i := range b {
		if a[i][0] != b[i][0] || a[i][0] == a[i+6][0] {
			t.Errorf("draw %d is %v, alone %v, of the other chain %v", i, a[i], b[i], a[i+6])
		}
	}
	for i := range c {
		if c[i][0] != b[2*i+1][0] {
			t.Errorf("draw %d of each second scan is %v, want %v", i, c[i], b[2*i+1])
		}
	}
	if d := run(&interp.Sampling{BurnIn: 4, Samples: 6, Thin: 1, Chains: 1}, 6); d[0][0] == b[0][0] {
		t.Error("another seed gives the same draws")
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := interpret(t, sampledMean, `{"y": [1, 2, 4]}`, interp.Options{Context: ctx}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want a run that is cancelled", err)
	}
}
