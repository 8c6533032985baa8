//go:build long

package run_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// TestCuts: a condition on a hyperparameter alone, as of a standard deviation with the prior of any number, is a bound of it. The
// posterior is that of the prior between bounds; the evidence also has how probable the condition is.
func TestCuts(t *testing.T) {
	const model = `model: m
inputs: {n: range, low: real, x: "real[n]", y: "real[n]"}
program: |
  a ~ normal(low - 0.5, sd = 10)
  b ~ normal(0, sd = 10)
  %s
  for (i in n) { y[i] ~ normal(a + b * x[i], sd = sigma) }
infer: [a, b, sigma, evidence]
`
	const data = `{"low": 0.5, "x": [1, 2, 3, 4, 5], "y": [1.2, 1.9, 3.4, 3.7, 5.2]}`
	for i, test := range []struct {
		cut, whole string
		log        float64 // of the probability of the condition
	}{
		{"sigma ~ normal(0, sd = 2); observe sigma > 0", "sigma ~ halfnormal(sd = 2)", -math.Ln2},
		{"sigma ~ studentt(3, 0, 2); observe 0 < sigma", "sigma ~ truncated(studentt(3, 0, 2), 0, 1e308)", -math.Ln2},
		{"sigma ~ exponential(rate = 1); observe sigma > low", "sigma ~ truncated(exponential(rate = 1), 0.5, 1e308)", -0.5},
		{"sigma ~ normal(0, sd = 2); observe sigma > 0 && sigma * 2 < 4", "sigma ~ truncated(normal(0, sd = 2), 0, 2)", math.Log(0.3413447460685429)},
	} {
		var r [2]float64
		var sds [2]string
		for k, prior := range []string{test.cut, test.whole} {
			got := runText(t, fmt.Sprintf(model, strings.ReplaceAll(prior, "; ", "\n  ")), data, i+k > 0) // the package of one is built
			r[k] = *got.LogEvidence
			for _, name := range []string{"a", "b", "sigma"} {
				list, err := got.Posteriors[name].Marginals()
				if err != nil {
					t.Fatal(err)
				}
				sds[k] += fmt.Sprintf("%s: %.4g sd %.4g, %.4g %.4g; ", name, list[0].Mean, list[0].SD, list[0].Q05, list[0].Q95)
			}
		}
		if sds[0] != sds[1] || math.Abs(r[0]-r[1]-test.log) > 1e-3 {
			t.Errorf("%s: %s\n%s, evidence %v and %v", test.cut, sds[0], sds[1], r[0], r[1])
		}
	}
	_, err := interpretText(t, fmt.Sprintf(model, "sigma ~ exponential(rate = 1)\n  observe sigma < -low"), data)
	if err == nil || !strings.Contains(err.Error(), "m.yaml:6:3: error: sigma has no value: it is to be above 0 and below -0.5") {
		t.Errorf("nothing is between the bounds: %v", err)
	}
}

// TestForwardAtTheStart: what is drawn anew for each draw that is kept needs no value where a chain begins, at draws for which a
// condition does not count yet.
func TestForwardAtTheStart(t *testing.T) {
	for _, drawn := range []string{"studentt(4, 0, s)", "gamma(shape = s, rate = 2)", "poisson(s)", "beta(s, 2)"} {
		r, err := interpretText(t, `model: m
algorithm: gibbs
inputs: {n: range, y: {type: "real[n]", missing: true}}
iterate: {samples: 200, burnin: 100, chains: 8}
program: |
  s ~ normal(0, sd = 2)
  observe s > 0
  for (i in n) { y[i] ~ studentt(4, 0, s) }
  new ~ `+drawn+`
infer: [s, new, y]
`, `{"y": [1, 2, null]}`)
		if err != nil {
			t.Errorf("%s: %v", drawn, err)
			continue
		}
		if list, err := r.Posteriors["new"].Marginals(); err != nil || !(list[0].SD > 0.1) {
			t.Errorf("%s: %v, %v", drawn, list, err)
		}
	}
}
