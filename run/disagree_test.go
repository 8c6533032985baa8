package run_test

import (
	"strings"
	"testing"

	"mpc"
	"mpc/model"
	"mpc/run"
)

// TestDisagreement: where chains do not agree the result says what the model shows of the
// reason, and nothing where they agree or where the model shows none.
func TestDisagreement(t *testing.T) {
	const y = `{"y": [0, 0.1, -0.2, 0.3, 9, 9.1, 8.8, 9.2, 0.2, 9.3]}`
	tests := []struct {
		name, text string
		want       []string // parts of the one advice; none: there is none
	}{
		{"a mixture", `
inputs: {n: range, y: "real[n]"}
program: |
  p ~ dirichlet([1, 1])
  for (k in 0..<2) { mu[k] ~ normal(0, variance = 100) }
  for (i in n) {
    z[i] ~ categorical(p)
    y[i] ~ normal(mu[z[i]], variance = 1)
  }
infer: [mu]`, []string{"nothing tells the elements of mu apart, among which z selects", "observe mu[0] < mu[1]", "init: {mu: start}"}},
		{"its weights, with a start that all elements have", `
inputs: {n: range, y: "real[n]"}
program: |
  p ~ dirichlet([1, 1])
  for (k in 0..<2) { mu[k] ~ normal(0, variance = 100) }
  for (i in n) {
    z[i] ~ categorical(p)
    y[i] ~ normal(mu[z[i]], variance = 1)
  }
infer: [mu, p, z]
init: {mu: "normal(4, variance = 9)"}`, []string{"observe mu[0] < mu[1]"}},
		{"one whose components are told apart", `
inputs: {n: range, y: "real[n]"}
program: |
  for (k in 0..<2) { mu[k] ~ normal(9 * k, variance = 1) }
  for (i in n) {
    z[i] ~ categorical([0.5, 0.5])
    y[i] ~ normal(mu[z[i]], variance = 1)
  }
infer: [mu]`, []string{"may not have left their starts", "init: {mu: ...}"}},
		{"two variables that a truth selects", `
inputs: {n: range, y: "real[n]"}
program: |
  a ~ normal(0, variance = 100)
  b ~ normal(0, variance = 100)
  for (i in n) {
    c[i] ~ bernoulli(0.5)
    if (c[i]) { y[i] ~ normal(a, variance = 1) } else { y[i] ~ normal(b, variance = 1) }
  }
infer: [a, b]`, []string{"nothing tells a and b apart, among which c selects", "observe a < b", "init: {a: point(v), b: point(v)}"}},
		{"two modes far apart", `
inputs: {n: range, y: "real[n]"}
program: |
  a ~ normal(0, variance = 100)
  observe a < -6 || a > 6
  for (i in n) { y[i] ~ normal(a * a, variance = 1) }
  b = a + 1
infer: [b]`, []string{"may not have left their starts", "init: {a: ...}"}},
		{"flat priors, and data that a covariate separates", `
inputs: {n: range, y: "real[n]"}
program: |
  a ~ flat()
  b ~ flat()
  for (i in n) { observe (y[i] > 5) ~ bernoulli(logistic(a + b * y[i])) }
infer: [a, b]`, []string{"a and b have flat priors: the posterior is likely improper"}},
		{"they start near each other", `
inputs: {n: range, y: "real[n]"}
program: |
  a ~ normal(0, variance = 100)
  observe a < -6 || a > 6
  for (i in n) { y[i] ~ normal(a * a, variance = 1) }
infer: [a]
init: {a: "uniform(6, 9)"}`, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c, err := mpc.Plan("m.yaml", []byte("model: m\nalgorithm: gibbs"+test.text+"\niterate: {seed: 5}\n"))
			if err != nil {
				t.Fatal(err)
			}
			r, err := run.Run(t.Context(), c, readSet(t, c, y), run.Options{Iterations: -1, Interpret: true,
				Sampling: &model.Sampling{BurnIn: 100, Samples: 200, Thin: 1, Chains: 4}})
			if err != nil {
				t.Fatal(err)
			}
			var advice []string
			for _, w := range r.Warnings {
				if strings.Contains(w, "init: {") || strings.Contains(w, "order them") || strings.Contains(w, "flat prior") {
					advice = append(advice, w)
				}
			}
			if len(advice) != min(len(test.want), 1) {
				t.Fatalf("%d advices: %q, of %q", len(advice), advice, r.Warnings)
			}
			for _, part := range test.want {
				if !strings.Contains(advice[0], part) {
					t.Errorf("%q lacks %q", advice[0], part)
				}
			}
		})
	}
}
