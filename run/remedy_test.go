package run_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"mpc"
	"mpc/codegen"
	"mpc/integration/agree"
	"mpc/lang"
	"mpc/run"
)

// ignoredModels are models whose posteriors would ignore a statement: some messages of it
// are left out, and all others say nothing.
var ignoredModels = []struct{ name, model, data string }{
	{"noise on noise", `model: m
inputs: {n: range, y: "real[n]"}
program: |
  m ~ normal(0, sd = 30)
  s ~ gamma(shape = 1, rate = 1)
  t ~ gamma(shape = 1, rate = 1)
  for (i in n) { x[i] ~ normal(m, precision = s); y[i] ~ normal(x[i], precision = t) }
infer: [m, s, t]
integrate: []
`, `{"y": [9, 10, 11, 12, 10, 8]}`},
	{"a hierarchy", `model: m
inputs: {g: range, n: range, who: "index(g)[n]", y: "real[n]"}
program: |
  mu ~ normal(0, sd = 10)
  tau ~ gamma(shape = 0.1, rate = 0.1)
  s ~ gamma(shape = 0.1, rate = 0.1)
  for (k in g) { a[k] ~ normal(mu, precision = tau) }
  for (i in n) { y[i] ~ normal(a[who[i]], precision = s) }
infer: [mu, a, tau, s]
integrate: []
`, `{"g": 3, "who": [0, 0, 1, 1, 2, 2], "y": [1, 2, 3, 4, 5, 6]}`},
}

// standingModels iterate over copies in branches of gates whose marginals are improper: they
// stand still but for rounding.
var standingModels = []struct{ name, model, data string }{
	{"counts", `model: m
inputs: {day: range, hits: "int[day]"}
program: |
  before ~ gamma(shape = 1, rate = 0.1)
  after ~ gamma(shape = 1, rate = 0.1)
  change ~ discreteuniform(day)
  for (d in day) {
    if (d < change) { hits[d] ~ poisson(before) } else { hits[d] ~ poisson(after) }
  }
infer: [before, after]
`, `{"hits": [2, 0, 6]}`},
	{"numbers", `model: m
inputs: {day: range, hits: "real[day]"}
program: |
  before ~ normal(0, sd = 10)
  after ~ normal(0, sd = 10)
  change ~ discreteuniform(day)
  for (d in day) {
    if (d < change) { hits[d] ~ normal(before, sd = 1) } else { hits[d] ~ normal(after, sd = 1) }
  }
infer: [before, after]
`, `{"hits": [0, 0, 1, 1, 5]}`},
	{"some messages", `model: m
inputs: {n: range, y: "real[n]"}
program: |
  s ~ gamma(shape = 0.5, rate = 1)
  for (i in n) { x[i] ~ normal(0, precision = s); y[i] ~ normal(x[i], sd = 1) }
infer: [s]
integrate: []
`, `{"y": [1, 2, 3]}`},
	{"a walk", `model: m
inputs: {n: range, y: "real[n]"}
program: |
  v ~ inversegamma(1, rate = 1)
  x[0] ~ normal(0, sd = 10)
  for (i in 1..<n) { x[i] ~ normal(x[i-1], variance = v) }
  for (i in n) { y[i] ~ normal(x[i], sd = 1) }
infer: [v]
integrate: []
`, `{"y": [1, 2, 3, 5]}`},
}

// TestIgnored: a statement that the posteriors would ignore is an error, the same in
// generated code, and the hint is a change that helps with these data. Improper marginals in
// branches that stand still are no divergence.
func TestIgnored(t *testing.T) {
	var trials []*agree.Trial
	for k, x := range ignoredModels {
		if k == 0 { // an error
			trials = append(trials, &agree.Trial{Name: x.name, Model: x.model, Data: x.data, Iterations: 30})
		}
		_, err := interpretText(t, x.model, x.data)
		var list lang.Diagnostics
		if !errors.As(err, &list) || list[0].Code != "improper" {
			t.Fatalf("%s: %v", x.name, err)
		}
		_, hint, ok := strings.Cut(list[0].Hint, "this gives a result with these data: ")
		if !ok {
			t.Fatalf("%s: %s", x.name, list[0].Hint)
		}
		for _, line := range strings.Split(hint, "; or ") {
			if r, err := interpretText(t, x.model+line+"\n", x.data); err != nil || !r.Converged && !strings.Contains(line, "gibbs") {
				t.Errorf("%s: %s: %v", x.name, line, err)
			}
		}
	}
	for _, x := range standingModels {
		trials = append(trials, &agree.Trial{Name: x.name, Model: x.model, Data: x.data, Iterations: 30})
		if r, err := interpretText(t, x.model, x.data); err != nil || !r.Converged {
			t.Errorf("%s: %v", x.name, err)
		}
	}
	agree.All(t, trials, codegen.Options{})
}

// interpretText interprets a model on data.
func interpretText(t *testing.T, text, data string) (*run.Result, error) {
	t.Helper()
	c, err := mpc.Plan("m.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	set, err := run.ReadData(c, dataFile(t, data), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return run.Run(context.Background(), c, set, run.Options{Iterations: -1, Interpret: true})
}
