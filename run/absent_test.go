package run_test

import (
	"math"
	"strings"
	"testing"

	"mpc/run"
)

// TestFunctionsOfAbsent: what is computed from data of which an entry is absent, and from nothing else that is drawn, is random as
// the entry is.
func TestFunctionsOfAbsent(t *testing.T) {
	const model = `model: m
inputs: {n: range, y: {type: "real[n]", missing: true}}
program: |
  mu ~ normal(0, sd = 3)
  for (i in n) { y[i] ~ normal(mu, sd = 1) }
  s = sum(y[i] : i in n)
  second = 2 * y[1]
infer: [mu, s, second]
`
	const data = `{"n": 4, "y": [1.1, null, 2.9, 4.2]}`
	precision := 1.0/9 + 3
	mean, sd := 8.2/precision, math.Sqrt(1/precision+1) // of the entry
	for _, test := range []struct {
		name string
		r    *run.Result
		near float64
	}{
		{"ep", runText(t, model, data, false), 1e-9},
		{"gibbs", drawnFrom(t, strings.Replace(model, "model: m\n", "model: m\nalgorithm: gibbs\n", 1), data, run.Options{}), 0.1},
	} {
		for _, want := range []struct {
			name     string
			mean, sd float64
		}{{"s", 8.2 + mean, sd}, {"second", 2 * mean, 2 * sd}} {
			got, err := test.r.Posteriors[want.name].Marginals()
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(got[0].Mean-want.mean) > test.near*want.sd || math.Abs(got[0].SD/want.sd-1) > test.near {
				t.Errorf("%s: %s has mean %v, sd %v, not %v, %v", test.name, want.name, got[0].Mean, got[0].SD, want.mean, want.sd)
			}
		}
	}
}
